package import Armory
import Foundation

extension RegistrationName {
    // Declared once: a misspelt name does not compile.
    package static let standard: RegistrationName = "standard"
    package static let wholesale: RegistrationName = "wholesale"
}

/// Registers the type behind each protocol, and sets the lifetime of each instance.
///
/// No other file contains registrations.
package enum Wiring {
    /// The program's container.
    ///
    /// Throws if a dependency is missing, registered twice or part of a cycle, before any file is read. The registrations of a
    /// container never change; a test overrides any of them in a container of its own.
    package static func container(for options: Options) throws(ResolutionError) -> Container {
        try Container { program(options) }
    }

    /// All modules of the program.
    package static func program(_ options: Options) -> Module {
        Module("program") {
            reading(options)
            pricing
            reporting
        }
    }

    package static func reading(_ options: Options) -> Module {
        Module("reading") {
            // Optional: registered on request. A dependent has a parameter `(any Log)?`.
            if options.isVerbose {
                Singleton((any Log).self, StandardErrorLog.init)
            }

            // Shared: users at the same time get one reader, so each file is read once. When the last user releases the reader,
            // its rows are freed. A singleton would keep them forever.
            Shared((any TableReader).self, FolderReader.init, .value(options.data), .registered)

            // Singleton: the files are read once, and every report uses the same repository. If a file is malformed, the
            // initializer throws, the container keeps nothing, and the next resolve tries again.
            Singleton((any OrderRepository).self, CSVOrderRepository.init)

            // Singleton: all callers share one clock, so a test replaces it everywhere at once.
            Singleton((any WallClock).self, SystemClock.init)
        }
    }

    package static let pricing = Module("pricing") {
        // Two registrations of one protocol, with different names. Singletons: a list does not change while the program runs.
        Singleton((any PriceList).self, CSVPriceList.init, .registered, .value("standard"))
            .named(.standard)
        Singleton((any PriceList).self, CSVPriceList.init, .registered, .value("wholesale"))
            .named(.wholesale)

        // A closure, because it does more than call an initializer. It declares its dependencies, so the container checks them.
        Singleton { resolver in
            // Both lists are columns of one file. While this closure holds the reader, both factories receive the same reader.
            let reader = try resolver.resolve((any TableReader).self)
            return try withExtendedLifetime(reader) {
                Pricing(
                    standard: try resolver.resolve(named: .standard),
                    wholesale: try resolver.resolve(named: .wholesale))
            }
        }
        .dependsOn((any TableReader).self)
        .dependsOn((any PriceList).self, named: .standard)
        .dependsOn((any PriceList).self, named: .wholesale)
    }

    package static let reporting = Module("reporting") {
        // Graph: all parts of one report number their footnotes together, and the next report starts at 1.
        Graph(Footnotes.init)

        // Transient: each report creates its parts, and a part holds that report's footnotes.
        Transient(OrderTable.init)
        Transient(Totals.init)

        // Transient, because each report is different: the caller passes its customer and date.
        Transient(arguments: Customer.ID.self, Date.self) { resolver, customer, date in
            try Report(
                customer: customer, date: date, repository: resolver.resolve(),
                table: resolver.resolve(), totals: resolver.resolve(), footnotes: resolver.resolve())
        }
        .dependsOn((any OrderRepository).self, OrderTable.self, Totals.self, Footnotes.self)
        .inject(\.log, .optional)
    }
}

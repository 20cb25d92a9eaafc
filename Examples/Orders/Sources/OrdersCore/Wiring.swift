package import Armory
import Foundation

extension Name {
    // Declared once: a misspelt name does not compile.
    package static let standard: Name = "standard"
    package static let wholesale: Name = "wholesale"
}

/// Which type stands behind which protocol, and how long each instance lives.
///
/// No other file knows.
package enum Wiring {
    /// The program's container.
    ///
    /// What is missing, twice or in a circle is an error here, before anything is read. The container is frozen: nothing can be
    /// added, but a test can `replace` any part.
    package static func container(for options: Options) throws(ResolutionError) -> Container {
        try Container { program(options) }
    }

    /// All of it.
    package static func program(_ options: Options) -> Module {
        Module("program") {
            reading(options)
            pricing
            reporting
        }
    }

    package static func reading(_ options: Options) -> Module {
        Module("reading") {
            // Optional: registered on request. Who wants it has a parameter `(any Log)?`.
            if options.isVerbose {
                Singleton((any Log).self, StandardErrorLog.init)
            }

            // Shared: users at the same time get one reader, and so each file is read once; when the last one lets go, the
            // reader is released with the rows it kept. As a singleton it would hold them for good.
            Shared((any TableReader).self, FolderReader.init, .value(options.data), .registered)

            // Singleton: the files are read once, and every report asks the same repository. Should a file be malformed, the
            // initializer throws, nothing is kept, and the next resolve tries again.
            Singleton((any OrderRepository).self, CSVOrderRepository.init)

            // Singleton: there is one time, and a test that replaces it replaces it everywhere.
            Singleton((any WallClock).self, SystemClock.init)
        }
    }

    package static let pricing = Module("pricing") {
        // Two registrations of one protocol, told apart by name. Singletons: a list does not change while we run.
        Singleton((any PriceList).self, CSVPriceList.init, .registered, .value("standard"))
            .named(.standard)
        Singleton((any PriceList).self, CSVPriceList.init, .registered, .value("wholesale"))
            .named(.wholesale)

        // A closure, because it does more than call an initializer. It says what it asks for, so that this is checked too.
        Singleton { resolver in
            // Both lists are columns of one file. While the reader is held here, both factories are given this one.
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

        // Transient: a part belongs to one report and holds that report's footnotes.
        Transient(OrderTable.init)
        Transient(Totals.init)

        // Transient, because every report is another: its customer and date are known when it is asked for.
        Transient(arguments: Customer.ID.self, Date.self) { resolver, customer, date in
            try Report(
                customer: customer, date: date, repository: resolver(),
                table: resolver(), totals: resolver(), footnotes: resolver())
        }
        .dependsOn((any OrderRepository).self, OrderTable.self, Totals.self, Footnotes.self)
        .inject(\.log)
    }
}

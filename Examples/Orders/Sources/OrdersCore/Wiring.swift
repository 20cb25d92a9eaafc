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
    /// It is frozen: nothing can be added, but a test can `replace` any part.
    package static func container(for options: Options) throws(ResolutionError) -> Container {
        try Container {
            reading(options)
            pricing()
            reporting()
        }
    }

    @RegistrationBuilder
    package static func reading(_ options: Options) -> [any Registration] {
        // Optional: registered on request. Who wants it asks with `resolveOptional`.
        if options.isVerbose {
            Singleton((any Log).self) { StandardErrorLog() }
        }

        // Shared: users at the same time get one reader, and so each file is read once; when the last one lets go, the
        // reader is released with the rows it kept. As a singleton it would hold them for good.
        Shared((any TableReader).self) { resolver in
            FolderReader(folder: options.data, log: try resolver.resolveOptional())
        }

        // Singleton: the files are read once, and every report asks the same repository. Should a file be malformed, the
        // factory throws, nothing is kept, and the next resolve tries again.
        Singleton((any OrderRepository).self) { try CSVOrderRepository(reader: $0()) }

        // Singleton: there is one time, and a test that replaces it replaces it everywhere.
        Singleton((any WallClock).self) { SystemClock() }
    }

    @RegistrationBuilder
    package static func pricing() -> [any Registration] {
        // Two registrations of one protocol, told apart by name. Singletons: a list does not change while we run.
        Singleton((any PriceList).self) { try CSVPriceList(reader: $0(), column: "standard") }
            .named(.standard)
        Singleton((any PriceList).self) { try CSVPriceList(reader: $0(), column: "wholesale") }
            .named(.wholesale)

        Singleton { resolver in
            // Both lists are columns of one file. While the reader is held here, both factories are given this one.
            let reader = try resolver.resolve((any TableReader).self)
            return try withExtendedLifetime(reader) {
                Pricing(
                    standard: try resolver.resolve(named: .standard),
                    wholesale: try resolver.resolve(named: .wholesale))
            }
        }
    }

    @RegistrationBuilder
    package static func reporting() -> [any Registration] {
        // Graph: all parts of one report number their footnotes together, and the next report starts at 1.
        Graph { Footnotes() }

        // Transient: a part belongs to one report and holds that report's footnotes.
        Transient { OrderTable(pricing: try $0(), footnotes: try $0()) }
        Transient { Totals(pricing: try $0(), footnotes: try $0()) }

        // Transient, because every report is another: its customer and date are known when it is asked for.
        Transient(arguments: Customer.ID.self, Date.self) { resolver, customer, date in
            try Report(
                customer: customer, date: date, repository: resolver(),
                table: resolver(), totals: resolver(), footnotes: resolver())
        }
        .inject { report, resolver in report.log = try resolver.resolveOptional() }
    }
}

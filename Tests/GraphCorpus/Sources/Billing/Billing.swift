package import Armory
package import Shop

/// Invoices, and the ledger.
package enum Billing {
    package static let module = Module("billing") {
        // error in across-missing, across-all: missing: Clock Ledger
        Singleton(Ledger.init)
        Singleton(Audit.init)
    }

    /// The books are private here.
    package static let books = Module("books") {
        Singleton(Books.init).as { $0 as any Auditing }.as { $0 as any Invoicing }.private()
        Singleton(Invoices.init)
    }

    /// One half of a circle; the other is `Web.statements`.
    package static let statements = Module("statements") {
        // error in across-cycle: cycle: Statement
        Singleton(Statement.init)
    }

    /// It is wider than the scope that Web's sessions live in.
    package static let reminders = Module("reminders") {
        // error in across-captive, across-all: captive: Basket Reminders
        Singleton(Reminders.init)
    }
}

package protocol Page: Sendable {}

package final class Statement: Sendable {
    package init(page: any Page) {}
}

package final class Reminders: Sendable {
    package init(basket: Basket) {}
}

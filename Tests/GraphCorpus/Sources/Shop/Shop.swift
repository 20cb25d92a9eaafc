// The types of the graphs: a small shop.

package import Armory

package final class Clock: Sendable {
    package init() {}
}

package final class Ledger: Sendable {
    package init(clock: Clock) {}
}

package final class Audit: Sendable {
    package init(ledger: Ledger) {}
}

package final class Database: Sendable {
    package init() {}
}

package protocol Orders: Sendable {}

package struct SQLOrders: Orders {
    package init(database: Database) {}
}

package struct MemoryOrders: Orders {
    package init() {}
}

package struct LoggingOrders: Orders {
    package init(inner: any Orders, log: Log) {}
}

package struct CheckedOrders: Orders {
    package init(inner: any Orders) {}
}

package final class Log: Sendable {
    package init() {}
}

package final class OrderService: Sendable {
    package init(orders: any Orders) {}
}

package struct User: Sendable {
    package let name: String
    package init(name: String) { self.name = name }
}

package final class Basket: Sendable {
    package init(user: User) {}
}

package final class UnitOfWork: Sendable {
    package init() {}
}

package final class Checkout: Sendable {
    package init(basket: Basket, orders: any Orders) {}
}

package protocol Auditing: Sendable {}
package protocol Invoicing: Sendable {}

package final class Books: Auditing, Invoicing {
    package init() {}
}

package final class Archive: Sendable {
    package init(auditing: any Auditing) {}
}

package final class Invoices: Sendable {
    package init(invoicing: any Invoicing) {}
}

package protocol Mailer: Sendable {}

package struct SMTPMailer: Mailer {
    package init(address: String) {}
}

package struct LocalMailer: Mailer {
    package init() {}
}

package final class Newsletter: Sendable {
    package init(mailer: any Mailer) {}
}

package protocol Sink: Sendable {}

package struct ConsoleSink: Sink {
    package init() {}
}

package struct FileSink: Sink {
    package init(clock: Clock) {}
}

package final class Sinks: Sendable {
    package init(sinks: [any Sink]) {}
}

package final class Store<Item>: Sendable {
    package init() {}
}

package final class Repository<Item>: Sendable {
    package init(store: Store<Item>) {}
}

package struct Order: Sendable {}
package struct Customer: Sendable {}

/// What a request is chosen by.
package struct Visit: Sendable {
    package let tenant: String
}

/// Its factory awaits.
package final class Pool: Sendable {
    package init() async {}
}

package final class Session: Sendable {
    package init(pool: Pool) {}
}

/// Takes an argument of its caller.
package final class Report: Sendable {
    package init(id: Int, clock: Clock) {}
}

package final class Print: Sendable {
    package init(report: Report) {}
}

package enum Region: Hashable, Sendable {
    case north, south
}

extension ScopeTag {
    package static let job = ScopeTag("job")
    package static let session = ScopeTag("session")
    /// A request inside a session.
    package static let visit = ScopeTag("visit", inside: .session)
}

extension RegistrationName {
    package static let primary: RegistrationName = "primary"
    package static let replica: RegistrationName = "replica"
}

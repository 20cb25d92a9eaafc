import Armory
import ArmoryTestSupport
import XCTest

final class DecorationExampleTests: LeakCheckedTestCase {
    protocol Orders: Sendable {
        func place(_ item: String) -> String
    }

    struct SQLOrders: Orders {
        func place(_ item: String) -> String { "stored \(item)" }
    }

    final class Log: Sendable {
        let prefix: String
        init(prefix: String = "log: ") { self.prefix = prefix }
    }

    struct LoggingOrders: Orders {
        let inner: any Orders
        let log: Log
        func place(_ item: String) -> String { log.prefix + inner.place(item) }
    }

    struct CheckedOrders: Orders {
        let inner: any Orders
        func place(_ item: String) -> String { item.isEmpty ? "refused" : inner.place(item) }
    }

    func testDecorators() throws {
        let container = try Container {
            Singleton((any Orders).self, SQLOrders.init)
            Singleton { Log() }
            Decorator((any Orders).self, LoggingOrders.init)
            Decorator((any Orders).self) { CheckedOrders(inner: $0) }
        }
        let orders = try container.resolve((any Orders).self)
        XCTAssertEqual(orders.place("anvil"), "log: stored anvil")
        XCTAssertEqual(orders.place(""), "refused")
    }

    protocol Traced: AnyObject, Sendable {
        func attach(_ log: Log)
    }

    final class Importer: Traced, @unchecked Sendable {  // Written where it is made.
        var log: Log?
        func attach(_ log: Log) { self.log = log }
    }

    final class Exporter: Sendable {}

    func testAllThatConform() throws {
        let container = try Container {
            Singleton { Log() }
            Singleton { Importer() }
            Singleton { Exporter() }
            Decorator(all: (any Traced).self) { traced, resolver in
                traced.attach(try resolver.resolve())
                return traced
            }
        }
        XCTAssertTrue(try container.resolve(Importer.self).log === container.resolve(Log.self))
        _ = try container.resolve(Exporter.self)
    }

    protocol Command: Sendable { var title: String { get } }
    struct SaveCommand: Command { let title = "Save" }
    struct OpenCommand: Command { let title = "Open" }
    struct Button: Sendable { let title: String }

    func testAdapters() throws {
        let container = try Container {
            Singleton((any Command).self, SaveCommand.init).contributed()
            Singleton((any Command).self, OpenCommand.init).contributed()
            Adapter(from: (any Command).self, to: Button.self) { command in Button(title: command.title) }
        }
        let buttons = try container.resolve([Button].self)
        XCTAssertEqual(buttons.map(\.title), ["Save", "Open"])
    }

    protocol Notifier: Sendable { func notify() -> [String] }
    struct MailNotifier: Notifier { func notify() -> [String] { ["mail"] } }
    struct ChatNotifier: Notifier { func notify() -> [String] { ["chat"] } }

    struct AllNotifiers: Notifier {
        let members: [any Notifier]
        func notify() -> [String] { members.flatMap { $0.notify() } }
    }

    func testComposites() throws {
        let container = try Container {
            Singleton((any Notifier).self, AllNotifiers.init)
            Singleton((any Notifier).self) { MailNotifier() }.contributed()
            Singleton((any Notifier).self) { ChatNotifier() }.contributed()
        }
        let sent = try container.resolve((any Notifier).self).notify()
        XCTAssertEqual(sent, ["mail", "chat"])
    }

    struct Refused: Error {}

    final class Database: Sendable {
        static let calls = Counter()

        static func connect(to path: String) async throws -> Database {
            if calls.increment() % 2 == 1 { throw Refused() }
            return Database()
        }
    }

    func testInterceptorsThatAwait() async throws {
        let before = Database.calls.value
        let container = try Container {
            Singleton { try await Database.connect(to: "orders.db") }
            Intercepted(Database.self, by: Deadline(limit: .seconds(30)))
            Intercepted(Database.self, by: Retry(attempts: 4, pause: .milliseconds(200)) { $0.underlying is Refused })
        }
        let database = try await container.resolveAsync(Database.self)
        XCTAssertEqual(Database.calls.value, before + 2)
        XCTAssertTrue(try container.resolve(Database.self) === database)
    }

    func testWholeExample() throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }
        protocol Orders: Sendable {
            func place(_ item: String) -> String
        }

        struct SQLOrders: Orders {
            func place(_ item: String) -> String { "stored \(item)" }
        }

        final class Log: Sendable {
            let prefix: String
            init(prefix: String = "log: ") { self.prefix = prefix }
        }

        struct LoggingOrders: Orders {
            let inner: any Orders
            let log: Log
            func place(_ item: String) -> String { log.prefix + inner.place(item) }
        }

        struct CheckedOrders: Orders {
            let inner: any Orders
            func place(_ item: String) -> String { item.isEmpty ? "refused" : inner.place(item) }
        }

        let container = try Container {
            Singleton((any Orders).self, SQLOrders.init)
            Singleton { Log() }
            Decorator((any Orders).self, LoggingOrders.init)  // init(inner: any Orders, log: Log)
            Decorator((any Orders).self) { CheckedOrders(inner: $0) }
        }
        let orders = try container.resolve((any Orders).self)
        print(orders.place("anvil"))
        print(orders.place(""))
        try printed.assertOutput(on: "Use/Decoration.md")
    }
}

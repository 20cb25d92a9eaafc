import Armory
import ArmoryTestSupport
import Foundation
import XCTest

extension ScopeTag {
    static let shopping = ScopeTag("shopping")
}

final class LifetimeExampleTests: LeakCheckedTestCase {
    final class Connection: Sendable {}

    final class Debit {
        let connection: Connection
        init(connection: Connection) { self.connection = connection }
    }

    final class Credit {
        let connection: Connection
        init(connection: Connection) { self.connection = connection }
    }

    final class Transfer {
        let debit: Debit
        let credit: Credit
        init(debit: Debit, credit: Credit) {
            self.debit = debit
            self.credit = credit
        }
    }

    struct Journal: ~Copyable, Sendable {
        let connection: Connection
        func write(_ entry: String) {}
        deinit { close() }
        private func close() {}
    }

    func testLending() throws {
        let container = try Container {
            Singleton { Connection() }
            Singleton(lending: Journal.self) { Journal(connection: try $0.resolve()) }
        }
        try container.with(Journal.self) { journal in journal.write("started") }
        let connection = try container.resolve(Connection.self)
        XCTAssertTrue(try container.with(Journal.self) { $0.connection === connection })
    }

    func testTransient() throws {
        let container = try Container {
            Transient { Connection() }
        }
        let first = try container.resolve(Connection.self)
        let second = try container.resolve(Connection.self)
        XCTAssertFalse(first === second)
    }

    func testSingleton() throws {
        let container = try Container {
            Singleton { Connection() }
            Singleton(value: 8080)
        }
        let first = try container.resolve(Connection.self)
        let second = try container.resolve(Connection.self)
        let port = try container.resolve(Int.self)
        XCTAssertTrue(first === second)
        XCTAssertEqual(port, 8080)
    }

    func testShared() throws {
        let container = try Container {
            Shared { Connection() }
        }
        var held: Connection? = try container.resolve()
        let isShared = try container.resolve(Connection.self) === held
        weak let last = held
        held = nil
        let isGone = last == nil
        let next = try container.resolve(Connection.self)
        XCTAssertTrue(isShared)
        XCTAssertTrue(isGone)
        XCTAssertTrue(try container.resolve(Connection.self) === next)
    }

    func testGraph() throws {
        let container = try Container {
            Graph { Connection() }
            Transient(Debit.init)
            Transient(Credit.init)
            Transient(Transfer.init)
        }
        let one = try container.resolve(Transfer.self)
        let other = try container.resolve(Transfer.self)
        XCTAssertTrue(one.debit.connection === one.credit.connection)
        XCTAssertTrue(other.debit.connection === other.credit.connection)
        XCTAssertFalse(one.debit.connection === other.debit.connection)
    }

    func testScoped() async throws {
        let application = try Container {
            Scoped { Connection() }
            Scoped { "a basket" }.in(.shopping)
        }
        let isSame = try await application.withScope { request async throws in
            let first = try request.resolve(Connection.self)
            let second = try request.resolve(Connection.self)
            return first === second
        }
        let outside = Result { try application.resolve(Connection.self) }
        XCTAssertTrue(isSame)
        XCTAssertThrowsError(try outside.get()) {
            XCTAssertEqual(($0 as? ResolutionError)?.code, .outsideScope)
        }
        let shopping = try application.openScope(.shopping)
        XCTAssertEqual(try shopping.resolve(String.self), "a basket")
        failure(.outsideScope) { try shopping.resolve(Connection.self) }
    }

    func testKeptForATime() throws {
        let container = try Container {
            Kept { Connection() }.lifetime(TimeToLive(.seconds(60)))
        }
        let first = try container.resolve(Connection.self)
        let second = try container.resolve(Connection.self)
        XCTAssertTrue(first === second)
    }

    final class Store: Sendable {
        let region: String
        init(_ region: String) { self.region = region }
    }

    func testKeptForEachValueOfAnArgument() throws {
        let container = try Container {
            Kept(arguments: String.self) { _, region in Store(region) }
        }
        let north = try container.resolve(Store.self, arguments: "north")
        let again = try container.resolve(Store.self, arguments: "north")
        let south = try container.resolve(Store.self, arguments: "south")
        XCTAssertTrue(north === again)
        XCTAssertEqual([north.region, south.region], ["north", "south"])
    }

    struct Limits: Sendable {
        let stores: Int
        let idle: Duration
    }

    func testKeptWithinLimits() throws {
        let printed = Printed()
        @Sendable func print(_ line: String) { printed(line) }
        func regions(_ limits: Limits) throws -> Container {
            try Container {
                Singleton(value: limits)
                Kept(arguments: String.self) { _, region in Store(region) }
                    .lifetime { (limits: Limits) in RecentlyUsed(atMost: limits.stores, idle: limits.idle) }
                    .onShutdown { store in print("\(store.region) is closed") }
            }
        }
        let container = try regions(Limits(stores: 2, idle: .seconds(600)))
        for region in ["north", "south", "west"] {
            print(try container.resolve(Store.self, arguments: region).region)
        }
        try printed.assertOutput(on: "Use/CustomLifetimes.md")
    }

    func testKeptForEachThread() throws {
        let (output, ended) = (Log<Bool>(), Latch())
        @Sendable func print(_ isSame: Bool) {
            output.add(isSame)
            ended.open()
        }
        let container = try Container {
            Kept { Connection() }.lifetime(PerThread())
        }
        let ours = try container.resolve(Connection.self)
        Thread {
            let theirs = try? container.resolve(Connection.self)
            print(theirs === ours)
        }.start()
        XCTAssertTrue(ended.wait())
        XCTAssertEqual(output.all, [false])
        XCTAssertTrue(try container.resolve(Connection.self) === ours)
    }

    func testKeptForEachTask() async throws {
        let output = Log<Bool>()
        func print(_ isSame: Bool...) { isSame.forEach(output.add) }
        let container = try Container {
            Kept { Connection() }.lifetime(PerTask())
        }
        try await PerTask.withTaskInstances {
            let first = try container.resolve(Connection.self)
            await Task.yield()
            let second = try container.resolve(Connection.self)
            async let child = container.resolve(Connection.self)
            let childs = try await child
            print(first === second, first === childs)
        }
        XCTAssertEqual(output.all, [true, false])
    }

    struct PerTenant: CustomLifetime {
        func place() -> Tenant? { Tenant.current }
    }

    struct Tenant: Hashable, Sendable {
        @TaskLocal static var current: Tenant?
        let name: String
    }

    enum Settings {
        static let version = Shelf(1)
    }

    struct PerSettings: CustomLifetime {
        func place() -> Int? { 0 }
        func makeMark() -> Int { Settings.version.value }
        func isCurrent(_ mark: Int) -> Bool { mark == Settings.version.value }
    }

    func testLifetimesOfYourOwn() throws {
        let container = try Container {
            Kept { Connection() }.lifetime(PerTenant())
        }
        let (north, again) = try Tenant.$current.withValue(Tenant(name: "north")) {
            try (container.resolve(Connection.self), container.resolve(Connection.self))
        }
        let south = try Tenant.$current.withValue(Tenant(name: "south")) {
            try container.resolve(Connection.self)
        }
        let nobodys = try container.resolve(Connection.self)
        XCTAssertTrue(north === again)
        XCTAssertEqual(Set([north, south, nobodys].map(ObjectIdentifier.init)).count, 3)
        XCTAssertFalse(try container.resolve(Connection.self) === nobodys)

        let other = try Container { Kept { Connection() }.lifetime(PerSettings()) }
        let first = try other.resolve(Connection.self)
        XCTAssertTrue(try other.resolve(Connection.self) === first)
        Settings.version.value += 1
        XCTAssertFalse(try other.resolve(Connection.self) === first)
    }

    func testInjectionsRunInOrder() throws {
        let container = try Container {
            Singleton { [80] }
                .inject { ports, _ in ports.append(443) }
                .inject { ports, _ in ports.append(8080) }
        }
        let ports = try container.resolve([Int].self)
        XCTAssertEqual(ports, [80, 443, 8080])
        XCTAssertEqual(try container.resolve([Int].self), ports)
    }

    func testWholeExample() throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }
        final class Pool: Sendable {}
        final class Basket: Sendable {}
        final class Parser {}

        let application = try Container {
            Singleton(Pool.init)  // one for the program
            Scoped(Basket.init)  // one for each request
            Transient(Parser.init)  // one for each resolve
        }
        let earlier = try application.withScope { request in try request.resolve(Basket.self) }
        try application.withScope { request in
            let (pool, basket, parser) = try (
                request.resolve(Pool.self), request.resolve(Basket.self), request.resolve(Parser.self)
            )
            try print("the same pool in the application:", application.resolve(Pool.self) === pool)
            try print("the same basket in a request:", request.resolve(Basket.self) === basket)
            print("the same basket in another request:", earlier === basket)
            try print("the same parser in a request:", request.resolve(Parser.self) === parser)
        }
        try printed.assertOutput(on: "Use/Lifetimes.md")
    }

    func testWholeExampleOfKept() throws {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }
        final class Store: Sendable {
            let region: String
            init(_ region: String) { self.region = region }
        }

        let container = try Container {
            Kept(arguments: String.self) { _, region in Store(region) }
                .lifetime(TimeToLive(.seconds(60)))
                .onShutdown { store in print("\(store.region) is closed") }
        }
        let north = try container.resolve(Store.self, arguments: "north")
        let again = try container.resolve(Store.self, arguments: "north")
        let south = try container.resolve(Store.self, arguments: "south")
        print(north === again, north === south)
        container.close()
        try printed.assertOutput(on: "Use/CustomLifetimes.md")
    }
}

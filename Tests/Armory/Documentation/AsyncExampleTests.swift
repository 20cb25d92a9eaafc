import Armory
import ArmoryTestSupport
import Foundation
import XCTest

final class AsyncExampleTests: LeakCheckedTestCase {
    struct Settings: Sendable { let url: String }

    final class Database: Sendable {
        let url: String
        init(url: String) { self.url = url }

        static func connect(to url: String) async throws -> Database {
            await Task.yield()  // A real one awaits the server.
            return Database(url: url)
        }
    }

    final class Search: Sendable {
        let database: Database
        init(database: Database) async throws { self.database = database }
    }

    @MainActor final class Screen { init(search: Search) {} }

    final class Shop: Sendable {
        let (database, search): (Database, Search)
        init(database: Database, search: Search) { (self.database, self.search) = (database, search) }
    }

    final class Hen: Sendable { init(egg: Egg) {} }
    final class Egg: Sendable { init(hen: Hen) {} }

    @MainActor final class Desk {
        let size: Int
        var lamp: Lamp?
        init(size: Int) { self.size = size }
    }

    @MainActor final class Lamp {
        init() {}
    }

    func testTheMainActor() async throws {
        @MainActor func light(_ container: Container) throws -> Lamp {
            try container.onMainActor { try $0.resolve(Lamp.self) }
        }
        let container = try Container {
            Singleton(Lamp.init)
            Singleton(Desk.init, .value(160))
                .inject { @MainActor desk, resolver in desk.lamp = try await resolver.resolve() }
                .onShutdown { @MainActor desk async in desk.lamp = nil }
        }
        let desk = try await container.resolveAsync(Desk.self)
        let lamp = try await light(container)
        let own = await desk.lamp
        XCTAssertTrue(own === lamp)
        XCTAssertEqual(desk.size, 160)
        try await container.shutdown()
        let none = await desk.lamp
        XCTAssertNil(none)
    }

    func testRegistering() async throws {
        let printed = Printed()
        func print(_ line: String) { printed(line) }
        let container = try Container {
            Singleton { r in try await Database.connect(to: r.resolve(Settings.self).url) }
            Singleton(Search.init)  // init(database: Database) async throws
            Singleton(Screen.init)  // @MainActor init(search: Search)
            Singleton(value: Settings(url: "orders.db"))
        }
        let search = try await container.resolveAsync(Search.self)
        print("search in \(search.database.url)")
        let database = try container.resolve(Database.self)
        print("one database: \(database === search.database)")
        try printed.assertOutput(on: "Use/Async.md")
        let screens = (try await container.resolveAsync(Screen.self), try await container.resolveAsync(Screen.self))
        XCTAssertTrue(screens.0 === screens.1)
    }

    func testAtTheSameTime() async throws {
        let module = Module {
            Singleton { r in
                async let database = r.resolve(Database.self)
                async let search = r.resolve(Search.self)
                return try await Shop(database: database, search: search)
            }
        }
        let container = try Container {
            module
            Singleton { try await Database.connect(to: "orders.db") }
            Singleton(Search.init)
        }
        let shop = try await container.resolveAsync(Shop.self)
        XCTAssertTrue(shop.database === shop.search.database)
    }

    func testWithoutAwaiting() async throws {
        let lines = Log<String>()
        func print(_ code: ResolutionError.Code) { lines.add("\(code)") }
        let container = try Container {
            Singleton { try await Database.connect(to: "orders.db") }
        }
        do {
            _ = try container.resolve(Database.self)
        } catch {
            print(error.code)  // asynchronous
        }
        _ = try await container.resolveAsync(Database.self)
        let database = try container.resolve(Database.self)
        XCTAssertEqual(database.url, "orders.db")
        XCTAssertEqual(lines.all, ["asynchronous"])
    }

    func testACycle() async throws {
        let lines = Log<String>()
        func print(_ code: ResolutionError.Code, _ path: [String]) { lines.add("\(code) \(path)") }

        let container = try Container {
            Singleton { r in try await Hen(egg: r.resolve(Egg.self)) }
            Singleton { r in try await Egg(hen: r.resolve(Hen.self)) }
        }
        do {
            _ = try await container.resolveAsync(Hen.self)
        } catch {
            print(error.code, error.path)  // cycle ["Hen", "Egg", "Hen"]
        }
        XCTAssertEqual(lines.all, [#"cycle ["Hen", "Egg", "Hen"]"#])
    }
}

final class AsyncErrorExampleTests: LeakCheckedTestCase {
    struct CardOrders: Orders {}
    protocol Orders: Sendable {}
    final class OrderService {
        init(orders: any Orders) {}
    }

    private struct Tracing: Interceptor {
        func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T { try proceed() }
    }

    private func orders() -> Singleton<any Orders> {
        Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { () async in CardOrders() }
    }

    func testAsynchronous() async throws {
        assertErrorText(
            failure(.invalid) {
                try Container {
                    orders()
                    Transient(OrderService.init, fileID: "Shop/Wiring.swift", line: 15)
                }
            }?.faults.first, "asynchronous: in an initializer")
        let container = try Container { orders() }
        assertErrorText(failure(.asynchronous) { try container.resolve((any Orders).self) }, "asynchronous")
        let eager = try Container {
            orders().eager()
            Transient(OrderService.init, fileID: "Shop/Wiring.swift", line: 15)
        }
        assertErrorText(failure(.asynchronous) { try eager.resolve((any Orders).self) }, "asynchronous: too early")
        let early = failure(.asynchronous) { try eager.resolve(OrderService.self) }
        XCTAssertEqual(early?.path, ["OrderService", "any Orders"])
        XCTAssertTrue(early?.fix.hasPrefix("call start() first, on the container that keeps any Orders, ") ?? false)
        assertErrorText(
            failure(.invalid) {
                try Container {
                    orders()
                    Intercepted((any Orders).self, by: Tracing(), fileID: "Shop/Wiring.swift", line: 15)
                }
            }?.faults.first, "asynchronous: intercepted")
    }

    func testCancelled() async throws {
        let container = try Container { orders() }
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            _ = try await container.resolveAsync((any Orders).self)
        }
        assertErrorText(await failure(.cancelled) { try await task.value }, "cancelled")
    }
}

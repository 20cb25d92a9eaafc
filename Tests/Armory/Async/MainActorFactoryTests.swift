import Armory
import ArmoryTestSupport
import XCTest

private final class Ledger: Sendable {
    private let life = Counted()
    init() {}
}

@MainActor private final class Window {
    static var count = 0
    init() {
        MainActor.preconditionIsolated()
        Self.count += 1
    }
}

private struct Jammed: Error {}

@MainActor private protocol Showing: AnyObject, Sendable {}

@MainActor private final class Screen: Showing {
    let ledger: Ledger
    let window: Window
    init(ledger: Ledger, window: Window) {
        MainActor.preconditionIsolated()
        (self.ledger, self.window) = (ledger, window)
    }
    init(jammed ledger: Ledger) throws { throw Jammed() }
}

@MainActor private func showing(window: Window) throws -> any Showing {
    Screen(ledger: Ledger(), window: window)
}

/// Initializers and functions of the main actor, given by their names.
final class MainActorFactoryTests: LeakCheckedTestCase {
    func testS3_AnInitializerOfTheMainActorRunsThereWhoeverResolves() async throws {
        let container = try Container {
            Singleton(Ledger.init)
            Singleton(Window.init)
            Singleton(Screen.init(ledger:window:))
        }
        let screens = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await container.resolveAsync(Screen.self) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        XCTAssertEqual(Set(screens.map { ObjectIdentifier($0) }).count, 1)
        XCTAssertTrue(try screens[0].ledger === container.resolve(Ledger.self))
        XCTAssertTrue(try screens[0].window === container.resolve(Window.self))
    }

    func testS3_EveryLifetimeAndAProtocol() async throws {
        let container = try Container {
            Transient(Window.init)
            Graph(Screen.init(ledger:window:))
            Scoped(Ledger.init)
            Singleton((any Showing).self, showing)
            Singleton((any Showing).self, showing).named("again")
        }
        try await container.withScope(.request) { request async throws in
            let first = try await request.resolveAsync(Screen.self)
            let second = try await request.resolveAsync(Screen.self)
            XCTAssertFalse(first === second)
            XCTAssertFalse(first.window === second.window)
            XCTAssertTrue(first.ledger === second.ledger)
        }
        let shown = try await container.resolveAsync((any Showing).self)
        XCTAssertTrue(try container.resolve((any Showing).self) === shown)
    }

    func testS3_AnInitializerOfTheMainActorIsAwaitedOnce() async throws {
        let container = try Container {
            Singleton(Ledger.init)
            Singleton(Window.init).eager()
            Singleton(Screen.init(ledger:window:)).eager()
        }
        failure(.asynchronous) { try container.resolve(Screen.self) }
        let before = await Window.count
        try await container.start()
        XCTAssertTrue(try container.resolve(Screen.self).window === container.resolve(Window.self))
        let after = await Window.count
        XCTAssertEqual(after, before + 1)
    }

    func testS3_ItsParametersAreKnownBeforeItRuns() {
        let error = failure(.invalid) { try Container { Singleton(Screen.init(ledger:window:)) } }
        XCTAssertEqual(error?.faults.map(\.code), [.missing, .missing])
        XCTAssertEqual(error?.faults.map(\.key), ["Ledger", "Window"])
        let late = failure(.invalid) {
            try Container {
                Singleton(Window.init)
                Singleton { (window: Window) in [ObjectIdentifier(window)] }
            }
        }
        XCTAssertEqual(late?.faults.map(\.code), [.asynchronous])
    }

    func testS3_ItsErrorIsThatOfTheFactory() async throws {
        let container = try Container {
            Singleton(Ledger.init)
            Singleton(Screen.init(jammed:))
        }
        let error = await failure(.factoryFailed) { try await container.resolveAsync(Screen.self) }
        XCTAssertTrue(error?.underlying is Jammed)
        XCTAssertEqual(error?.path, ["Screen"])
    }

    func testS3_AFunctionForAnyThreadIsStillOne() throws {
        let container = try Container {
            Singleton(Ledger.init)
            Singleton { 7 }
            Singleton((any Sendable).self) { Ledger() }
            Transient { (ledger: Ledger) in [ledger] }
        }
        XCTAssertEqual(try container.resolve(Int.self), 7)
        XCTAssertNoThrow(try container.resolve((any Sendable).self))
        XCTAssertTrue(try container.resolve([Ledger].self)[0] === container.resolve(Ledger.self))
    }
}

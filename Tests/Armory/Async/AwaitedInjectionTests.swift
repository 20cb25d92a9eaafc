import Armory
import ArmoryTestSupport
import XCTest

@MainActor private final class Lamp {
    let life = Counted()
    init() { MainActor.preconditionIsolated() }
}

@MainActor private final class Desk {
    let life = Counted()
    let ledger: Ledger
    let size: Int
    var lamp: Lamp?
    init(ledger: Ledger, size: Int) {
        MainActor.preconditionIsolated()
        (self.ledger, self.size) = (ledger, size)
    }
}

private final class Ledger: Sendable {
    let life = Counted()
    init() {}
}

private actor Journal {
    let life = Counted()
    var ledger: Ledger?
    init() {}
    func use(_ ledger: Ledger) { self.ledger = ledger }
}

private struct Jammed: Error {}

/// Injections that await, and initializers of the main actor with sources and arguments.
final class AwaitedInjectionTests: LeakCheckedTestCase {
    func testS3_AnInjectionOnTheMainActor() async throws {
        let container = try Container {
            Singleton(Ledger.init)
            Singleton { 5 }
            Singleton(Lamp.init)
            Singleton(Desk.init).eager()
                .inject(dependsOn: Lamp.self) { @MainActor desk, resolver in
                    MainActor.preconditionIsolated()
                    desk.lamp = try await resolver.resolve()
                }
        }
        XCTAssertTrue(try container.validate().opaque.isEmpty)
        try await container.start()
        let lamp = try container.resolve(Lamp.self)
        let own = await (try container.resolve(Desk.self)).lamp
        XCTAssertTrue(own === lamp)
    }

    func testS3_AnInjectionThatAwaitsMakesAnyRegistrationAwait() async throws {
        let calls = Counter()
        let container = try Container {
            Singleton(Ledger.init)
            Singleton(Journal.init).inject { journal, resolver in
                calls.increment()
                await journal.use(try await resolver.resolve())
            }
            Singleton(value: Ledger()).named("value").inject { _, _ async in _ = calls.increment() }
            Transient(arguments: Int.self) { _, number in Shelf(number) }
                .inject { shelf, resolver in shelf.value += try await resolver.resolve(Int.self) }
            Singleton { 40 }
        }
        failure(.asynchronous) { try container.resolve(Journal.self) }
        failure(.asynchronous) { try container.resolve(Ledger.self, named: "value") }
        failure(.asynchronous) { try container.resolve(Shelf<Int>.self, arguments: 2) }
        let journal = try await container.resolveAsync(Journal.self)
        let ledger = await journal.ledger
        XCTAssertTrue(try ledger === container.resolve(Ledger.self))
        XCTAssertTrue(try container.resolve(Journal.self) === journal)
        _ = try await container.resolveAsync(Ledger.self, named: "value")
        XCTAssertEqual(calls.value, 2)
        let shelf = try await container.resolveAsync(Shelf<Int>.self, arguments: 2)
        XCTAssertEqual(shelf.value, 42)
    }

    func testC4_AnInjectionThatAwaitsAndThrowsIsTriedAgain() async throws {
        let calls = Counter()
        let container = try Container {
            Singleton(Journal.init).inject { _, _ async throws in
                if calls.increment() == 1 { throw Jammed() }
            }
        }
        let error = await failure(.factoryFailed) { try await container.resolveAsync(Journal.self) }
        XCTAssertTrue(error?.underlying is Jammed)
        _ = try await container.resolveAsync(Journal.self)
        XCTAssertEqual(calls.value, 2)
    }

    func testE2_AnInjectionThatAwaitsIsPartOfTheGraph() {
        let missing = failure(.invalid) {
            try Container {
                Singleton(Journal.init).inject(dependsOn: Ledger.self) { journal, r in
                    await journal.use(try await r.resolve())
                }
            }
        }
        XCTAssertEqual(missing?.faults.map(\.code), [.missing])
        XCTAssertEqual(missing?.faults.first?.path, ["Journal", "Ledger"])
    }

    func testS3_AnInitializerOfTheMainActorWithSources() async throws {
        let container = try Container {
            Singleton(Ledger.init)
            Singleton(Desk.init, .registered, .value(9))
            Singleton(Desk.self, Desk.init, .registered, .value(10))
                .named("typed")
        }
        let desk = try await container.resolveAsync(Desk.self)
        XCTAssertEqual(desk.size, 9)
        XCTAssertTrue(try desk.ledger === container.resolve(Ledger.self))
        let typed = try await container.resolveAsync(Desk.self, named: "typed")
        XCTAssertEqual(typed.size, 10)
    }

    func testREG8_AnInitializerOfTheMainActorWithArguments() async throws {
        let container = try Container {
            Singleton(Ledger.init)
            Transient(Desk.init, .registered, .argument)
            Kept(Desk.init, .registered, .argument).named("kept")
        }
        let desk = try await container.resolveAsync(Desk.self, arguments: 11)
        XCTAssertEqual(desk.size, 11)
        XCTAssertTrue(try desk.ledger === container.resolve(Ledger.self))
        let kept = try await container.resolveAsync(Desk.self, named: "kept", arguments: 12)
        let again = try await container.resolveAsync(Desk.self, named: "kept", arguments: 12)
        XCTAssertTrue(kept === again)
        failure(.asynchronous) { try container.resolve(Desk.self, arguments: 11) }
        XCTAssertEqual(
            failure(.invalid) { try Container { Transient(Desk.init, .registered, .argument) } }?.faults.count, 1)
    }
}

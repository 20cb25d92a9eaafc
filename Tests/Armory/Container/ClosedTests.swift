import Armory
import ArmoryTestSupport
import XCTest

// C10, O3: the use of a closed container.
final class ClosedTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    func testO3_EveryUseAfterCloseIsTheNamedError() async throws {
        let container = try Container {
            Singleton { [tracker] in Tracked(tracker) }
            Singleton(value: 1).named("a")
            Transient { "text" }
            Transient(arguments: Int.self) { _, number in Double(number) }
        }
        _ = try container.resolve(Tracked.self)
        container.close()
        XCTAssertTrue(container.isClosed)
        failure(.closed) { try container.resolve(Tracked.self) }
        failure(.closed) { try container.resolve(Int.self, named: "a") }
        failure(.closed) { try container.resolve(Int.self, named: RegistrationName(1)) }
        failure(.closed) { try container.resolve(String.self) }
        failure(.closed) { try container.resolve(Double.self, arguments: 1) }
        failure(.closed) { try container.resolve(UInt.self) }
        failure(.closed) { try container.with(Tracked.self) { _ in } }
        failure(.closed) { try container.openScope() }
        failure(.closed) { try Container(parents: [container]) {} }
        await failure(.closed) { try await container.resolveAsync(Tracked.self) }
        await failure(.closed) { try await container.start() }
        XCTAssertEqual(container.close().count, 0)
        try await container.shutdown()
        assertThreadIsIdle()
    }

    func testO3_AnOptionalResolveAfterCloseIsTheNamedError() throws {
        let container = try Container { Singleton(value: 1) }
        container.close()
        failure(.closed) { try container.resolve(Int?.self) }
        failure(.closed) { try container.resolve(Int?.self, named: "a") }
        failure(.closed) { try container.resolve(Int?.self) }
    }

    func testE1_AnOptionalOfAClosedContainerHasItsPath() throws {
        let closed = try Container { Transient { 1 } }
        let container = try Container {
            Transient { "\(try closed.resolve(Int?.self) ?? 0)" }
            Transient { "\(try closed.resolve(Int?.self, named: "a") ?? 0)" }.named("b")
        }
        closed.close()
        XCTAssertEqual(failure(.closed) { try container.resolve(String.self) }?.path.first, "String")
        XCTAssertEqual(
            failure(.closed) { try container.resolve(String.self, named: "b") }?.path.first, "String named \"b\"")
        failure(.closed) { try closed.resolve(Int?.self) }
    }

    func testO3_AnAsyncResolverAfterCloseGivesTheNamedError() async throws {
        let shelf = Shelf<AsyncResolver?>(nil)
        let container = try Container {
            Transient { (resolver: AsyncResolver) async -> Int in
                shelf.value = resolver
                return 1
            }
        }
        _ = try await container.resolveAsync(Int.self)
        container.close()
        do {
            _ = try await shelf.value?.resolve(Int.self)
            XCTFail("resolved in a closed container")
        } catch {
            XCTAssertEqual(error.code, .closed)
        }
        shelf.value = nil
    }

    func testC10_AContainerMayBeClosedInsideAFactory() throws {
        let shelf = Shelf<Container?>(nil)
        let (tracker, log) = (tracker, Log<Int>())
        let container = try Container {
            Singleton { () -> Tracked in
                shelf.value?.close()
                return Tracked(tracker)
            }
            .onShutdown { log.add($0.serial) }
            Singleton { () -> [Tracked] in [Tracked(tracker)] }
        }
        shelf.value = container
        defer { shelf.value = nil }
        _ = try container.resolve([Tracked].self)
        // Who asked gets `closed`, and what was made is closed.
        failure(.closed) { try container.resolve(Tracked.self) }
        XCTAssertEqual(log.all, [2])
        failure(.closed) { try container.resolve(Tracked.self) }
        XCTAssertEqual(tracker.made, 2)
        assertThreadIsIdle()
    }

    func testM1_TheInstancesGoWithTheContainersObject() throws {
        let tracker = tracker
        do {
            let container = try Container { Singleton { Tracked(tracker) } }
            _ = try container.resolve(Tracked.self)
            container.close()
            XCTAssertEqual(tracker.alive, 1, "a reader of a closed container still reads valid memory")
        }
        XCTAssertEqual(tracker.alive, 0)
    }

    func testCloseInsideATransient() throws {
        let shelf = Shelf<Container?>(nil)
        let container = try Container {
            Singleton(value: "gone")
            Transient { resolver -> Int in
                shelf.value?.close()
                failure(.closed) { try resolver.resolve(String.self) }
                return 7
            }
        }
        shelf.value = container
        defer { shelf.value = nil }
        XCTAssertEqual(try container.resolve(Int.self), 7)
        failure(.closed) { try container.resolve(Int.self) }
        assertThreadIsIdle()
    }
}

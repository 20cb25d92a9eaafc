import Armory
import ArmoryTestSupport
import XCTest

final class CloseTests: LeakCheckedTestCase {
    private let tracker = LifetimeTracker()

    func testO3_EveryUseAfterCloseIsTheNamedError() throws {
        let container = Container()
        try container.register(Singleton { [tracker] in Tracked(tracker) })
        try container.register(Singleton(value: 1).named("a"))
        try container.register(Transient { "text" })
        try container.register(Transient(arguments: Int.self) { _, number in Double(number) })
        _ = try container.resolve(Tracked.self)
        let overlay = try container.overlay(Singleton(value: 2).named("a"))
        container.close()
        failure(.closed) { try container.resolve(Tracked.self) }
        failure(.closed) { try container.resolve(Int.self, named: "a") }
        failure(.closed) { try container.resolve(Int.self, qualifier: 1) }
        failure(.closed) { try container.resolve(String.self) }
        failure(.closed) { try container.resolve(Double.self, arguments: 1) }
        failure(.closed) { try container.resolve(UInt.self) }
        failure(.closed) { try container.with(Tracked.self) { _ in } }
        failure(.closed) { try container.register(Singleton(value: 1.5)) }
        failure(.closed) { try container.replace(Transient { "other" }) }
        failure(.closed) { try container.remove(String.self) }
        failure(.closed) { _ = try container.overlay(Transient { "other" }) }
        failure(.closed) { try container.getOrMake(Singleton(value: 1.5)) }
        overlay.remove()
        container.freeze()
        XCTAssertTrue(container.isFrozen)
        assertThreadIsIdle()
    }

    func testO3_AnOptionalResolveAfterCloseIsTheNamedError() throws {
        let container = try Container { Singleton(value: 1) }
        container.close()
        failure(.closed) { try container.resolveOptional(Int.self) }
        failure(.closed) { try container.resolveOptional(Int.self, named: "a") }
        failure(.closed) { try container.resolve(Int?.self) }
    }

    func testE1_AnOptionalOfAClosedContainerHasItsPath() throws {
        let closed = Container()
        let container = try Container {
            Transient { "\(try closed.resolveOptional(Int.self) ?? 0)" }
            Transient { "\(try closed.resolveOptional(Int.self, named: "a") ?? 0)" }.named("b")
        }
        closed.close()
        XCTAssertEqual(failure(.closed) { try container.resolve(String.self) }?.path, ["String", "Int"])
        XCTAssertEqual(
            failure(.closed) { try container.resolve(String.self, named: "b") }?.path,
            ["String named \"b\"", "Int named \"a\""])
        XCTAssertEqual(failure(.closed) { try closed.resolveOptional(Int.self) }?.path, ["Int"])
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

    func testM1_AContainerMayBeClosedInsideAFactory() throws {
        let shelf = Shelf<Container?>(nil)
        let tracker = tracker
        let container = try Container {
            Singleton { () -> Tracked in
                shelf.value?.close()
                return Tracked(tracker)
            }
            Singleton { () -> [Tracked] in [Tracked(tracker)] }
        }
        shelf.value = container
        defer { shelf.value = nil }
        _ = try container.resolve([Tracked].self)
        var made: Tracked? = try container.resolve(Tracked.self)
        XCTAssertEqual(made?.serial, 2, "what the running resolve makes goes to its caller")
        XCTAssertEqual(tracker.releaseOrder, [1])
        made = nil
        failure(.closed) { try container.resolve(Tracked.self) }
        assertThreadIsIdle()
    }

    func testM1_WhatAFactoryMakesInAClosedContainerIsNotKept() throws {
        let shelf = Shelf<Container?>(nil)
        let tracker = tracker
        do {
            let container = try Container {
                Singleton { () -> Tracked in
                    shelf.value?.close()
                    return Tracked(tracker)
                }
            }
            shelf.value = container
            _ = try container.resolve(Tracked.self)
            shelf.value = nil
        }
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(tracker.made, 1)
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

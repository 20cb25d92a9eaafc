// S1, S2, S3: what may cross between threads, and where isolated factories run.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

final class SendabilityTests: WatchedTestCase {
    private final class Part: Sendable {}
    /// It belongs to one task at a time.
    private final class Draft { var text = "" }
    private struct Pair { let (one, other): (Draft, Draft) }
    private struct Count: Sendable { let number: Int }

    @MainActor private final class Screen {
        let life = Counted()
        var title = "made"
    }

    /// Compiles only for types that are `Sendable`.
    private func crossing<T: Sendable>(_ value: T) async -> T { await Task.detached { value }.value }

    func testS1_WhatUsersHoldCrossesBetweenTasks() async throws {
        let plan = Plan { $0.singleton(Part.self) { _ in Part() } }
        let container = try Container(await crossing(plan))
        let same = await crossing(container)
        XCTAssert(same === container)
        let part = try await crossing(same.resolve(Part.self))
        XCTAssert(part === (try container.resolve(Part.self)))
        let owned = try await crossing(container.resolve(Owned<Part>.self))
        XCTAssert(owned.value === (try container.resolve(Part.self)))
        let error = await crossing(failure(.missing) { try container.resolve(Int.self) })
        XCTAssertEqual(error?.code, .missing)
        _ = await crossing((ScopeSeed(1), RegistrationName("a"), ScopeTag.request, ScopeOutcome.completed))
    }

    /// Child tasks of a factory may ask at once, so that an object which only one of them may use is another one for each.
    func testS2_AGraphThatAwaitsSharesOnlyWhatThreadsMayShare() async throws {
        for isShareable in [false, true] {
            let container = try Container(
                Plan {
                    $0.awaited(.graph, Part.self, isShareable: isShareable) { _ in Part() }
                    $0.awaited(.transient, Count.self) { resolver in
                        async let one = resolver.resolve(Part.self)
                        async let other = resolver.resolve(Part.self)
                        let parts = try await [one, other]
                        return Count(number: Set(parts.map { ObjectIdentifier($0) }).count)
                    }
                })
            let count = try await container.resolveAsync(Count.self).number
            XCTAssertEqual(count, isShareable ? 1 : 2)
        }
    }

    /// What is not `Sendable` is shared only through the factory's own resolver.
    func testS2_ACallThroughTheContainerIsAnotherGraph() throws {
        let own = Locked<Container?>(nil)
        let container = try Container(
            Plan {
                $0.graph(Draft.self) { _ in Draft() }
                $0.transient(Pair.self) { resolver in
                    let outer = try own.withLock { $0 }.map { try $0.resolve(Draft.self) }
                    return Pair(one: try resolver.resolve(), other: try outer ?? resolver.resolve())
                }
            })
        let alone = try container.resolve(Pair.self)
        XCTAssert(alone.one === alone.other)
        own.withLock { $0 = container }
        let pair = try container.resolve(Pair.self)
        XCTAssert(pair.one !== pair.other)
        own.withLock { $0 = nil }
    }

    func testS3_AnIsolatedFactoryIsAwaitedFromAnywhere() async throws {
        let container = try Container(
            Plan {
                $0.awaited(.singleton, Screen.self) { @MainActor _ in
                    MainActor.assertIsolated()
                    return Screen()
                }
            })
        let screens = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<8 { group.addTask { ObjectIdentifier(try await container.resolveAsync(Screen.self)) } }
            return try await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
        }
        XCTAssertEqual(screens.count, 1)
        let title = try await container.resolveAsync(Screen.self).title
        XCTAssertEqual(title, "made")
    }
}

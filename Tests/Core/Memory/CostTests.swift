// M4 and O1: what containers, children and scopes take of the heap.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

/// A copy of ten thousand registrations would take hundreds of kilobytes.
final class CostTests: LeakCheckedTestCase {
    private final class Service: Sendable {}

    private func plan(_ count: Int) -> Plan {
        Plan { plan in
            for number in 0..<count {
                plan.singleton(Service.self, named: RegistrationName("\(number)")) { _ in Service() }
            }
            plan.scoped(ContiguousArray<Int>.self) { _ in [] }
        }
    }

    /// The bytes that each round keeps.
    private func bytes<R>(_ make: () throws -> R) rethrows -> Int {
        var kept: [R] = []
        kept.reserveCapacity(8)
        return try Heap.growth { _ in kept.append(try make()) }
    }

    func testM4_ARegistrationTakesLittle() throws {
        // One name is shared, because its text and its hash belong to the user.
        let name = RegistrationName("service")
        let count = 1_000
        let records = bytes {
            Plan { plan in for _ in 0..<count { plan.singleton(Service.self, named: name) { _ in Service() } } }
        }
        let plan = plan(count)
        let layout = try bytes { try Container(plan) }
        let each = (records + layout) / count
        // The qualifier takes some 100 of them, which a registration by type alone does not have.
        XCTAssertLessThanOrEqual(each, 256 + 112, "\(records / count) for the record, \(layout / count) for the layout")
    }

    func testM4_AFurtherLayoutTakesLittle() throws {
        let plan = plan(1_000)
        let layouts = try bytes {
            let container = try Container(plan)
            return (container, try container.openScope())
        }
        let alone = try bytes { try Container(plan) }
        XCTAssertLessThanOrEqual((layouts - alone) / 1_000, 96)
    }

    func testO1_AChildCostsItsOwnRegistrations() throws {
        let sizes = try [10, 500, 10_000].map { count in
            let parent = try Container(plan(count))
            let own = Plan { $0.singleton(Service.self) { _ in Service() } }
            return try bytes { try Container(own, parents: [parent]) }
        }
        XCTAssertLessThanOrEqual(sizes[2], sizes[0] + 4096, "\(sizes)")
        XCTAssertGreaterThan(sizes[0], 0)
    }

    func testO1_AScopeCostsItsOwnInstances() throws {
        let sizes = try [10, 500, 10_000].map { count in
            let container = try Container(plan(count))
            // The first scope of a tag makes the layout of all.
            let first = try container.openScope()
            defer { withExtendedLifetime(first) {} }
            // Many, since the memory of a few may be some that the thread has freed before.
            return try bytes { try (0..<100).map { _ in try container.openScope() } } / 100
        }
        XCTAssertLessThanOrEqual(sizes[2], sizes[0] + 4096, "\(sizes)")
        XCTAssertGreaterThan(sizes[0], 0)
    }

    func testO4_AnOverridingContainerTakesLessThanItsBase() throws {
        for count in [10, 500, 10_000] {
            let base = try Container(plan(count))
            let changes = Plan { $0.scoped(ContiguousArray<Int>.self) { _ in [1] } }
            // The first one makes the template of all.
            let first = try base.overriding(changes)
            defer { withExtendedLifetime(first) {} }
            let own = try bytes { try base.overriding(changes) }
            XCTAssertLessThanOrEqual(own, 160 * count + 4096, "\(count) registrations")
            XCTAssertGreaterThan(own, 0)
        }
    }

    /// Each body starts the task of the next one, and ends when that one's body has begun.
    func testM1_BodiesThatBeginOneAnotherKeepNoChain() async throws {
        let container = try Container(Plan { $0.scoped(InlineArray<512, Int>.self) { _ in .init(repeating: 1) } })
        @Sendable func body(
            _ left: Int, _ begun: CheckedContinuation<Void, Never>, _ end: CheckedContinuation<Int, Never>
        ) async throws {
            try await container.withScope { _ in
                begun.resume()
                guard left > 0 else { return end.resume(returning: Heap.inUse) }
                await withCheckedContinuation { next in Task { try await body(left - 1, next, end) } }
            }
        }
        func inUse(after count: Int) async -> Int {
            await withCheckedContinuation { end in
                Task { await withCheckedContinuation { begun in Task { try await body(count, begun, end) } } }
            }
        }
        _ = await inUse(after: 100)
        let (few, many) = (await inUse(after: 100), await inUse(after: 1_100))
        XCTAssertLessThan(many - few, 1_000 * 4_096 / 4, "each scope takes four kilobytes")
    }
}

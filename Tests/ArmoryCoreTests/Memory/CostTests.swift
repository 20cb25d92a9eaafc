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
            for number in 0..<count { plan.singleton(Service.self, named: Name("\(number)")) { _ in Service() } }
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
        let name = Name("service")
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
            return try bytes { try container.openScope() }
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
}

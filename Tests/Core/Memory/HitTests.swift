// H1 and M1: what hits allocate, and what is noted of names that nothing is registered under.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private protocol Sink: Sendable {}
private final class Part: Sink {}

final class HitTests: LeakCheckedTestCase {
    private struct Page { let (part, other): (Part, Part) }

    #if os(Linux)
    private let long = RegistrationName("a name that is longer than a small text")

    /// Fails if a hit allocates that has been made before.
    private func expectNoAllocation(in hit: () throws -> Void, line: UInt = #line) throws {
        try hit()
        // The first count may set the hook up.
        _ = try Allocations.count(in: hit)
        XCTAssertEqual(try Allocations.count(in: hit), 0, line: line)
    }

    private let singletons = Plan {
        $0.singleton(Part.self) { _ in Part() }
        $0.singleton(Part.self, named: "a name that is longer than a small text") { _ in Part() }
        $0.qualified(.singleton, Part.self, by: 7) { _ in Part() }
    }

    func testH1_AReadyHitAllocatesNothing() throws {
        let long = long
        var plan = singletons
        plan.scoped(Part.self, in: .request, named: "scoped") { _ in Part() }
        plan.scoped(String.self) { _ in "a" }
        let container = try Container(plan)
        let other = try container.overriding(Plan())
        let scopes = try (container.openScope(), other.openScope())
        let inner = try scopes.0.openScope(ScopeTag("job"))
        for scope in [scopes.0, inner, scopes.1] {
            let seven = RegistrationName(7)
            func hit() throws {
                _ = try scope.resolve(Part.self)
                _ = try scope.resolve(Part.self, named: long)
                _ = try scope.resolve(Part.self, named: "scoped")
                _ = try scope.resolve(Part.self, named: seven)
                _ = try scope.resolve(String.self)
                _ = try scope.with(Part.self) { _ in 1 }
            }
            try expectNoAllocation(in: hit)
        }
    }

    func testH1_AHitInAScopeOfAChildAllocatesNothing() throws {
        let parent = try Container(
            Plan {
                $0.scoped(Part.self, in: .request) { _ in Part() }
                $0.scoped(Part.self, in: .request, named: "scoped") { _ in Part() }
            })
        let scope = try Container(Plan(), parents: [parent]).openScope()
        for scope in [scope, try scope.openScope(ScopeTag("job"))] {
            func hit() throws {
                _ = try scope.resolve(Part.self)
                _ = try scope.resolve(Part.self, named: "scoped")
            }
            try expectNoAllocation(in: hit)
        }
    }

    func testH1_AChildsReadyHitsAllocateNothing() throws {
        let long = long
        let parent = try Container(singletons)
        let counts = Log<Int?>()
        let child = try Container(
            Plan {
                $0.transient(Page.self) { resolver in
                    func page() throws -> Page {
                        Page(part: try resolver.resolve(), other: try resolver.resolve(named: RegistrationName(long)))
                    }
                    _ = try page()
                    counts.add(try Allocations.count { _ = try page() })
                    return try page()
                }
            }, parents: [parent])
        for container in try [child, child.openScope()] {
            let seven = RegistrationName(7)
            func hit() throws {
                _ = try container.resolve(Part.self)
                _ = try container.resolve(Part.self, named: long)
                _ = try container.resolve(Part.self, named: seven)
            }
            try expectNoAllocation(in: hit)
            _ = try container.resolve(Page.self)
            XCTAssertEqual(counts.all.last, 0)
        }
    }

    func testH1_AFactorysReadyHitsAllocateNothing() throws {
        let long = long
        let counts = Log<Int?>()
        let container = try Container(
            Plan {
                $0.singleton(Part.self) { _ in Part() }
                $0.scoped(Part.self, in: .request, named: long) { _ in Part() }
                $0.transient(Page.self) { resolver in
                    func page() throws -> Page {
                        Page(part: try resolver.resolve(), other: try resolver.resolve(named: RegistrationName(long)))
                    }
                    _ = try page()
                    counts.add(try Allocations.count { _ = try page() })
                    return try page()
                }
            })
        let scope = try container.openScope()
        for _ in 0..<2 { _ = try scope.resolve(Page.self) }
        XCTAssertEqual(counts.all.last, 0)
    }
    #endif

    /// How much memory each of some hundred names that nothing is registered under leaves behind.
    private func growth(_ ask: (RegistrationName) throws -> Void) rethrows -> Int {
        for number in 0..<100 { try ask(RegistrationName("first \(number)")) }
        return try Heap.growth { round in
            for number in 0..<500 { try ask(RegistrationName("\(round) \(number)")) }
        } / 500
    }

    func testM1_NamesThatNothingIsRegisteredUnderLeaveNothingBehind() throws {
        let parent = try Container(
            Plan {
                $0.singleton((any Sink).self, named: "known") { _ in Part() }
                $0.singleton(Part.self) { _ in Part() }
            })
        let child = try Container(Plan(), parents: [parent])
        let scope = try parent.openScope()
        let other = try parent.overriding(Plan())
        for container in [parent, child, scope, other] {
            XCTAssertLessThan(growth { _ = try? container.resolve(Part.self, named: $0) }, 16)
            XCTAssertLessThan(try growth { XCTAssertNil(try container.resolve(Part?.self, named: $0)) }, 16)
            XCTAssertLessThan(
                try growth { XCTAssertEqual(try container.resolve([any Sink].self, named: $0).count, 0) }, 16)
            XCTAssertLessThan(
                try growth { XCTAssertEqual(try container.resolve([any Sink]?.self, named: $0)?.count, 0) }, 16)
            XCTAssertLessThan(try growth { XCTAssertNotNil(try container.resolve(Part??.self, named: $0) as Any) }, 16)
            XCTAssertLessThan(
                try growth {
                    XCTAssertEqual(try container.resolve([RegistrationName: any Sink].self, named: $0).count, 1)
                }, 16)
            XCTAssertLessThan(
                try growth {
                    XCTAssertEqual(try container.resolve([RegistrationName: any Sink]?.self, named: $0)?.count, 1)
                }, 16)
            XCTAssertLessThan(
                try growth { XCTAssertEqual(try container.resolve([Int: any Sink]?.self, named: $0)?.count, 0) }, 16)
        }
    }
}

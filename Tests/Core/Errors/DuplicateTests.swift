// E2: every key that is registered twice is told at once.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private final class First: Sendable {}
private final class Second: Sendable {}
private final class Third: Sendable {}

extension Plan {
    fileprivate mutating func first() { autowired(.singleton, First.self) { First() } }
    fileprivate mutating func second() { autowired(.singleton, Second.self) { Second() } }
    fileprivate mutating func third() { autowired(.singleton, Third.self) { Third() } }
}

final class DuplicateTests: LeakCheckedTestCase {
    private func faults(_ body: () throws -> Container) -> [String] {
        (failure(.invalid, of: body)?.faults ?? []).map { "\($0.key) \($0.code)" }
    }

    func testE2_EveryKeyThatIsRegisteredTwiceIsTold() throws {
        let plan = Plan {
            $0.first()
            $0.second()
            $0.first()
            $0.third()
            $0.second()
            $0.first()
        }
        XCTAssertEqual(faults { try Container(plan) }, ["First duplicate", "Second duplicate", "First duplicate"])
    }

    func testE2_AQualifierAViewAndAContributionMakeAnotherKey() throws {
        let plan = Plan { plan in
            let view = plan.addModuleView()
            plan.first()
            plan.singleton(First.self, named: "other") { _ in First() }
            plan.contributed(.singleton, First.self) { _ in First() }
            for _ in 0..<2 {
                plan.addRecord(
                    Record(First.self, .singleton, at: CodeLocation()) { _ in First() }, inView: view, isPrivate: true)
            }
        }
        XCTAssertEqual(faults { try Container(plan) }, ["First duplicate"])
    }

    func testE2_WhatIsOverriddenAndAddedIsToldInOneError() throws {
        let base = try Container(Plan { $0.first() })
        let error = faults {
            try base.overriding(
                Plan {
                    $0.first()
                    $0.first()
                    $0.third()
                },
                adding: Plan {
                    $0.first()
                    $0.second()
                    $0.second()
                })
        }
        // Twice in the changes, also in the additions, twice in the additions, and known to the base.
        XCTAssertEqual(
            error, ["First duplicate", "First duplicate", "Second duplicate", "First duplicate"])
        XCTAssertNotNil(try base.overriding(Plan { $0.first() }, adding: Plan { $0.second() }).resolve(Second.self))
    }
}

import Armory
import ArmoryTestSupport
import XCTest

/// E2 on graphs of 100,000 registrations: nothing recurses.
final class LargeGraphTests: LeakCheckedTestCase {
    private let count = 100_000

    private func chain(end: [any Registration] = [], first: any Registration) -> [any Registration] {
        [first]
            + (1..<count).map { number in
                Transient(Int.self, fileID: "Chain.swift", line: number) { 1 }.qualified(by: number)
                    .dependsOn(Int.self, qualifier: number + 1)
            } + end
    }

    private func first(_ number: Int = 0) -> some Registration<Int> {
        Singleton(Int.self, fileID: "Chain.swift", line: 0) { 1 }.qualified(by: 0).dependsOn(Int.self, qualifier: 1)
    }

    func testE2_AChainOfAHundredThousand() throws {
        try skipWhereHashesCollide("a chain as long as all registrations")
        let report = try Container {
            chain(end: [Singleton(Int.self) { 1 }.qualified(by: count)], first: first().root())
        }.validate()
        XCTAssertTrue(report.findsUnused)
        XCTAssertEqual(report.warnings.count, 0)
    }

    func testE2_ACircleOfAHundredThousand() throws {
        try skipWhereHashesCollide("a chain as long as all registrations")
        let error = failure(.invalid) {
            try Container {
                chain(
                    end: [Singleton(Int.self) { 1 }.qualified(by: count).dependsOn(Int.self, qualifier: 0)],
                    first: first())
            }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.cycle])
        XCTAssertEqual(error?.faults.first?.path.count, count + 2)
        XCTAssertLessThan(error?.description.count ?? .max, 2000, "the middle is left out")
    }

    func testE2_ASingletonAHundredThousandAwayFromAScope() throws {
        try skipWhereHashesCollide("a chain as long as all registrations")
        let error = failure(.invalid) {
            try Container { chain(end: [Scoped(Int.self) { 1 }.qualified(by: count)], first: first()) }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.captive])
        XCTAssertEqual(error?.faults.first?.path.count, count + 1)
    }

    func testE2_TenThousandMissing() throws {
        try skipWhereHashesCollide("a chain as long as all registrations")
        let error = failure(.invalid) {
            try Container {
                for number in 0..<10_000 {
                    Singleton(Int.self) { 1 }.qualified(by: number).dependsOn(String.self, qualifier: number)
                }
            }
        }
        XCTAssertEqual(error?.faults.count, 10_000)
    }
}

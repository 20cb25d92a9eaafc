import Armory
import ArmoryTestSupport
import XCTest

private final class Node: @unchecked Sendable {  // Written in injections alone, before it is published.
    var next: Node?
}
private final class Selfish: Sendable { init(other: Other, selfish: Selfish) {} }
private final class Other: Sendable { init(selfish: Selfish) {} }

/// E2: every cycle of a component is reported, not only one.
final class EveryCycleTests: LeakCheckedTestCase {
    /// The paths of the faults of a graph of numbers.
    private func cycles(_ edges: [Int: [Int]]) -> [[Int]] {
        let error = failure(.invalid) {
            try Container {
                for (number, next) in edges {
                    next.reduce(
                        Singleton(Node.self, fileID: "Ring.swift", line: number) { _ in Node() }.named(
                            RegistrationName(number))
                    ) {
                        $0.dependsOn(Node.self, named: RegistrationName($1))
                    }
                }
            }
        }
        XCTAssertEqual(error?.faults.contains { $0.code != .cycle }, false)
        return (error?.faults ?? []).map { $0.path.compactMap { Int($0.split(separator: " ").last ?? "") } }
    }

    func testE2_ASelfReferenceIsReportedBesideTheCycleThatItIsIn() {
        let error = failure(.invalid) {
            try Container {
                Singleton(Selfish.init, fileID: "A.swift", line: 1)
                Singleton(Other.init, fileID: "A.swift", line: 2)
            }
        }
        XCTAssertEqual(
            error?.faults.map(\.path), [["Selfish", "Other", "Selfish"], ["Selfish", "Selfish"]])
        XCTAssertEqual(error?.faults.map(\.code), [.cycle, .cycle])
    }

    func testE2_EachEdgeThatClosesACycleIsInOne() {
        XCTAssertEqual(
            cycles([0: [1, 2], 1: [0], 2: [0], 3: [4], 4: [3], 5: [5], 6: [0, 5]]),
            [[0, 1, 0], [0, 2, 0], [3, 4, 3], [5, 5]])
        XCTAssertEqual(cycles([0: [1], 1: [2], 2: [0, 1]]), [[0, 1, 2, 0], [1, 2, 1]])
        XCTAssertEqual(cycles([0: [0, 1], 1: [1, 0]]), [[0, 0], [0, 1, 0], [1, 1]])
    }

    func testE2_EachEdgeOfACompleteGraphIsInACycle() {
        let count = 7
        let all = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, Array(0..<count)) })
        var missing = Set((0..<count).flatMap { from in (0..<count).map { [from, $0] } })
        for cycle in cycles(all) {
            for (from, to) in zip(cycle, cycle.dropFirst()) { missing.remove([from, to]) }
        }
        XCTAssertEqual(missing, [])
    }

    /// The path of a cycle begins with the first registration.
    func testE2_EachInjectionOfTransientsThatClosesACycleIsInOne() {
        let error = failure(.invalid) {
            try Container {
                Transient { Node() }.dependsOn().named(RegistrationName(1))
                    .inject(\.next, .named(RegistrationName(2))).inject(\.next, .named(RegistrationName(3)))
                Transient { Node() }.dependsOn(Node.self, named: RegistrationName(3)).named(RegistrationName(2))
                Transient { Node() }.dependsOn(Node.self, named: RegistrationName(1)).named(RegistrationName(3))
            }
        }
        XCTAssertEqual(error?.faults.map { $0.path.count }, [4, 3], "1, 2, 3, 1 and 1, 3, 1")
    }

    func testE2_AComponentOfThousandsIsCheckedInTime() {
        // Each leads to three others, so that there are thousands of cycles.
        let count = 2000
        let edges = Dictionary(
            uniqueKeysWithValues: (0..<count).map { ($0, [($0 + 1) % count, ($0 * 7) % count, ($0 * 13 + 5) % count]) })
        var found: [[Int]] = []
        XCTAssertLessThan(ProcessorTime.of { found = cycles(edges) }, .seconds(20))
        XCTAssertTrue(found.contains { $0.count == 2 }, "those of one node are all there")
        XCTAssertEqual(found.count { $0.count == 2 }, (0..<count).count { edges[$0]?.contains($0) ?? false })
    }
}

import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import Foundation
import XCTest

/// SEE2: two graphs beside each other.
final class ComparisonTests: LeakCheckedTestCase {
    private let before = ContainerGraph.of("Shop -> Clock, Log", "Clock", "Log", "Session: transient", "Old: shared")

    func testSEE2_WhatAChangeAddedRemovedAndRescoped() throws {
        var after = ContainerGraph.of(
            "Session: scoped", "Shop -> Clock later, Mailer, Cache optional", "Clock", "Log", "Cache: graph")
        after.nodes[3].module = "logging"
        after.nodes[2].file = "Shop/Time.swift"
        let change = GraphComparison(from: before, to: after)
        XCTAssertFalse(change.isEmpty)
        assertText(
            change.description,
            """
            added: 2
              + Cache · graph, module shop, Shop/Wiring.swift
              + Mailer · missing
            removed: 1
              - Old · shared, module shop, Shop/Wiring.swift
            re-scoped: 1
              ~ Session: transient → scoped in request
            moved: 2
              ~ Clock: module shop, Shop/Wiring.swift → module shop, Shop/Time.swift
              ~ Log: module shop, Shop/Wiring.swift → module logging, Shop/Wiring.swift
            needs added: 3
              + Shop → Cache · optional
              + Shop → Clock · later
              + Shop → Mailer
            needs removed: 2
              - Shop → Clock
              - Shop → Log
            """)
        XCTAssertEqual(change.rescoped.first?.before.lifetime, .transient)
        let json = try JSONEncoder().encode(change)
        XCTAssertEqual(try JSONDecoder().decode(GraphComparison.self, from: json), change)
    }

    func testSEE2_LinesStatesAndMeasuresMakeNoDifference() {
        var after = before
        for node in after.nodes.indices {
            after.nodes[node].line = 100 + node
            after.nodes[node].state = .ready
            after.nodes[node].activity = ContainerGraph.Activity(made: 1)
        }
        let change = GraphComparison(from: before, to: after)
        XCTAssertTrue(change.isEmpty)
        XCTAssertEqual(change.description, "Nothing has changed.")
    }

    func testSEE2_TheSameKeyInTwoModulesIsTwoRegistrations() {
        func graph(_ modules: String...) -> ContainerGraph {
            ContainerGraph(
                nodes: modules.enumerated().map {
                    ContainerGraph.Node(id: $0, key: "Clock", lifetime: .graph, module: $1, file: "A", state: .none)
                }, edges: [])
        }
        let change = GraphComparison(from: graph("a", "b"), to: graph("b", "c", "d"))
        XCTAssertEqual(change.moved.map { "\($0.before.module ?? "") \($0.after.module ?? "")" }, ["a c"])
        XCTAssertEqual(change.added.map(\.module), ["d"])
        XCTAssertEqual(change.removed, [])
        XCTAssertTrue(GraphComparison(from: graph("a", "b"), to: graph("b", "a")).isEmpty)
    }

    func testSEE2_WhatWasMissingAndIsRegisteredNowIsAdded() {
        let change = GraphComparison(
            from: ContainerGraph.of("Shop -> Mailer"), to: ContainerGraph.of("Shop -> Mailer", "Mailer: scoped"))
        XCTAssertEqual(change.added.map(\.lifetime), [.scoped])
        XCTAssertEqual(change.removed.map(\.lifetime), [nil])
        XCTAssertEqual(change.addedNeeds, [])
    }
}

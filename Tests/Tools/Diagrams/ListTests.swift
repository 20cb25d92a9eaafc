import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import XCTest

/// SEE2: the graph as a table.
final class ListTests: LeakCheckedTestCase {
    func testSEE2_AListIsATable() {
        var graph = ContainerGraph.of("Checkout: transient -> Mailer", "any Orders named \"primary\": scoped", "Clock")
        graph.nodes[0].faults = ["needs Mailer"]
        graph.nodes[2].state = .ready
        graph.nodes[2].module = nil
        assertText(
            graph.list(),
            """
            key                         lifetime           state    module  place
            ──────────────────────────  ─────────────────  ───────  ──────  ───────────────────
            Checkout !                  transient                   shop    Shop/Wiring.swift:1
            any Orders named "primary"  scoped in request           shop    Shop/Wiring.swift:2
            Clock                       singleton          ready            Shop/Wiring.swift:3
            Mailer                                         missing
            needed by most: Mailer 1
            needs most: Checkout 1
            """)
        XCTAssertEqual(ContainerGraph(nodes: [], edges: []).list(), "Nothing is registered.")
    }

    /// Each neighbour counts once, and the node itself does not.
    func testSEE2_AListNamesWhatMostNeedAndWhatNeedsMost() {
        let graph = ContainerGraph.of(
            "A -> C, C later, D, A later", "B -> C", "C -> D, D later", "D", "E -> D", "F -> D", "G -> D",
            "H -> A, B, C, D, E")
        XCTAssertEqual(
            graph.list().split(separator: "\n").suffix(2),
            ["needed by most: D 6, C 3, A 1, B 1, E 1", "needs most: H 5, A 2, B 1, C 1, E 1"])
        XCTAssertFalse(ContainerGraph.of("A", "B").list().contains("most"))
    }

    func testSEE2_WhatMayNeedMoreIsMarkedInAList() {
        var graph = ContainerGraph.of("Clock", "Watch")
        graph.nodes[0].isOpaque = true
        let lines = graph.list().split(separator: "\n")
        XCTAssertEqual(lines[2].hasPrefix("Clock ?  "), true)
        XCTAssertEqual(lines[3].hasPrefix("Watch    "), true)
        XCTAssertEqual(lines.last, "? may need more: its closures hide their dependencies.")
    }

    func testSEE2_WhatWasMeasuredIsInAList() {
        var graph = ContainerGraph.of("Database", "Clock")
        graph.nodes[0].activity = ContainerGraph.Activity(made: 12, makingNanoseconds: 3_400_000)
        graph.nodes[1].activity = ContainerGraph.Activity()
        assertText(
            graph.list(),
            """
            key       lifetime   state  module  place                made    time
            ────────  ─────────  ─────  ──────  ───────────────────  ────  ──────
            Database  singleton         shop    Shop/Wiring.swift:1    12  3.4 ms
            Clock     singleton         shop    Shop/Wiring.swift:2
            """)
    }

    func testSEE2_WideNamesAreShortenedInAList() {
        var graph = ContainerGraph.of("A")
        graph.nodes[0].key = String(repeating: "x", count: 10_000) + "End"
        graph.nodes[0].file = "Module/" + String(repeating: "Long", count: 100) + ".swift"
        let lines = graph.list().split(separator: "\n")
        XCTAssertEqual(lines.count, 3)
        XCTAssertLessThan(lines[2].count, 160)
        XCTAssertTrue(lines[2].contains("…"))
        XCTAssertTrue(lines[2].contains("xEnd "))
        XCTAssertTrue(lines[2].contains(".swift:1"))
    }
}

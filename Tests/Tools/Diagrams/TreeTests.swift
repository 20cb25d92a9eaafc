import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import XCTest

/// SEE2: the graph as a tree of lines.
final class TreeTests: LeakCheckedTestCase {
    func testSEE2_ATreeBeginsWithWhatNobodyNeeds() throws {
        let graph = ContainerGraph.of(
            "Checkout: transient -> Orders, Mailer, Clock later", "Orders -> Database, Clock", "Database",
            "Clock: scoped", "Admin -> Orders, Log optional", "Log: graph -> Clock seen", "Alone: shared")
        assertText(
            try graph.tree(),
            """
            Checkout · transient
            ├─ Orders · singleton
            │  ├─ Database · singleton
            │  └─ Clock · scoped in request
            ├─ Mailer · missing
            └─ Clock · scoped in request, later
            Admin · singleton
            ├─ Orders · singleton, see above
            └─ Log · graph, optional
               └─ Clock · scoped in request, seen
            Alone · shared
            """)
        XCTAssertEqual(try ContainerGraph(nodes: [], edges: []).tree(), "")
    }

    func testSEE2_ATreeOfOneKey() throws {
        let graph = ContainerGraph.of(
            "Checkout -> Orders", "any Orders -> Database", "Database", "Orders -> any Orders")
        assertText(
            try graph.tree(from: "any Orders"),
            """
            any Orders · singleton
            └─ Database · singleton
            """)
        XCTAssertTrue(searchFailure { try graph.tree(from: "Nothing") }.hasPrefix("nothing in the graph"))
    }

    func testSEE2_ACircleEndsWhereItComesBack() throws {
        let graph = ContainerGraph.of("Root -> A", "A -> B", "B -> C, B", "C -> A, D", "D", "X -> Y", "Y -> X")
        assertText(
            try graph.tree(),
            """
            Root · singleton
            └─ A · singleton
               └─ B · singleton
                  ├─ C · singleton
                  │  ├─ A · singleton, a cycle: see above
                  │  └─ D · singleton
                  └─ B · singleton, a cycle: see above
            X · singleton
            └─ Y · singleton
               └─ X · singleton, a cycle: see above
            """)
    }

    func testSEE2_WhatIsTooDeepIsCounted() throws {
        let graph = ContainerGraph.of("A -> B", "B -> C, D", "C -> D, E, F", "D", "E", "F")
        assertText(
            try graph.tree(depth: 2),
            """
            A · singleton
            └─ B · singleton
               ├─ C · singleton, 3 below
               └─ D · singleton
            """)
        assertText(try graph.tree(depth: 0), "A · singleton, 1 below")
    }

    func testSEE2_NodesSayWhatIsSpecialAboutThem() throws {
        var graph = ContainerGraph.of("A -> B injected", "B")
        graph.nodes[1].isAlias = true
        graph.nodes[1].isInherited = true
        graph.nodes[1].isOpaque = true
        graph.nodes[1].faults = ["broken"]
        assertText(
            try graph.tree(),
            """
            A · singleton
            └─ B · singleton, another type of, of a parent, may need more, at fault, injected
            """)
    }

    func testSEE2_WideNamesLoseTheirMiddle() throws {
        let graph = ContainerGraph.of("Dictionary<String, Array<Optional<Int>>>", "日本語のなまえ")
        assertText(
            try graph.tree(columns: 20),
            """
            Dictionary…al<Int>>> · singleton
            日本語のなまえ · singleton
            """)
        assertText(
            try graph.tree(columns: 9),
            """
            Dict…t>>> · singleton
            日本…まえ · singleton
            """)
    }

    func testSEE2_AHostileNameTakesOneLine() throws {
        var graph = ContainerGraph.of("A -> B", "B")
        graph.nodes[0].key = "evil\n└─ Fake\u{1B}[2J\u{202E}"
        graph.nodes[1].key = String(repeating: "<\"'👩‍👩‍👧‍👦", count: 10_000)
        let lines = try graph.tree().split(separator: "\n")
        XCTAssertEqual(lines.count, 2)
        XCTAssertEqual(lines.first, "evil␊└─ Fake␛[2J\u{FFFD} · singleton")
        XCTAssertLessThan(lines[1].count, 100)
    }

    func testSEE2_NothingRecurses() throws {
        let count = 100_000
        let nodes = (0..<count).map { ContainerGraph.Node(id: $0, key: "\($0)", lifetime: .singleton, state: .none) }
        let edges = (0..<count).map { ContainerGraph.Edge(from: $0, to: ($0 + 1) % count) }
        let text = try ContainerGraph(nodes: nodes, edges: edges).tree(depth: 100)
        XCTAssertEqual(text.split(separator: "\n").count, 101)
        let whole = try ContainerGraph(nodes: Array(nodes.prefix(1000)), edges: Array(edges.prefix(999)))
            .tree(depth: .max)
        XCTAssertEqual(whole.split(separator: "\n").count, 1000)
    }

    func testSEE2_EdgesThatLeadNowhereAreLeftOut() throws {
        var graph = ContainerGraph.of("A -> B", "B")
        graph.edges.append(ContainerGraph.Edge(from: 0, to: 17))
        graph.edges.append(ContainerGraph.Edge(from: -1, to: 0))
        assertText(
            try graph.tree(),
            """
            A · singleton
            └─ B · singleton
            """)
    }

    func testSEE2_AnyWidthOfAKeyIsTaken() throws {
        let graph = ContainerGraph.of("Checkout -> Clock", "Clock")
        XCTAssertEqual(try graph.tree(columns: .max), try graph.tree())
        for columns in [Int.min, -1, 0] {
            XCTAssertEqual(try graph.tree(depth: columns, columns: columns), "C… · singleton, 1 below")
        }
    }

    func testSEE2_ANodesNumberIsItsPlaceWhateverItSays() throws {
        // As somebody leaves them who takes some nodes out: the numbers are no places any more.
        var graph = ContainerGraph.of("Log", "Clock", "Shop -> Clock")
        graph.nodes = graph.nodes.filter { $0.key != "Log" }
        graph.edges = [ContainerGraph.Edge(from: 1, to: 0)]
        assertText(
            try graph.tree(from: "Shop"),
            """
            Shop · singleton
            └─ Clock · singleton
            """)
        XCTAssertEqual(try graph.tree(from: "#1"), try graph.tree(from: "Shop"))
        XCTAssertTrue(try graph.explanation(of: "Shop").hasSuffix("  It needs:\n    Clock · singleton"))
        XCTAssertTrue(try graph.explanation(of: "Clock").contains("Needed by:\n    Shop · singleton"))
        graph.nodes[0].id = -7
        graph.nodes[0].key = "Shops"
        XCTAssertTrue(searchFailure { try graph.tree(from: "Sho") }.contains("#0  Shops"))
        XCTAssertNoThrow(try Picture(svg: graph.svg()))
        for text in [graph.list(), graph.dot(), graph.mermaid()] { XCTAssertTrue(text.contains("Shops"), text) }
    }
}

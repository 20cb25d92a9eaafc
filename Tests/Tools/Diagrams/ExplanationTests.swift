import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import XCTest

/// SEE2: "who needs it, what it needs, where its lifetime lives".
final class ExplanationTests: LeakCheckedTestCase {
    private let graph = ContainerGraph.of(
        "Checkout: transient -> OrderService", "Admin -> Report", "Report: graph -> OrderService",
        "OrderService: transient -> any Orders, Mailer, Clock later", "any Orders -> Database",
        "any Orders named \"primary\" -> Database", "Database", "Clock: scoped", "Handler: scoped -> Checkout")

    func testSEE2_WhoNeedsItWhatItNeedsAndWhereItsLifetimeLives() throws {
        assertText(
            try graph.explanation(of: "OrderService"),
            """
            OrderService
              Registered at Shop/Wiring.swift:4, in module shop.
              transient: a new instance for each resolve, which its caller holds.
              So it lives as long as its holders:
                Admin · singleton
                Handler · scoped in request
              Needed by:
                Checkout · transient
                Report · graph
              It needs:
                any Orders · singleton
                Mailer · missing
                Clock · scoped in request, later
            """)
    }

    func testSEE2_WhatIsKept() throws {
        var graph = graph
        graph.nodes[6].state = .ready
        graph.nodes[6].isOpaque = true
        graph.nodes[6].activity = ContainerGraph.Activity(
            made: 1, failed: 2, makingNanoseconds: 1_200_000, waits: 3, waitingNanoseconds: 900)
        graph.nodes[6].faults = ["Database is broken.\n  fix: mend it."]
        graph.cycles = [[6, 4]]
        assertText(
            try graph.explanation(of: "Database"),
            """
            Database
              Registered at Shop/Wiring.swift:7, in module shop.
              singleton: one instance, which this container keeps until it closes; it exists.
              Created once in 1.2 ms, failed 2 times, waited for 3 times, 900 ns.
              Needed by:
                any Orders · singleton
                any Orders named "primary" · singleton
              Its dependencies are not known.
              Its closures hide their dependencies: there may be more.
              Cycles that cannot be created:
                Database → any Orders → Database
              Its faults:
                Database is broken.
                  fix: mend it.
            """)
    }

    func testSEE2_EachLifetimeLivesSomewhere() throws {
        func line(_ change: (inout ContainerGraph.Node) -> Void) throws -> String {
            var graph = ContainerGraph.of("A")
            change(&graph.nodes[0])
            return try String(graph.explanation(of: "A").split(separator: "\n")[2].dropFirst(2))
        }
        assertText(
            try line {
                $0.lifetime = .scoped
                $0.scope = "session"
                $0.state = .empty
            }, "scoped: one instance in each scope session, which keeps it until it ends; it has not been created.")
        assertText(
            try line {
                $0.isInherited = true
                $0.state = .building
            },
            "singleton: one instance, which the container that registered it keeps until it closes; it is being created."
        )
        assertText(try line { $0.lifetime = .shared }, "shared: one instance as long as other code holds it.")
        assertText(try line { $0.lifetime = .graph }, "graph: one instance within one resolve.")
        assertText(
            try line { $0.lifetime = .custom },
            "custom: instances that this container keeps as long as a custom lifetime says.")
    }

    func testSEE2_WhatIsMissing() throws {
        assertText(
            try graph.explanation(of: "Mailer"),
            """
            Mailer
              It is not registered.
              Needed by:
                OrderService · transient
            """)
        var promised = graph
        promised.nodes[9].file = "Shop/A.swift"
        XCTAssertTrue(try promised.explanation(of: "Mailer").contains("It was promised at Shop/A.swift.\n"))
    }

    // MARK: Finding

    func testSEE2_ANodeIsFoundByWhatSomebodyWouldWrite() throws {
        let graph = ContainerGraph.of(
            "any Orders", "any Orders named \"primary\"", "SQLOrders", "Box<Shop.Int>", "Outer.Inner", "Inner2",
            "HTTPClient", "any Log named \"a\"", "LogFile")
        for (query, key) in [
            ("any Orders", "any Orders"), ("Orders", "any Orders"), ("Shop.Orders", "any Orders"),
            ("Orders named \"primary\"", "any Orders named \"primary\""), ("primary", "any Orders named \"primary\""),
            ("SQL", "SQLOrders"), ("Box<Shop.Int>", "Box<Shop.Int>"), ("Inner", "Outer.Inner"),
            ("Log", "any Log named \"a\""),
            ("httpcl", "HTTPClient"), ("#5", "Inner2"),
        ] {
            XCTAssertEqual(try graph.node(matching: query).key, key, query)
        }
    }

    func testSEE2_WhatMayBeSeveralIsNamed() {
        var graph = ContainerGraph.of("Clock", "Clock", "Watch")
        graph.nodes[1].module = "other"
        assertText(
            searchFailure { try graph.explanation(of: "Clock") },
            """
            "Clock" may be any of 2:
              #0  Clock · singleton, module shop, Shop/Wiring.swift:1
              #1  Clock · singleton, module other, Shop/Wiring.swift:2
            Choose one by its number: #0.
            """)
        XCTAssertEqual(try? graph.node(matching: "#1").module, "other")
        XCTAssertTrue(searchFailure { try graph.explanation(of: "c") }.contains("any of 3"))
        let many = ContainerGraph(
            nodes: (0..<20).map { ContainerGraph.Node(id: $0, key: "N\($0 + 10)", lifetime: .graph, state: .none) },
            edges: [])
        XCTAssertTrue(searchFailure { try many.explanation(of: "N") }.contains("  … and 8 more\n"))
    }

    func testSEE2_WhatIsNotThereHasNearMisses() {
        assertText(
            searchFailure { try graph.explanation(of: "OrderServise") },
            """
            nothing in the graph is called "OrderServise". Did you mean:
              #3  OrderService · transient, module shop, Shop/Wiring.swift:4
            """)
        XCTAssertEqual(
            searchFailure { try graph.explanation(of: "Zebra") }, "nothing in the graph is called \"Zebra\".")
        XCTAssertEqual(searchFailure { try graph.explanation(of: "") }, "nothing in the graph is called \"\".")
        let long = String(repeating: "x", count: 10_000)
        XCTAssertLessThan(searchFailure { try graph.explanation(of: long) }.count, 200)
    }
}

// Where nodes, groups and arrows are.

import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import Foundation
import XCTest

final class LayoutTests: LeakCheckedTestCase {
    private func layout(_ graph: ContainerGraph, _ options: DiagramOptions = DiagramOptions()) -> GraphLayout {
        GraphPicture(graph, options).layout
    }

    /// All that holds of every layout.
    private func check(_ graph: ContainerGraph, _ name: String, layout: GraphLayout, slack: Double = 0.51) {
        XCTAssertEqual(layout.nodes.count, graph.nodes.count, name)
        var overlaps = 0
        // From left to right: only those that begin before this one ends can overlap.
        let order = layout.nodes.indices.sorted { layout.nodes[$0].x < layout.nodes[$1].x }
        for (place, node) in order.enumerated() {
            for other in order[(place + 1)...] {
                guard layout.nodes[other].x < layout.nodes[node].right else { break }
                if layout.nodes[node].overlaps(layout.nodes[other]) { overlaps += 1 }
            }
        }
        XCTAssertEqual(overlaps, 0, "\(name): nodes overlap")

        let outline = DiagramOutline(graph)
        XCTAssertEqual(layout.groups.count, outline.modules.count, name)
        for (group, box) in layout.groups.enumerated() {
            for other in layout.groups[(group + 1)...] {
                XCTAssertFalse(box.overlaps(other), "\(name): groups overlap")
            }
            for (node, at) in layout.nodes.enumerated() {
                if outline.moduleOf[node] == group {
                    XCTAssertTrue(box.contains(at), "\(name): node \(node) is not in its group's box")
                } else {
                    XCTAssertFalse(box.overlaps(at), "\(name): node \(node) is in the box of group \(group)")
                }
            }
        }
        XCTAssertEqual(layout.routes.count, outline.edges.count, name)
        for (number, place) in outline.edges.enumerated() {
            let (edge, route) = (graph.edges[place], layout.routes[number])
            XCTAssertTrue(
                layout.nodes[edge.from].hasOnBorder(route.start, within: slack),
                "\(name): edge \(place) begins elsewhere")
            XCTAssertTrue(
                layout.nodes[edge.to].hasOnBorder(route.end, within: slack), "\(name): edge \(place) ends elsewhere")
        }
        let page = Box(x: 0, y: 0, width: layout.width + 1, height: layout.height + 1)
        XCTAssertTrue((layout.nodes + layout.groups).allSatisfy { page.contains($0) }, "\(name): off the page")
    }

    /// What needs is above what is needed, and as high as its layer.
    private func checkDepth(_ graph: ContainerGraph, _ name: String, _ layout: GraphLayout) {
        for edge in graph.edges where edge.from != edge.to && edge.time != .later {
            XCTAssertLessThan(layout.layers[edge.from], layout.layers[edge.to], "\(name): \(edge)")
            XCTAssertLessThan(layout.nodes[edge.from].bottom, layout.nodes[edge.to].y, "\(name): \(edge)")
        }
        var bottoms: [Int: Double] = [:]
        for (node, layer) in layout.layers.enumerated() {
            bottoms[layer] = max(bottoms[layer] ?? 0, layout.nodes[node].bottom)
        }
        for (node, layer) in layout.layers.enumerated() where layer > 0 {
            XCTAssertGreaterThan(layout.nodes[node].y, bottoms[layer - 1] ?? 0, "\(name): layers overlap")
        }
    }

    func testSEE2_NothingOverlapsOnRandomGraphs() {
        var count = 0
        let seeds = StressScale.scaled(60, atLeast: 10)
        for seed in 1...UInt64(seeds) {
            var random = SeededGenerator(seed: seed)
            let graph = GraphSamples.random(
                seed: seed, nodes: Int.random(in: 1...180, using: &random),
                modules: Int.random(in: 0...9, using: &random),
                edgesPerNode: Double.random(in: 0...3, using: &random), backwards: seed % 3 == 0 ? 0.1 : 0)
            let layout = layout(graph)
            check(graph, "seed \(seed)", layout: layout)
            // Past 150 nodes a few arrows may lead upwards, so that modules stand below each other.
            if seed % 3 != 0, graph.nodes.count <= 150 { checkDepth(graph, "seed \(seed)", layout) }
            count += 1
        }
        XCTAssertEqual(count, seeds)
    }

    func testSEE2_NothingOverlapsOnAThousandNodes() {
        for seed in UInt64(1)...(StressScale.isFull ? 2 : 1) {
            let graph = GraphSamples.random(seed: seed, nodes: 1000, modules: 24, edgesPerNode: 1.8, backwards: 0.02)
            check(graph, "seed \(seed)", layout: layout(graph))
        }
    }

    func testSEE2_NothingOverlapsOnGraphsAtTheEdges() {
        let graphs = [
            "none": ContainerGraph(nodes: [], edges: []), "one": GraphSamples.graph(1, []),
            "itself": GraphSamples.graph(1, [(0, 0)]), "pair": GraphSamples.graph(2, [(0, 1), (1, 0), (0, 1)]),
            "circles": GraphSamples.nestedCycles, "star": GraphSamples.star(500), "hostile": GraphSamples.hostile,
            "apart": GraphSamples.graph(40, []),
        ]
        for (name, graph) in graphs { check(graph, name, layout: layout(graph)) }
    }

    func testSEE2_LayersGoByDepth() {
        let graph = GraphSamples.graph(7, [(0, 1), (1, 2), (0, 2), (2, 3), (4, 3), (5, 6)])
        let layout = layout(graph)
        checkDepth(graph, "by hand", layout)
        // 4 stands right above 3, which is all it needs.
        XCTAssertEqual(layout.layers, [0, 1, 2, 3, 2, 0, 1])
    }

    func testSEE2_AModuleThatNeedsAnotherStandsAboveIt() {
        let graph = GraphSamples.graph(
            6, [(0, 1), (0, 3), (2, 3), (3, 4), (4, 5)], modules: ["Shop", "Shop", "Shop", "Store", "Store", "Disk"])
        let boxes = layout(graph).groups
        XCTAssertLessThan(boxes[0].bottom, boxes[1].y)
        XCTAssertLessThan(boxes[1].bottom, boxes[2].y)
    }

    func testSEE2_ATreeHasNoCrossings() {
        // Children are declared in an order that crosses all of them.
        let graph = GraphSamples.graph(
            13, [(0, 1), (0, 2), (0, 3), (1, 12), (2, 10), (3, 8), (1, 6), (2, 5), (3, 4), (1, 7), (2, 9), (3, 11)])
        let layout = layout(graph)
        for (one, edge) in graph.edges.enumerated() {
            for other in graph.edges[(one + 1)...] where layout.layers[edge.from] == layout.layers[other.from] {
                let upper = layout.nodes[edge.from].centre - layout.nodes[other.from].centre
                let lower = layout.nodes[edge.to].centre - layout.nodes[other.to].centre
                XCTAssertGreaterThanOrEqual(upper * lower, 0, "\(edge) crosses \(other)")
            }
        }
    }

    func testSEE2_NoArrowCrossesANode() {
        for seed in UInt64(1)...20 {
            let graph = GraphSamples.random(seed: seed, nodes: 60, modules: 4, edgesPerNode: 2)
            let layout = layout(graph)
            for (number, route) in layout.routes.enumerated() {
                let edge = graph.edges[number]
                var from = route.start
                for piece in route.pieces {
                    // Lines are upright, and curves stay between their ends: both are narrow boxes.
                    let to = piece.end
                    let way = Box(
                        x: min(from.x, to.x), y: min(from.y, to.y), width: abs(from.x - to.x),
                        height: abs(from.y - to.y))
                    for (node, box) in layout.nodes.enumerated() where node != edge.from && node != edge.to {
                        XCTAssertFalse(way.overlaps(box), "seed \(seed): \(edge) crosses node \(node)")
                    }
                    from = to
                }
            }
        }
    }

    func testSEE2_TheSameGraphGivesTheSamePicture() {
        for seed in UInt64(1)...4 {
            let graph = GraphSamples.random(seed: seed, nodes: 150, modules: 6, edgesPerNode: 2, backwards: 0.05)
            XCTAssertEqual(graph.svg(), graph.svg(), "seed \(seed)")
        }
    }

    func testSEE2_AChainAndAGraphOfThousandsAreDrawn() throws {
        try skipUnderSanitizers("it takes minutes")
        let nodes = StressScale.scaled(5000, atLeast: 2000)
        let chain = GraphSamples.chain(nodes)
        let layout = layout(chain)
        XCTAssertEqual(layout.layers, Array(0..<nodes))
        XCTAssertTrue(layout.nodes.allSatisfy { abs($0.centre - layout.nodes[0].centre) <= 1 }, "it is straight")

        let large = GraphSamples.random(seed: 5, nodes: nodes, modules: 60, edgesPerNode: 3)
        let picture = GraphPicture(large, DiagramOptions())
        check(large, "large", layout: picture.layout)
    }

    /// Arrows over all rows of a chain would have more bends than can be kept.
    func testSEE2_TheBendsAreBounded() throws {
        try skipUnderSanitizers("it takes minutes")
        var chain = GraphSamples.chain(3000)
        for number in 0..<1000 { chain.edges.append(.init(from: number, to: 2999 - number)) }
        let layout = layout(chain)
        let bends = layout.routes.reduce(0) { $0 + $1.pieces.count }
        XCTAssertLessThan(bends, 2 * Routing.limit + chain.edges.count)
        XCTAssertTrue(layout.routes[2999].pieces.count == 1, "the longest is straight")
    }

    func testSEE2_ImpliedNeedsCanBeLeftOut() {
        var graph = GraphSamples.graph(5, [(0, 1), (1, 2), (0, 2), (2, 3), (0, 3), (3, 4), (4, 3)])
        graph.edges[4].isOptional = true
        let picture = GraphPicture(graph, DiagramOptions(hidesImpliedEdges: true))
        XCTAssertEqual(picture.drawnEdges, [0, 1, 3, 4, 5, 6], "the circle and what is optional stay")
        XCTAssertTrue(picture.svg().contains("1 implied and not drawn"))
    }

    func testSEE2_GraphvizGivesALayoutTooOrTheOwnOneIsTaken() throws {
        let graph = GraphSamples.random(seed: 3, nodes: 60, modules: 4, edgesPerNode: 1.5, backwards: 0.05)
        let drawn = GraphPicture(graph, DiagramOptions(layout: .graphviz)).layout
        let own = layout(graph)
        guard (try? Command.run("dot", ["-V"]))?.status == 0 else {
            XCTAssertEqual(drawn, own, "without dot")
            throw XCTSkip("Graphviz is not installed: its layout is not seen.")
        }
        XCTAssertNotEqual(drawn, own)
        check(graph, "graphviz", layout: drawn, slack: 3)
        check(GraphSamples.hostile, "hostile", layout: layout(GraphSamples.hostile, .init(layout: .graphviz)), slack: 3)
    }

    func testSEE2_AnAnswerOfGraphvizWithoutAPlaceIsNone() throws {
        let problem = LayoutProblem(
            widths: [40, 40], height: 20, groupOf: [nil, nil], titles: [], titleHeight: 10,
            arrows: [.init(from: 0, to: 1, isWeak: false)])
        func layout(_ edge: String) throws -> GraphLayout? {
            let answer = """
                {"bb": "0,0,100,100", "objects": [{"name": "n0", "pos": "50,90"}, {"name": "n1", "pos": "50,10"}],
                 "edges": [{"id": "0"\(edge)}]}
                """
            return try GraphvizLayout.layout(of: Data(answer.utf8), problem)
        }
        XCTAssertNotNil(try layout(#", "pos": "50,80 50,60 50,40 50,20""#))
        for edge in ["", #", "pos": """#, #", "pos": ";""#] { XCTAssertNil(try layout(edge), edge) }
    }

    func testSEE2_ImpliedNeedsOfAVeryLargeGraphStay() {
        for (count, drawn) in [(200, 2), (20_001, 3)] {
            let nodes = (0..<count).map { ContainerGraph.Node(id: $0, key: "\($0)", lifetime: .singleton) }
            let graph = ContainerGraph(
                nodes: nodes, edges: [.init(from: 0, to: 1), .init(from: 1, to: 2), .init(from: 0, to: 2)])
            XCTAssertEqual(ImpliedEdges.removed(from: graph, [0, 1, 2]).count, drawn, "\(count) nodes")
        }
    }
}

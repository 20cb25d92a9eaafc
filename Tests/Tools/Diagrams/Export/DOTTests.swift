// The graph in DOT.

import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import Foundation
import XCTest

final class DOTTests: LeakCheckedTestCase {
    func testSEE2_EveryNodeEdgeAndModuleIsInTheDOT() throws {
        let graph = GraphSamples.nestedCycles
        let dot = try DOTGrammar(graph.dot())
        XCTAssertEqual(Set(dot.labels.keys), Set((0..<8).map { "n\($0)" }))
        XCTAssertEqual(dot.edges.map { "\($0.from)>\($0.to)" }, graph.edges.map { "n\($0.from)>n\($0.to)" })
        XCTAssertEqual(dot.clusters, ["cluster_0", "cluster_1"])
        XCTAssertEqual(dot.labels["n0"], "Node0\nsingleton")
        XCTAssertEqual(dot.labels["n3"], "↻ Node3\nsingleton")
    }

    func testSEE2_HostileNamesAreTextInTheDOT() throws {
        let graph = GraphSamples.hostile
        let dot = try DOTGrammar(graph.dot())
        XCTAssertEqual(dot.labels.count, graph.nodes.count)
        XCTAssertEqual(dot.labels["n3"].map { $0.prefix { $0 != "\n" } }, "✕ back\\slash\\")
        XCTAssertEqual(dot.labels["n1"].map { $0.prefix { $0 != "\n" } }, "↻ ✕ It's<Generic<A & B>>")
    }

    func testSEE2_GraphvizReadsTheDOT() throws {
        guard (try? Command.run("dot", ["-V"]))?.status == 0 else {
            throw XCTSkip("Graphviz is not installed: its own reader is not asked.")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, graph) in [GraphSamples.hostile, GraphSamples.nestedCycles, ContainerGraph(nodes: [], edges: [])]
            .enumerated()
        {
            let file = folder.appending(path: "\(number).dot")
            try Data(graph.dot().utf8).write(to: file)
            // Canonical DOT: read, not laid out.
            let result = try Command.run("dot", ["-Tcanon", file.path])
            XCTAssertEqual(result.status, 0, result.output)
            XCTAssertFalse(result.output.contains("Warning"), result.output)
            let nodes = result.output.matches(of: /^\s+n\d+\s+\[/.anchorsMatchLineEndings()).count
            XCTAssertEqual(nodes, graph.nodes.count)
        }
    }

    func testSEE2_EdgesThatLeadNowhereAreLeftOut() throws {
        var graph = GraphSamples.graph(2, [(0, 1)])
        graph.edges += [.init(from: 0, to: 9), .init(from: -1, to: 0)]
        graph.cycles = [[0, 44], [-3]]
        XCTAssertEqual(try DOTGrammar(graph.dot()).edges.count, 1)
        XCTAssertEqual(graph.mermaid().split(separator: "\n").filter { $0.contains("-->") }.count, 1)
        XCTAssertEqual(try Picture(graph).arrows.count, 1)
    }
}

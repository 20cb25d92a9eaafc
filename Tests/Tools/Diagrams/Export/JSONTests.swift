// The graph as JSON, and back.

import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import Foundation
import XCTest

final class JSONTests: LeakCheckedTestCase {
    private var graphs: [ContainerGraph] {
        [
            ContainerGraph(nodes: [], edges: []), GraphSamples.graph(1, []), GraphSamples.hostile,
            GraphSamples.nestedCycles,
            GraphSamples.random(seed: 1, nodes: 100, modules: 5, edgesPerNode: 2, backwards: 0.1),
        ]
    }

    /// The writer is by hand: a field that it misses is seen here.
    func testSEE2_TheJSONIsThatOfAnEncoderWithSortedKeys() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        for (number, graph) in graphs.enumerated() {
            XCTAssertEqual(graph.json(), String(decoding: try encoder.encode(graph), as: UTF8.self), "graph \(number)")
        }
    }

    func testSEE2_AGraphComesBackFromItsJSON() throws {
        for (number, graph) in graphs.enumerated() {
            XCTAssertTrue(try ContainerGraph(json: graph.json()) == graph, "graph \(number)")
        }
    }

    func testSEE2_JSONWhoseNumbersLeadNowhereIsRefused() throws {
        let whole = GraphSamples.graph(2, [(0, 1)], cycles: [[0, 1]])
        var bad: [ContainerGraph] = []
        for _ in 0..<3 { bad.append(whole) }
        bad[0].nodes[1].id = 7
        bad[1].edges[0].to = 2
        bad[2].cycles[0][0] = -1
        for graph in bad {
            XCTAssertThrowsError(try ContainerGraph(json: graph.json())) { XCTAssertTrue($0 is DecodingError, "\($0)") }
        }
        for text in ["", "{", "[]", "{\"nodes\":1}"] {
            XCTAssertThrowsError(try ContainerGraph(json: text), text)
        }
    }
}

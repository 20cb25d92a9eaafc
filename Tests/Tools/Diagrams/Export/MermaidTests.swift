// The graph as a flowchart of Mermaid.

import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import XCTest

final class MermaidTests: LeakCheckedTestCase {
    func testSEE2_TheFlowchartHasSubgraphsNodesAndArrows() {
        var graph = GraphSamples.graph(3, [(0, 1), (1, 2)], modules: ["A", "A"], cycles: [])
        graph.edges[1].time = .later
        graph.edges[0].isOptional = true
        graph.nodes[2].lifetime = nil
        XCTAssertEqual(
            graph.mermaid(),
            """
            flowchart TB
              subgraph m0["A"]
                n0["Node0"]:::singletonLifetime
                n1["Node1"]:::singletonLifetime
              end
              n2["? Node2"]:::missing
              n0 -->|optional| n1
              n1 -.->|later| n2
              classDef singletonLifetime stroke:#0072B2,stroke-width:2px
              classDef faulty stroke:#D55E00,stroke-width:4px
              classDef missing stroke:#D55E00,stroke-width:2px,stroke-dasharray:5 3

            """)
    }

    /// No character of a name can end a text or begin anything.
    func testSEE2_HostileNamesAreTextInTheFlowchart() {
        let graph = GraphSamples.hostile
        var nodes = 0
        for line in graph.mermaid().split(separator: "\n", omittingEmptySubsequences: false) {
            guard let open = line.firstRange(of: "[\""), let close = line.firstRange(of: "\"]") else { continue }
            let text = line[open.upperBound..<close.lowerBound]
            nodes += line.contains(":::") ? 1 : 0
            for scalar in text.unicodeScalars where scalar.isASCII {
                XCTAssertTrue(
                    scalar.properties.isAlphabetic || "0123456789 #;".unicodeScalars.contains(scalar), "\(line)")
            }
            XCTAssertNil(text.replacing(/#\d+;/, with: "").firstIndex { $0 == "#" || $0 == ";" }, "\(line)")
        }
        XCTAssertEqual(nodes, graph.nodes.count)
    }
}

// What a graph of 5,000 nodes and 15,000 needs costs: told, not asserted. With less than the full counts it has 1,000 nodes.

import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import XCTest

final class LargeGraphTests: LeakCheckedTestCase {
    func testSEE2_AGraphOfFiveThousandIsExportedAndDrawn() throws {
        try skipUnderSanitizers("it takes minutes")
        let nodes = StressScale.scaled(5000, atLeast: 1000)
        let graph = GraphSamples.random(seed: 11, nodes: nodes, modules: 60, edgesPerNode: 3, backwards: 0.01)
        func told(_ name: String, _ make: () -> String) -> String {
            var text = ""
            let time = ContinuousClock().measure { text = make() }
            print("\(nodes) nodes, \(graph.edges.count) needs, \(name): \(text.utf8.count / 1000) kB in \(time)")
            return text
        }
        XCTAssertEqual(told("JSON") { graph.json() }.matches(of: #/"key" : /#).count, nodes)
        XCTAssertEqual(told("DOT") { graph.dot() }.matches(of: #/ -> /#).count, graph.edges.count)
        XCTAssertEqual(told("Mermaid") { graph.mermaid() }.matches(of: #/--?>|\.->/#).count, graph.edges.count)
        XCTAssertEqual(told("SVG") { graph.svg() }.matches(of: #/data-node=/#).count, nodes)
        let calm = told("SVG without implied needs") { graph.svg(.init(hidesImpliedEdges: true)) }
        XCTAssertLessThan(calm.matches(of: #/data-from=/#).count, graph.edges.count)
    }
}

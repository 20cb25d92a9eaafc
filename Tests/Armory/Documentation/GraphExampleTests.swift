// The examples of SeeingTheGraph.md that need the library alone.

import Armory
import ArmoryTestSupport
import XCTest

private struct Clock: Sendable {}
private struct Mailer: Sendable {}
private struct OrderService: Sendable { init(clock: Clock) {} }
private struct Checkout: Sendable { init(mailer: Mailer) {} }

private let shop = Module("shop") {
    Singleton(Clock.init)
    Transient { (resolver: Resolver) in OrderService(clock: try resolver.resolve()) }
}

final class GraphExampleTests: LeakCheckedTestCase {
    func testSEE2_TheGraphIsAValue() throws {
        let container = try Container { shop }
        let graph = container.graph
        for node in graph.nodes where !node.faults.isEmpty {
            print(node.key, node.faults)
        }
        XCTAssertEqual(graph.nodes.map(\.key), ["Clock", "OrderService"])

        let observed = container.graphFromDryRun()
        let seen = observed.edges.filter { $0.origin == .observed }
        XCTAssertEqual(seen.count, 1)
    }

    func testSEE2_AFaultyContainerHasAGraph() throws {
        let faulty = try Container(configuration: .init(validates: false)) {
            Transient(Checkout.init)  // needs a Mailer, and no registration
        }
        let missing = faulty.graph.nodes.filter { $0.state == .missing }
        XCTAssertEqual(missing.map(\.key), ["Mailer"])
    }
}

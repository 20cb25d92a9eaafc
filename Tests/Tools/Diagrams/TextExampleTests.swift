// The examples of SeeingTheGraph.md that put a graph into words, and what the page says they print.

import Armory
import ArmoryDiagrams
import ArmoryTestSupport
import Foundation
import XCTest

private struct Clock: Sendable {}
private struct Database: Sendable {}
private struct Cache: Sendable {}
private protocol Orders: Sendable {}
private struct SQLOrders: Orders { init(database: Database) {} }
private struct TestOrders: Orders {}
private struct OrderService: Sendable { init(orders: any Orders, clock: Clock) {} }
private struct Checkout: Sendable { init(service: OrderService, clock: Clock) {} }

/// SEE2: what the page shows is what is printed.
final class TextExampleTests: LeakCheckedTestCase {
    private func container() throws -> Container {
        try Container {
            Module("shop") {
                Transient(Checkout.init, fileID: "Shop/Wiring.swift", line: 11)
                Transient(OrderService.init, fileID: "Shop/Wiring.swift", line: 12)
                Singleton((any Orders).self, SQLOrders.init, fileID: "Shop/Wiring.swift", line: 13)
                Singleton(fileID: "Shop/Wiring.swift", line: 14) { Database() }
                Singleton(fileID: "Shop/Wiring.swift", line: 15) { Clock() }
            }
        }
    }

    /// The blocks of the page that are no Swift.
    private func blocks() throws -> [String] {
        let page = try String(
            contentsOf: Project.root.appending(path: "Sources/Armory/Armory.docc/Use/SeeingTheGraph.md"),
            encoding: .utf8)
        return page.components(separatedBy: "\n```\n").map { $0.trimmingCharacters(in: .newlines) }
    }

    func testSEE2_TheTreeOfThePage() throws {
        let printed = Printed()
        func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }

        struct Clock: Sendable {}
        struct Database: Sendable {}
        protocol Orders: Sendable {}
        struct SQLOrders: Orders { let database: Database }
        struct OrderService: Sendable {
            let orders: any Orders
            let clock: Clock
        }
        struct Checkout: Sendable {
            let service: OrderService
            let clock: Clock
        }

        let container = try Container {
            Module("shop") {
                Transient(Checkout.init)
                Transient(OrderService.init)
                Singleton((any Orders).self, SQLOrders.init)
                Singleton(Database.init)
                Singleton(Clock.init)
            }
        }
        print(try container.graph.tree())
        try printed.assertOutput(on: "Use/SeeingTheGraph.md")
    }

    func testSEE2_TheTextsOfThePage() throws {
        let container = try container()
        let before = ContainerGraph(nodes: [], edges: [])

        print(try container.graph.explanation(of: "OrderService"))
        print(container.graph.list())

        let change = GraphComparison(from: before, to: container.graph)
        if !change.isEmpty { print(change) }
        XCTAssertEqual(change.added.count, 5)

        let blocks = try blocks()
        for text in [try container.graph.explanation(of: "OrderService"), container.graph.list()] {
            XCTAssertTrue(blocks.contains(text), "the page does not have\n\(text)")
        }
    }

    func testSEE2_TheReasonOfThePage() throws {
        let container = try container()
        let test = try container.overriding {
            Singleton((any Orders).self) { TestOrders() }
        }
        print(try test.reason(for: "any Orders"))

        // The page shows it as if it were written in another file.
        let text = try test.reason(for: "any Orders").description
            .replacing(/ArmoryDiagramsTests\/TextExampleTests.swift:\d+/, with: "ShopTests/Orders.swift:8")
        XCTAssertTrue(try blocks().contains(text), "the page does not have\n\(text)")
    }

    func testSEE2_TheComparisonOfThePage() throws {
        func graph(_ lifetime: Lifetime, _ others: [ContainerGraph.Node]) -> ContainerGraph {
            let nodes = [
                ContainerGraph.Node(
                    id: 0, key: "Session", lifetime: lifetime, scope: lifetime == .scoped ? "request" : nil,
                    state: .none),
                ContainerGraph.Node(id: 1, key: "SQLOrders", lifetime: .singleton, state: .none),
            ]
            return ContainerGraph(
                nodes: nodes + others, edges: others.map { ContainerGraph.Edge(from: 1, to: $0.id) })
        }
        let cache = ContainerGraph.Node(
            id: 2, key: "Cache", lifetime: .singleton, module: "storage", file: "Shop/Storage.swift", line: 9,
            state: .none)
        let change = GraphComparison(from: graph(.singleton, []), to: graph(.scoped, [cache]))
        XCTAssertTrue(try blocks().contains(change.description), "the page does not have\n\(change)")
    }
}

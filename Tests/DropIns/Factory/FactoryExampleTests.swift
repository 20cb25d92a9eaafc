// The examples of FromFactory.md; those of the native API are in ArmoryTests.

import Armory
import ArmoryFactory
import ArmoryTestSupport
import XCTest

final class FactoryExampleTests: FactoryTestCase {
    override func setUp() {
        // The process's container stays.
        _ = FactoryKit.Container.shared
        super.setUp()
    }

    func testTheProgramOfThePage() throws {
        let printed = Printed()
        let buffer = EventBuffer { events in print(events.count, "events") }
        ContainerManager.subscribers = [buffer]
        defer { ContainerManager.subscribers = [] }
        try FactoryKit.Container.$shared.withValue(FactoryKit.Container()) {
            func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }
            let display = Display()
            let bill = Container.shared.bill(7)
            Container.shared.sales.register { PastSales() }
            print(display.sales.origin, bill.number, display.desk.sales.origin)
            XCTAssertEqual([display.sales.origin, display.desk.sales.origin], ["front", "past"])
            XCTAssertEqual(bill.number, 7)
            let native = try Armory.Container { Container.shared.module }
            let graph = native.graph
            XCTAssertEqual(graph.nodes.map(\.key), ["any Sales named \"sales\""])
            XCTAssertEqual(try native.resolve((any Sales).self, named: "sales").origin, "past")
        }
        try printed.assertOutput(on: "Move/FromFactory.md")
        FactoryKit.Scope.singleton.reset()
    }
}

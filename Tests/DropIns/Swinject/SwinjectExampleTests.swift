// The examples of FromSwinject.md; those of the native API are in ArmoryTests.

import Armory
import ArmorySwinject
import ArmoryTestSupport
import XCTest

private typealias Container = ArmorySwinject.Container

final class SwinjectExampleTests: LeakCheckedTestCase {
    func testTheProgramOfThePage() throws {
        let printed = Printed()
        func print(_ items: Any...) { printed(items.map { "\($0)" }.joined(separator: " ")) }

        let assembler = Assembler([StorageAssembly(), DeskAssembly()])
        let desk = assembler.resolver.resolve(Desk.self)!
        let receipt = assembler.resolver.resolve(Receipt.self, argument: 7)!
        print(desk.orders.place, receipt.number, desk.bell?.desk === desk)

        try printed.assertOutput(on: "Move/FromSwinject.md")
        XCTAssertEqual(desk.orders.place, "drawer orders")
        XCTAssertEqual(receipt.number, 7)
        XCTAssert(desk.bell?.desk === desk)
        XCTAssertEqual(assembler.resolver.resolve((any Orders).self, name: "paper")?.place, "paper")
    }

    func testTheGraphIsCheckedByOneLine() throws {
        let container = Container()
        let assembler = Assembler([StorageAssembly(), DeskAssembly()], container: container)
        let native = try Armory.Container { container.module }
        try native.validate()
        let graph = native.graph
        XCTAssertNotNil(assembler.resolver.resolve(Desk.self))
        let edges = graph.edges.map { "\(graph.nodes[$0.from].key) needs \(graph.nodes[$0.to].key)" }.sorted()
        XCTAssertEqual(edges, ["Bell needs Desk"])
    }

    func testANativeContainerHasTheOtherModule() throws {
        let container = Container()
        StorageAssembly().assemble(container: container)
        let receipts = Module("receipts") {
            Transient(arguments: Int.self) { resolver, number in
                Receipt(number: number, orders: try resolver.resolve((any Orders).self))
            }
        }
        let native = try Armory.Container {
            container.module
            receipts
        }
        let receipt = try native.resolve(Receipt.self, arguments: 7)
        XCTAssert(receipt.orders as? DrawerOrders === container.resolve((any Orders).self) as? DrawerOrders)
    }

    func testSwinjectsCodeAsksANativeContainer() throws {
        let native = try Armory.Container {
            Singleton { Drawer(label: "native") }
            Singleton((any Orders).self, DrawerOrders.init)
        }
        let container = Container(parent: native)
        DeskAssembly().assemble(container: container)
        XCTAssertEqual(container.resolve(Desk.self)?.orders.place, "drawer native")
    }
}

// E1: an error tells types of one name apart.

import ArmoryCore
import ArmoryTestSupport
import CoreRegistering
import XCTest

private enum Shop { struct Orders: Sendable {} }
private enum Depot {
    struct Orders: Sendable { let other: Shop.Orders }
    struct Lists: Sendable {}
}

final class ErrorNameTests: LeakCheckedTestCase {
    func testE1_TypesOfOneNameAreToldApart() throws {
        let container = try Container(
            Plan { $0.transient(Depot.Orders.self) { Depot.Orders(other: try $0.resolve()) } })
        let error = try XCTUnwrap(failure(.missing) { try container.resolve(Depot.Orders.self) })
        XCTAssertEqual(error.key, "ArmoryCoreTests.Shop.Orders")
        XCTAssertEqual(error.path, ["ArmoryCoreTests.Depot.Orders", "ArmoryCoreTests.Shop.Orders"])
        XCTAssert(error.description.contains("ArmoryCoreTests.Depot.Orders needs ArmoryCoreTests.Shop.Orders"))
        XCTAssert(error.description.contains("near: ArmoryCoreTests.Depot.Orders"))
        XCTAssert(error.fix.contains("register ArmoryCoreTests.Shop.Orders.self"), error.fix)
    }

    func testE1_AnotherNameIsShort() throws {
        let error = failure(.missing) { try Container(Plan()).resolve(Depot.Lists.self) }
        XCTAssertEqual(error?.key, "Lists")
        XCTAssertEqual(error?.fix, "register Lists.self.")
    }

    func testE1_AFixNamesNothingThatOnlyListsHave() throws {
        let container = try Container(
            Plan { $0.contributed(.transient, Depot.Lists.self, named: "contributed") { _ in Depot.Lists() } })
        let error = failure(.missing) { try container.resolve(Depot.Lists.self) }
        XCTAssertEqual(error?.fix, "register Lists.self.")
        failure(.missing) { try container.resolve(Depot.Lists.self, named: "contributed") }
        XCTAssertEqual(try container.resolve([Depot.Lists].self).count, 1)
    }

    func testE1_TheFixForAChildNamesWhatAParentHas() throws {
        let parent = try Container(
            Plan {
                $0.transient(Depot.Lists.self, named: "first") { _ in Depot.Lists() }
                $0.transient(Depot.Lists.self, named: "second") { _ in Depot.Lists() }
            })
        let child = try Container(
            Plan { $0.transient(Depot.Lists.self, named: "own") { _ in Depot.Lists() } }, parents: [parent, parent])
        let error = failure(.missing) { try child.resolve(Depot.Lists.self) }
        XCTAssertEqual(error?.fix, "register Lists.self, or resolve it with named: \"own\".")
        let near = error?.description.split(separator: "\n").filter { $0.contains("near:") } ?? []
        XCTAssertEqual(near.count, 3)
        XCTAssert(near.last?.contains("second") ?? false)
        let grandchild = try Container(Plan(), parents: [try Container(Plan(), parents: [parent])])
        let other = failure(.missing) { try grandchild.resolve(Depot.Lists.self) }
        XCTAssertEqual(other?.fix, "register Lists.self, or resolve it with named: \"first\".")
    }
}

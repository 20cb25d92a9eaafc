// RES4: completing an object that foreign code has made, and knows by another type than its own.

import Armory
import ArmoryTestSupport
import XCTest

private class Screen {
    private let life = Counted()
    var title = ""
}

private final class OrderScreen: Screen {
    var presenter: Presenter?
}

private final class OtherScreen: Screen {}

private final class Presenter {
    private let life = Counted()
    weak var screen: OrderScreen?
}

final class ForeignObjectTests: LeakCheckedTestCase {
    private func container() throws -> Container {
        try Container {
            Graph { Screen() }.inject { screen, _ in screen.title = "a screen" }
            Graph { OrderScreen() }
                .inject { screen, _ in screen.title = "orders" }
                .inject(\.presenter)
            Graph { OrderScreen() }.inject { screen, _ in screen.title = "archive" }.named("archive")
            Graph { Presenter() }.inject(\.screen)
        }
    }

    func testRES4_AnObjectIsFoundByItsOwnClass() throws {
        let container = try container()
        let screen = OrderScreen()
        let known: Screen = screen
        try container.inject(into: known)
        XCTAssertEqual(screen.title, "orders")
        XCTAssertTrue(screen.presenter?.screen === screen, "the graph has this very object")
        assertThreadIsIdle()
    }

    func testRES4_TheTypeThatItIsKnownByIsTheNext() throws {
        let other: Screen = OtherScreen()
        try container().inject(into: other)
        XCTAssertEqual(other.title, "a screen")
    }

    func testRES4_ItMayBeKnownByNothing() throws {
        let screen = OrderScreen()
        try container().inject(into: screen as AnyObject)
        XCTAssertEqual(screen.title, "orders")
        failure(.missing) { try container().inject(into: OtherScreen() as AnyObject) }
    }

    func testRES4_TheNameIsAskedForOfItsOwnClass() throws {
        let screen: Screen = OrderScreen()
        try container().inject(into: screen, named: "archive")
        XCTAssertEqual(screen.title, "archive")
        let error = failure(.missing) { try container().inject(into: screen, named: "nowhere") }
        XCTAssertEqual(error?.key, "Screen named \"nowhere\"")
    }

    func testRES4_ItsClassMayBeRegisteredInAParent() throws {
        let child = try Container(parents: [try container()]) {}
        let screen: Screen = OrderScreen()
        try child.inject(into: screen)
        XCTAssertEqual(screen.title, "orders")
    }

    func testRES4_AClosedContainerIsTheError() throws {
        let container = try container()
        container.close()
        let screen: Screen = OrderScreen()
        failure(.closed) { try container.inject(into: screen) }
    }
}

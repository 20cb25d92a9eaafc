import Armory
import ArmoryTestSupport
import ArmoryTesting
import XCTest

/// The messages of the page of errors that are about overrides.
final class OverridingErrorTests: LeakCheckedTestCase {
    protocol Orders: Sendable {}
    struct CardOrders: Orders {}
    struct OrderService: Sendable {
        let orders: any Orders
    }

    func testOverridesNothing() throws {
        let base = try Container {
            Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 9) { CardOrders() }.named("primary")
        }
        assertErrorText(.overridesNothing, "overridesNothing") {
            _ = try base.overriding {
                Singleton((any Orders).self, fileID: "ShopTests/OrderTests.swift", line: 20) { CardOrders() }
            }
        }
    }

    func testAnElementOfAListIsOverridden() throws {
        let base = try Container {
            Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 9) { CardOrders() }.contributed()
        }
        assertErrorText(.overridesNothing, "overridesNothing: an element of a list") {
            _ = try base.overriding {
                Singleton((any Orders).self, fileID: "ShopTests/OrderTests.swift", line: 20) { CardOrders() }
                    .contributed()
            }
        }
    }

    func testNotOverridden() throws {
        struct Refusing: ResolutionObserver {
            func mayResolve(_ resolve: ObservedResolve) -> Bool { resolve.key.type == OrderService.self }
            var sharesNothing: Bool { true }
        }
        let base = try Container {
            Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }
            Singleton(OrderService.init)
        }
        let derived = try base.overriding(observedBy: Refusing(), [])
        assertErrorText(.notOverridden, "notOverridden") { _ = try derived.resolve(OrderService.self) }
        let error = failure(.notOverridden) { try derived.resolve((any Orders).self) }
        assertErrorText(error, "notOverridden: outermost")
        assertThreadIsIdle()
    }
}

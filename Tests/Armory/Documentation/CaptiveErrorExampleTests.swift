import Armory
import ArmoryTestSupport
import XCTest

/// The errors of instances that outlive what they hold.
final class CaptiveErrorExampleTests: LeakCheckedTestCase {
    struct Settings: Sendable {}
    struct CardOrders: Orders {}
    enum ReadError: Error { case noSuchFile }
    protocol Orders: Sendable {}

    private func scopedOrders() -> Scoped<any Orders> {
        Scoped((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }
    }

    func testCaptive() throws {
        final class OrderService { init(orders: any Orders) {} }
        struct Audit: Sendable { init(service: OrderService) {} }
        assertErrorText(.captive, "captive") {
            _ = try Container {
                scopedOrders()
                Transient(OrderService.init, fileID: "Shop/Wiring.swift", line: 15)
                Singleton(Audit.init, fileID: "Shop/Wiring.swift", line: 15)
            }
        }
        let container = try Container {
            scopedOrders()
            Transient(OrderService.init)
            Singleton(fileID: "Shop/Wiring.swift", line: 15) { Audit(service: try $0.resolve()) }
        }
        let error = failure(.captive) { try container.withScope { _ = try $0.resolve(Audit.self) } }
        XCTAssertEqual(error?.path, ["Audit", "OrderService", "any Orders"])
    }

    func testUnreachableScope() throws {
        struct OrderService: Sendable { init(orders: any Orders) {} }
        assertErrorText(.unreachableScope, "unreachableScope") {
            _ = try Container {
                scopedOrders()
                Scoped(OrderService.init, fileID: "Shop/Wiring.swift", line: 15).in(ScopeTag("job"))
            }
        }
    }
}

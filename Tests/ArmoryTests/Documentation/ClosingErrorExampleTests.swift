import Armory
import ArmoryTestSupport
import XCTest

final class ClosingErrorExampleTests: LeakCheckedTestCase {
    struct Settings: Sendable {}
    struct CardOrders: Orders {}
    enum ReadError: Error { case noSuchFile }
    protocol Orders: Sendable {}

    private func scopedOrders() -> Scoped<any Orders> {
        Scoped((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }
    }

    func testClosesAsynchronously() throws {
        let container = try Container {
            scopedOrders().onShutdown { _ in await Task.yield() }
        }
        assertErrorText(.closesAsynchronously, "closesAsynchronously") {
            try container.withScope { _ = try $0.resolve((any Orders).self) }
        }
    }
}

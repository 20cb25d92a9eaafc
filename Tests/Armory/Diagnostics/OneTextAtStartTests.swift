import Armory
import ArmoryTestSupport
import XCTest

private struct Shop: Sendable { init(orders: any NearOrders) {} }

/// E4: a fault has one text, also when a container starts.
final class OneTextAtStartTests: LeakCheckedTestCase {
    func testE4_AtStart() async throws {
        let registration = Singleton { (orders: any NearOrders) async in Shop(orders: orders) }.eager()
        let built = failure(.invalid) { try Container { registration } }
        let container = try Container(configuration: .init(validates: false)) { registration }
        do {
            try await container.start()
            XCTFail("it has started")
        } catch {
            XCTAssertEqual(error.faults.first?.description, built?.faults.first?.description)
            XCTAssertEqual(error.code, .startFailed)
            XCTAssertEqual(error.faults.map(\.code), [.missing])
        }
    }
}

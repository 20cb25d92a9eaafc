import Armory
import ArmoryTestSupport
import XCTest

/// SEE2: what has become of kept instances.
final class KeptStateTests: LeakCheckedTestCase {
    func testSEE2_AKeptRegistrationIsReadyWhenItHasInstances() throws {
        let container = try Container {
            Kept(UInt8.self) { 1 }
            Kept(UInt16.self, arguments: Int.self) { _, _ in 1 }
        }
        XCTAssertEqual(container.graph.states, ["UInt8: empty", "UInt16: empty"])
        _ = try container.resolve(UInt8.self)
        _ = try container.resolve(UInt16.self, arguments: 7)
        XCTAssertEqual(container.graph.states, ["UInt8: ready", "UInt16: ready"])
    }
}

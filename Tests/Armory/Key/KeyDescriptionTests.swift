import Armory
import ArmoryTestSupport
import XCTest

final class KeyDescriptionTests: LeakCheckedTestCase {
    func testADescriptionCanBePastedIntoSource() {
        XCTAssertEqual(ServiceKey(Any.self).description, "Any")
        XCTAssertEqual(ServiceKey(AnyObject.self).description, "AnyObject")
        XCTAssertEqual(ServiceKey([Any].self).description, "[Any]")
    }
}

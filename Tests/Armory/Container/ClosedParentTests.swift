import Armory
import ArmoryTestSupport
import XCTest

// C10: every resolve that is no ready hit looks at the mark of its container and of its ancestors.
final class ClosedParentTests: LeakCheckedTestCase {
    func testC10_AChildOfAClosedParentHasItsReadyInstancesAndMakesNothingNew() throws {
        let closed = try Container { Singleton(value: 1) }
        let open = try Container { Singleton(value: "open") }
        let child = try Container(parents: [closed, open]) {
            Singleton { 1.5 }
            Singleton { Float(2) }
        }
        XCTAssertEqual(try child.resolve(Double.self), 1.5)
        closed.close()
        XCTAssertEqual(try child.resolve(Double.self), 1.5)
        failure(.closed) { try child.resolve(Float.self) }
        failure(.closed) { try child.resolve(Int.self) }
        failure(.closed) { try child.resolve(Int.self, arguments: 1) }
        failure(.closed) { try child.resolve(Int.self, named: "a") }
        failure(.closed) { try child.resolve(Int?.self) }
        failure(.closed) { try child.resolve(Int?.self) }
        failure(.closed) { try child.resolve(Float?.self) }
        failure(.closed) { try child.resolve(Int?.self, named: "a") }
        failure(.closed) { try child.resolve([Int].self) }
        XCTAssertEqual(try open.resolve(String.self), "open")
        assertThreadIsIdle()
    }
}

// What the libraries ask of a type: whether it is an optional, and whether its instances are objects.

import ArmoryRegistry
import ArmoryTestSupport
import XCTest

private struct Value: CustomStringConvertible, Error { let description = "it" }
private final class Object: CustomStringConvertible, Error { let description = "it" }

final class TypeTests: LeakCheckedTestCase {
    func testAnOptionalIsLookedIntoUpToItsInstance() {
        let object = Object()
        let deep: Object??? = object
        XCTAssert((deep as any AnyOptional).wrapped as? Object === object)
        XCTAssert(type(of: deep as any AnyOptional).wrappedType == Object.self)
        XCTAssert(type(of: object as Object? as any AnyOptional).wrappedType == Object.self)
        let absent: [any AnyOptional] = [Int?.none, Int??.some(nil), Int???.some(.some(nil))]
        for absent in absent {
            XCTAssertNil(absent.wrapped)
            XCTAssert(type(of: absent).wrappedType == Int.self)
        }
        XCTAssertNil(object as Any as? any AnyOptional)
        XCTAssertFalse(Int.self is any AnyOptional.Type)
    }

    func testTheKindOfATypeIsThatOfItsInstances() {
        for _ in 0..<2 {
            XCTAssertEqual(InstanceKind.of(Object.self), .object)
            XCTAssertEqual(InstanceKind.of(AnyObject.self), .any)
            XCTAssertEqual(InstanceKind.of((any CustomStringConvertible).self), .any)
            XCTAssertEqual(InstanceKind.of(Any.self), .any)
            XCTAssertEqual(InstanceKind.of(Value.self), .value)
            XCTAssertEqual(InstanceKind.of(Object?.self), .value, "an optional is one, whatever is in it")
            XCTAssertEqual(InstanceKind.of((any Error).self), .any)
        }
    }
}

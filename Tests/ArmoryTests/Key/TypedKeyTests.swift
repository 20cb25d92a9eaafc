// RES7: a key that is declared once, for registering and for resolving.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Orders: Sendable { var text: String { get } }
private final class SomeOrders: Orders {
    private let life = Counted()
    let text: String
    init(number: Int) { text = "\(number)" }
}

extension TypedKeys {
    fileprivate var number: TypedKey<Int> { TypedKey() }
    fileprivate var orders: TypedKey<any Orders> { TypedKey() }
    fileprivate var archive: TypedKey<any Orders> { TypedKey(named: "archive") }
    fileprivate var fifth: TypedKey<any Orders> { TypedKey(qualifier: 5) }
}

final class TypedKeyTests: LeakCheckedTestCase {
    func testRES7_OneKeyForRegisteringAndResolving() throws {
        let container = try Container {
            Singleton(\.number) { 3 }
            Singleton((any Orders).self, SomeOrders.init).keyed(\.orders)
            Transient(\.archive) { SomeOrders(number: try $0[\.number] * 10) }
            Shared((any Orders).self, SomeOrders.init).keyed(\.fifth)
            Transient { "\(try $0[\.orders].text) \(try $0[\.archive].text)" }
        }
        XCTAssertEqual(try container[\.orders].text, "3")
        XCTAssertEqual(try container[\.archive].text, "30")
        XCTAssertEqual(try container[\.fifth].text, "3")
        XCTAssertEqual(try container.resolve(String.self), "3 30")
        XCTAssertTrue(try container[\.orders] as AnyObject === container[\.orders] as AnyObject)
    }

    func testRES7_AKeyIsTheTypeAndTheName() throws {
        let container = try Container {
            Singleton((any Orders).self) { SomeOrders(number: 1) }
            Singleton((any Orders).self) { SomeOrders(number: 2) }.named("archive")
            Singleton(\.fifth) { SomeOrders(number: 5) }
        }
        XCTAssertEqual(try container[\.orders].text, "1")
        XCTAssertEqual(try container[\.archive].text, "2")
        XCTAssertEqual(try container.resolve((any Orders).self, qualifier: 5).text, "5")
        failure(.invalid) {
            try Container {
                Singleton(\.archive) { SomeOrders(number: 1) }
                Singleton((any Orders).self) { SomeOrders(number: 2) }.named("archive")
            }
        }
    }

    func testRES7_WhatIsNotRegisteredOrClosedIsTheUsualError() throws {
        let container = try Container { Singleton(\.archive) { SomeOrders(number: 1) } }
        let error = failure(.missing) { try container[\.orders] }
        XCTAssertEqual(error?.key, "any Orders")
        container.close()
        failure(.closed) { try container[\.archive] }
        failure(.closed) { try container[\.orders] }
    }

    func testRES7_AParentsKeyAPromiseAndAScopedOne() throws {
        let parent = try Container(configuration: .init(validates: false)) {
            Singleton(\.archive) { SomeOrders(number: 1) }
            Promised((any Orders).self).keyed(\.fifth)
            Scoped(\.orders) { SomeOrders(number: 4) }
        }
        let child = try Container(parents: [parent.openScope()]) {}
        XCTAssertEqual(try child[\.archive].text, "1")
        XCTAssertEqual(try child[\.orders].text, "4")
        failure(.outsideScope) { try parent[\.orders] }
        failure(.promised) { try parent[\.fifth] }
        failure(.promised) { try child[\.fifth] }
        failure(.promised) { try child.resolve((any Orders).self, qualifier: 5) }
    }
}

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
    fileprivate var fifth: TypedKey<any Orders> { TypedKey(named: RegistrationName(5)) }
}

final class TypedKeyTests: LeakCheckedTestCase {
    func testRES7_OneKeyForRegisteringAndResolving() throws {
        let container = try Container {
            Singleton { 3 }.keyed(\.number)
            Singleton((any Orders).self, SomeOrders.init).keyed(\.orders)
            Transient { SomeOrders(number: try $0.resolve(keyed: \.number) * 10) }.keyed(\.archive)
            Shared((any Orders).self, SomeOrders.init).keyed(\.fifth)
            Transient { "\(try $0.resolve(keyed: \.orders).text) \(try $0.resolve(keyed: \.archive).text)" }
        }
        XCTAssertEqual(try container.resolve(keyed: \.orders).text, "3")
        XCTAssertEqual(try container.resolve(keyed: \.archive).text, "30")
        XCTAssertEqual(try container.resolve(keyed: \.fifth).text, "3")
        XCTAssertEqual(try container.resolve(String.self), "3 30")
        XCTAssertTrue(
            try container.resolve(keyed: \.orders) as AnyObject === container.resolve(keyed: \.orders) as AnyObject)
    }

    func testRES7_AKeyIsTheTypeAndTheName() throws {
        let container = try Container {
            Singleton((any Orders).self) { SomeOrders(number: 1) }
            Singleton((any Orders).self) { SomeOrders(number: 2) }.named("archive")
            Singleton { SomeOrders(number: 5) }.keyed(\.fifth)
        }
        XCTAssertEqual(try container.resolve(keyed: \.orders).text, "1")
        XCTAssertEqual(try container.resolve(keyed: \.archive).text, "2")
        XCTAssertEqual(try container.resolve((any Orders).self, named: RegistrationName(5)).text, "5")
        failure(.invalid) {
            try Container {
                Singleton { SomeOrders(number: 1) }.keyed(\.archive)
                Singleton((any Orders).self) { SomeOrders(number: 2) }.named("archive")
            }
        }
    }

    func testRES7_WhatIsNotRegisteredOrClosedIsTheUsualError() throws {
        let container = try Container { Singleton { SomeOrders(number: 1) }.keyed(\.archive) }
        let error = failure(.missing) { try container.resolve(keyed: \.orders) }
        XCTAssertEqual(error?.key, "any Orders")
        container.close()
        failure(.closed) { try container.resolve(keyed: \.archive) }
        failure(.closed) { try container.resolve(keyed: \.orders) }
    }

    func testRES7_AParentsKeyAPromiseAndAScopedOne() throws {
        let parent = try Container(configuration: .init(validates: false)) {
            Singleton { SomeOrders(number: 1) }.keyed(\.archive)
            Promised((any Orders).self).keyed(\.fifth)
            Scoped { SomeOrders(number: 4) }.keyed(\.orders)
        }
        let child = try Container(parents: [parent.openScope()]) {}
        XCTAssertEqual(try child.resolve(keyed: \.archive).text, "1")
        XCTAssertEqual(try child.resolve(keyed: \.orders).text, "4")
        failure(.outsideScope) { try parent.resolve(keyed: \.orders) }
        failure(.promised) { try parent.resolve(keyed: \.fifth) }
        failure(.promised) { try child.resolve(keyed: \.fifth) }
        failure(.promised) { try child.resolve((any Orders).self, named: RegistrationName(5)) }
    }
}

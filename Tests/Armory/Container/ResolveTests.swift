import Armory
import ArmoryTestSupport
import XCTest

private protocol Orders: Sendable {
    var name: String { get }
}
private protocol Audited: AnyObject, Sendable {
    var trail: Int { get }
}
private final class SQLOrders: Orders, Audited, CustomStringConvertible {
    let life = Counted()
    let name: String
    let trail: Int
    init(name: String = "sql", trail: Int = 0) {
        self.name = name
        self.trail = trail
    }
    var description: String { name }
}

private struct Service {
    let orders: any Orders
    let audited: any Audited
}

final class ResolveTests: LeakCheckedTestCase {
    func testREG1_TheTypeIsInferredFromTheFactory() throws {
        let container = try Container {
            Singleton { SQLOrders() }
            Transient { Service(orders: try $0.resolve(SQLOrders.self), audited: try $0.resolve(SQLOrders.self)) }
        }
        let service: Service = try container.resolve()
        let orders: SQLOrders = try container.resolve()
        XCTAssertTrue(service.orders as AnyObject === orders)
        XCTAssertTrue(service.audited === orders)
    }

    func testREG1_ARegistrationUnderAProtocolIsFoundByItAlone() throws {
        let container = try Container {
            Singleton((any Orders).self) { SQLOrders(name: "opaque") }
            Singleton((any Audited).self) { SQLOrders(trail: 7) }
        }
        XCTAssertEqual(try container.resolve((any Orders).self).name, "opaque")
        XCTAssertEqual(try container.resolve((any Audited).self).trail, 7)
        let inferred: any Orders = try container.resolve()
        XCTAssertTrue(inferred as AnyObject === (try container.resolve((any Orders).self)) as AnyObject)
        failure(.missing) { try container.resolve(SQLOrders.self) }
    }

    func testREG1_TheFactorysResultTypeRegistersUnderAProtocol() throws {
        let container = try Container {
            Singleton { SQLOrders(name: "inferred") as any Orders }
        }
        XCTAssertEqual(try container.resolve((any Orders).self).name, "inferred")
    }

    func testREG1_OneObjectUnderSeveralProtocols() throws {
        let container = try Container {
            Singleton { SQLOrders() }
            Transient((any Orders).self) { try $0.resolve(SQLOrders.self) }
            Transient((any Audited).self) { try $0.resolve(SQLOrders.self) }
        }
        let orders = try container.resolve((any Orders).self)
        let audited = try container.resolve((any Audited).self)
        XCTAssertTrue(orders as AnyObject === audited)
    }

    func testCompositionsAreKeysOfTheirOwn() throws {
        typealias Both = any Orders & Audited
        typealias Three = any Orders & Audited & CustomStringConvertible
        let container = try Container {
            Singleton(Both.self) { SQLOrders(name: "both") }
            Graph(Three.self) { SQLOrders(name: "three") }
            Transient((any Orders).self) { SQLOrders(name: "one") }
        }
        XCTAssertEqual(try container.resolve(Both.self).name, "both")
        XCTAssertEqual(try container.resolve((any Audited & Orders).self).name, "both", "in any order")
        XCTAssertEqual(try container.resolve(Three.self).description, "three")
        XCTAssertEqual(try container.resolve((any Orders).self).name, "one")
        failure(.missing) { try container.resolve((any Audited).self) }
    }

    func testProtocolsInEveryLifetime() throws {
        let container = try Container {
            Singleton((any Orders).self) { SQLOrders() }.named("singleton")
            Shared((any Orders).self) { SQLOrders() }.named("shared")
            Graph((any Orders).self) { SQLOrders() }.named("graph")
            Transient((any Orders).self) { SQLOrders() }.named("transient")
            Singleton((any Orders).self, value: SQLOrders()).named("value")
            Transient { resolver in
                let names: [RegistrationName] = ["singleton", "shared", "graph", "transient", "value"]
                return try names.map { name -> Bool in
                    let first = try resolver.resolve((any Orders).self, named: name)
                    let second = try resolver.resolve((any Orders).self, named: name)
                    return first as AnyObject === second as AnyObject
                }
            }
        }
        XCTAssertEqual(try container.resolve([Bool].self), [true, true, true, false, true])
    }

    func testRES1_CallAsFunctionIsResolve() throws {
        let container = try Container {
            Singleton(value: 3)
            Transient { "\(try $0.resolve(Int.self))" }
            Transient { resolver -> [String] in
                [try resolver.resolve(), try resolver.resolve(), try resolver.resolve()]
            }
        }
        XCTAssertEqual(try container.resolve([String].self), ["3", "3", "3"])
    }

    func testRES1_ResolversResolveByNameAndQualifier() throws {
        let container = try Container {
            Singleton(value: 1).named("a")
            Singleton(value: 2).named(RegistrationName(9))
            Transient { resolver in
                try [
                    resolver.resolve(Int.self, named: "a"),
                    resolver.resolve(named: RegistrationName(9)),
                    resolver.resolve(Int?.self) ?? -1,
                    resolver.resolve(Int?.self, named: "a") ?? -1,
                    resolver.resolve(Int?.self, named: "b") ?? -1,
                    resolver.resolve(Int?.self, named: RegistrationName(9)) ?? -1,
                    resolver.resolve(Int?.self, named: RegistrationName(8)) ?? -1,
                ]
            }
        }
        XCTAssertEqual(try container.resolve([Int].self), [1, 2, -1, 1, -1, 2, -1])
    }

    func testS2_ANonSendableInstanceMayBeSentAway() async throws {
        final class Plain { let life = Counted(); var number = 1 }
        let container = try Container { Transient { Plain() } }
        let plain = try container.resolve(Plain.self)
        let number = await Task {
            plain.number += 1
            return plain.number
        }.value
        XCTAssertEqual(number, 2)
    }

    func testAnEmptyContainerHasNothing() throws {
        let container = try Container {}
        failure(.missing) { try container.resolve(Int.self) }
        failure(.missing) { try container.resolve(Int.self, named: "a") }
        failure(.missing) { try container.resolve(Int.self, named: RegistrationName(1)) }
        failure(.missing) { try container.resolve(Int.self, arguments: 1) }
        failure(.missing) { try container.with(Int.self) { _ in } }
    }

    func testATemporaryContainerLivesAsLongAsItsResolve() throws {
        let tracker = LifetimeTracker()
        for round in 0..<100 {
            let first = try Container { Singleton { Tracked(tracker) } }.resolve(Tracked.self)
            let second = try Container {
                Singleton { [Tracked(tracker)] }
                Transient { try $0.resolve([Tracked].self)[0] }
            }.resolve(Tracked.self)
            XCTAssertEqual([first.serial, second.serial], [2 * round + 1, 2 * round + 2])
            XCTAssertEqual(tracker.alive, 2)
        }
        XCTAssertEqual(tracker.alive, 0)
    }
}

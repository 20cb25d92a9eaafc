import Armory
import ArmoryTestSupport
import XCTest

/// Not `Sendable`, and so is `any Orders`; `any Orders & Sendable` is the same type at run time.
private protocol Orders: AnyObject { var name: String { get } }

private final class CardOrders: Orders, Sendable {
    let name = "safe"
}

private final class CountingOrders: Orders {
    let inner: any Orders
    private(set) var reads = 0
    init(_ inner: any Orders) { self.inner = inner }
    var name: String {
        reads += 1
        return inner.name
    }
}

/// S2: what the language cannot tell at a resolve, the check of the graph warns of.
final class SendableParameterTests: LeakCheckedTestCase {
    private final class Importer: Sendable {
        init(orders: any Orders & Sendable) {}
    }

    func testS2_AParameterThatMayBeSendableIsAWarning() throws {
        let container = try Container {
            Transient((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CountingOrders(CardOrders()) }
            Singleton(Importer.init, fileID: "Shop/Wiring.swift", line: 15)
        }
        let warnings = try container.validate().warnings
        XCTAssertEqual(warnings.map(\.code), [.notSendable])
        assertErrorText(warnings.first, "notSendable: a parameter")
    }

    func testS2_AParameterThatMayBeASendableSubclassIsAWarning() throws {
        final class Holder: Sendable {
            init(object: any NSObject & Sendable) {}
        }
        let container = try Container {
            Transient { NSObject() }
            Singleton(Holder.init)
        }
        XCTAssertEqual(try container.validate().warnings.map(\.code), [.notSendable])
    }

    func testS2_ParametersWhoseTypesAreClearAreNoWarning() throws {
        final class Holder {
            init(orders: any Orders) {}
        }
        let container = try Container {
            Transient((any Orders).self) { CountingOrders(CardOrders()) }
            Transient((any Orders & Sendable).self) { CardOrders() }.named("safe")
            Singleton { try Importer(orders: $0.resolve(named: "safe")) }.dependsOn((any Orders).self)
            Transient(Holder.init)
            Transient { CountingOrders(CardOrders()) }
            Unchecked(Holder.self) { Holder(orders: try $0.resolve()) }.named("vouched")
        }
        XCTAssertEqual(try container.validate().warnings.map(\.key), [])
    }
}

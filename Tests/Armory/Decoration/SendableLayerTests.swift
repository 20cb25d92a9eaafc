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

private protocol Tallied { func tally() }

private struct TalliedNumber: Tallied, Sendable {
    func tally() {}
}

/// S2: no decorator makes what threads share an instance that is not `Sendable`.
final class SendableLayerTests: LeakCheckedTestCase {
    private func faults(
        line: UInt = #line, @ModuleBuilder _ elements: () -> [any ModuleElement]
    ) -> [ResolutionError] {
        failure(.invalid, line: line) { _ = try Container(elements) }?.faults ?? []
    }

    func testS2_ADecoratorThatIsNotSendableIsRefusedAroundASharedInstance() throws {
        let faults = faults {
            Singleton((any Orders & Sendable).self, fileID: "Shop/Wiring.swift", line: 12) { CardOrders() }
            Decorator((any Orders).self, fileID: "Shop/Wiring.swift", line: 15) { CountingOrders($0) }
        }
        XCTAssertEqual(faults.map(\.code), [.notSendable])
        assertErrorText(faults.first, "notSendable: a decorator of a shared instance")
    }

    func testS2_EachFormOfADecoratorNotesItsType() throws {
        let shared = Singleton((any Orders & Sendable).self) { CardOrders() }
        let stamp = Transient { 1 }
        for decorator in [
            Decorator((any Orders).self) { CountingOrders($0) },
            Decorator((any Orders).self) { orders, _ in CountingOrders(orders) },
            Decorator((any Orders).self) { (orders: any Orders, _: Int) in CountingOrders(orders) },
            Decorator(all: (any Orders).self) { CountingOrders($0) },
            Decorator(all: (any Orders).self) { orders, _ in CountingOrders(orders) },
            Decorator(all: Any.self) { $0 }, Decorator((any Orders).self) { CountingOrders($0) }.dependsOn(),
        ] {
            XCTAssertEqual(
                faults {
                    shared; stamp; decorator
                }.map(\.code), [.notSendable])
        }
        for decorator in [
            Decorator((any Orders & Sendable).self) { $0 },
            Decorator((any Orders & Sendable).self) { orders, _ in orders },
            Decorator((any Orders & Sendable).self) { (orders: any Orders & Sendable, _: Int) in orders },
            Decorator(all: (any Orders & Sendable).self) { $0 },
            Decorator(all: (any Orders & Sendable).self) { orders, _ in orders },
            Decorator(all: (any Sendable).self) { $0 }, Decorator((any Orders & Sendable).self) { $0 }.dependsOn(),
        ] {
            XCTAssertEqual(
                try Container {
                    shared; stamp; decorator
                }.resolve((any Orders & Sendable).self).name, "safe")
        }
    }

    func testS2_ASendableDecoratorIsRefusedAroundAnInstanceThatIsNotSendable() throws {
        let faults = faults {
            Transient((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) { CountingOrders(CardOrders()) }
            Decorator((any Orders & Sendable).self, fileID: "Shop/Wiring.swift", line: 15) { $0 }
        }
        XCTAssertEqual(faults.map(\.code), [.notSendable])
        assertErrorText(faults.first, "notSendable: a Sendable decorator")
        XCTAssertEqual(
            self.faults {
                Graph { CountingOrders(CardOrders()) }
                Decorator(all: (any Sendable).self) { $0 }
            }.map(\.code), [.notSendable])
    }

    /// In a list, the container does not learn whether the type is `Sendable`.
    func testS2_ASendableDecoratorIsRefusedAroundAnInstanceOfAListOfRegistrations() throws {
        let unsafe: [any Registration] = [Transient((any Orders).self) { CountingOrders(CardOrders()) }]
        XCTAssertEqual(
            faults {
                unsafe.map { $0 as any ModuleElement }
                Decorator((any Orders & Sendable).self) { $0 }
            }.map(\.code), [.notSendable])
        let safe: [any ModuleElement] = [
            Singleton((any Orders & Sendable).self) { CardOrders() }, Transient { 1 },
            Decorator((any Orders & Sendable).self) { $0 }, Decorator(Int.self) { $0 + 1 },
        ]
        let container = try Container { safe }
        XCTAssertEqual(try container.resolve((any Orders & Sendable).self).name, "safe")
        XCTAssertEqual(try container.resolve(Int.self), 2, "a structure is one type")
    }

    /// `any Account & Sendable` and `Account` are one type at run time.
    func testS2_ADecoratorOfAClassIsRefusedAroundItsSendableSubclass() throws {
        final class SafeAccount: NSObject, Sendable {}
        XCTAssertEqual(
            faults {
                Singleton((any NSObject & Sendable).self) { SafeAccount() }
                Decorator(NSObject.self) { _ in NSObject() }
            }.map(\.code), [.notSendable])
        let container = try Container {
            Transient { NSObject() }
            Decorator(NSObject.self) { $0 }
        }
        XCTAssertNoThrow(try container.resolve(NSObject.self))
    }

    func testS2_AnAdapterOfASendableTypeIsRefusedForAnInstanceThatIsNotSendable() throws {
        struct Label: Sendable {
            let name: String
        }
        let orders = Transient((any Orders).self, fileID: "Shop/Wiring.swift", line: 12) {
            CountingOrders(CardOrders())
        }
        let stamp = Transient { 1 }
        for adapter in [
            Adapter(from: (any Orders & Sendable).self, to: Label.self) { Label(name: $0.name) },
            Adapter(from: (any Orders & Sendable).self, to: Label.self) { orders, _ in Label(name: orders.name) },
            Adapter(from: (any Orders & Sendable).self, to: Label.self) { (orders: any Orders & Sendable, _: Int) in
                Label(name: orders.name)
            },
        ] {
            XCTAssertEqual(
                faults {
                    orders; stamp; adapter
                }.map(\.code), [.notSendable])
            let container = try Container {
                Transient((any Orders & Sendable).self) { CardOrders() }; stamp; adapter
            }
            XCTAssertEqual(try container.resolve(Label.self).name, "safe")
        }
        let text = faults {
            orders
            Adapter(from: (any Orders & Sendable).self, to: Label.self, fileID: "Shop/Wiring.swift", line: 15) {
                Label(name: $0.name)
            }
        }
        assertErrorText(text.first, "notSendable: an adapter")
        // An adapter that does not treat it as `Sendable` takes any.
        let plain = try Container {
            Singleton((any Orders & Sendable).self) { CardOrders() }
            Adapter(from: (any Orders).self, to: Label.self) { Label(name: $0.name) }
        }
        XCTAssertEqual(try plain.resolve(Label.self).name, "safe")
    }

    func testS2_TheSameTypeOnBothSidesIsDecorated() throws {
        let container = try Container {
            Transient((any Orders).self) { CardOrders() }
            Decorator((any Orders).self) { CountingOrders($0) }
        }
        XCTAssertTrue(try container.resolve((any Orders).self) is CountingOrders)
    }

    /// Whether it decorates an instance of another type is known only when the instance exists.
    func testS2_ADecoratorForAllTypesIsRefusedWhenItMeetsTheInstance() throws {
        final class TalliedOrders: Orders, Tallied, Sendable {
            let name = "tallied"
            func tally() {}
        }
        let container = try Container {
            Singleton((any Orders & Sendable).self) { CardOrders() }.named("safe")
            Singleton((any Orders & Sendable).self) { TalliedOrders() }
            Decorator(all: (any Tallied).self) { $0 }
        }
        XCTAssertEqual(try container.resolve((any Orders & Sendable).self, named: "safe").name, "safe")
        failure(.notSendable) { try container.resolve((any Orders & Sendable).self) }
        // It may return a subclass that is not `Sendable`; a structure is what its name says.
        let subclass = try Container {
            Singleton { TalliedOrders() }
            Decorator(all: (any Tallied).self) { $0 }
        }
        failure(.notSendable) { try subclass.resolve(TalliedOrders.self) }
        let safe = try Container {
            Singleton { TalliedNumber() }
            Decorator(all: (any Tallied).self) { $0 }
        }
        XCTAssertNoThrow(try safe.resolve(TalliedNumber.self))
    }

    func testS2_AFurtherTypeOfASharedInstanceIsShared() throws {
        XCTAssertEqual(
            faults {
                Singleton { CardOrders() }.as { $0 as any Orders & Sendable }
                Decorator((any Orders).self) { CountingOrders($0) }
            }.map(\.code), [.notSendable])
    }

    func testS2_UncheckedAllowsAMixedDecorator() throws {
        let container = try Container {
            Singleton((any Orders & Sendable).self) { CardOrders() }
            Decorator((any Orders).self) { CountingOrders($0) }.unchecked()
        }
        XCTAssertTrue(try container.resolve((any Orders & Sendable).self) is CountingOrders)
        let vouched = try Container {
            Unchecked((any Orders).self) { _ in CardOrders() }
            Decorator((any Orders).self) { CountingOrders($0) }
        }
        XCTAssertTrue(try vouched.resolve((any Orders).self) is CountingOrders)
    }
}

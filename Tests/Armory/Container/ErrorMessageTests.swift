import Armory
import ArmoryTestSupport
import XCTest

private protocol Orders: Sendable {}
private final class SQLOrders: Orders { let life = Counted() }
private struct OrderService {
    let orders: any Orders
}
private struct CheckoutController {
    let service: OrderService
}
private enum Archive {
    struct OrderService {}
}
enum Coast: Sendable {
    case north
}

// E1: the messages, by the table of texts. Registrations say where they are written, so that the lines stay.
final class ErrorMessageTests: LeakCheckedTestCase {
    private func service(line: Int) -> Transient<OrderService> {
        Transient(fileID: "Shop/Wiring.swift", line: line) { OrderService(orders: try $0.resolve()) }
    }

    private func controller(line: Int) -> Transient<CheckoutController> {
        Transient(fileID: "Shop/Wiring.swift", line: line) { CheckoutController(service: try $0.resolve()) }
    }

    private func orders(line: Int) -> Singleton<any Orders> {
        Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: line) { SQLOrders() }
    }

    func testE1_MissingAtTheOutermostResolve() throws {
        let container = try Container { orders(line: 3) }
        assertErrorText(failure(.missing) { try container.resolve(OrderService.self) }, "missing: outermost")
    }

    func testE1_MissingInAFactory() throws {
        let container = try Container {
            service(line: 12)
            controller(line: 7)
        }
        assertErrorText(failure(.missing) { try container.resolve(CheckoutController.self) }, "missing: in a factory")
    }

    func testE1_MissingWithANearName() throws {
        let container = try Container {
            orders(line: 9).named("primary")
            service(line: 12)
            controller(line: 7)
        }
        let error = failure(.missing) { try container.resolve(CheckoutController.self) }
        XCTAssertEqual(error?.path, ["CheckoutController", "OrderService", "any Orders"])
        XCTAssertEqual(error?.location, CodeLocation(fileID: "Shop/Wiring.swift", line: 12))
        XCTAssertEqual(error?.nearKeys, ["any Orders named \"primary\""])
    }

    func testE1_MissingWithNearQualifiers() throws {
        let container = try Container {
            orders(line: 1)
            orders(line: 2).named("primary")
            orders(line: 3).named(RegistrationName(7))
            orders(line: 4).named(RegistrationName(Coast.north))
        }
        assertErrorText(
            failure(.missing) { try container.resolve((any Orders).self, named: "secondary") },
            "missing: near several qualifiers")
    }

    func testE1_MissingWithANearQualifierOfAnotherType() throws {
        let container = try Container { orders(line: 3).named(RegistrationName(7)) }
        assertErrorText(
            failure(.missing) { try container.resolve((any Orders).self, named: "7") },
            "missing: near a qualifier of another type")
    }

    func testE1_MissingWithANearSpelling() throws {
        let container = try Container { service(line: 12) }
        assertErrorText(
            failure(.missing) { try container.resolve(Archive.OrderService.self) },
            "missing: near a type of the same name")
    }

    func testE1_Duplicate() throws {
        let error = failure(.invalid) {
            try Container {
                orders(line: 9).named("primary")
                orders(line: 10).named("primary")
            }
        }
        assertErrorText(error?.faults.first, "duplicate: named")
    }

    func testE1_WrongArgumentsOfAnotherType() throws {
        let container = try Container {
            Transient(arguments: Int.self, String.self, fileID: "Shop/Wiring.swift", line: 5) {
                _, number, text in "\(number)\(text)"
            }
        }
        assertErrorText(
            failure(.wrongArguments) { try container.resolve(String.self, arguments: 1) },
            "wrongArguments: of another number")
        assertErrorText(
            failure(.wrongArguments) { try container.resolve(String.self, arguments: "a", 1) },
            "wrongArguments: in another order")
    }

    func testE1_WrongArgumentsNoneGiven() throws {
        let container = try Container {
            Transient(arguments: Int.self, fileID: "Shop/Wiring.swift", line: 5) { _, number in "\(number)" }
            Transient(fileID: "Shop/Wiring.swift", line: 6) { [try $0.resolve(String.self)] }
        }
        assertErrorText(
            failure(.wrongArguments) { try container.resolve([String].self) }, "wrongArguments: none given in a factory"
        )
    }

    func testE1_WrongArgumentsGivenToOneThatTakesNone() throws {
        let container = try Container {
            orders(line: 9)
            service(line: 12)
        }
        // The second time, the instance exists.
        for _ in 0..<2 {
            let error = failure(.wrongArguments) { try container.resolve((any Orders).self, arguments: 1) }
            assertErrorText(error, "wrongArguments: takes none, outermost")
            _ = try container.resolve((any Orders).self)
        }
        failure(.wrongArguments) { try container.resolve(OrderService.self, arguments: 1, 2) }
        assertThreadIsIdle()
    }

    func testE1_FactoryFailed() throws {
        let container = try Container {
            Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 9) { () throws -> any Orders in
                throw Mishap(404)
            }
            service(line: 12)
        }
        assertErrorText(
            failure(.factoryFailed) { try container.resolve(OrderService.self) }, "factoryFailed: in a factory")
    }

    func testE1_ValueTypeSharedBehindALabel() throws {
        let container = try Container {
            Shared(Int.self, fileID: "Shop/Wiring.swift", line: 4) { 5 }
        }
        assertErrorText(
            failure(.valueTypeShared) { try container.resolve(Int.self) }, "valueTypeShared: behind a label")
    }

    func testE1_ValueTypeSharedBehindAProtocol() throws {
        struct MemoryOrders: Orders {}
        let container = try Container {
            Shared((any Orders).self, fileID: "Shop/Wiring.swift", line: 4) { MemoryOrders() }
            service(line: 12)
        }
        assertErrorText(
            failure(.valueTypeShared) { try container.resolve(OrderService.self) }, "valueTypeShared: in a factory")
    }

    func testE1_ReplacedWhileInjecting() throws {
        final class Node: @unchecked Sendable {  // One thread.
            let life = Counted()
            weak var peer: Node?
        }
        let container = try Container {
            Singleton(fileID: "Shop/Wiring.swift", line: 4) { Node() }
                .inject { node, resolver in
                    node.peer = try resolver.resolve(Node.self, named: "peer")
                    node = Node()
                }
            Singleton { Node() }.named("peer").inject { node, resolver in node.peer = try resolver.resolve() }
        }
        let error = failure(.replacedWhileInjecting) { try container.resolve(Node.self) }
        assertErrorText(error, "replacedWhileInjecting: one of two")
    }

    func testE1_Closed() throws {
        let container = try Container { orders(line: 9) }
        container.close()
        assertErrorText(failure(.closed) { try container.resolve((any Orders).self) }, "closed: outermost")
    }

    func testE1_OutsideItsScope() throws {
        let container = try Container {
            Scoped((any Orders).self, fileID: "Shop/Wiring.swift", line: 9) { SQLOrders() }
            service(line: 12)
        }
        assertErrorText(
            failure(.outsideScope) { try container.resolve(OrderService.self) }, "outsideScope: in a factory")
    }

    func testE1_TooDeep() throws {
        try skipWithOneHash("the chain is as long as all registrations")
        let container = try Container(configuration: .init(validates: false)) {
            for depth in 0..<20_000 {
                Transient(fileID: "Shop/Wiring.swift", line: depth) { resolver -> Int in
                    try resolver.resolve(named: RegistrationName(depth + 1))
                }.named(RegistrationName(depth))
            }
        }
        let error = try onThread(stackSize: 256 << 10) {
            failure(.tooDeep) { try container.resolve(Int.self, named: RegistrationName(0)) }
        }
        let count = error?.path.count ?? 0
        XCTAssertGreaterThan(count, 16)
        // How many levels the stack holds depends on the build.
        let text = error?.description.replacing("\(count - 12) more", with: "(n - 12) more")
            .replacing("\(count) levels", with: "n levels")
            .replacing(#/named (\d+)/#) {
                Int($0.1).map { $0 < 8 ? "named \($0)" : "named (n - \(count - $0))" } ?? ""
            }
            .replacing(#/swift:\d+/#, with: "swift:(n - 1)")
        XCTAssertEqual(error?.path, (0..<count).map { "Int named \($0)" })
        assertErrorText(of: text, "tooDeep: outermost")
    }

    func testE1_TooDeepWithTheFramesOfAFactory() throws {
        struct Archive {}
        struct Report {}
        let ended = Counter()
        /// Resolves ever deeper in the stack. The count after the call keeps each call's frame.
        @Sendable func fill(_ resolver: borrowing Resolver) throws -> Archive {
            defer { ended.increment() }
            _ = try resolver.resolve(Report.self)
            return try fill(resolver)
        }
        let container = try Container {
            Transient(fileID: "Shop/Wiring.swift", line: 12) { Report() }
            Transient { try fill($0) }
        }
        let error = try onThread(stackSize: 256 << 10) { failure(.tooDeep) { try container.resolve(Archive.self) } }
        assertErrorText(error, "tooDeep")
        XCTAssertGreaterThan(ended.value, 0)
    }

    func testE1_TimedOut() throws {
        let started = Latch()
        let finish = Latch()
        let container = try Container(configuration: .init(waitLimit: .milliseconds(50))) {
            Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: 9) { () -> any Orders in
                started.open()
                finish.wait()
                return SQLOrders()
            }
            service(line: 12)
            controller(line: 7)
        }
        let results = race(threads: 2) { thread -> String in
            if thread == 0 {
                _ = try container.resolve(CheckoutController.self)
                return ""
            }
            started.wait()
            defer { finish.open() }
            return failure(.timedOut) { try container.resolve(OrderService.self) }?.description ?? ""
        }
        XCTAssertEqual(try results[0].get(), "", "the builder is not disturbed")
        assertErrorText(of: try results[1].get(), "timedOut: of another path")
        XCTAssertNoThrow(try container.resolve(OrderService.self))
    }
}

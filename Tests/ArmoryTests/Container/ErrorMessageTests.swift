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

// E1: the messages, to the letter. Registrations say where they are written, so that the lines stay.
final class ErrorMessageTests: LeakCheckedTestCase {
    private func service(line: Int) -> Transient<OrderService> {
        Transient(fileID: "Shop/Wiring.swift", line: line) { OrderService(orders: try $0()) }
    }

    private func controller(line: Int) -> Transient<CheckoutController> {
        Transient(fileID: "Shop/Wiring.swift", line: line) { CheckoutController(service: try $0()) }
    }

    private func orders(line: Int) -> Singleton<any Orders> {
        Singleton((any Orders).self, fileID: "Shop/Wiring.swift", line: line) { SQLOrders() }
    }

    func testE1_MissingAtTheOutermostResolve() throws {
        let container = try Container { orders(line: 3) }
        assertMessage(
            failure(.missing) { try container.resolve(OrderService.self) },
            """
            OrderService is not registered. [missing]
              fix: register OrderService before it is resolved, or use resolveOptional if it may be missing.
            """)
    }

    func testE1_AReplacementWhoseNameWasForgotten() throws {
        let container = try Container { orders(line: 9).named("standard") }
        assertMessage(
            failure(.missing) { try container.replace(orders(line: 20)) },
            """
            any Orders is not registered. [missing]
              near: any Orders named "standard", registered at Shop/Wiring.swift:9
              fix: change any Orders named "standard", or register any Orders first.
            """)
    }

    func testE1_MissingInAFactory() throws {
        let container = try Container {
            service(line: 12)
            controller(line: 7)
        }
        assertMessage(
            failure(.missing) { try container.resolve(CheckoutController.self) },
            """
            OrderService needs any Orders, which is not registered. [missing]
              path: CheckoutController → OrderService → any Orders
              OrderService is registered at Shop/Wiring.swift:12
              fix: register any Orders before it is resolved, or use resolveOptional if it may be missing.
            """)
    }

    func testE1_MissingWithANearNameIsTheExampleOfTheDocumentation() throws {
        let container = try Container {
            orders(line: 9).named("primary")
            service(line: 12)
            controller(line: 7)
        }
        assertMessage(
            failure(.missing) { try container.resolve(CheckoutController.self) },
            """
            OrderService needs any Orders, which is not registered. [missing]
              path: CheckoutController → OrderService → any Orders
              OrderService is registered at Shop/Wiring.swift:12
              near: any Orders named "primary", registered at Shop/Wiring.swift:9
              fix: register any Orders without a qualifier, or resolve it with named: "primary".
            """)
    }

    func testE1_MissingWithNearQualifiers() throws {
        let container = try Container {
            orders(line: 1)
            orders(line: 2).named("primary")
            orders(line: 3).qualified(by: 7)
            orders(line: 4).qualified(by: Coast.north)
        }
        assertMessage(
            failure(.missing) { try container.resolve((any Orders).self, named: "secondary") },
            """
            any Orders named "secondary" is not registered. [missing]
              near: any Orders, registered at Shop/Wiring.swift:1
              near: any Orders named "primary", registered at Shop/Wiring.swift:2
              near: any Orders qualified by 7, registered at Shop/Wiring.swift:3
              near: any Orders qualified by ArmoryTests.Coast.north, registered at Shop/Wiring.swift:4
              fix: register any Orders named "secondary", or resolve it without a qualifier.
            """)
    }

    func testE1_MissingWithANearQualifierOfAnotherType() throws {
        let container = try Container { orders(line: 3).qualified(by: 7) }
        assertMessage(
            failure(.missing) { try container.resolve((any Orders).self, qualifier: "7") },
            """
            any Orders qualified by "7" is not registered. [missing]
              near: any Orders qualified by 7, registered at Shop/Wiring.swift:3
              fix: register any Orders qualified by "7", or resolve it with qualifier: 7.
            """)
    }

    func testE1_MissingWithANearSpelling() throws {
        let container = try Container { service(line: 12) }
        assertMessage(
            failure(.missing) { try container.resolve(Archive.OrderService.self) },
            """
            OrderService is not registered. [missing]
              near: OrderService, registered at Shop/Wiring.swift:12
              fix: register OrderService, or resolve OrderService.
            """)
    }

    func testE1_Removed() throws {
        let container = try Container {
            orders(line: 9)
            service(line: 12)
        }
        try container.remove((any Orders).self)
        assertMessage(
            failure(.removed) { try container.resolve((any Orders).self) },
            """
            any Orders was removed from the container. [removed]
              it was registered at Shop/Wiring.swift:9
              fix: register it again, after freeze() with load(_:), or use resolveOptional if it may be missing.
            """)
        assertMessage(
            failure(.removed) { try container.resolve(OrderService.self) },
            """
            any Orders was removed from the container. [removed]
              path: OrderService → any Orders
              it was registered at Shop/Wiring.swift:9
              fix: register it again, after freeze() with load(_:), or use resolveOptional if it may be missing.
            """)
    }

    func testE1_Duplicate() throws {
        let error = failure(.invalid) {
            try Container {
                orders(line: 9).named("primary")
                orders(line: 10).named("primary")
            }
        }
        assertMessage(
            error?.faults.first,
            """
            any Orders named "primary" is registered twice. [duplicate]
              first registered at Shop/Wiring.swift:9
              and again at Shop/Wiring.swift:10
              fix: remove one of the two, distinguish them with named(_:), or build the container with duplicates: .replace to let the last one win.
            """)
    }

    func testE1_WrongArgumentsOfAnotherType() throws {
        let container = try Container {
            Transient(arguments: Int.self, String.self, fileID: "Shop/Wiring.swift", line: 5) {
                _, number, text in "\(number)\(text)"
            }
        }
        assertMessage(
            failure(.wrongArguments) { try container.resolve(String.self, arguments: 1) },
            """
            String takes arguments of type (Int, String), not Int. [wrongArguments]
              String is registered at Shop/Wiring.swift:5
              fix: pass values of exactly the type (Int, String) to resolve(_:arguments:).
            """)
        assertMessage(
            failure(.wrongArguments) { try container.resolve(String.self, arguments: "a", 1) },
            """
            String takes arguments of type (Int, String), not (String, Int). [wrongArguments]
              String is registered at Shop/Wiring.swift:5
              fix: pass values of exactly the type (Int, String) to resolve(_:arguments:): argument 1 is String, not Int; argument 2 is Int, not String.
            """)
    }

    func testE1_WrongArgumentsNoneGiven() throws {
        let container = try Container {
            Transient(arguments: Int.self, fileID: "Shop/Wiring.swift", line: 5) { _, number in "\(number)" }
            Transient(fileID: "Shop/Wiring.swift", line: 6) { [try $0(String.self)] }
        }
        assertMessage(
            failure(.wrongArguments) { try container.resolve([String].self) },
            """
            String takes arguments of type Int, but was given none. [wrongArguments]
              path: [String] → String
              String is registered at Shop/Wiring.swift:5
              fix: pass values of exactly the type Int to resolve(_:arguments:).
            """)
    }

    func testE1_WrongArgumentsGivenToOneThatTakesNone() throws {
        let container = try Container {
            orders(line: 9)
            service(line: 12)
        }
        let text = """
            any Orders takes no arguments, but was given Int. [wrongArguments]
              any Orders is registered at Shop/Wiring.swift:9
              fix: resolve it without arguments, or register it as Transient(arguments: …).
            """
        assertMessage(
            failure(.wrongArguments) { try container.resolve((any Orders).self, arguments: 1) }, text)
        _ = try container.resolve((any Orders).self)
        assertMessage(
            failure(.wrongArguments) { try container.resolve((any Orders).self, arguments: 1) }, text)
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
        assertMessage(
            failure(.factoryFailed) { try container.resolve(OrderService.self) },
            """
            any Orders could not be created: its factory threw. [factoryFailed]
              path: OrderService → any Orders
              any Orders is registered at Shop/Wiring.swift:9
              error: mishap 404
              fix: remove the cause of the error; the next resolve tries again.
            """)
    }

    func testE1_ValueTypeSharedBehindALabel() throws {
        let container = try Container {
            Shared(Int.self, fileID: "Shop/Wiring.swift", line: 4) { 5 }
        }
        assertMessage(
            failure(.valueTypeShared) { try container.resolve(Int.self) },
            """
            Int is registered as Shared, but Int is a value type. [valueTypeShared]
              Int is registered at Shop/Wiring.swift:4
              fix: register a class, or choose Singleton, Graph or Transient.
            """)
    }

    func testE1_ValueTypeSharedBehindAProtocol() throws {
        struct MemoryOrders: Orders {}
        let container = try Container {
            Shared((any Orders).self, fileID: "Shop/Wiring.swift", line: 4) { MemoryOrders() }
            service(line: 12)
        }
        assertMessage(
            failure(.valueTypeShared) { try container.resolve(OrderService.self) },
            """
            any Orders is registered as Shared, but MemoryOrders is a value type. [valueTypeShared]
              path: OrderService → any Orders
              any Orders is registered at Shop/Wiring.swift:4
              fix: register a class, or choose Singleton, Graph or Transient.
            """)
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
            Singleton { Node() }.named("peer").inject { node, resolver in node.peer = try resolver() }
        }
        let error = failure(.replacedWhileInjecting) { try container.resolve(Node.self) }
        assertMessage(
            error,
            """
            Node was replaced by another object while it was being injected, as part of a cycle. [replacedWhileInjecting]
              Node is registered at Shop/Wiring.swift:4
              fix: change the object that inject receives instead of assigning another one.
            """)
    }

    func testE1_Frozen() throws {
        let container = try Container { orders(line: 9) }
        assertMessage(
            failure(.frozen) { try container.register(service(line: 12)) },
            """
            OrderService cannot be registered: the container is frozen. [frozen]
              the refused registration is at Shop/Wiring.swift:12
              fix: register before freeze(), or use replace(_:) for a key that is registered.
            """)
    }

    func testE1_Closed() throws {
        let container = try Container { orders(line: 9) }
        container.close()
        assertMessage(
            failure(.closed) { try container.resolve((any Orders).self) },
            """
            any Orders cannot be resolved: the container is closed. [closed]
              fix: resolve it before close() or shutdown(), or keep the instance.
            """)
    }

    func testE1_OutsideItsScope() throws {
        let container = try Container {
            Scoped((any Orders).self, fileID: "Shop/Wiring.swift", line: 9) { SQLOrders() }
            service(line: 12)
        }
        assertMessage(
            failure(.outsideScope) { try container.resolve(OrderService.self) },
            """
            any Orders lives in the scope "request", and no such scope is open here. [outsideScope]
              path: OrderService → any Orders
              any Orders is registered at Shop/Wiring.swift:9
              fix: resolve it from a scope, which container.withScope(.request) { scope in … } opens; an instance that outlives the scope cannot hold it.
            """)
    }

    func testE1_TooDeep() throws {
        let container = Container()
        for depth in 0..<20_000 {
            try container.register(
                Transient(fileID: "Shop/Wiring.swift", line: depth) { resolver -> Int in
                    try resolver.resolve(qualifier: depth + 1)
                }.qualified(by: depth))
        }
        let error = try onThread(stackSize: 256 << 10) {
            failure(.tooDeep) { try container.resolve(Int.self, qualifier: 0) }
        }
        let count = error?.path.count ?? 0
        XCTAssertGreaterThan(count, 16)
        let first = (0..<8).map { "Int qualified by \($0)" }
        let last = ((count - 4)..<count).map { "Int qualified by \($0)" }
        let path = (first + ["… \(count - 12) more …"] + last).joined(separator: " → ")
        assertMessage(
            error,
            """
            Int qualified by \(count - 1) is too deep in the graph: \(count) levels use up the thread's stack. [tooDeep]
              path: \(path)
              Int qualified by \(count - 1) is registered at Shop/Wiring.swift:\(count - 1)
              fix: resolve on a thread with a larger stack, or make the chain of dependencies shorter.
            """)
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
        XCTAssertEqual(
            try results[1].get(),
            """
            any Orders is still being created by another thread, and the wait limit has passed. [timedOut]
              path: OrderService → any Orders
              any Orders is registered at Shop/Wiring.swift:9
              the other thread: CheckoutController → OrderService → any Orders
              fix: check what the other thread's factory waits for, or raise waitLimit in the container's configuration.
            """)
        XCTAssertNoThrow(try container.resolve(OrderService.self))
    }
}

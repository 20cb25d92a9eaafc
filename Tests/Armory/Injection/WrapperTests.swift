// RES5, RES6: property wrappers and the same as plain values, in code that was handed no container.

import Armory
import ArmoryTestSupport
import XCTest

private protocol Orders: AnyObject, Sendable {
    var name: String { get }
}

private final class SQLOrders: Orders {
    private let life = Counted()
    let name: String
    init(_ name: String = "sql") { self.name = name }
}

private final class Coupons: Sendable {
    private let life = Counted()
}

/// Not `Sendable`: what a wrapper gives need not be.
private final class Basket {
    private let life = Counted()
    var items: [String] = []
}

private struct Cart {
    @Injected var orders: any Orders
    @Injected(named: "archive") var archive: any Orders
    @Lazy var lazy: any Orders
    @Lazy(arguments: "asked") var made: SQLOrders
    @Lazy(arguments: "asked", 2) var madeOfTwo: SQLOrders
    @WeakInjected var cache: any Orders
    @Injected var coupons: Coupons?
    @Provider var basket: Basket
    @Lazy(named: RegistrationName(7)) var qualified: any Orders
}

private actor Till {
    @Injected var orders: any Orders
    @Lazy var lazy: any Orders
    @WeakInjected var cache: any Orders
    @Injected var coupons: Coupons?
    @Provider var again: any Orders

    var names: [String] { [orders.name, lazy.name, cache.name, again.name] }
    var hasCoupons: Bool { coupons != nil }
}

private final class Shop {
    @Injected var orders: any Orders
    @Lazy var lazy: any Orders
    @Provider var basket: Basket
}

/// A `Sendable` class holds no wrapper; each of the five is a value in a `let`.
private final class Checkout: Sendable {
    private let life = Counted()
    let orders = Injected<any Orders>()
    let lazy = Lazy<any Orders>()
    let cache = WeakInjected<any Orders>()
    let coupons = Injected<Coupons?>()
    let dynamic = Provider<any Orders>()
}

final class WrapperTests: LeakCheckedTestCase {
    private func shop() throws -> Container {
        try Container {
            Singleton((any Orders).self) { SQLOrders() }
            Singleton((any Orders).self) { SQLOrders("archive") }.named("archive")
            Singleton((any Orders).self) { SQLOrders("seven") }.named(RegistrationName(7))
            Transient(arguments: String.self) { _, name in SQLOrders(name) }
            Transient(Basket.init)
            Transient { Checkout() }
        }
    }

    func testRES5_EachWrapperInAStruct() throws {
        let container = try shop()
        let cart = container.asCurrent { Cart() }
        let orders = try container.resolve((any Orders).self)
        XCTAssertTrue(cart.orders === orders)
        XCTAssertEqual(cart.archive.name, "archive")
        XCTAssertFalse(cart.$lazy.isResolved)
        XCTAssertTrue(cart.lazy === orders)
        XCTAssertTrue(cart.$lazy.isResolved)
        XCTAssertEqual(cart.made.name, "asked")
        XCTAssertTrue(cart.made === cart.made)
        XCTAssertTrue(cart.cache === orders)
        XCTAssertNil(cart.coupons)
        XCTAssertFalse(cart.basket === cart.basket)
        XCTAssertEqual(cart.qualified.name, "seven")
        let error = failure(.wrongArguments) { try cart.$madeOfTwo() }
        XCTAssertEqual(error?.key, "SQLOrders")
    }

    func testRES5_EachWrapperInAnActorAndAClass() async throws {
        let container = try shop()
        let till = container.asCurrent { Till() }
        let names = await till.names
        XCTAssertEqual(names, ["sql", "sql", "sql", "sql"])
        let hasCoupons = await till.hasCoupons
        XCTAssertFalse(hasCoupons)
        let shop = container.asCurrent { Shop() }
        XCTAssertTrue(shop.orders === shop.lazy)
        XCTAssertFalse(shop.basket === shop.basket)
    }

    func testRES5_TheProjectedValueReleasesAndResolvesAgain() throws {
        let container = try Container {
            Transient((any Orders).self) { SQLOrders() }
            Transient(Basket.init)
        }
        let shop = container.asCurrent { Shop() }
        let first = shop.lazy
        XCTAssertTrue(shop.lazy === first)
        shop.$lazy.release()
        XCTAssertFalse(shop.$lazy.isResolved)
        XCTAssertFalse(shop.lazy === first)
        let eager = shop.orders
        XCTAssertTrue(shop.orders === eager)
        let again = shop.$orders
        XCTAssertFalse(again.isResolved)
        let other = try again()
        XCTAssertFalse(other === eager)
        XCTAssertTrue(try again() === other)
        again.release()
        XCTAssertFalse(try again() === other)
        XCTAssertTrue(shop.orders === eager)
    }

    func testRES5_EachIsAPlainValueInASendableClass() throws {
        let container = try shop()
        let checkout = try container.resolve(Checkout.self)
        let orders = try container.resolve((any Orders).self)
        XCTAssertTrue(checkout.orders.value === orders)
        XCTAssertTrue(try checkout.lazy() === orders)
        XCTAssertTrue(try checkout.cache() === orders)
        XCTAssertTrue(try checkout.dynamic() === orders)
        XCTAssertNil(checkout.coupons.value)
    }

    // MARK: Which container

    func testRES6_TheTasksContainerGoesBeforeTheDefault() async throws {
        let fallback = try Container { Singleton(value: "default") }
        let task = try Container { Singleton(value: "task") }
        let inner = try Container { Singleton(value: "inner") }
        XCTAssertNil(Container.current)
        try Container.setDefault(fallback)
        defer { Container.clearDefaultContainer() }
        XCTAssertEqual(try Lazy<String>()(), "default")
        failure(.defaultIsSet) { try Container.setDefault(task) }
        try await task.asCurrent {
            XCTAssertEqual(try Lazy<String>()(), "task")
            async let child = Lazy<String>()()
            let unstructured = Task { try Lazy<String>()() }
            let detached = Task.detached { try Lazy<String>()() }
            let names = try await [child, unstructured.value, detached.value]
            XCTAssertEqual(names, ["task", "task", "default"])
            XCTAssertEqual(try inner.asCurrent { try Lazy<String>()() }, "inner")
            XCTAssertTrue(Container.current === task)
        }
        XCTAssertTrue(Container.current === fallback)
    }

    func testRES6_AFactorysContainerGoesBeforeTheTasks() throws {
        let other = try Container { Singleton(value: "other") }
        let container = try Container {
            Singleton(value: "own")
            Transient { Lazy<String>() }
            Singleton([String].self) { [Injected<String>().value, try Lazy<String>()()] }
        }
        try other.asCurrent {
            XCTAssertEqual(try container.resolve([String].self), ["own", "own"])
            XCTAssertEqual(try container.resolve(Lazy<String>.self)(), "own")
        }
    }

    func testRES6_InAChildTheOwnersContainerIsCurrent() throws {
        let parent = try Container {
            Singleton(value: "parent")
            Singleton([String].self) { [Injected<String>().value] }
            Transient(Set<String>.self) { [Injected<String>().value] }
        }
        let child = try Container(parents: [parent]) { Singleton(value: "child") }
        XCTAssertEqual(try child.resolve([String].self), ["parent"], "made in its owner's view")
        XCTAssertEqual(try child.resolve(Set<String>.self), ["child"], "made in the asker's view")
    }

    func testRES6_ALazyThatWasMadeBeforeTheDefaultTakesItAtTheCall() throws {
        let early = Lazy<String>()
        let error = failure(.noCurrent) { try early() }
        XCTAssertEqual(error?.key, "String")
        XCTAssertEqual(error?.location?.fileID.description.hasSuffix("WrapperTests.swift"), true)
        let container = try Container { Singleton(value: "late") }
        XCTAssertEqual(try container.asCurrent { try early() }, "late")
        XCTAssertEqual(try early(), "late")
    }

    func testRES6_ALazyDoesNotOutliveItsContainer() throws {
        var container: Container? = try Container { Singleton(value: "gone") }
        let lazy = try XCTUnwrap(container).asCurrent { Lazy<String>() }
        container = nil
        failure(.closed) { try lazy() }
        let other = try Container { Singleton(value: "other") }
        other.asCurrent { _ = failure(.closed) { try lazy() } }
    }
}

// MARK: Many threads, and again

extension WrapperTests {
    func testRES5_FiftyThreadsResolveALazyOnce() throws {
        let rounds = StressScale.scaled(100, underThreadSanitizer: 20)
        let report = Barrage("RES5 fifty threads read one lazy", threads: 50, rounds: rounds).run(
            prepare: { _ in
                let made = Counter()
                let container = try Container {
                    Transient((any Orders).self) {
                        made.increment()
                        sched_yield()
                        return SQLOrders()
                    }
                }
                return (container, Lazy<any Orders>(container: container), made)
            },
            body: { (stage: (Container, Lazy<any Orders>, Counter), _) -> any Orders in try stage.1() },
            check: { (stage: (Container, Lazy<any Orders>, Counter), results) in
                let all = try results.map { try $0.get() }
                try expect(all.allSatisfy { $0 === all[0] }, "several instances")
                try expect(stage.2.value == 1, "\(stage.2.value) were made")
            })
        print("[count] RES5 fifty threads read one lazy: \(report.rounds) rounds, \(report.misses) misses")
        XCTAssertNil(report.miss)
    }

    func testD17_ALazyIsReadByWhatItResolves() throws {
        let lazy = Shelf<Lazy<any Orders>?>(nil)
        let depth = Counter()
        let container = try Container {
            Transient((any Orders).self) {
                guard depth.increment() < 3 else { return SQLOrders("inner") }
                return SQLOrders("outer of " + (try lazy.value?().name ?? "none"))
            }
        }
        lazy.value = Lazy(container: container)
        failure(.cycle) { try lazy.value?() }
        lazy.value = nil
    }

    func testD17_TwoThreadsReadTwoLaziesOfEachOther() throws {
        let rounds = StressScale.scaled(200, underThreadSanitizer: 40)
        let report = Barrage("D17 two lazies of each other", threads: 2, rounds: rounds).run(
            prepare: { (_: Int) throws -> Both in
                let container = try Container {
                    Singleton(First.init)
                    Singleton(Second.init)
                }
                return Both(container)
            },
            body: { (both: Both, thread: Int) throws -> Bool in
                try thread == 0 ? both.first().second() === both.second() : both.second().first() === both.first()
            },
            check: { (both: Both, results: [Result<Bool, any Error>]) throws in
                try expect(results.allSatisfy { (try? $0.get()) == true }, "\(results)")
                // The two hold each other.
                try both.first().second.release()
            })
        print("[count] D17 two lazies of each other: \(report.rounds) rounds, \(report.misses) misses")
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }
}

private final class First: Sendable {
    private let life = Counted()
    let second: Lazy<Second>
    init(second: Lazy<Second>) {
        self.second = second
        _ = try? second()
    }
}

private final class Second: Sendable {
    private let life = Counted()
    let first: WeakInjected<First>
    init(first: WeakInjected<First>) {
        self.first = first
        _ = try? first()
    }
}

private final class Both: Sendable {
    private let life = Counted()
    private let container: Container
    let first: Lazy<First>
    let second: Lazy<Second>
    init(_ container: Container) {
        self.container = container
        first = Lazy(container: container)
        second = Lazy(container: container)
    }
}

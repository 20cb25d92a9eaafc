// REG14: types that say themselves how they are made.

import Armory
import ArmoryTestSupport
import XCTest

private class OrdersProvider: SharedResolvable, @unchecked Sendable {  // Its subclasses are the tests' own.
    private let life = Counted()
    required init(resolver: Resolver, arguments: Void) {}
    var name: String { "orders" }
}

private final class OrdersProviderDouble: OrdersProvider, @unchecked Sendable {  // As above.
    override var name: String { "double" }
}

private final class OrdersModel: Resolvable {
    struct Arguments {
        let customer: Int
        let note: String
    }

    private let life = Counted()
    let orders: OrdersProvider
    let arguments: Arguments

    init(resolver: Resolver, arguments: Arguments) {
        orders = resolver()
        self.arguments = arguments
    }

    init(orders: OrdersProvider) {
        self.orders = orders
        arguments = Arguments(customer: 0, note: "by hand")
    }
}

private final class Desk: Resolvable {
    private let life = Counted()
    let lamp: Lamp
    let shelf: ShelfOfLamp
    init(resolver: Resolver, arguments: Void) {
        lamp = resolver.resolve()
        shelf = resolver.resolve(ShelfOfLamp.self)
    }
}

private final class Lamp: Resolvable {
    static let lifetime = ConfinedLifetime<Void>.graph
    private let life = Counted()
    init(resolver: Resolver, arguments: Void) {}
}

private final class ShelfOfLamp: Resolvable {
    private let life = Counted()
    let lamp: Lamp
    init(resolver: Resolver, arguments: Void) { lamp = resolver() }
}

private final class Session: SharedResolvable {
    static let lifetime = SharedLifetime<Void>.scoped(.request)
    private let life = Counted()
    init(resolver: Resolver, arguments: Void) {}
}

private final class Cache: SharedResolvable {
    static let lifetime = SharedLifetime<Void>.shared
    private let life = Counted()
    init(resolver: Resolver, arguments: Void) {}
}

private struct Refusal: Error, Equatable {}

private final class Moody: Resolvable {
    private let life = Counted()
    init(resolver: Resolver, arguments isWilling: Bool) throws(Refusal) {
        if !isWilling { throw Refusal() }
    }
}

/// Its initializer throws whatever there is.
private final class Anything: Resolvable {
    private let life = Counted()
    init(resolver: Resolver, arguments: Void) throws {
        _ = try resolver((any Missing).self)
    }
}

private protocol Missing {}

private final class User: Sendable {
    private let life = Counted()
    let orders: OrdersProvider
    init(orders: OrdersProvider) { self.orders = orders }
}

extension ScopeTag {
    fileprivate static let request = ScopeTag("request")
}

final class ResolvableTests: LeakCheckedTestCase {
    func testREG14_NothingIsRegisteredAndNothingIsTried() {
        let container = Container()
        let model = container.resolve(OrdersModel.self, with: .init(customer: 42, note: "a"))
        XCTAssertEqual(model.arguments.customer, 42)
        XCTAssertTrue(model.orders === container.resolve(OrdersProvider.self))
        XCTAssertFalse(container.resolve(OrdersModel.self, with: model.arguments) === model)
        XCTAssertEqual(OrdersModel(orders: model.orders).arguments.note, "by hand", "no container is needed")
        assertThreadIsIdle()
    }

    func testREG14_EachLifetime() throws {
        let container = Container()
        let desk = container.resolve(Desk.self)
        XCTAssertTrue(desk.lamp === desk.shelf.lamp, "one in a graph")
        XCTAssertFalse(container.resolve(Desk.self).lamp === desk.lamp)
        let cache = container.resolve(Cache.self)
        XCTAssertTrue(container.resolve(Cache.self) === cache)
        let (one, other) = (
            Container(parents: [container], scope: .request), Container(parents: [container], scope: .request)
        )
        let session = one.resolve(Session.self)
        XCTAssertTrue(one.resolve(Session.self) === session)
        XCTAssertFalse(other.resolve(Session.self) === session)
        let error = failure(.outsideScope) { try container.resolve(Lazy<Session>.self)() }
        XCTAssertEqual(error?.key, "Session")
    }

    func testREG14_ASharedOneIsNotHeldByTheContainer() {
        let container = Container()
        weak var cache: Cache?
        do {
            let held = container.resolve(Cache.self)
            cache = held
            XCTAssertNotNil(cache)
        }
        XCTAssertNil(cache)
    }

    func testREG14_ASingletonIsOneForAContainerAndItsChildren() {
        let container = Container()
        let child = Container(parents: [container])
        let grandchild = Container(parents: [child])
        let orders = grandchild.resolve(OrdersProvider.self)
        XCTAssertTrue(container.resolve(OrdersProvider.self) === orders)
        XCTAssertTrue(child.resolve(OrdersProvider.self) === orders)
        XCTAssertFalse(Container().resolve(OrdersProvider.self) === orders)
    }

    func testC1_ItIsMadeOnceUnder50Threads() {
        let rounds = StressScale.scaled(100, underThreadSanitizer: 20)
        let report = Barrage("REG14 just in time", threads: 50, rounds: rounds).run(
            prepare: { _ in Container() },
            body: { container, _ in container.resolve(OrdersProvider.self) },
            check: { container, orders in
                let all = orders.compactMap { try? $0.get() }
                try expect(all.count == 50 && all.allSatisfy { $0 === all[0] }, "several singletons")
            })
        print("[count] REG14 just in time: \(report.rounds) rounds, \(report.misses) misses")
        XCTAssertNil(report.miss)
    }

    // MARK: Failing

    func testREG14_ItsOwnFailureIsThrown() {
        let container = Container()
        do {
            _ = try container.resolve(Moody.self, with: false)
            XCTFail("it was willing")
        } catch {
            XCTAssertEqual(error, Refusal(), "the type of the error is the initializer's")
        }
        XCTAssertNoThrow(try container.resolve(Moody.self, with: true))
        let error = failure(.missing) { try container.resolve(Anything.self) }
        XCTAssertEqual(error?.path, ["Anything", "any Missing"])
        failure(.wrongArguments) { try container.resolve(Moody.self, arguments: 5) }
    }

    func testREG14_AContainerCanForbidIt() throws {
        let container = Container(configuration: .init(justInTime: false))
        let error = failure(.justInTimeForbidden) { try Lazy<OrdersProvider>(container: container)() }
        assertErrorText(error, "justInTimeForbidden: by a lazy")
        let child = Container(parents: [container])
        failure(.justInTimeForbidden) { try Lazy<OrdersProvider>(container: child)() }
        try container.register(Singleton { OrdersProvider(resolver: $0, arguments: ()) })
        XCTAssertEqual(container.resolve(OrdersProvider.self).name, "orders")
    }

    func testREG14_AClosedContainerIsTheError() {
        let container = Container()
        container.close()
        failure(.closed) { try Lazy<OrdersProvider>(container: container)() }
    }

    // MARK: As a dependency

    func testREG14_AnAutowiredParameterNeedsNoRegistration() throws {
        let container = try Container { Singleton(User.init) }
        let user = try container.resolve(User.self)
        XCTAssertTrue(user.orders === container.resolve(OrdersProvider.self))
        XCTAssertTrue(try container.call { (orders: OrdersProvider?) in orders } === user.orders)
    }

    func testREG14_WhereItIsForbiddenTheCheckOfTheGraphSaysSo() {
        let error = failure(.invalid) {
            try Container(configuration: .init(justInTime: false)) { Singleton(User.init) }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.justInTimeForbidden])
    }

    func testREG14_ASingletonThatHoldsAScopedOneIsRefused() {
        let error = failure(.invalid) {
            try Container { Singleton(Holding<Session>.init) }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.captive])
    }

    // MARK: Substitutes

    func testREG14_ASubstituteReachesDeepIntoTheGraph() throws {
        let container = Container()
        try container.replace(OrdersProvider.self, with: OrdersProviderDouble.self)
        let model = container.resolve(OrdersModel.self, with: .init(customer: 1, note: ""))
        XCTAssertEqual(model.orders.name, "double")
        XCTAssertTrue(container.resolve(OrdersProvider.self) === model.orders)
        try container.replace(OrdersProvider.self, with: OrdersProvider.self)
        XCTAssertEqual(container.resolve(OrdersProvider.self).name, "orders")
    }

    func testREG14_ASubstituteInAFrozenContainerAndAfterUse() throws {
        let container = try Container {}
        XCTAssertEqual(container.resolve(OrdersProvider.self).name, "orders")
        try container.replace(OrdersProvider.self, with: OrdersProviderDouble.self)
        XCTAssertEqual(container.resolve(OrdersProvider.self).name, "double")
    }

    func testREG14_AChildsSubstituteIsTheChilds() throws {
        let container = Container()
        let child = Container(parents: [container])
        try child.replace(OrdersProvider.self, with: OrdersProviderDouble.self)
        XCTAssertEqual(child.resolve(OrdersModel.self, with: .init(customer: 1, note: "")).orders.name, "double")
        XCTAssertEqual(container.resolve(OrdersProvider.self).name, "orders")
    }

    func testREG14_ASubstituteIsARegistration() throws {
        let container = try Container { Substitution(OrdersProvider.self, with: OrdersProviderDouble.self) }
        XCTAssertEqual(container.resolve(OrdersProvider.self).name, "double")
    }

    func testREG14_ARegistrationGoesBeforeWhatTheTypeSays() throws {
        let container = Container()
        XCTAssertEqual(container.resolve(OrdersProvider.self).name, "orders")
        try container.register(Singleton(OrdersProvider.self) { OrdersProviderDouble(resolver: $0, arguments: ()) })
        XCTAssertEqual(container.resolve(OrdersProvider.self).name, "double", "though it was asked for before")
        try container.register(
            Transient(arguments: OrdersModel.Arguments.self) { resolver, _ in
                OrdersModel(orders: resolver())
            })
        let model = container.resolve(OrdersModel.self, with: .init(customer: 7, note: ""))
        XCTAssertEqual(model.arguments.note, "by hand")
    }
}

private final class Holding<Held: Sendable>: Sendable {
    private let life = Counted()
    let held: Held
    init(_ held: Held) { self.held = held }
}

private final class YearBook: SharedResolvable {
    static let lifetime = SharedLifetime<Int>.singletonPerArgument
    private let life = Counted()
    let year: Int
    init(resolver: Resolver, arguments year: Int) { self.year = year }
}

extension ResolvableTests {
    func testREG14_OneForEachValueOfItsArguments() {
        let container = Container()
        let child = Container(parents: [container])
        let book = container.resolve(YearBook.self, with: 1984)
        XCTAssertEqual(book.year, 1984)
        XCTAssertTrue(child.resolve(YearBook.self, with: 1984) === book)
        XCTAssertEqual(child.resolve(YearBook.self, with: 1985).year, 1985)
    }

    func testMOD6_AJustInTimeTypeIsOverridden() throws {
        let base = try Container { Singleton(User.init) }
        let shared = try base.resolve(User.self)
        let derived = try base.overriding { Substitution(OrdersProvider.self, with: OrdersProviderDouble.self) }
        let user = try derived.resolve(User.self)
        XCTAssertEqual(user.orders.name, "double")
        XCTAssertFalse(user === shared)
        XCTAssertTrue(try base.resolve(User.self) === shared)
        XCTAssertEqual(base.resolve(OrdersProvider.self).name, "orders")
        let model = derived.resolve(OrdersModel.self, with: .init(customer: 1, note: ""))
        XCTAssertEqual(model.orders.name, "double", "what needs it is made in the derived container")
    }

    func testMOD6_WhatIsMadeJustInTimeInADerivedContainerIsItsOwn() throws {
        let base = try Container {}
        let derived = try base.overriding {}
        let orders = derived.resolve(OrdersProvider.self)
        XCTAssertFalse(base.resolve(OrdersProvider.self) === orders)
        XCTAssertTrue(derived.resolve(OrdersProvider.self) === orders)
    }
}

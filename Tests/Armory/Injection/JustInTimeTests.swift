// REG14: types that say themselves how they are made, in a sealed container.

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
        orders = resolver.resolve()
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
    static let lifetime = UnsharedLifetime<Void>.graph
    private let life = Counted()
    init(resolver: Resolver, arguments: Void) {}
}

private final class ShelfOfLamp: Resolvable {
    private let life = Counted()
    let lamp: Lamp
    init(resolver: Resolver, arguments: Void) { lamp = resolver.resolve() }
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
        _ = try resolver.resolve((any Missing).self)
    }
}

private protocol Missing {}

private final class User: Sendable {
    private let life = Counted()
    let orders: OrdersProvider
    init(orders: OrdersProvider) { self.orders = orders }
}

private final class YearBook: SharedResolvable {
    static let lifetime = SharedLifetime<Int>.singletonPerArgument
    private let life = Counted()
    let year: Int
    init(resolver: Resolver, arguments year: Int) { self.year = year }
}

final class JustInTimeTests: LeakCheckedTestCase {
    private func double() -> any ModuleElement { Substitution(OrdersProvider.self, with: OrdersProviderDouble.self) }

    func testREG14_NothingIsRegisteredAndNothingIsTried() throws {
        let container = try Container {}
        let model = container.resolve(OrdersModel.self, with: .init(customer: 42, note: "a"))
        XCTAssertEqual(model.arguments.customer, 42)
        XCTAssertTrue(model.orders === container.resolve(OrdersProvider.self))
        XCTAssertFalse(container.resolve(OrdersModel.self, with: model.arguments) === model)
        XCTAssertEqual(OrdersModel(orders: model.orders).arguments.note, "by hand", "no container is needed")
        assertThreadIsIdle()
    }

    func testREG14_EachLifetime() throws {
        let container = try Container {}
        let desk = container.resolve(Desk.self)
        XCTAssertTrue(desk.lamp === desk.shelf.lamp, "one in a graph")
        XCTAssertFalse(container.resolve(Desk.self).lamp === desk.lamp)
        let cache = container.resolve(Cache.self)
        XCTAssertTrue(container.resolve(Cache.self) === cache)
        let (one, other) = try (container.openScope(), container.openScope())
        let session = one.resolve(Session.self)
        XCTAssertTrue(one.resolve(Session.self) === session)
        XCTAssertFalse(other.resolve(Session.self) === session)
        let error = failure(.outsideScope) { try container.resolve(Session?.self) }
        XCTAssertEqual(error?.key, "Session")
        one.close()
        other.close()
    }

    func testREG14_ASharedOneIsNotHeldByTheContainer() throws {
        let container = try Container {}
        weak var cache: Cache?
        do {
            let held = container.resolve(Cache.self)
            cache = held
            XCTAssertNotNil(cache)
        }
        XCTAssertNil(cache)
    }

    func testREG14_ASingletonIsOneForAContainerAndItsChildren() throws {
        let container = try Container {}
        let child = try Container(parents: [container]) {}
        let grandchild = try Container(parents: [child]) {}
        let orders = grandchild.resolve(OrdersProvider.self)
        XCTAssertTrue(container.resolve(OrdersProvider.self) === orders)
        XCTAssertTrue(child.resolve(OrdersProvider.self) === orders)
        XCTAssertFalse(try Container {}.resolve(OrdersProvider.self) === orders)
    }

    func testREG14_OneForEachValueOfItsArguments() throws {
        let container = try Container {}
        let child = try Container(parents: [container]) {}
        let book = container.resolve(YearBook.self, with: 1984)
        XCTAssertEqual(book.year, 1984)
        XCTAssertTrue(child.resolve(YearBook.self, with: 1984) === book)
        XCTAssertEqual(child.resolve(YearBook.self, with: 1985).year, 1985)
        container.evict(YearBook.self, arguments: 1984)
        XCTAssertFalse(child.resolve(YearBook.self, with: 1984) === book)
    }

    func testC1_ItIsMadeOnceUnder50Threads() {
        let rounds = StressScale.scaled(100, underThreadSanitizer: 20)
        let report = Barrage("REG14 just in time, sealed", threads: 50, rounds: rounds).run(
            prepare: { _ in try Container {} },
            body: { container, _ in container.resolve(OrdersProvider.self) },
            check: { container, orders in
                let all = orders.compactMap { try? $0.get() }
                try expect(all.count == 50 && all.allSatisfy { $0 === all[0] }, "several singletons")
            })
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }

    // MARK: Failing

    func testREG14_ItsOwnFailureIsThrown() throws {
        let container = try Container {}
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

    func testREG14_ACheckFindsATypeThatIsForbidden() throws {
        final class Shop: Sendable {
            init(orders: OrdersProvider) {}
        }
        let error = failure(.invalid) {
            try Container(configuration: .init(justInTime: false)) { Singleton(Shop.init) }
        }
        XCTAssertEqual(error?.faults.map(\.code), [.justInTimeForbidden])
        XCTAssertEqual(error?.faults.first?.path, ["Shop", "OrdersProvider"])
        XCTAssertNoThrow(try Container { Singleton(Shop.init) })
    }

    func testREG14_AContainerCanForbidIt() throws {
        let container = try Container(configuration: .init(justInTime: false)) {}
        let error = failure(.justInTimeForbidden) { try container.resolve(OrdersProvider?.self) }
        assertErrorText(error, "justInTimeForbidden: by a lazy")
        let child = try Container(parents: [container]) {
            Transient { (resolver: Resolver) in User(orders: try resolver.resolve()!) }
        }
        let nested = failure(.justInTimeForbidden) { try child.resolve(User.self) }
        XCTAssertEqual(nested?.path, ["User", "OrdersProvider"])
        let registered = try Container(configuration: .init(justInTime: false)) {
            Singleton { OrdersProvider(resolver: $0, arguments: ()) }
        }
        XCTAssertEqual(registered.resolve(OrdersProvider.self).name, "orders")
    }

    func testREG14_AClosedContainerIsTheError() throws {
        let container = try Container {}
        container.close()
        failure(.closed) { try container.resolve(OrdersProvider?.self) }
    }

    func testREG14_AnOptionalOneIsThereWhoeverAskedBefore() throws {
        for container in try [Container {}, Container(parents: [Container {}]) {}] {
            let inferred: OrdersProvider? = try container.resolve()
            XCTAssertNotNil(inferred)
            XCTAssertTrue(try container.resolve(OrdersProvider?.self) === inferred)
            XCTAssertTrue(container.resolve(OrdersProvider.self) === inferred)
        }
        let none = try Container { Singleton(OrdersProvider?.self) { OrdersProvider?.none } }
        let inferred: OrdersProvider? = try none.resolve()
        XCTAssertNil(inferred, "a registered optional goes first")
    }

    // MARK: As a dependency

    func testREG14_AnAutowiredParameterNeedsNoRegistration() throws {
        let container = try Container { Singleton(User.init) }
        let user = try container.resolve(User.self)
        XCTAssertTrue(user.orders === container.resolve(OrdersProvider.self))
    }

    // MARK: Substitutes

    func testREG14_ASubstituteReachesDeepIntoTheGraph() throws {
        let container = try Container { double() }
        let model = container.resolve(OrdersModel.self, with: .init(customer: 1, note: ""))
        XCTAssertEqual(model.orders.name, "double")
        XCTAssertTrue(container.resolve(OrdersProvider.self) === model.orders)
    }

    func testREG14_AChildsSubstituteIsTheChilds() throws {
        let container = try Container {}
        let child = try Container(parents: [container]) { double() }
        XCTAssertEqual(child.resolve(OrdersModel.self, with: .init(customer: 1, note: "")).orders.name, "double")
        XCTAssertEqual(container.resolve(OrdersProvider.self).name, "orders")
    }

    func testREG14_ARegistrationGoesBeforeWhatTheTypeSays() throws {
        let container = try Container {
            Singleton(OrdersProvider.self) { OrdersProviderDouble(resolver: $0, arguments: ()) }
            Transient(arguments: OrdersModel.Arguments.self) { resolver, _ in OrdersModel(orders: resolver.resolve()) }
        }
        XCTAssertEqual(container.resolve(OrdersProvider.self).name, "double")
        let model = container.resolve(OrdersModel.self, with: .init(customer: 7, note: ""))
        XCTAssertEqual(model.arguments.note, "by hand")
    }

    func testMOD6_AnOverridingContainerHasItsOwn() throws {
        let base = try Container { Singleton(User.init) }
        let shared = try base.resolve(User.self)
        var plan = Plan()
        plan.justInTimeRecord = nil
        let derived = try base.overriding(plan)
        XCTAssertFalse(derived.resolve(OrdersProvider.self) === base.resolve(OrdersProvider.self))
        XCTAssertFalse(try derived.resolve(User.self) === shared)
        XCTAssertTrue(try base.resolve(User.self) === shared)
    }
}

// MARK: Neither final nor Sendable

private class Ledger: Resolvable {
    static let lifetime = SharedLifetime<Void>.singleton.unchecked
    private let life = Counted()
    var entries: [String] = []
    required init(resolver: Resolver, arguments: Void) {}
    var name: String { "ledger" }
}

private class LedgerDouble: Ledger {
    override var name: String { "double" }
}

private class Clerk: Resolvable {
    private let life = Counted()
    let ledger: Ledger
    required init(resolver: Resolver, arguments: Void) { ledger = resolver.resolve() }
}

private class Yearly: Resolvable {
    static let lifetime = SharedLifetime<Int>.singletonPerArgument.unchecked
    private let life = Counted()
    let year: Int
    required init(resolver: Resolver, arguments year: Int) { self.year = year }
}

/// Says another lifetime than its superclass.
private class Kept: Resolvable {
    class var lifetime: UncheckedLifetime<Void> { SharedLifetime.singleton.unchecked }
    private let life = Counted()
    required init(resolver: Resolver, arguments: Void) {}
}

private final class Fleeting: Kept {
    override class var lifetime: UncheckedLifetime<Void> { SharedLifetime.shared.unchecked }
}

extension JustInTimeTests {
    func testS2_ASingletonThatIsNotSendableSaysUnchecked() throws {
        let container = try Container {}
        let child = try Container(parents: [container]) {}
        let ledger = child.resolve(Ledger.self)
        ledger.entries.append("one")
        XCTAssertTrue(container.resolve(Ledger.self) === ledger)
        XCTAssertEqual(container.resolve(Clerk.self).ledger.entries, ["one"])
        XCTAssertFalse(container.resolve(Clerk.self) === container.resolve(Clerk.self), "the others are made anew")
        XCTAssertFalse(try Container {}.resolve(Ledger.self) === ledger)
        let book = container.resolve(Yearly.self, with: 1984)
        XCTAssertTrue(container.resolve(Yearly.self, with: 1984) === book)
        XCTAssertEqual(container.resolve(Yearly.self, with: 1985).year, 1985)
    }

    func testS2_ItsDoubleNeedsNotSayItAgain() throws {
        let container = try Container { Substitution(Ledger.self, with: LedgerDouble.self) }
        let clerk = container.resolve(Clerk.self)
        XCTAssertEqual(clerk.ledger.name, "double")
        XCTAssertTrue(container.resolve(Ledger.self) === clerk.ledger)
    }

    func testS2_ASubclassMaySayAnotherLifetime() throws {
        let container = try Container { Substitution(Kept.self, with: Fleeting.self) }
        weak var last: Kept?
        do {
            let held = container.resolve(Kept.self)
            last = held
            XCTAssertTrue(held is Fleeting)
            XCTAssertTrue(container.resolve(Kept.self) === held)
        }
        XCTAssertNil(last, "nobody keeps what is shared")
    }
}

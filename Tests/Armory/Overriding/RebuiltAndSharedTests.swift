import Armory
import ArmoryTestSupport
import XCTest

/// What a derived container makes anew, and what it shares.
final class RebuiltAndSharedTests: LeakCheckedTestCase {
    final class Clock: Sendable {
        private let life = Counted()
        let name: String
        init(_ name: String = "real") { self.name = name }
    }
    final class Journal: Sendable {
        private let life = Counted()
        let clock: Clock
        init(clock: Clock) { self.clock = clock }
    }
    final class Orders: Sendable {
        private let life = Counted()
        let journal: Journal
        init(journal: Journal) { self.journal = journal }
    }
    final class Prices: Sendable {
        private let life = Counted()
    }
    final class Catalogue: Sendable {
        private let life = Counted()
        let prices: Prices
        init(prices: Prices) { self.prices = prices }
    }

    private let made = Log<String>()

    private func base(_ more: [any ModuleElement] = []) throws -> Container {
        let made = made
        return try Container {
            Singleton { () -> Clock in
                made.add("Clock")
                return Clock()
            }
            Singleton { (clock: Clock) -> Journal in
                made.add("Journal")
                return Journal(clock: clock)
            }
            Singleton { (journal: Journal) -> Orders in
                made.add("Orders")
                return Orders(journal: journal)
            }
            Singleton { () -> Prices in
                made.add("Prices")
                return Prices()
            }
            Singleton { (prices: Prices) -> Catalogue in
                made.add("Catalogue")
                return Catalogue(prices: prices)
            }
            more
        }
    }

    func testO4_DependentsAreMadeAnewAndTheRestIsShared() throws {
        let base = try base()
        let (orders, catalogue) = (try base.resolve(Orders.self), try base.resolve(Catalogue.self))
        XCTAssertEqual(made.all, ["Clock", "Journal", "Orders", "Prices", "Catalogue"])

        let derived = try base.overriding { Singleton { Clock("fixed") } }
        let own = try derived.resolve(Orders.self)

        XCTAssertEqual(own.journal.clock.name, "fixed")
        XCTAssertFalse(own === orders)
        XCTAssertTrue(try derived.resolve(Orders.self) === own, "it is kept")
        XCTAssertTrue(try derived.resolve(Journal.self) === own.journal)
        XCTAssertTrue(try derived.resolve(Catalogue.self) === catalogue, "it does not depend on the clock")
        XCTAssertTrue(try derived.resolve(Prices.self) === catalogue.prices)
        XCTAssertEqual(made.all.dropFirst(5), ["Journal", "Orders"])
        XCTAssertTrue(try base.resolve(Orders.self) === orders)
        XCTAssertEqual(try base.resolve(Clock.self).name, "real")
    }

    func testO4_WhatIsNotMadeYetIsMadeByWhoKeepsIt() throws {
        let base = try base()
        let derived = try base.overriding { Singleton { Clock("fixed") } }
        let catalogue = try derived.resolve(Catalogue.self)
        let orders = try derived.resolve(Orders.self)
        XCTAssertTrue(try base.resolve(Catalogue.self) === catalogue)
        XCTAssertFalse(try base.resolve(Orders.self) === orders)
        XCTAssertEqual(made.all.count { $0 == "Catalogue" }, 1)
    }

    func testO4_AClosureThatHidesWhatItNeedsCountsAsDependent() throws {
        struct Hiding: Sendable { let serial: Int }
        struct Saying: Sendable { let serial: Int }
        let counter = Counter()
        let base = try base([
            Singleton { _ in Hiding(serial: counter.increment()) },
            Singleton { resolver in
                _ = try resolver.resolve(Prices.self)
                return Saying(serial: counter.increment())
            }.dependsOn(Prices.self),
        ])
        let (hiding, saying) = (try base.resolve(Hiding.self), try base.resolve(Saying.self))
        let derived = try base.overriding { Singleton { Clock("fixed") } }
        XCTAssertNotEqual(try derived.resolve(Hiding.self).serial, hiding.serial)
        XCTAssertEqual(try derived.resolve(Saying.self).serial, saying.serial)
    }

    func testO4_DerivationsNest() throws {
        struct Both: Sendable {
            let orders: Orders
            let catalogue: Catalogue
        }
        let base = try base([
            Singleton { (orders: Orders, catalogue: Catalogue) in Both(orders: orders, catalogue: catalogue) }
        ])
        let prices = Prices()
        let outer = try base.overriding { Singleton { Clock("outer") } }
        let inner = try outer.overriding { Singleton(value: prices) }

        let orders = try inner.resolve(Orders.self)
        XCTAssertEqual(orders.journal.clock.name, "outer")
        XCTAssertTrue(try outer.resolve(Orders.self) === orders, "the inner one overrides nothing that it needs")
        XCTAssertTrue(try inner.resolve(Catalogue.self).prices === prices)
        XCTAssertTrue(try outer.resolve(Catalogue.self) === base.resolve(Catalogue.self))
        let both = try inner.resolve(Both.self)
        XCTAssertTrue(both.orders === orders)
        XCTAssertTrue(both.catalogue.prices === prices)
        XCTAssertFalse(try outer.resolve(Both.self).catalogue === both.catalogue)

        let again = try inner.overriding { Singleton { Clock("innermost") } }
        XCTAssertEqual(try again.resolve(Both.self).orders.journal.clock.name, "innermost")
        XCTAssertTrue(try again.resolve(Both.self).catalogue === both.catalogue)
    }

    func testO4_WhatAnOverrideDependsOnCountsToo() throws {
        let base = try base()
        // The catalogue's prices now need the clock: a further override of the clock reaches the catalogue.
        let outer = try base.overriding { Singleton { (clock: Clock) in withExtendedLifetime(clock) { Prices() } } }
        let catalogue = try outer.resolve(Catalogue.self)
        let inner = try outer.overriding { Singleton { Clock("fixed") } }
        XCTAssertFalse(try inner.resolve(Catalogue.self) === catalogue)
        XCTAssertTrue(try outer.resolve(Catalogue.self) === catalogue)
    }
}

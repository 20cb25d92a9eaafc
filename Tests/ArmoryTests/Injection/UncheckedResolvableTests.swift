// S2, REG14: classes that are neither final nor Sendable, and say themselves that threads may share an instance.

import Armory
import ArmoryTestSupport
import XCTest

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

private class Lent: Resolvable {
    static let lifetime = SharedLifetime<Void>.shared.unchecked
    private let life = Counted()
    required init(resolver: Resolver, arguments: Void) {}
}

private class Requested: Resolvable {
    static let lifetime = SharedLifetime<Void>.scoped(.request).unchecked
    private let life = Counted()
    required init(resolver: Resolver, arguments: Void) {}
}

private class YearBook: Resolvable {
    static let lifetime = SharedLifetime<Int>.singletonPerArgument.unchecked
    private let life = Counted()
    let year: Int
    required init(resolver: Resolver, arguments year: Int) { self.year = year }
}

/// Says another lifetime than its superclass.
private class Moody: Resolvable {
    class var lifetime: UncheckedLifetime<Void> { SharedLifetime.singleton.unchecked }
    private let life = Counted()
    required init(resolver: Resolver, arguments: Void) {}
}

private final class Fleeting: Moody {
    override class var lifetime: UncheckedLifetime<Void> { SharedLifetime.shared.unchecked }
}

final class UncheckedResolvableTests: LeakCheckedTestCase {
    func testS2_ASingletonThatIsNotSendableSaysUnchecked() {
        let container = Container()
        let child = Container(parents: [container])
        let ledger = child.resolve(Ledger.self)
        ledger.entries.append("one")
        XCTAssertTrue(container.resolve(Ledger.self) === ledger)
        XCTAssertEqual(container.resolve(Clerk.self).ledger.entries, ["one"])
        XCTAssertFalse(container.resolve(Clerk.self) === container.resolve(Clerk.self), "the others are made anew")
        XCTAssertFalse(Container().resolve(Ledger.self) === ledger)
    }

    func testS2_ItsDoubleNeedsNotSayItAgain() throws {
        let container = Container()
        try container.replace(Ledger.self, with: LedgerDouble.self)
        let clerk = container.resolve(Clerk.self)
        XCTAssertEqual(clerk.ledger.name, "double")
        XCTAssertTrue(container.resolve(Ledger.self) === clerk.ledger)
    }

    func testS2_ASubclassMaySayAnotherLifetime() throws {
        let container = Container()
        let kept = container.resolve(Moody.self)
        XCTAssertTrue(container.resolve(Moody.self) === kept)
        try container.replace(Moody.self, with: Fleeting.self)
        weak var last: Moody?
        do {
            let held = container.resolve(Moody.self)
            last = held
            XCTAssertTrue(held is Fleeting)
            XCTAssertTrue(container.resolve(Moody.self) === held)
        }
        XCTAssertNil(last, "nobody keeps what is shared")
    }

    func testS2_EachSharedLifetimeHasItsUnchecked() throws {
        let container = Container()
        weak var lent: Lent?
        do {
            let held = container.resolve(Lent.self)
            lent = held
            XCTAssertTrue(container.resolve(Lent.self) === held)
        }
        XCTAssertNil(lent)
        let request = Container(parents: [container], scope: .request)
        XCTAssertTrue(request.resolve(Requested.self) === request.resolve(Requested.self))
        failure(.outsideScope) { try container.resolve(Lazy<Requested>.self)() }
        let book = container.resolve(YearBook.self, with: 1984)
        XCTAssertTrue(container.resolve(YearBook.self, with: 1984) === book)
        XCTAssertEqual(container.resolve(YearBook.self, with: 1985).year, 1985)
    }

    func testC1_ItIsMadeOnceUnder50Threads() {
        let rounds = StressScale.scaled(100, underThreadSanitizer: 20)
        let report = Barrage("S2 unchecked just in time", threads: 50, rounds: rounds).run(
            prepare: { _ in Container() },
            body: { container, _ in ObjectIdentifier(container.resolve(Ledger.self)) },
            check: { container, ledgers in
                let all = ledgers.compactMap { try? $0.get() }
                try expect(all.count == 50 && Set(all).count == 1, "several singletons")
            })
        print("[count] S2 unchecked just in time: \(report.rounds) rounds, \(report.misses) misses")
        XCTAssertNil(report.miss)
    }
}

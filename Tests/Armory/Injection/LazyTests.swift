// RES2, RES8: what is resolved later, and what is owned.

import Armory
import ArmoryTestSupport
import XCTest

private final class Thing: Sendable {
    private let life = Counted()
}

private final class Holder<Held: Sendable>: Sendable {
    private let life = Counted()
    let held: Held
    init(_ held: Held) { self.held = held }
}

extension Container {
    fileprivate func held<Held: Sendable>(_ type: Held.Type) throws -> Held {
        try resolve(Holder<Held>.self).held
    }
}

private final class First: Sendable {
    private let life = Counted()
    let second: Lazy<Second>
    init(second: Lazy<Second>) { self.second = second }
}
private final class Second: Sendable {
    private let life = Counted()
    let first: WeakInjected<First>
    init(first: WeakInjected<First>) { self.first = first }
}

/// Makes a thing at every second call, and throws at the others.
@Sendable
private func flaky(_ counter: Counter) -> @Sendable () throws -> Thing {
    {
        if counter.increment() % 2 == 1 { throw Mishap(counter.value) }
        return Thing()
    }
}

final class LazyTests: LeakCheckedTestCase {
    func testRES2_ALazyResolvesOnceAtTheFirstCallAndKeeps() throws {
        let made = Counter()
        let container = try Container {
            Transient {
                made.increment()
                return Thing()
            }
            Transient(Holder<Lazy<Thing>>.init)
        }
        let lazy = try container.held(Lazy<Thing>.self)
        XCTAssertEqual(made.value, 0)
        XCTAssertFalse(lazy.isResolved)
        XCTAssertTrue(try lazy() === lazy())
        XCTAssertTrue(lazy.isResolved)
        XCTAssertEqual(made.value, 1)
    }

    func testRES2_ALazyTriesAgainAfterAFailure() throws {
        let counter = Counter()
        let container = try Container {
            Singleton(Thing.self, flaky(counter))
            Transient(Holder<Lazy<Thing>>.init)
        }
        let lazy = try container.held(Lazy<Thing>.self)
        let error = failure(.factoryFailed) { try lazy() }
        XCTAssertEqual(error?.underlying as? Mishap, Mishap(1))
        XCTAssertFalse(lazy.isResolved)
        XCTAssertTrue(try lazy() === container.resolve(Thing.self))
    }

    func testRES2_FiftyThreadsAreGivenTheSameInstanceOfALazy() throws {
        let rounds = StressScale.scaled(40, underThreadSanitizer: 8)
        let container = try Container {
            Transient(Thing.init)
            Transient(Holder<Lazy<Thing>>.init)
            Transient(Holder<WeakInjected<Thing>>.init)
        }
        let report = Barrage("RES2 one lazy", threads: 50, rounds: rounds).run { _ in
            (try container.held(Lazy<Thing>.self), try container.held(WeakInjected<Thing>.self))
        } body: { stage, _ in
            (try stage.0(), try stage.1())
        } check: { stage, results in
            let things = try results.map { try $0.get() }
            for thing in things {
                try expect(thing.0 === things[0].0, "two instances of a lazy")
                try expect(thing.1 === things[0].1, "two instances of a weak one")
            }
            try expect(stage.1.living === things[0].1, "the weak one is another")
        }
        var stated = Stated("RES2 one lazy and one weak one asked by 50 threads")
        stated.add(report.rounds, "rounds")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }

    func testRES2_AProviderMakesANewOneAtEachCall() throws {
        let container = try Container(configuration: .init(validates: false)) {
            Transient(Thing.init)
            Singleton(Thing.init).named("kept")
            Singleton(Holder<Provider<Thing>>.init)
            Singleton(Holder<Provider<Thing>>.init, .named("unused")).named("other")
        }
        let provider = try container.held(Provider<Thing>.self)
        XCTAssertFalse(try provider() === provider())
        let named = try container.resolve(Holder<Provider<Thing>>.self, named: "other").held
        failure(.missing) { try named() }
    }

    func testRES2_AWeakOneIsLetGoAndResolvedAgain() throws {
        let container = try Container {
            Transient(Thing.init)
            Transient(Holder<WeakInjected<Thing>>.init)
            Transient { 5 }
            Transient(Holder<WeakInjected<Int>>.init)
        }
        let weak = try container.held(WeakInjected<Thing>.self)
        XCTAssertNil(weak.living)
        var thing: Thing? = try weak()
        XCTAssertTrue(weak.living === thing)
        XCTAssertTrue(try weak() === thing)
        let old = WeakReference(thing)
        thing = nil
        XCTAssertNil(weak.living)
        XCTAssertNil(old.object)
        _ = try weak()
        let number = try container.held(WeakInjected<Int>.self)
        failure(.valueTypeShared) { try number() }
        XCTAssertNil(number.living)
    }

    private final class Early: @unchecked Sendable {  // One thread.
        var holder: Holder<Lazy<Early>>?
        var isWhole = false
    }

    /// An instance that a cycle hands out before it is finished may be given up.
    func testC4_ALazyKeepsNoInstanceThatIsNotFinished() throws {
        let heals = Shelf(false)
        let container = try Container {
            Singleton(Holder<Lazy<Early>>.init)
            Singleton { Early() }.inject { early, resolver in
                let holder: Holder<Lazy<Early>> = try resolver.resolve()
                XCTAssertTrue(try holder.held() === early, "the cycle is closed with the instance itself")
                guard heals.value else { throw Mishap(1) }
                early.isWhole = true
            }
        }
        let holder = try container.resolve(Holder<Lazy<Early>>.self)
        failure(.factoryFailed) { try container.resolve(Early.self) }
        XCTAssertFalse(holder.held.isResolved)
        heals.value = true
        let early = try container.resolve(Early.self)
        XCTAssertTrue(early.isWhole)
        XCTAssertTrue(try holder.held() === early)
        XCTAssertTrue(holder.held.isResolved)
    }

    func testRES2_ACycleLeadsThroughALazyAndNothingLeaks() throws {
        let container = try Container {
            Singleton(First.init)
            Singleton(Second.init)
        }
        let first = try container.resolve(First.self)
        XCTAssertTrue(try first.second().first() === first)
        XCTAssertTrue(try container.resolve(Second.self) === first.second())
    }

    func testRES3_ALazyIsBornInAChildAndAsksTheChild() throws {
        let parent = try Container(configuration: .init(validates: false)) {
            Transient { (text: Lazy<String>) in Holder(text) }
            Singleton(value: "parent")
        }
        let child = try Container(parents: [parent]) { Singleton(value: "child") }
        XCTAssertEqual(try child.held(Lazy<String>.self)(), "child")
        XCTAssertEqual(try parent.held(Lazy<String>.self)(), "parent")
    }

    func testRES2_WhenTheContainerIsGoneEachIsTheErrorClosed() throws {
        var container: Container? = try Container {
            Singleton(Thing.init)
            Singleton(Holder<Lazy<Thing>>.init)
            Singleton(Holder<Provider<Thing>>.init)
            Singleton(Holder<WeakInjected<Thing>>.init)
            Singleton(Holder<Provider<Owned<Thing>>>.init)
            Singleton(Holder<Lazy<Thing>>.init).named("resolved")
        }
        let lazy = try XCTUnwrap(container?.held(Lazy<Thing>.self))
        let provider = try XCTUnwrap(container?.held(Provider<Thing>.self))
        let weak = try XCTUnwrap(container?.held(WeakInjected<Thing>.self))
        let owned = try XCTUnwrap(container?.held(Provider<Owned<Thing>>.self))
        let resolved = try XCTUnwrap(container?.resolve(Holder<Lazy<Thing>>.self, named: "resolved").held)
        let thing = try resolved()
        container = nil
        failure(.closed) { try lazy() }
        failure(.closed) { try provider() }
        failure(.closed) { try weak() }
        failure(.closed) { try owned() }
        XCTAssertTrue(try resolved() === thing)
        let closed = try Container {
            Singleton(Thing.init)
            Singleton(Holder<Lazy<Thing>>.init)
        }
        let late = try closed.held(Lazy<Thing>.self)
        closed.close()
        failure(.closed) { try late() }
    }

    func testRES2_AContainerThatGoesWhileThreadsAskItsLazies() throws {
        let rounds = StressScale.scaled(300, underThreadSanitizer: 60)
        let report = Barrage("RES2 the container goes", threads: 4, rounds: rounds).run { _ in
            let container = try Container {
                Singleton(Thing.init)
                Transient(Holder<Lazy<Thing>>.init)
                Transient(Holder<Provider<Thing>>.init)
            }
            return (
                Shelf<Container?>(container), try container.held(Lazy<Thing>.self),
                try container.held(Provider<Thing>.self)
            )
        } body: { stage, thread -> Bool in
            do {
                switch thread {
                case 0: stage.0.value = nil
                case 1: _ = try stage.2()
                default: _ = try stage.1()
                }
                return true
            } catch let error as ResolutionError where error.code == .closed {
                return false
            }
        } check: { _, results in
            for result in results { _ = try result.get() }
        }
        var stated = Stated("RES2 a container goes while 3 threads ask what it gave")
        stated.add(report.rounds, "rounds")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }
}

// MARK: What is owned

private class Brought: Tracked, @unchecked Sendable {}  // As its superclass.
private final class Session: Brought, @unchecked Sendable {  // Immutable.
    let connection: Brought
    init(_ tracker: LifetimeTracker, _ connection: Brought) {
        self.connection = connection
        super.init(tracker)
    }
}

final class OwnedTests: LeakCheckedTestCase {
    private func container(_ tracker: LifetimeTracker) throws -> Container {
        try Container {
            Singleton { Tracked(tracker) }
            Scoped { Brought(tracker) }.in(.owned)
            Scoped { Brought(tracker) }.in(.owned).named("second")
            Transient { Session(tracker, try $0.resolve()) }
            Transient(Holder<Owned<Session>>.init)
        }
    }

    func testRES8_CloseAndTheEndLetGoOfWhatWasBroughtAlong() throws {
        let tracker = LifetimeTracker()
        let container = try container(tracker)
        let single = try container.resolve(Tracked.self)
        XCTAssertEqual(tracker.alive, 1)
        do {
            let owned = try container.held(Owned<Session>.self)
            XCTAssertEqual(tracker.alive, 3)
            owned.close()
            owned.close()
            XCTAssertEqual(tracker.alive, 3, "its holder has the instance")
            _ = owned.value
        }
        XCTAssertEqual(tracker.alive, 1)
        XCTAssertTrue(try container.resolve(Tracked.self) === single)
        XCTAssertEqual(tracker.releaseOrder, [3, 2], "the newest first")
    }

    func testRES8_EachHasItsOwn() throws {
        let tracker = LifetimeTracker()
        let container = try container(tracker)
        let first = try container.held(Owned<Session>.self)
        let second = try container.held(Owned<Session>.self)
        XCTAssertFalse(first.value.connection === second.value.connection)
        failure(.outsideScope) { try container.resolve(Brought.self) }
    }

    func testRES8_AFailureLeavesNothing() throws {
        let tracker = LifetimeTracker()
        let container = try Container {
            Scoped { Brought(tracker) }.in(.owned)
            Transient(Thing.self) { resolver in
                _ = try resolver.resolve(Brought.self)
                throw Mishap(2)
            }
            Transient(Holder<Owned<Thing>>.init)
        }
        failure(.factoryFailed) { try container.held(Owned<Thing>.self) }
        XCTAssertEqual(tracker.made, 1)
        XCTAssertEqual(tracker.alive, 0)
    }
}

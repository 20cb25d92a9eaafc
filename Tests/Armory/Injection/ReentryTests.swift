// RES5, D17: a lazy dependency that is read again while it is resolved, at the end of its holder, and by many threads.

import Armory
import ArmoryTestSupport
import Foundation
import XCTest

private final class Thing: Sendable {
    private let life = Counted()
}

private final class Single: Sendable {
    private let life = Counted()
}

/// Its end runs a closure.
private final class Parting: Sendable {
    private let life = Counted()
    private let atEnd: @Sendable () -> Void
    init(atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }
    deinit { atEnd() }
}

private struct Cart: Sendable {
    @Injected var eager: Single
    @Lazy var single: Single
    @Lazy var thing: Thing
    @WeakInjected var weak: Thing
    @Injected var optional: Single?
}

/// Reads its dependency at its end.
private final class Reader {
    @Lazy var thing: Thing
    private let atEnd: (Lazy<Thing>) -> Void
    init(atEnd: @escaping (Lazy<Thing>) -> Void) { self.atEnd = atEnd }
    deinit { atEnd($thing) }
}

final class ReentryTests: LeakCheckedTestCase {
    private enum Again: CaseIterable { case lazy, weak, provider, wrapper }

    func testD17_AFactoryThatReadsTheSameDependencyAgainIsACycle() throws {
        for again in Again.allCases {
            for isShared in [false, true] {
                let read = Shelf<(@Sendable () throws -> Thing)?>(nil)
                let calls = Counter()
                let factory: @Sendable () throws -> Thing = {
                    calls.increment()
                    return try read.value?() ?? Thing()
                }
                let container = try Container {
                    if isShared { Singleton(Thing.self, factory) } else { Transient(Thing.self, factory) }
                }
                let lazy = Lazy<Thing>(container: container)
                let weak = WeakInjected<Thing>(container: container)
                let provider = Provider<Thing>(container: container)
                read.value =
                    switch again {
                    case .lazy: { try lazy() }
                    case .weak: { try weak() }
                    case .provider: { try provider() }
                    case .wrapper: { try Lazy<Thing>()() }
                    }
                let error = failure(.cycle) { try container.asCurrent { try read.value?() } }
                XCTAssertEqual(error?.path.suffix(2), ["Thing", "Thing"], "\(again) \(isShared)")
                XCTAssertFalse(lazy.isResolved)
                XCTAssertEqual(calls.value, 1)
                read.value = nil
                XCTAssertTrue(try lazy() === lazy(), "it is resolved when nothing is in the way any more")
                assertThreadIsIdle()
            }
        }
    }

    /// Factories that run on several threads and read the same lazy again end too.
    func testD17_OnManyThreadsItEnds() throws {
        let rounds = StressScale.scaled(60, underThreadSanitizer: 12)
        let report = Barrage("D17 a factory reads its own lazy", threads: 8, rounds: rounds).run {
            _ -> (Container, Shelf<Lazy<Thing>?>) in
            let lazy = Shelf<Lazy<Thing>?>(nil)
            let container = try Container {
                Singleton(Thing.self) { try lazy.value?() ?? Thing() }
            }
            lazy.value = Lazy(container: container)
            return (container, lazy)
        } body: { stage, _ -> Thing? in
            try stage.1.value?()
        } check: { stage, results in
            for result in results {
                guard case .failure(let error as ResolutionError) = result, error.code == .cycle else {
                    throw Miss("\(result)")
                }
            }
            stage.1.value = nil
        }
        var stated = Stated("D17 a factory reads its own lazy, 8 threads")
        stated.add(report.rounds, "rounds")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
    }

    func testD17_ADeinitThatReadsTheLazyThatLetsGoOfItEnds() throws {
        let reference = WeakReference<Lazy<Parting>>()
        let seen = Log<Bool>()
        let container = try Container {
            Transient { Parting { if let lazy = reference.object { seen.add((try? lazy()) != nil) } } }
        }
        let lazy = Lazy<Parting>(container: container)
        reference.object = lazy
        _ = try lazy()
        lazy.release()
        XCTAssertEqual(seen.all, [true], "it is resolved anew while the old one ends")
        XCTAssertTrue(lazy.isResolved)
    }

    // MARK: Many threads

    func testRES5_FiftyThreadsThatReadOneWrapperResolveOnce() throws {
        let rounds = StressScale.scaled(60, underThreadSanitizer: 12)
        let things = Counter()
        let report = Barrage("RES5 one wrapper", threads: 50, rounds: rounds).run { _ in
            let singles = Counter()
            let container = try Container {
                Singleton {
                    singles.increment()
                    return Single()
                }
                Transient {
                    things.increment()
                    // So that others are at it at the same time.
                    sched_yield()
                    return Thing()
                }
            }
            return (container, container.asCurrent { Cart() }, singles)
        } body: { stage, _ in
            let cart = stage.1
            return (cart.single, cart.thing, cart.weak, cart.optional)
        } check: { stage, results in
            let all = try results.map { try $0.get() }
            try expect(stage.2.value == 1, "\(stage.2.value) singletons")
            for read in all {
                try expect(read.0 === stage.1.eager && read.3 === stage.1.eager, "two singletons")
                try expect(read.1 === all[0].1, "a lazy gave two transients")
                try expect(read.2 === all[0].2, "a weak one gave two transients")
            }
        }
        var stated = Stated("RES5 one holder of wrappers read by 50 threads")
        stated.add(report.rounds, "rounds")
        stated.add(things.value, "transients made for two in each round")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        XCTAssertEqual(report.rounds, rounds)
        XCTAssertEqual(things.value, 2 * rounds, "a lazy one and a weak one, once each")
    }

    // MARK: At the end of the holder

    func testRES5_AtTheEndOfItsHolderAWrapperGivesWhatItHas() throws {
        var container: Container? = try Container { Singleton(Thing.init) }
        var seen: Thing?
        var reader: Reader? = container?.asCurrent { Reader { seen = $0.wrappedValue } }
        let thing = reader?.thing
        XCTAssertNotNil(thing)
        container = nil
        reader = nil
        XCTAssertTrue(seen === thing, "it was resolved while the container was there")
    }

    func testRES5_AtTheEndOfItsHolderAnUnresolvedWrapperIsTheErrorClosed() throws {
        var container: Container? = try Container { Singleton(Thing.init) }
        var code: ResolutionError.Code?
        var reader: Reader? = container?.asCurrent {
            Reader { lazy in
                do throws(ResolutionError) { _ = try lazy() } catch { code = error.code }
            }
        }
        container = nil
        XCTAssertNotNil(reader)
        reader = nil
        XCTAssertEqual(code, .closed)
    }

    func testRES5_WhatTheContainerItselfLetsGoOfReadsNothingAnyMore() throws {
        let codes = Log<ResolutionError.Code>()
        do {
            let container = try Container {
                Singleton(Thing.init)
                Singleton { () -> Parting in
                    let lazy = Lazy<Thing>()
                    return Parting {
                        do throws(ResolutionError) { _ = try lazy() } catch { codes.add(error.code) }
                    }
                }
            }
            _ = try container.resolve(Parting.self)
            container.close()
        }
        XCTAssertEqual(codes.all, [.closed])
    }
}

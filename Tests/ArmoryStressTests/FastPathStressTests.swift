// Threads that race for singletons without injections, which the fast path creates without a build.

import Armory
import ArmoryTestSupport
import XCTest

/// C1, for the claim and the publication of the fast path, and for the build that a second thread makes of it.
///
/// `ExactlyOnceStressTests` has an injection in every registration, so it never takes that path.
final class FastPathStressTests: LeakCheckedTestCase {
    /// Often the factories return at once, so that another thread asks while one publishes.
    private static let paces: [Pace] = [.atOnce, .atOnce, .yielding]

    private func assertMadeOnce(threads: Int, rounds: Int) {
        let label = "C1 singletons of the fast path, \(threads) threads"
        let report = Barrage(label, threads: threads, rounds: rounds, isJostled: true).run(
            prepare: { try Shelf(Self.paces[$0 % Self.paces.count]) },
            body: { shelf, thread in
                // A thread without a node takes the slow path: it gets one here.
                try Shelf.warmUp()
                return try shelf.resolveAll(on: thread)
            },
            check: { try $0.check($1) })
        XCTAssertNil(report.miss)
        var stated = Stated(label)
        stated.add(report.rounds * Shelf.size, "singletons")
        stated.add(report.rounds * Shelf.size * threads, "resolves")
        stated.state(misses: report.misses)
    }

    func testC1_FourWarmThreadsHaveSingletonsWithoutInjectionsMadeOnce() {
        assertMadeOnce(threads: 4, rounds: StressScale.scaled(10_000, underThreadSanitizer: 1_000))
    }

    func testC1_SixteenWarmThreadsHaveSingletonsWithoutInjectionsMadeOnce() {
        assertMadeOnce(threads: 16, rounds: StressScale.scaled(3_000, underThreadSanitizer: 300))
    }

    /// What the tests above rely on: a warm thread allocates no build for such a singleton.
    func testC1_AWarmThreadMakesASingletonWithoutABuild() throws {
        try XCTSkipIf(Armory.Census.alive(.build) == nil, "a release build counts nothing")
        try Shelf.warmUp()
        let before = Armory.Census.alive(.build)
        let container = try Container { Singleton(Int.self) { Armory.Census.alive(.build) ?? -1 } }
        XCTAssertEqual(try container.resolve(Int.self), before)
    }
}

/// A container for one round, of which nothing is made.
private final class Shelf: Sendable {
    static let size = 16

    private let container: Container
    private let censuses = (0..<Shelf.size).map { _ in Census() }

    init(_ pace: Pace) throws {
        container = Container()
        for (number, census) in censuses.enumerated() {
            try container.register(
                Singleton { () -> Widget in
                    let widget = Widget(census, pace)
                    widget.complete(pace)
                    return widget
                }
                .named(Name("\(number)")))
        }
    }

    /// Has the thread make a singleton with an injection, which takes the slow path.
    static func warmUp() throws {
        let own = try Container { Singleton { Counter() }.inject { counter, _ in counter.increment() } }
        _ = try own.resolve(Counter.self)
    }

    /// All threads take the singletons in the same order, so that they meet at each.
    func resolveAll(on thread: Int) throws -> [Widget] {
        try censuses.indices.map { number in
            let widget: Widget = try container.resolve(named: Name("\(number)"))
            try widget.expectComplete("singleton \(number), for thread \(thread)")
            return widget
        }
    }

    func check(_ results: [Result<[Widget], any Error>]) throws {
        let first = try results[0].get()
        for result in results {
            for (number, widget) in try result.get().enumerated() {
                try expect(widget === first[number], "two threads have two instances of singleton \(number)")
            }
        }
        for (number, census) in censuses.enumerated() { try census.expectOne("singleton \(number)") }
    }
}

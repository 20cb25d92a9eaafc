import Armory
import ArmoryTestSupport
import Foundation
import XCTest

/// Counted, and no more: a list of a million would be taken for a leak.
private class Part: @unchecked Sendable {  // Immutable.
    private let gone: Counter

    init(_ tally: Lives) {
        tally.made.increment()
        gone = tally.gone
    }

    deinit { gone.increment() }
}

private final class First: Part, @unchecked Sendable {}
private final class Second: Part, @unchecked Sendable {}

private struct Lives: Sendable {
    let made = Counter()
    let gone = Counter()

    var alive: Int { made.value - gone.value }
}

private struct Thrown: Error {}

// Scopes by the million, and resolves that race with their end.
final class ScopeStressTests: LeakCheckedTestCase {
    private let tracker = Lives()

    /// Opens, uses and leaves a scope, every third by a throw.
    private static func use(_ container: Container, _ number: Int) throws {
        do {
            try container.withScope(.request) { scope in
                let first = try scope.resolve(First.self)
                try expect(try scope.resolve(First.self) === first, "another")
                if number % 2 == 0 { _ = try scope.resolve(Second.self) }
                if number % 3 == 0 { throw Thrown() }
            }
        } catch is Thrown {}
    }

    /// Yields until the condition holds, or until another thread must have failed.
    private static func yield(until condition: () -> Bool) {
        var patience = 100_000
        while !condition(), patience > 0 {
            patience -= 1
            sched_yield()
        }
    }

    func testLIFE3_AMillionScopesLeaveNothing() throws {
        let closed = Counter()
        let container = try Container {
            Scoped { [tracker] in First(tracker) }.onShutdown { _ in closed.increment() }
            Scoped { [tracker] in Second(tracker) }
        }
        let (threads, rounds) = (4, 5)
        let each = StressScale.scaled(1_000_000, underThreadSanitizer: 20_000) / threads / rounds + 1
        let count = each * threads * rounds
        // What a thread comes to have, the next thread has.
        for failure in race(threads: threads, { _ in for number in 0..<250 { try Self.use(container, number) } }) {
            try failure.get()
        }
        var failures: [Result<Void, any Error>] = []
        failures.reserveCapacity(threads * rounds)
        let growth = Heap.growth(rounds: rounds) { _ in
            failures += race(threads: threads) { thread in
                for number in 0..<each { try Self.use(container, number + thread) }
            }
        }
        for failure in failures { XCTAssertNoThrow(try failure.get()) }
        var stated = Stated("LIFE3 scopes opened, used and left, every third by a throw")
        stated.add(count, "scopes on \(threads) threads")
        stated.state(misses: failures.count { (try? $0.get()) == nil })
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(closed.value, 1000 + count)
        XCTAssertLessThan(growth, max(each * threads * 16, 4096), "one small object for each scope is more")
    }

    /// Whoever resolves while the scope ends is given an instance that is closed, or the named error.
    func testLIFE3_AResolveThatRacesWithTheEndLeaksNothing() throws {
        let closed = Counter()
        let container = try Container {
            Scoped { [tracker] in First(tracker) }.onShutdown { _ in closed.increment() }
            Scoped { [tracker] in Second(tracker) }.onShutdown { _ in closed.increment() }
        }
        let rounds = StressScale.scaled(20_000, underThreadSanitizer: 2000)
        let report = Barrage("a resolve against the end", threads: 3, rounds: rounds, isJostled: true).run(
            prepare: { _ in try container.openScope() },
            body: { scope, thread in
                if thread == 0 {
                    scope.close()
                } else {
                    do throws(ResolutionError) {
                        _ = try scope.resolve(First.self)
                        _ = try scope.resolve(Second.self)
                    } catch {
                        try expect(error.code == .closed, "\(error)")
                    }
                }
            },
            check: { _, results in for result in results { try result.get() } },
            after: { [tracker] _ in
                try expect(tracker.alive == 0, "\(tracker.alive) alive")
                try expect(closed.value == tracker.made.value, "\(tracker.made.value) made, \(closed.value) closed")
            })
        var stated = Stated("LIFE3 resolves against the end of their scope")
        stated.add(report.rounds, "races")
        stated.add(tracker.made.value, "instances closed")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
    }

    /// A task that outlives the body of a scope asks it for what nobody has asked for: it gets what is closed, or the error.
    func testLIFE3_AResolveThatOutlivesTheBodyLeaksNothing() throws {
        let closed = Counter()
        let container = try Container {
            for number in 0..<8 {
                Scoped { [tracker] in First(tracker) }.named(RegistrationName("\(number)")).onShutdown { _ in
                    closed.increment()
                }
            }
        }
        let rounds = StressScale.scaled(20_000, underThreadSanitizer: 2000)
        let report = Barrage("a resolve against the end of a body", threads: 3, rounds: rounds, isJostled: true).run(
            prepare: { _ in (scope: Locked<Container?>(nil), seen: Counter()) },
            body: { stage, thread in
                if thread == 0 {
                    try container.withScope(.request) { scope in
                        stage.scope.withLock { $0 = scope }
                        // The body ends as soon as the other threads have the scope.
                        Self.yield { stage.seen.value == 2 }
                    }
                    return
                }
                var scope: Container?
                Self.yield {
                    scope = stage.scope.withLock { $0 }
                    return scope != nil
                }
                guard let scope else { return }
                stage.seen.increment()
                for number in 0..<8 {
                    do throws(ResolutionError) {
                        _ = try scope.resolve(First.self, named: RegistrationName("\((number + thread * 4) % 8)"))
                    } catch {
                        try expect(error.code == .closed, "\(error)")
                    }
                }
            },
            check: { stage, results in
                for result in results { try result.get() }
                stage.scope.withLock { $0 = nil }
            },
            after: { [tracker] _ in
                try expect(tracker.alive == 0, "\(tracker.alive) alive")
                try expect(closed.value == tracker.made.value, "\(tracker.made.value) made, \(closed.value) closed")
            })
        var stated = Stated("LIFE3 resolves against the end of a body")
        stated.add(report.rounds, "races")
        stated.add(tracker.made.value, "instances closed")
        stated.state(misses: report.misses)
        XCTAssertNil(report.miss)
        let other = try Container { Scoped { [tracker] in First(tracker) } }
        other.close()
        XCTAssertThrowsError(try other.resolve(First.self)) { XCTAssertEqual(($0 as? ResolutionError)?.code, .closed) }
    }

    func testLIFE3_AwaitingScopesLeaveNothing() async throws {
        let closed = Counter()
        let container = try Container {
            Seeded(Int.self)
            Scoped { [tracker] in First(tracker) }.onShutdown { _ in
                await Task.yield()
                closed.increment()
            }
            Scoped { [tracker] in Second(tracker) }
        }
        let (tasks, rounds) = (8, 5)
        let each = StressScale.scaled(200_000, underThreadSanitizer: 4000) / tasks / rounds + 1
        let count = each * tasks * rounds
        @Sendable func use(_ number: Int) async throws {
            do {
                try await container.withScope(.request, seeds: [ScopeSeed(number)]) { scope in
                    try expect(try scope.resolve(Int.self) == number, "another's seed")
                    _ = try scope.resolve(First.self)
                    await Task.yield()
                    _ = try scope.resolve(Second.self)
                    if number % 3 == 0 { throw Thrown() }
                }
            } catch is Thrown {}
        }
        func useAll(_ each: Int) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<tasks {
                    group.addTask { for number in 0..<each { try await use(task + number) } }
                }
                try await group.waitForAll()
            }
        }
        try await useAll(250)
        let growth = try await Heap.growth(rounds: rounds) { _ in try await useAll(each) }
        var stated = Stated("LIFE3 awaiting scopes with a seed and a hook that awaits")
        stated.add(count, "scopes in \(tasks) tasks")
        stated.state(misses: tracker.alive)
        XCTAssertEqual(tracker.alive, 0)
        XCTAssertEqual(closed.value, 250 * tasks + count)
        XCTAssertLessThan(growth, max(each * tasks * 16, 4096), "one small object for each scope is more")
    }
}

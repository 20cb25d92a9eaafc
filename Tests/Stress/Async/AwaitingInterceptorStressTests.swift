// Interceptors that retry, and that give up after a while, under many tasks.

import Armory
import ArmoryTestSupport
import XCTest

private final class Retried: Sendable {
    let number: Int
    private let counted = Counted()
    init(_ number: Int) { self.number = number }
}

private struct Refused: Error {}
private struct Passed: Error {}

/// Makes it again until it is made, or nobody waits.
private struct Persistent: AwaitingInterceptor {
    func intercept(_ making: InterceptedCreation) async throws -> InterceptedInstance {
        while true {
            do {
                return try await making.proceed()
            } catch {
                guard error.underlying is Refused else { throw error }
                await Task.yield()
                try Task.checkCancellation()
            }
        }
    }
}

/// Gives a making up after so many turns.
private struct Limit: AwaitingInterceptor {
    let turns: Int

    func intercept(_ making: InterceptedCreation) async throws -> InterceptedInstance {
        try await withThrowingTaskGroup(of: InterceptedInstance.self) { group in
            group.addTask { try await making.proceed() }
            group.addTask { [turns] in
                for _ in 0..<turns {
                    await Task.yield()
                    try Task.checkCancellation()
                }
                throw Passed()
            }
            defer { group.cancelAll() }
            for try await instance in group { return instance }
            throw CancellationError()
        }
    }
}

final class AwaitingInterceptorStressTests: LeakCheckedTestCase {
    /// However often a factory refuses, it runs to success once, and the tasks share all attempts.
    func testC5_OneRetriedMakingForAllTasks() async throws {
        let (tasks, rounds) = (64, StressScale.scaled(400, underThreadSanitizer: 100))
        let watchdog = Watchdog("C5 one retried making for all tasks")
        defer { watchdog.disarm() }
        var misses = 0
        for round in 0..<rounds {
            let (called, made) = (Counter(), Counter())
            let refusals = round % 5
            let container = try Container {
                Singleton { () async throws -> Retried in
                    let call = called.increment()
                    for _ in 0..<round % 4 { await Task.yield() }
                    if call <= refusals { throw Refused() }
                    return Retried(made.increment())
                }
                Intercepted(Retried.self, by: Persistent())
            }
            let seen = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<tasks { group.addTask { try await container.resolveAsync(Retried.self).number } }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            if seen != [1] || made.value != 1 || called.value != refusals + 1 { misses += 1 }
            watchdog.tick()
        }
        XCTAssertEqual(misses, 0)
        var stated = Stated("C5 one retried making of an awaited factory, \(tasks) tasks")
        stated.add(rounds, "containers")
        stated.add(rounds * tasks, "resolves")
        stated.state(misses: misses)
    }

    /// Tasks are cancelled at random and limits pass at random.
    ///
    /// Each task ends with the instance, with its cancellation or with the
    /// limit of the making that it began; nobody hangs, no two factories of a slot run at the same time, and afterwards the slot is
    /// usable. Every other factory ignores its cancellation, or hangs until it is cancelled.
    func testC5_CancellationsAndLimitsAtRandom() async throws {
        let seed: UInt64 = 11
        let rounds = StressScale.scaled(1_500, underThreadSanitizer: 300)
        let watchdog = Watchdog("C5 cancellations and limits at random, seed \(seed)")
        defer { watchdog.disarm() }
        var random = SeededGenerator(seed: seed)
        let overlaps = Counter()
        var (served, cancelled, passed, misses) = (0, 0, 0, 0)
        for round in 0..<rounds {
            let inside = Locked(0)
            let turns = Int.random(in: 1..<24, using: &random)
            let isLast = Locked(false)
            let container = try Container {
                Singleton { () async throws -> Retried in
                    let together = inside.withLock { count in
                        count += 1
                        return count
                    }
                    if together > 1 { overlaps.increment() }
                    defer { inside.withLock { $0 -= 1 } }
                    if isLast.withLock({ $0 }) { return Retried(-1) }
                    switch round % 3 {
                    case 0: for _ in 0..<6 { await Task.yield() }
                    case 1: try await Task.sleep(for: .seconds(3600))
                    default: break
                    }
                    if round % 4 == 3, !Task.isCancelled { throw Refused() }
                    return Retried(round)
                }
                Intercepted(Retried.self, by: Limit(turns: turns))
                Intercepted(Retried.self, by: Persistent())
            }
            let plans = (0..<6).map { _ in
                (isCancelled: Bool.random(using: &random), pause: Int.random(in: 0..<8, using: &random))
            }
            let tasks = plans.map { _ in Task { try await container.resolveAsync(Retried.self) } }
            for (task, plan) in zip(tasks, plans) where plan.isCancelled {
                for _ in 0..<plan.pause { await Task.yield() }
                task.cancel()
            }
            var things: Set<ObjectIdentifier> = []
            for (task, plan) in zip(tasks, plans) {
                do {
                    things.insert(ObjectIdentifier(try await task.value))
                    served += 1
                } catch let error as ResolutionError where error.code == .cancelled && plan.isCancelled {
                    cancelled += 1
                } catch let error as ResolutionError where error.underlying is Passed {
                    passed += 1
                } catch {
                    misses += 1
                    XCTFail("seed \(seed), round \(round): \(error)")
                }
            }
            isLast.withLock { $0 = true }
            things.insert(ObjectIdentifier(try await patiently { try await container.resolveAsync(Retried.self) }))
            if things.count != 1 || inside.withLock({ $0 }) != 0 { misses += 1 }
            watchdog.tick()
        }
        XCTAssertEqual(misses, 0)
        XCTAssertEqual(overlaps.value, 0)
        // How many of them hit depends on how the tasks take turns: a few rounds may have none.
        if rounds >= 500 { XCTAssertTrue(served > 0 && cancelled > 0 && passed > 0) }
        var stated = Stated("C5 interceptors that await, cancellations and limits at random")
        stated.add(served, "served")
        stated.add(cancelled, "cancelled")
        stated.add(passed, "over the limit")
        stated.state(misses: misses + overlaps.value)
    }

    /// Calls `body` until no limit passes.
    private func patiently(_ body: () async throws -> Retried) async throws -> Retried {
        while true {
            do {
                return try await body()
            } catch let error as ResolutionError where error.underlying is Passed {}
        }
    }
}

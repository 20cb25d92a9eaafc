// Factories that await, under many tasks: single-flight, cancellation at random, circles at random.

import Armory
import ArmoryTestSupport
import Foundation
import XCTest

final class AsyncStressTests: LeakCheckedTestCase {
    private final class Thing: Sendable {
        let number: Int
        private let counted = Counted()
        init(_ number: Int) { self.number = number }
    }

    /// A factory runs to success once for each slot, whoever asks and however the tasks interleave.
    func testC5_OneRunForAllTasks() async throws {
        let (tasks, rounds) = (64, StressScale.scaled(600, underThreadSanitizer: 150))
        let watchdog = Watchdog("C5 one run for all tasks")
        defer { watchdog.disarm() }
        var misses = 0
        for round in 0..<rounds {
            let made = Counter()
            let container = try Container {
                Singleton { () async -> Thing in
                    let number = made.increment()
                    for _ in 0..<round % 4 { await Task.yield() }
                    return Thing(number)
                }
            }
            let seen = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<tasks { group.addTask { try await container.resolveAsync(Thing.self).number } }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            if seen != [1] || made.value != 1 { misses += 1 }
            watchdog.tick()
        }
        XCTAssertEqual(misses, 0)
        var stated = Stated("C5 one run of an awaited factory, \(tasks) tasks")
        stated.add(rounds, "containers")
        stated.add(rounds * tasks, "resolves")
        stated.state(misses: misses)
    }

    /// Tasks are cancelled at random while they wait: who is not gets the instance, nobody hangs, no two factories of a slot run at
    /// the same time, and one whom nobody awaits any more is cancelled.
    func testC5_CancellationAtRandom() async throws {
        let seed: UInt64 = 5
        let rounds = StressScale.scaled(3_000, underThreadSanitizer: 800)
        let watchdog = Watchdog("C5 cancellation at random, seed \(seed)")
        defer { watchdog.disarm() }
        var random = SeededGenerator(seed: seed)
        var (cancelled, served, misses) = (0, 0, 0)
        let overlaps = Counter()
        for round in 0..<rounds {
            let inside = Locked(0)
            let container = try Container {
                Singleton { () async throws -> Thing in
                    let together = inside.withLock { count in
                        count += 1
                        return count
                    }
                    if together > 1 { overlaps.increment() }
                    defer { inside.withLock { $0 -= 1 } }
                    for _ in 0..<8 {
                        await Task.yield()
                        try Task.checkCancellation()
                    }
                    return Thing(round)
                }
            }
            let plans = (0..<6).map { _ in
                (isCancelled: Bool.random(using: &random), pause: Int.random(in: 0..<8, using: &random))
            }
            let tasks = plans.map { _ in Task { try await container.resolveAsync(Thing.self) } }
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
                } catch {
                    misses += 1
                    XCTFail("seed \(seed), round \(round): \(error)")
                }
            }
            if things.count > 1 { misses += 1 }
            if round % 10 == 0 {
                // Whatever has happened, the slot is usable.
                if try await container.resolveAsync(Thing.self).number != round { misses += 1 }
            }
            watchdog.tick()
        }
        misses += overlaps.value
        XCTAssertEqual(misses, 0, "seed \(seed)")
        // How many cancellations hit depends on how the tasks take turns: a few rounds may have none.
        if rounds >= 500 { XCTAssertGreaterThan(cancelled, 0, "the cancellations hit") }
        XCTAssertGreaterThan(served, 0)
        var stated = Stated("C5 waiters cancelled at random")
        stated.add(rounds, "containers")
        stated.add(cancelled, "cancelled waits")
        stated.add(served, "served waits")
        stated.state(misses: misses)
    }

    /// Random graphs of awaited and other factories, with circles, asked for from many ends at once: everything ends, what lies on or
    /// leads to a circle is that error, and all else is there.
    func testC5_RandomGraphsWithCirclesNeverHang() async throws {
        let seed: UInt64 = 77
        let rounds = StressScale.scaled(800, underThreadSanitizer: 250)
        let watchdog = Watchdog("C5 random graphs that await, seed \(seed)")
        defer { watchdog.disarm() }
        var random = SeededGenerator(seed: seed)
        var (cycles, served, misses) = (0, 0, 0)
        for round in 0..<rounds {
            let plan = AwaitPlan(nodes: Int.random(in: 2...9, using: &random), &random)
            let container = try plan.container()
            let ends = (0..<24).map { _ in Int.random(in: plan.needs.indices, using: &random) }
            let outcomes = await withTaskGroup(of: (Int, ResolutionError.Code?, [String]).self) { group in
                for end in ends {
                    group.addTask {
                        do throws(ResolutionError) {
                            _ = try await container.resolveAsync(AwaitPlan.Node.self, named: RegistrationName(end))
                            return (end, nil, [])
                        } catch {
                            return (end, error.code, error.path)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (end, code, path) in outcomes {
                let isRight = plan.leadsToACircle(end) ? code == .cycle && path.count != Set(path).count : code == nil
                if !isRight {
                    misses += 1
                    XCTFail(
                        "seed \(seed), round \(round), \(plan), \(end): \(code.map(\.description) ?? "made") \(path)")
                }
                if code == nil { served += 1 } else { cycles += 1 }
            }
            watchdog.tick()
        }
        // The seed alone decides which requests lead to a circle.
        if rounds >= 300 {
            XCTAssertGreaterThan(cycles, rounds)
            XCTAssertGreaterThan(served, rounds)
        }
        var stated = Stated("C5 random graphs that await, with circles")
        stated.add(rounds, "graphs")
        stated.add(cycles, "cycles")
        stated.add(served, "instances had")
        stated.state(misses: misses)
    }
}

/// Who needs whom.
struct AwaitPlan: CustomStringConvertible {
    final class Node: Sendable {
        private let counted = Counted()
    }

    let needs: [[Int]]
    let isTransient: [Bool]

    init(nodes: Int, _ random: inout SeededGenerator) {
        needs = (0..<nodes).map { _ in
            (0..<Int.random(in: 0...2, using: &random)).map { _ in Int.random(in: 0..<nodes, using: &random) }
        }
        isTransient = (0..<nodes).map { _ in Int.random(in: 0..<4, using: &random) == 0 }
    }

    func container() throws -> Container {
        try Container {
            for (number, needs) in needs.enumerated() {
                let factory: @Sendable (AsyncResolver) async throws -> Node = { r in
                    if number % 2 == 0 { await Task.yield() }
                    if needs.count == 2, number % 3 == 0 {
                        async let first = r.resolve(Node.self, named: RegistrationName(needs[0]))
                        async let second = r.resolve(Node.self, named: RegistrationName(needs[1]))
                        _ = try await (first, second)
                    } else {
                        for need in needs {
                            _ = try await r.container.resolveAsync(Node.self, named: RegistrationName(need))
                        }
                    }
                    return Node()
                }
                if isTransient[number] {
                    Transient(Node.self) { try await factory($0) }.named(RegistrationName(number))
                } else {
                    Singleton(Node.self) { try await factory($0) }.named(RegistrationName(number))
                }
            }
        }
    }

    /// Whether something that the node needs in the end needs itself.
    func leadsToACircle(_ node: Int) -> Bool {
        reached(from: node).union([node]).contains { reached(from: $0).contains($0) }
    }

    private func reached(from node: Int) -> Set<Int> {
        var reached: Set<Int> = []
        var open = needs[node]
        while let next = open.popLast() {
            if reached.insert(next).inserted { open += needs[next] }
        }
        return reached
    }

    var description: String { "\(needs) \(isTransient)" }
}

// Containers that end while their factories await, and instances that are evicted meanwhile.

import Armory
import ArmoryTestSupport
import Foundation
import XCTest

final class AsyncTeardownStressTests: LeakCheckedTestCase {
    private final class Thing: Sendable {
        private let counted = Counted()
    }

    /// Everything that was made is closed once, and every task ends with the instance or a named error.
    func testO3_ClosedOnceWhateverHappensMeanwhile() async throws {
        let seed: UInt64 = 11
        let rounds = StressScale.scaled(2_000, underThreadSanitizer: 600)
        let watchdog = Watchdog("O3 ends while factories await, seed \(seed)")
        defer { watchdog.disarm() }
        var random = SeededGenerator(seed: seed)
        var (served, refused, misses) = (0, 0, 0)
        let (made, closed) = (Counter(), Counter())
        for round in 0..<rounds {
            let make: @Sendable () async throws -> Thing = {
                for _ in 0..<round % 5 { await Task.yield() }
                made.increment()
                return Thing()
            }
            let container = try Container {
                Singleton(make).named("singleton").onShutdown { _ in closed.increment() }
                Kept(make).named("kept").onShutdown { _ in closed.increment() }
            }
            let tasks = (0..<4).map { number in
                Task { try await container.resolveAsync(Thing.self, named: number % 2 == 0 ? "singleton" : "kept") }
            }
            for _ in 0..<Int.random(in: 0..<6, using: &random) { await Task.yield() }
            if Bool.random(using: &random) { tasks[0].cancel() }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: container.close()
            case 1: try await container.shutdown()
            case 2: XCTAssertTrue(container.evict(Thing.self, named: "kept").isEmpty)
            default: break
            }
            for task in tasks {
                do {
                    _ = try await task.value
                    served += 1
                } catch let error as ResolutionError
                    where [.closed, .cancelled].contains(error.code)
                {
                    refused += 1
                } catch {
                    misses += 1
                    XCTFail("seed \(seed), round \(round): \(error)")
                }
            }
            container.close()
            watchdog.tick()
        }
        await settled { made.value == closed.value }
        misses += abs(made.value - closed.value)
        XCTAssertEqual(made.value, closed.value, "seed \(seed)")
        XCTAssertEqual(misses, 0)
        // Both outcomes happen. How often each does depends on how the tasks take turns: a few rounds may have one of them only.
        if rounds >= 500 {
            XCTAssertGreaterThan(served, 0)
            XCTAssertGreaterThan(refused, 0)
        }
        var stated = Stated("O3 containers that end while factories await")
        stated.add(rounds, "containers")
        stated.add(made.value, "instances")
        stated.add(served, "served")
        stated.add(refused, "refused")
        stated.state(misses: misses)
    }

    /// A factory that was cancelled may still be winding down.
    private func settled(_ condition: () -> Bool) async {
        let limit = ContinuousClock.now.advanced(by: .seconds(60))
        while !condition(), ContinuousClock.now < limit { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

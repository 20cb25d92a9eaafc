// A barrier for many more threads than there are cores.

import Foundation
import Synchronization

/// All threads arrive, the last one does what lies between two rounds, and all leave.
///
/// A thread yields for a while before it sleeps. Nobody leaves alone: the first waits for one more for each core, so that
/// also a round of some nanoseconds is a race.
package final class StartBarrier: Sendable {
    private let count: Int
    private let together: Int
    /// Paired with the release of `generation`: what all did before is seen by the last, and what the last did by all.
    private let arrived = Atomic<Int>(0)
    private let left = Atomic<Int>(0)
    private let generation = Atomic<Int>(0)
    private let condition = NSCondition()

    /// How often a thread looks, and gives the processor away, before it sleeps.
    private static let patience = 8

    package init(threads count: Int) {
        self.count = count
        together = min(count, max(2, ProcessInfo.processInfo.activeProcessorCount))
    }

    /// Waits for all others; `last` is run by the last one to arrive, while all others wait.
    package func pass(last: () -> Void = {}) {
        let round = generation.load(ordering: .acquiring)
        if arrived.add(1, ordering: .acquiringAndReleasing).newValue == count {
            arrived.store(0, ordering: .relaxed)
            left.store(0, ordering: .relaxed)
            last()
            condition.withLock {
                generation.store(round + 1, ordering: .releasing)
                condition.broadcast()
            }
        } else {
            wait(after: round)
        }
        left.add(1, ordering: .relaxed)
        while left.load(ordering: .relaxed) < together, generation.load(ordering: .relaxed) == round + 1 {
            sched_yield()
        }
    }

    private func wait(after round: Int) {
        for _ in 0..<Self.patience {
            if generation.load(ordering: .acquiring) != round { return }
            sched_yield()
        }
        condition.lock()
        while generation.load(ordering: .acquiring) == round { condition.wait() }
        condition.unlock()
    }
}

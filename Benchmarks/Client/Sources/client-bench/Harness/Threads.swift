// `client-bench threads`: the rate of two threads, compared with one. Times differ from machine to machine, so nothing
// is asserted.

import Foundation
import Synchronization

/// Operations a second.
private struct Rate {
    var wall = 0.0
    /// The rate if each thread had run on a processor for the whole time.
    var processor = 0.0
}

/// The state of threads that start together.
private final class Turns: Sendable {
    let ready = Atomic(0)
    let total = Mutex(Rate())
}

enum Threads {
    private static let rounds = 7
    private static let seconds = 0.2
    private static let chunk = 2_000
    private static let shown = [
        "baseline-static-let-in-place", "singleton-with", "baseline-transient", "transient", "baseline-graph", "graph",
        "baseline-graph-hot", "graph-hot",
    ]

    static func run() throws {
        print("million operations a second, medians; goal: a factor of 1.9")
        print("By processor time: the factor if nothing else ran on the machine.\n")
        print(line("workload", "1 thread", "2 threads", "factor", "by processor time"))
        for workload in shown.compactMap(Workload.named) {
            let body = try workload.prepare()
            // The rounds with one thread and with two alternate, so that both run under the same conditions.
            let results = (0..<rounds).map { _ in (one: rate(1, body), two: rate(2, body)) }
            print(
                line(
                    workload.name, fixed(results.map { $0.one.wall / 1e6 }), fixed(results.map { $0.two.wall / 1e6 }),
                    fixed(results.map { $0.two.wall / $0.one.wall }),
                    fixed(results.map { $0.two.processor / $0.one.processor })))
        }
    }

    /// The rate of all threads together.
    private static func rate(_ count: Int, _ body: @escaping Workload.Body) -> Rate {
        let turns = Turns()
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "threads", attributes: .concurrent)
        for _ in 0..<count {
            queue.async(group: group) {
                // Release and acquire: all threads begin when the last one has arrived.
                turns.ready.add(1, ordering: .acquiringAndReleasing)
                while turns.ready.load(ordering: .acquiring) < count { sched_yield() }
                let rate = rate(body)
                turns.total.withLock {
                    $0.wall += rate.wall
                    $0.processor += rate.processor
                }
            }
        }
        group.wait()
        return turns.total.withLock { $0 }
    }

    private static func rate(_ body: Workload.Body) -> Rate {
        let (start, processorStart) = (now(CLOCK_MONOTONIC), now(CLOCK_THREAD_CPUTIME_ID))
        var (operations, passed) = (0, 0.0)
        while passed < seconds {
            // A workload that fails would already have failed in its preparation.
            try? body(chunk)
            operations += chunk
            passed = now(CLOCK_MONOTONIC) - start
        }
        return Rate(
            wall: Double(operations) / passed,
            processor: Double(operations) / (now(CLOCK_THREAD_CPUTIME_ID) - processorStart))
    }

    /// The seconds on a clock.
    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The median with two decimals.
    private static func fixed(_ values: [Double]) -> String {
        String(format: "%.2f", values.sorted()[values.count / 2])
    }

    private static func line(_ name: String, _ columns: String...) -> String {
        name.padding(toLength: 30, withPad: " ", startingAt: 0)
            + columns.map { String(repeating: " ", count: max(1, 18 - $0.count)) + $0 }.joined()
    }
}

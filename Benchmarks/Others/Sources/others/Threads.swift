import Foundation
import Synchronization

/// Runs `body` on threads that leave a barrier together, and waits for all of them.
///
/// - Returns: The result of each thread.
func onThreads<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (_ thread: Int) throws -> Result
) throws -> [Result] {
    let group = DispatchGroup()
    let results = Results<Result>(count: count)
    for index in 0..<count {
        group.enter()
        Thread {
            results.arrivals.add(1, ordering: .acquiringAndReleasing)
            // There may be fewer processors than threads.
            while results.arrivals.load(ordering: .acquiring) < count { sched_yield() }
            let result = Swift.Result { try body(index) }
            results.all.withLock { $0[index] = result }
            group.leave()
        }.start()
    }
    group.wait()
    return try results.all.withLock { try $0.compactMap { try $0?.get() } }
}

/// The results of threads.
private final class Results<Value: Sendable>: Sendable {
    let arrivals = Atomic(0)
    let all: Mutex<[Result<Value, any Error>?]>

    init(count: Int) {
        all = Mutex([Result<Value, any Error>?](repeating: nil, count: count))
    }
}

/// Blocks threads until all of them have arrived, or until a limit.
final class Meeting: Sendable {
    private let condition = NSCondition()
    private let parties: Int
    private let arrivals = Atomic(0)

    init(of parties: Int) {
        self.parties = parties
    }

    /// Arrives, and waits at most a second for the others.
    func wait() {
        let end = Date(timeIntervalSinceNow: 1)
        condition.withLock {
            arrivals.add(1, ordering: .relaxed)
            condition.broadcast()
            while arrivals.load(ordering: .relaxed) < parties, condition.wait(until: end) {}
        }
    }
}

import Foundation
import Synchronization

/// Holds parties back until the last one has come, again and again.
final class StartBarrier: Sendable {
    private let parties: Int
    private let arrivals = Atomic<Int>(0)

    init(parties: Int) {
        self.parties = parties
    }

    /// Takes part in the running round.
    ///
    /// A waiter gives its processor away, since there may be fewer of them than parties.
    func wait() {
        let target = arrive()
        while !isPassed(target) { yieldProcessor() }
    }

    /// As `wait`, for tasks.
    func waitInTask() async {
        let target = arrive()
        while !isPassed(target) { await Task.yield() }
    }

    private func arrive() -> Int {
        // Release and acquire: what a party did before the barrier is seen by all after it.
        let ticket = arrivals.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
        return (ticket / parties + 1) * parties
    }

    private func isPassed(_ target: Int) -> Bool {
        // Acquire: pairs with the release in `arrive`.
        arrivals.load(ordering: .acquiring) >= target
    }
}

/// Runs `body` on real threads that start together, and waits for all of them.
///
/// A dispatch queue would not do: it starts no more threads than there are processors, so waiting would never be seen.
///
/// - Returns: What each thread gave.
func onThreads<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (_ thread: Int) throws -> Result
) throws -> [Result] {
    let barrier = StartBarrier(parties: count)
    let results = Collected<Result>(count: count)
    for index in 0..<count {
        let thread = Thread {
            barrier.wait()
            results.put(.init { try body(index) }, at: index)
        }
        thread.start()
    }
    return try results.waitForAll()
}

/// Runs `body` in tasks that start together, and blocks this thread until all of them are done.
func inTasks<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (_ task: Int) async throws -> Result
) throws -> [Result] {
    let barrier = StartBarrier(parties: count)
    let results = Collected<Result>(count: count)
    for index in 0..<count {
        Task.detached {
            await barrier.waitInTask()
            do {
                results.put(.success(try await body(index)), at: index)
            } catch {
                results.put(.failure(error), at: index)
            }
        }
    }
    return try results.waitForAll()
}

/// Results that several threads bring.
private final class Collected<Value: Sendable>: Sendable {
    private let values: Mutex<[Result<Value, any Error>?]>
    private let done = DispatchSemaphore(value: 0)

    init(count: Int) {
        values = Mutex(Array(repeating: nil, count: count))
    }

    func put(_ value: Result<Value, any Error>, at index: Int) {
        values.withLock { $0[index] = value }
        done.signal()
    }

    func waitForAll() throws -> [Value] {
        let count = values.withLock(\.count)
        for _ in 0..<count { done.wait() }
        return try values.withLock { $0 }.compactMap { try $0?.get() }
    }
}

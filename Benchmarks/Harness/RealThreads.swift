import Foundation
import Synchronization

/// A reusable barrier that blocks its parties until the last one has arrived.
final class StartBarrier: Sendable {
    private let parties: Int
    private let arrivals = Atomic<Int>(0)

    init(parties: Int) {
        self.parties = parties
    }

    /// Arrives at the barrier, and waits for the other parties of this round.
    ///
    /// A waiting thread yields its processor, because there may be fewer processors than parties.
    func wait() {
        let target = arrive()
        while !isPassed(target) { yieldProcessor() }
    }

    /// Arrives at the barrier in a task, and waits for the other parties of this round.
    func waitInTask() async {
        let target = arrive()
        while !isPassed(target) { await Task.yield() }
    }

    private func arrive() -> Int {
        // Release and acquire: after the barrier, every party sees all writes that any party made before it.
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
/// Not a dispatch queue: it starts no more threads than there are processors, so no thread would ever have to wait.
///
/// - Returns: The result of each thread.
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

/// The collected results of several threads.
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

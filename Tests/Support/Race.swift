// Real threads that start together. Dispatch starts only as many as there are cores, which hides races.

import Foundation

/// Runs `body` on `count` threads that leave a barrier together, waits for all, and returns the results in the order of
/// the threads.
///
/// A thread's stack is `stackSize` bytes.
package func race<R: Sendable>(
    threads count: Int, stackSize: Int = 1 << 20,
    _ body: @escaping @Sendable (_ thread: Int) throws -> R
) -> [Result<R, any Error>] {
    let race = Race<R>(count: count)
    for index in 0..<count {
        let thread = Thread {
            race.waitForStart()
            race.finish(index, Result { try body(index) })
        }
        thread.stackSize = stackSize
        thread.start()
    }
    return race.results()
}

/// Runs `body` on one thread with the given stack.
package func onThread<R: Sendable>(
    stackSize: Int, _ body: @escaping @Sendable () throws -> R
) throws -> R {
    try race(threads: 1, stackSize: stackSize) { _ in try body() }[0].get()
}

private final class Race<R: Sendable>: @unchecked Sendable {  // Everything is guarded by `condition`.
    private let condition = NSCondition()
    private let count: Int
    private var ready = 0
    private var outcomes: [Int: Result<R, any Error>] = [:]

    init(count: Int) {
        self.count = count
    }

    func waitForStart() {
        condition.lock()
        ready += 1
        if ready == count { condition.broadcast() }
        while ready < count { condition.wait() }
        condition.unlock()
    }

    func finish(_ index: Int, _ outcome: Result<R, any Error>) {
        condition.lock()
        outcomes[index] = outcome
        condition.broadcast()
        condition.unlock()
    }

    func results() -> [Result<R, any Error>] {
        condition.lock()
        defer { condition.unlock() }
        while outcomes.count < count { condition.wait() }
        return (0..<count).compactMap { outcomes[$0] }
    }
}

/// A number that threads may change together.
package final class Counter: @unchecked Sendable {  // `number` is guarded by `lock`.
    private let lock = NSLock()
    private var number = 0

    package init() {}

    package var value: Int { lock.withLock { number } }

    @discardableResult
    package func increment() -> Int {
        lock.withLock {
            number += 1
            return number
        }
    }
}

/// A gate that one thread opens and others wait at.
package final class Latch: @unchecked Sendable {  // `isOpen` is guarded by `condition`.
    private let condition = NSCondition()
    private var isOpen = false

    package init() {}

    package func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until the latch is open; false when that took longer than `seconds`.
    @discardableResult
    package func wait(seconds: Double = 120) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        let limit = Date(timeIntervalSinceNow: seconds)
        while !isOpen {
            if !condition.wait(until: limit) { return isOpen }
        }
        return true
    }
}

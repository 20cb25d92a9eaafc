// Interruptions at any instruction, where a machine with few cores seldom has one.

import Foundation

/// Has threads pause for a moment wherever they are: between any two instructions, also inside the library.
///
/// A race that needs a thread to be taken off its core inside a window of some nanoseconds comes up once in millions of
/// rounds. A signal whose handler sleeps makes it common. What blocks is not ended by it; a sleep may be shorter.
package final class Jostle: @unchecked Sendable {  // Everything that changes is guarded by `condition`.
    private let condition = NSCondition()
    private var threads: [pthread_t] = []
    private var pauses = 0
    private var isOver = false
    private let ended = Latch()

    /// Begins; `pause` microseconds lie at least between two interruptions.
    package init(every pause: UInt32 = 20) {
        Self.install
        let thread = Thread { [self] in
            while interrupt() { usleep(pause) }
            ended.open()
        }
        thread.start()
    }

    /// The number of interruptions so far.
    package var interruptions: Int { condition.withLock { pauses } }

    /// Interrupts the calling thread now and then while `body` runs.
    package func during<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let me = pthread_self()
        condition.withLock { threads.append(me) }
        // Left under the lock: a thread that has ended must not be signalled.
        defer { condition.withLock { threads.removeAll { pthread_equal($0, me) != 0 } } }
        return try body()
    }

    /// Ends, and returns how many interruptions there were.
    @discardableResult
    package func stop() -> Int {
        condition.withLock { isOver = true }
        ended.wait()
        return interruptions
    }

    private func interrupt() -> Bool {
        condition.withLock {
            guard !isOver else { return false }
            guard !threads.isEmpty else { return true }
            pauses += 1
            pthread_kill(threads[pauses % threads.count], SIGUSR2)
            return true
        }
    }

    private static let install: Void = {
        // `signal` has calls that block go on afterwards.
        _ = signal(SIGUSR2) { _ in
            let saved = errno
            var pause = timespec(tv_sec: 0, tv_nsec: 20_000)
            // One of the few ways to sleep that a handler may use.
            unsafe pselect(0, nil, nil, nil, &pause, nil)
            errno = saved
        }
    }()
}

import Foundation

/// How long a piece of work keeps a processor busy: on a busy machine it takes longer, but not more of it.
package enum ProcessorTime {
    /// The time that the calling thread has run.
    private static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Runs `body`, which stays on the thread, and returns the time that it takes.
    package static func of(_ body: () throws -> Void) rethrows -> Duration {
        let start = now
        try body()
        return now - start
    }
}

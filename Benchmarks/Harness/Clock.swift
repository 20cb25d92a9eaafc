#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The clocks that are read before and after a measured operation.
enum Clock {
    /// The time of a clock that never goes back, in nanoseconds.
    static func nanoseconds() -> UInt64 {
        read(CLOCK_MONOTONIC)
    }

    /// The time that this thread has run on a processor, in nanoseconds.
    static func threadNanoseconds() -> UInt64 {
        read(CLOCK_THREAD_CPUTIME_ID)
    }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The time that reading the clock takes: the median of many tries.
    static func cost() -> UInt64 {
        let tries = (0..<10_001).map { _ in
            let start = nanoseconds()
            return nanoseconds() - start
        }
        return tries.sorted()[tries.count / 2]
    }

    /// The smallest step of the clock: it cannot measure shorter times.
    static func step() -> UInt64 {
        (0..<10_001).compactMap { _ in
            let start = nanoseconds()
            let passed = nanoseconds() - start
            return passed > 0 ? passed : nil
        }.min() ?? 0
    }

    /// The nanoseconds that `body` takes.
    static func time(_ body: () throws -> Void) rethrows -> Double {
        let start = nanoseconds()
        try body()
        return Double(nanoseconds() - start)
    }
}

/// Lets another thread run.
func yieldProcessor() {
    sched_yield()
}

/// Sleeps for some microseconds.
func sleep(microseconds: UInt32) {
    usleep(microseconds)
}

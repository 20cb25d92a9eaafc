#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The clocks that are read around what is measured.
enum Clock {
    /// Nanoseconds of a clock that never goes back.
    static func nanoseconds() -> UInt64 {
        read(CLOCK_MONOTONIC)
    }

    /// Nanoseconds for which this thread has had a processor.
    static func threadNanoseconds() -> UInt64 {
        read(CLOCK_THREAD_CPUTIME_ID)
    }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// How long reading the clock takes: the median of many tries.
    static func cost() -> UInt64 {
        let tries = (0..<10_001).map { _ in
            let start = nanoseconds()
            return nanoseconds() - start
        }
        return tries.sorted()[tries.count / 2]
    }

    /// The smallest step that the clock makes: nothing finer can be told apart.
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

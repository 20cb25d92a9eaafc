#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The system's monotonic clock.
enum Clock {
    /// In nanoseconds.
    static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// The variables of the process's environment.
enum Environment {
    /// The value of a variable; nil: there is none.
    static subscript(name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
}

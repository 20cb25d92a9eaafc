// What the libraries ask of the system.

internal import CCore

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The system's monotonic clock.
package enum MonotonicClock {
    /// In nanoseconds.
    package static var now: UInt64 { ccore_now() }
}

/// The variables of the process's environment.
package enum Environment {
    /// The value of a variable; nil: there is none.
    package static subscript(name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
}

/// Prints a line at once: the process may be about to end.
package func printNow(_ line: String) {
    print(line)
    _ = fflush(nil)
}

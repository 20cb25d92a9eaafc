/// A time span on the system's monotonic clock, which cannot be set.
public struct TimeSpan: Hashable, Sendable {
    /// The start, in nanoseconds on the clock.
    ///
    /// The clock is the system's `CLOCK_MONOTONIC` (POSIX), so the spans of one process are comparable.
    public let start: UInt64
    /// The end, in nanoseconds on the clock.
    public let end: UInt64

    /// Creates a span.
    package init(start: UInt64, end: UInt64) {
        self.start = start
        self.end = max(start, end)
    }

    /// The length of the span.
    public var duration: Duration { .nanoseconds(Int64(clamping: end - start)) }
}

internal import Synchronization

/// The clock of events.
package enum EventClock {
    /// The current time in nanoseconds.
    package static var now: UInt64 { Platform.now }

    static func span(since start: UInt64) -> TimeSpan { TimeSpan(start: start, end: now) }
}

extension ThreadID {
    /// The calling thread.
    static var current: ThreadID { ThreadID(number: Platform.threadNumber) }
}

extension ContainerID {
    private static let last = Atomic<UInt64>(0)

    /// The number of the next container.
    static func nextNumber() -> UInt64 {
        // Relaxed: only the number matters.
        last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}

internal import Synchronization

/// The clock of events.
enum EventClock {
    /// Nanoseconds.
    static var now: UInt64 { Platform.now }

    static func span(since start: UInt64) -> TimeSpan { TimeSpan(start: start, end: now) }
}

extension ThreadID {
    /// The calling thread.
    static var current: ThreadID { ThreadID(number: Platform.threadNumber) }
}

extension ContainerID {
    private static let last = Atomic<UInt64>(0)

    /// The number of another container.
    static func nextNumber() -> UInt64 {
        // Relaxed: the number is all that matters.
        last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}

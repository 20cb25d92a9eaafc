internal import CCore

/// The clock of events.
package enum EventClock {
    /// The current time in nanoseconds.
    package static var now: UInt64 { ccore_now() }

    package static func span(since start: UInt64) -> TimeSpan { TimeSpan(start: start, end: now) }
}

extension ContainerEvent {
    /// The number of the calling thread.
    static var currentThread: UInt64 { unsafe ThreadState.current.pointee.number }

    private static let lastContainer = Guarded<UInt64>(0)

    /// The number of the next container.
    package static func nextContainerID() -> UInt64 {
        lastContainer.withLock { last in
            last += 1
            return last
        }
    }
}

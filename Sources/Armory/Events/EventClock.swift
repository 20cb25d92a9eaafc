internal import CCore

/// The clock of events.
package enum EventClock {
    /// The current time in nanoseconds.
    package static var now: UInt64 { ccore_now() }

    package static func span(since start: UInt64) -> TimeSpan { TimeSpan(start: start, end: now) }
}

extension ThreadID {
    /// The calling thread.
    static var current: ThreadID { unsafe ThreadID(number: ThreadState.current.pointee.number) }
}

extension ContainerID {
    private static let last = Guarded<UInt64>(0)

    /// The next container's identity.
    package static func next() -> ContainerID {
        ContainerID(
            number: last.withLock { last in
                last += 1
                return last
            })
    }
}

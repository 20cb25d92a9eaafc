/// The hub that reports a container's events, and the container's identity in them.
package struct EventReporter: Sendable {
    let events: EventHub
    let id: ContainerID
}

extension EventReporter: WaitListener {
    /// Reports that the calling thread has waited while it resolved a record.
    ///
    /// It waited for the thread or task that creates the instance or, if `isTurn`, for its turn.
    package func reportWait(
        for record: Binding, isTurn: Bool, since start: UInt64, maker: UInt64?,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) {
        let asker = unsafe context.asking(for: record)?.asker
        reportWait(for: isTurn ? nil : record, since: start, by: asker, maker: maker.map { ThreadID(number: $0) })
    }

    /// Reports a wait.
    func reportWait(for record: Binding?, since start: UInt64, by asker: Binding?, maker: ThreadID? = nil) {
        let span = EventClock.span(since: start)
        if let record { events.measures(of: record)?.noteWait(span) }
        guard events.wanted.contains(.waited) else { return }
        events.report(
            .waited(
                ContainerEvent.Wait(
                    registration: record.map { RegistrationInfo($0) }, container: id,
                    asker: asker.map { RegistrationInfo($0) }, span: span, thread: .current, maker: maker)))
    }
}

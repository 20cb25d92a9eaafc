extension ControlBlock {
    /// Reports the container's events; nil: there are no subscribers.
    var reporter: EventReporter? { events.map { EventReporter(events: $0, id: unsafe ContainerID(number: id)) } }

    /// Reports that a scope is opened, and notes the information to report at its end.
    ///
    /// Requires that no other thread has the control block.
    func reportOpening(_ opening: ScopeOpening, of tag: ScopeTag, in parent: EventReporter) {
        renumber()
        let now = EventClock.now
        var info = ContainerEvent.ScopeInfo(
            container: unsafe ContainerID(number: id), tag: tag, parent: parent.id, location: opening.location,
            span: TimeSpan(start: now, end: now))
        unsafe scoped.opening = info
        guard parent.events.wanted.contains(.scopes) else { return }
        info.seeds = opening.seeds
        parent.events.report(.opened(info))
    }

    /// Notes who has resolved a registration as it was written, and reports the resolve.
    @inline(__always)
    func noteResolve(of base: Binding) {
        guard let events else { return }
        if let asking = unsafe ThreadContext.current.asking(for: base), let measures = base.measured,
            !events.isReporting
        {
            events.note(asking, measures)
        }
        reportResolve(of: base)
    }

    /// Reports the resolve of a registration as it was written.
    func reportResolve(of base: Binding) {
        guard let events, events.wanted.contains(.resolved) else { return }
        events.report(
            .resolved(
                ContainerEvent.Resolve(
                    registration: RegistrationInfo(base: base), container: unsafe ContainerID(number: id))))
    }

    /// Removes and returns the information to report at the end of the scope.
    func takeOpening() -> ContainerEvent.ScopeInfo? {
        lock.withLock { unsafe scoped.opening.take() }
    }
}

extension ResolveReport {
    /// Reports a resolve to the subscribers of a container.
    ///
    /// A function of the report, so that the caller does not retain its record.
    @inline(never)
    @_optimize(speed)
    func report(_ control: ControlBlock) { control.noteResolve(of: base) }
}

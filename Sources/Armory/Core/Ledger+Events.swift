extension Ledger {
    /// Who is told what happens in the container; nil: nobody.
    var teller: Teller? { events.map { Teller(events: $0, id: unsafe ContainerID(number: id)) } }

    /// Tells that a scope is opened, and notes what is to be told of its end.
    ///
    /// Nobody else has the ledger.
    func tellOpening(of tag: ScopeTag, in parent: Teller) {
        renumber()
        let now = EventClock.now
        let info = ContainerEvent.ScopeInfo(
            container: unsafe ContainerID(number: id), tag: tag, parent: parent.id, span: TimeSpan(start: now, end: now)
        )
        unsafe scoped.opening = info
        if parent.events.wanted.contains(.scopes) { parent.events.tell(.opened(info)) }
    }

    /// What is to be told of the end of the scope, once.
    func takeOpening() -> ContainerEvent.ScopeInfo? {
        lock.withLock {
            defer { unsafe scoped.opening = nil }
            return unsafe scoped.opening
        }
    }
}

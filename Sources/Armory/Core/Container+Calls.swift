// Reports the calls of factories: those of records, and those that callers bring.

extension Container {
    /// Calls a caller's factory for an instance of a record, and reports the call.
    ///
    /// - Parameter hasMade: Whether the factory has created an instance, which it may also have thrown away.
    func reporting<R>(
        _ record: Binding, _ measures: Measures, _ factory: () throws -> R, hasMade: () -> Bool
    ) throws -> R {
        let start = EventClock.now
        do {
            let instance = try factory()
            if hasMade() { reportCall(of: record.base, measures, nil, since: start) }
            return instance
        } catch {
            reportCall(of: record.base, measures, error is Declined && hasMade() ? nil : error, since: start)
            throw error
        }
    }

    /// Reports a call of a factory on this thread.
    ///
    /// Reads the caller from the path, which is as it was when the factory began.
    @inline(never)
    func reportCall(of record: Binding, _ measures: Measures, _ error: (any Error)?, since start: UInt64) {
        let asking = unsafe ThreadContext.current.asking(for: record)
        reportCall(of: record, measures, error, since: start, asking, awaits: false)
    }

    /// Reports a call of a factory.
    ///
    /// - Parameters:
    ///   - record: The registration as it was written.
    ///   - error: The error that the factory threw; nil: it returned an instance.
    ///   - asking: The caller that asked for the instance.
    @inline(__always)
    func reportCall(
        of record: Binding, _ measures: Measures, _ error: (any Error)?, since start: UInt64, _ asking: Asking?,
        awaits: Bool
    ) {
        let span = EventClock.span(since: start)
        // Neither error is a failure: one says that there is no instance here, the other that the factory awaits.
        if let error, error is Declined || error is AwaitingFault { return }
        let container = view?.base ?? self
        guard let events = container.control.events, !events.isReporting else { return }
        measures.noteCall(span, hasFailed: error != nil)
        if error == nil, let asking { events.note(asking, measures) }
        guard events.wanted.contains(error == nil ? .made : .failed) else { return }
        // A function: a value that both branches use would be copied.
        func making() -> ContainerEvent.Making {
            ContainerEvent.Making(
                registration: RegistrationInfo(base: record),
                container: unsafe ContainerID(number: container.control.id), scope: container.innermostScope,
                asker: asking.map { RegistrationInfo($0.asker) }, span: span, thread: .current, awaits: awaits)
        }
        guard let error else { return events.report(.made(making())) }
        events.report(.failed(ContainerEvent.Failure(making: making(), error: error)))
    }

    /// The tag of the container if it is a scope, or of the nearest scope around it.
    private var innermostScope: ScopeTag? {
        if let scope { return scope }
        guard unsafe !traits.ancestors.isEmpty else { return nil }
        return unsafe traits.ancestors.lazy.compactMap { unsafe $0.takeUnretainedValue().scope }.first
    }
}

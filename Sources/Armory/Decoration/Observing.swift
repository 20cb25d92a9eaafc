// Reports the closures of a record to subscribers.

/// Reports how long a factory took, and the error that it threw.
///
/// If the registration does not declare its dependencies, the factory's first call gets a resolver that notes what it
/// asks for, even if the call then throws. Later calls get the plain resolver, so observing costs them nothing.
final class Observing: ClosureChange {
    /// The registration as it was written.
    private let record: Binding
    private let measures: Measures

    init(_ record: Binding, _ measures: Measures) {
        self.record = record
        self.measures = measures
    }

    func call<R>(_ resolver: Resolver, _ time: Dependency.Time, _ body: (Resolver) throws -> R) throws -> R {
        guard time == .construction else { return try body(resolver) }
        let start = EventClock.now
        do {
            let instance = try measures.isCalled ? body(resolver) : firstCall(resolver, body)
            report(nil, in: resolver.container, start)
            return instance
        } catch {
            report(error, in: resolver.container, start)
            throw error
        }
    }

    @concurrent func call<R>(_ resolver: AsyncResolver, _ body: AsyncFactory<R>) async throws -> R {
        let container = resolver.completing.container
        let asking = resolver.frame.current?.parent?.asking(for: record)
        let start = EventClock.now
        do {
            let instance = try await body(measures.isCalled ? resolver : noting(resolver))
            report(nil, in: container, since: start, asking, awaits: true)
            return instance
        } catch {
            report(error, in: container, since: start, asking, awaits: true)
            throw error
        }
    }

    /// Calls the factory with a resolver that notes what the factory asks for.
    @inline(never)
    private func firstCall<R>(_ resolver: Resolver, _ body: (Resolver) throws -> R) throws -> R {
        try body(noting(resolver, unsafe ThreadContext.current.innermostBinding))
    }

    private func noting(_ resolver: AsyncResolver) -> AsyncResolver {
        AsyncResolver(
            owner: noting(resolver.completing, resolver.frame.binding).owner, frameObject: resolver.frameObject)
    }

    /// A resolver that notes what a factory asks for.
    ///
    /// - Parameter running: The record of the running factory.
    @_lifetime(copy resolver)
    private func noting(_ resolver: Resolver, _ running: Binding?) -> Resolver {
        let container = resolver.container
        // A dry run notes what its closures ask for itself, and its calls do not count.
        guard container.view?.recorder == nil, measures.beginsFirstCall(), record.isOpaque, let running,
            let events = container.control.events
        else { return resolver }
        let notes = FirstCallNotes(running, events)
        return Resolver(owner: Container(viewOf: container.view?.base ?? container, container.view?.module, notes))
    }

    /// Reads the caller from the path, which is as it was when the factory began.
    @inline(never)
    private func report(_ error: (any Error)?, in container: Container, _ start: UInt64) {
        let asking = unsafe ThreadContext.current.asking(for: record)
        report(error, in: container, since: start, asking, awaits: false)
    }

    /// Reports a call of the factory.
    ///
    /// - Parameters:
    ///   - error: The error that the factory threw; nil: it returned an instance.
    ///   - asking: The caller that asked for the instance.
    @inline(__always)
    private func report(
        _ error: (any Error)?, in resolved: Container, since start: UInt64, _ asking: Asking?, awaits: Bool
    ) {
        let span = EventClock.span(since: start)
        // Neither error is a failure: one says that there is no instance here, the other that the factory awaits.
        if let error, error is Declined || error is AwaitingFault { return }
        let container = resolved.view?.base ?? resolved
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
}

/// Notes what a factory asks for in its first call, including instances that exist already.
private final class FirstCallNotes: AskRecorder {
    /// Weak, because the factory of the record may keep its resolver, and so these notes.
    private weak let record: Binding?
    private let events: EventHub

    init(_ record: Binding, _ events: EventHub) {
        self.record = record
        self.events = events
    }

    func note(_ type: any Any.Type, _ qualifier: AnyQualifier?) {
        guard let record else { return }
        events.note(Dependency(type: type, qualifier: qualifier, kind: .optional).declared, of: record)
    }

    func observed(_ inner: Binding) -> Binding { inner }
}

extension Container {
    /// The tag of the container if it is a scope, or of the nearest scope around it.
    fileprivate var innermostScope: ScopeTag? {
        if let scope { return scope }
        guard unsafe !traits.ancestors.isEmpty else { return nil }
        return unsafe traits.ancestors.lazy.compactMap { unsafe $0.takeUnretainedValue().scope }.first
    }
}

extension EventHub {
    /// The record with closures that report to subscribers; the record itself if it has them already or has no factory.
    func observed(_ record: Binding) -> Binding {
        guard times, record.measures == nil, !record.isChosen, record.options.isDisjoint(with: [.alias, .promise])
        else { return record }
        let measures = Measures(of: self)
        var traits = record.traits
        traits.measures = measures
        return record.changed(traits, by: Observing(record, measures))
    }
}

// Reports the closures of a record to subscribers.

/// Reports how long a factory took, and the error that it threw.
///
/// If the registration does not declare its dependencies, the factory's first call gets a resolver that notes its
/// requests, even if the call then throws. Later calls get the plain resolver, so observing costs them nothing.
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
            resolver.container.reportCall(of: record, measures, nil, since: start)
            return instance
        } catch {
            resolver.container.reportCall(of: record, measures, error, since: start)
            throw error
        }
    }

    @concurrent func call<R>(_ resolver: AsyncResolver, _ body: AsyncFactory<R>) async throws -> R {
        let container = resolver.completing.container
        let asking = resolver.frame.current?.parent?.asking(for: record)
        let start = EventClock.now
        do {
            let instance = try await body(measures.isCalled ? resolver : noting(resolver))
            container.reportCall(of: record, measures, nil, since: start, asking, awaits: true)
            return instance
        } catch {
            container.reportCall(of: record, measures, error, since: start, asking, awaits: true)
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

extension EventHub {
    /// The record with closures that report to subscribers; the record itself if it has them already or has no factory.
    func observed(_ record: Binding) -> Binding {
        guard record.measures == nil, !record.isChosen, record.options.isDisjoint(with: [.alias, .promise]),
            let measures = newMeasures
        else { return record }
        var traits = record.traits
        traits.measures = measures
        return record.changed(traits, by: Observing(record, measures))
    }
}

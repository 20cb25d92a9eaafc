// What is told of factories and of resolves.

/// Reports how long a factory took, and the error that it threw.
struct ObservingWrapper: FactoryWrapper {
    let measures: Measures

    func makeInstance<T>(
        with resolver: borrowing Resolver, wrappingCallOf make: (borrowing Resolver) throws -> T
    ) throws -> T {
        let start = EventClock.now
        var failure: (any Error)?
        defer {
            reportFactoryCall(of: resolver.runningRecords, in: resolver.handle, failure, since: start, awaits: false)
        }
        do { return try make(resolver) } catch {
            failure = error
            throw error
        }
    }

    func makeInstance<T>(
        with resolver: AsyncResolver, wrappingCallOf make: @Sendable (AsyncResolver) async throws -> T
    ) async throws -> T {
        // Read before: afterwards the factory around it may have returned.
        let (records, start) = (resolver.runningRecords, EventClock.now)
        var failure: (any Error)?
        defer { reportFactoryCall(of: records, in: resolver.handle, failure, since: start, awaits: true) }
        do { return try await make(resolver) } catch {
            failure = error
            throw error
        }
    }

    /// Reports a call of the factory.
    ///
    /// - Parameter records: The registrations whose factories run, innermost first.
    private func reportFactoryCall(
        of records: [Record], in handle: HandleReference, _ error: (any Error)?, since start: UInt64, awaits: Bool
    ) {
        // A factory that declines has neither made an instance nor failed.
        guard !(error is Declined), !EventHub.isReporting, let record = records.first,
            let note = handle.container.note as? HandleNote
        else { return }
        let span = EventClock.span(since: start)
        measures.countFactoryCall(lasting: span, hasFailed: error != nil)
        let asker = note.hub.noteDependency(on: record, by: records.dropFirst())
        note.hub.reportMadeOrFailed(
            RegistrationInfo(record), in: note.id, scope: note.scope, for: asker.map(RegistrationInfo.init), span,
            awaits: awaits, error: error)
    }
}

extension EventHub {
    /// A record whose factory is observed; the record itself if nobody wants that, or it has no factory of its own.
    func recordWithObservedFactory(of record: Record) -> Record {
        let notes = record.registrationNotes
        guard timesFactories, !record.isAlias, notes.options.isDisjoint(with: [.value, .choice, .seeded, .promise])
        else {
            return record
        }
        let measures = Measures()
        var traits = record.traits
        traits.parts.notes = RecordNotes(notes, measures)
        return record.copy(withTraits: traits, around: ObservingWrapper(measures: measures))
    }

    /// Notes that the factory of one registration asks for another one.
    ///
    /// - Parameter askers: Those whose factories run, innermost first.
    /// - Returns: The registration that asks; nil: it is asked for from outside of a factory.
    @discardableResult
    func noteDependency(on asked: Record, by askers: some Sequence<Record>) -> Record? {
        var asked = asked
        for record in askers {
            // A part belongs to who asks for it.
            guard record.isAlias || asked.isPart else {
                record.measures?.noteDependency(on: asked)
                return record
            }
            asked = record
        }
        return nil
    }
}

/// Is told of the beginning and the end of each resolve.
package protocol ResolveWitness: ResolveListener {
    func resolveWillBegin(_ resolve: ResolveNotice) throws(ResolutionError)
    func resolveDidSucceed<T>(_ resolve: ResolveNotice, with instance: T)
}

extension ResolveWitness {
    package func observeResolve<T>(
        _ resolve: ResolveNotice, performing body: () throws(ResolutionError) -> T
    ) throws(ResolutionError) -> T {
        try resolveWillBegin(resolve)
        let instance = try body()
        resolveDidSucceed(resolve, with: instance)
        return instance
    }

    package func observeResolveAsync<T>(
        _ resolve: ResolveNotice, performing body: () async throws(ResolutionError) -> T
    ) async throws(ResolutionError) -> T {
        try resolveWillBegin(resolve)
        let instance = try await body()
        resolveDidSucceed(resolve, with: instance)
        return instance
    }
}

/// Is told of every resolve.
struct ResolveReporter: ResolveWitness {
    let hub: EventHub

    func resolveWillBegin(_ resolve: ResolveNotice) {
        guard hub.timesFactories, !EventHub.isReporting, !resolve.record.isComposed else { return }
        hub.noteDependency(on: resolve.record, by: resolve.askers)
    }

    func resolveDidSucceed<T>(_ resolve: ResolveNotice, with instance: T) {
        guard hub.wantedKinds.contains(.resolved), !resolve.record.isComposed,
            let note = resolve.handle.container.note as? HandleNote
        else { return }
        hub.report(
            .resolved(ContainerEvent.Resolve(registration: RegistrationInfo(resolve.record), container: note.id)),
            .resolved)
    }
}

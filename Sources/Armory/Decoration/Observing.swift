// Reports the closures of a record to subscribers.

/// Reports how long a factory took, and the error that it threw.
final class Observing: ClosureChange {
    /// The registration as it was written.
    private let record: AnyBinding
    let measures: Measures

    /// Alive as long as a record with these closures is: nothing else holds it.
    let life = Life()
    final class Life: Sendable {}

    init(_ record: AnyBinding, _ measures: Measures) {
        self.record = record
        self.measures = measures
    }

    func call<R>(_ resolver: Resolver, _ time: Dependency.Time, _ body: (Resolver) throws -> R) throws -> R {
        guard time == .construction else { return try body(resolver) }
        let start = EventClock.now
        do {
            let instance = try body(resolver)
            tellMaking(in: resolver.container, start)
            return instance
        } catch {
            tell(error, in: resolver.container, start)
            throw error
        }
    }

    @concurrent func call<R>(_ resolver: AsyncResolver, _ body: AsyncFactory<R>) async throws -> R {
        let container = resolver.completing.container
        let asking = resolver.frame.current?.parent?.asking(for: record)
        let start = EventClock.now
        do {
            let instance = try await body(resolver)
            tell(in: container, Asked(asking, since: start, awaits: true))
            return instance
        } catch {
            tell(error, in: container, Asked(asking, since: start, awaits: true))
            throw error
        }
    }

    /// The caller that asked for an instance, and the time span of its factory.
    private struct Asked {
        let asking: Asking?
        let span: TimeSpan
        let awaits: Bool

        init(_ asking: Asking?, since start: UInt64, awaits: Bool) {
            self.asking = asking
            span = EventClock.span(since: start)
            self.awaits = awaits
        }
    }

    /// Reads the caller from the path, which is as it was when the factory began.
    @inline(never)
    private func tellMaking(in container: Container, _ start: UInt64) {
        let asking = unsafe ThreadContext.currentByFastPointer.asking(for: record)
        tell(in: container, Asked(asking, since: start, awaits: false))
    }

    @inline(never)
    private func tell(_ error: any Error, in container: Container, _ start: UInt64) {
        let asking = unsafe ThreadContext.currentByFastPointer.asking(for: record)
        tell(error, in: container, Asked(asking, since: start, awaits: false))
    }

    private func tell(in resolved: Container, _ asked: Asked) {
        let container = resolved.view?.base ?? resolved
        guard let events = container.control.events, !events.isTelling else { return }
        measures.noteMade(asked.span)
        if let asking = asked.asking { events.note(asking, measures) }
        guard events.wanted.contains(.made) else { return }
        events.tell(.made(making(container, asked)))
    }

    private func tell(_ error: any Error, in resolved: Container, _ asked: Asked) {
        // Neither error is a failure: one says that there is no instance here, the other that the factory awaits.
        guard !(error is Declined), !(error is AwaitingFault) else { return }
        let container = resolved.view?.base ?? resolved
        guard let events = container.control.events, !events.isTelling else { return }
        measures.noteFailed(asked.span)
        guard events.wanted.contains(.failed) else { return }
        events.tell(.failed(ContainerEvent.Failure(making: making(container, asked), error: error)))
    }

    private func making(_ container: Container, _ asked: Asked) -> ContainerEvent.Making {
        ContainerEvent.Making(
            registration: RegistrationInfo(base: record), container: unsafe ContainerID(number: container.control.id),
            scope: container.innermostScope, asker: asked.asking.map { RegistrationInfo($0.asker) }, span: asked.span,
            thread: .current, awaits: asked.awaits)
    }
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
    func observed(_ record: AnyBinding) -> AnyBinding {
        guard times, !record.isObserved, record.options.isDisjoint(with: [.alias, .promise]) else { return record }
        let observing = Observing(record, Measures())
        var traits = record.traits
        traits.isObserved = true
        let new = record.seen(traits, by: observing)
        guard new !== record else { return record }
        note(new, observing.measures, life: observing.life)
        return new
    }
}

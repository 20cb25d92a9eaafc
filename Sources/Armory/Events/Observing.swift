// What is told of the closures of a record, and of resolves and waits.

/// Tells how long a factory took, and what it has thrown.
final class Observing: ClosureChange {
    /// As it was written.
    private let record: AnyBinding
    let measures: Measures

    /// There as long as a record with these closures is; nothing else holds it.
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
            tellMade(in: resolver.container, start)
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

    /// Who has asked for an instance, and when its factory began.
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

    /// The path is as it was when the factory began.
    @inline(never)
    private func tellMade(in container: Container, _ start: UInt64) {
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
        guard let events = container.ledger.events, !events.isTelling else { return }
        measures.noteMade(asked.span)
        if let asking = asked.asking { events.note(asking, measures) }
        guard events.wanted.contains(.made) else { return }
        events.tell(.made(making(container, asked)))
    }

    private func tell(_ error: any Error, in resolved: Container, _ asked: Asked) {
        // Neither has failed: one says that it makes nothing here, the other that it has to be awaited.
        guard !(error is Declined), !(error is AwaitingFault) else { return }
        let container = resolved.view?.base ?? resolved
        guard let events = container.ledger.events, !events.isTelling else { return }
        measures.noteFailed(asked.span)
        guard events.wanted.contains(.failed) else { return }
        events.tell(.failed(ContainerEvent.Failure(making: making(container, asked), error: error)))
    }

    private func making(_ container: Container, _ asked: Asked) -> ContainerEvent.Making {
        ContainerEvent.Making(
            registration: RegistrationInfo(base: record), container: unsafe ContainerID(number: container.ledger.id),
            scope: container.innermostScope, asker: asked.asking.map { RegistrationInfo($0.asker) }, span: asked.span,
            thread: .current, awaits: asked.awaits)
    }
}

extension Container {
    /// The tag of the scope that it is, or of the nearest one that it lies in.
    fileprivate var innermostScope: ScopeTag? {
        if let scope { return scope }
        guard unsafe !traits.ancestors.isEmpty else { return nil }
        return unsafe traits.ancestors.lazy.compactMap { unsafe $0.takeUnretainedValue().scope }.first
    }
}

/// Who is told what happens in a container, and what that is called.
package struct Teller: Sendable {
    let events: EventHub
    let id: ContainerID
}

extension Teller {
    /// Tells that the calling thread has waited while it was asked for a record: for whoever makes it or, where `isTurn`, for its
    /// turn.
    func tellWait(
        for record: AnyBinding, isTurn: Bool = false, since start: UInt64, maker: ThreadID? = nil,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) {
        let asker = unsafe context.asking(for: record)?.asker
        tellWait(for: isTurn ? nil : record, since: start, by: asker, maker: maker)
    }

    /// Tells that somebody has waited.
    func tellWait(for record: AnyBinding?, since start: UInt64, by asker: AnyBinding?, maker: ThreadID? = nil) {
        let span = EventClock.span(since: start)
        if let record { events.measures(of: record)?.noteWait(span) }
        guard events.wanted.contains(.waited) else { return }
        events.tell(
            .waited(
                ContainerEvent.Wait(
                    registration: record.map { RegistrationInfo($0) }, container: id,
                    asker: asker.map { RegistrationInfo($0) }, span: span, thread: .current, maker: maker)))
    }
}

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

extension ContainerEvent.ScopeInfo {
    /// The same, now.
    var upToNow: ContainerEvent.ScopeInfo {
        ContainerEvent.ScopeInfo(
            container: container, tag: tag, parent: parent, span: EventClock.span(since: span.start))
    }
}

// MARK: Who asks

/// Who has asked for a record, and by which of its types.
struct Asking {
    let asker: AnyBinding
    /// The record, or a further type of its instance.
    let asked: AnyBinding
}

extension AnyBinding {
    /// Whether it is the record, or lies around or behind it.
    fileprivate func standsFor(_ record: AnyBinding) -> Bool {
        self === record || type == record.type && qualifier === record.qualifier
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The registration whose factory has asked the calling thread for a record; nil: somebody from outside has.
    func asking(for record: AnyBinding) -> Asking? {
        var asked = record
        var top = unsafe pathPosition
        while unsafe top != pathBase {
            top &-= HazardList.stride
            let binding = unsafe Slot(identifier: HazardList.load(top)).binding
            if binding.standsFor(record) { continue }
            guard binding.options.contains(.alias) else { return Asking(asker: binding, asked: asked) }
            asked = binding
        }
        return TaskFrame.running?.asking(for: record, by: asked)
    }
}

extension TaskFrame {
    /// The registration of this frame or of the nearest around it that another one has asked for a record from.
    fileprivate func asking(for record: AnyBinding, by type: AnyBinding? = nil) -> Asking? {
        var asked = type ?? record
        var frame: TaskFrame? = self
        while let current = frame {
            frame = current.current?.parent
            if current.binding.standsFor(record) { continue }
            guard current.binding.options.contains(.alias) else { return Asking(asker: current.binding, asked: asked) }
            asked = current.binding
        }
        return nil
    }
}

// Records the factories that run while a program starts.

public import Armory

/// Records when each factory ran, on which thread, for how long, and which runs waited for others.
///
/// ```swift
/// let profile = StartupProfile()
/// let container = try Container(configuration: .init(subscribers: [profile])) { shop }
/// try await container.start()
/// profile.markStarted()
/// print(profile.record.table())
/// ```
///
/// Every run of a factory costs a lock and a few words of memory. Resolving an existing instance costs nothing.
/// Any thread may use a profile.
public final class StartupProfile: EventSubscriber, Sendable {
    private let state = Guarded(State())
    private let limit: Int

    private struct State {
        var record = StartupRecord()
        /// The factories by the hashes of their registrations, so that no keys are compared under the lock.
        var numbers: [Int: [(identity: RegistrationIdentity, number: Int)]] = [:]
        /// Their types.
        var types: [any Any.Type] = []
    }

    /// Creates a profile that keeps at most `limit` runs and waits, and only counts later ones.
    ///
    /// The count is ``StartupRecord/dropped``.
    public init(limit: Int = 10_000) { self.limit = limit }

    /// Factories that have returned or thrown, and waits.
    public var kinds: ContainerEvent.Kinds { [.made, .failed, .waited] }

    /// Records a run of a factory, or a wait.
    public func receive(_ event: ContainerEvent) {
        switch event {
        case .made(let making): add(making, failed: false)
        case .failed(let making, _): add(making, failed: true)
        case .waited(let wait): add(wait)
        case .registered, .resolved, .closed, .opened, .ended: break
        }
    }

    /// Marks the start as finished: a factory that runs from now on delays a response.
    public func markStarted() {
        let now = EventClock.now
        state.withLock { $0.record.started = now }
    }

    /// The runs and waits recorded so far.
    public var record: StartupRecord {
        var (record, types) = state.withLock { ($0.record, $0.types) }
        let names = TypeNames(types)
        for (number, type) in types.enumerated() {
            // The text of a qualifier comes from user code, which may ask for the record.
            let rest = record.factories[number].key.dropFirst(TypeName.sourceName(of: type).count)
            record.factories[number].key = names.name(of: type) + rest
        }
        return record
    }
}

extension StartupProfile {
    private func add(_ making: ContainerEvent.Making, failed: Bool) {
        guard hasRoom else { return }
        let run = StartupRecord.Run(
            factory: number(making.registration), asker: making.asker.map(number), span: making.span,
            thread: making.thread, awaits: making.awaits, failed: failed,
            scope: making.scope.map { String(describing: $0) })
        state.withLock { if takesOneMore(&$0) { $0.record.runs.append(run) } }
    }

    private func add(_ wait: ContainerEvent.Wait) {
        guard hasRoom else { return }
        let wait = StartupRecord.Wait(
            factory: number(wait.registration), asker: wait.asker.map(number), span: wait.span,
            thread: wait.thread, maker: wait.maker)
        state.withLock { if takesOneMore(&$0) { $0.record.waits.append(wait) } }
    }

    /// Whether there is room for another entry; counts a dropped entry if there is none.
    private var hasRoom: Bool { state.withLock { takesOneMore(&$0) } }

    /// The same check, for a caller that holds the lock.
    private func takesOneMore(_ state: inout State) -> Bool {
        guard state.record.runs.count + state.record.waits.count >= limit else { return true }
        state.record.dropped += 1
        return false
    }

    /// The index of a registration's factory in the record.
    ///
    /// Qualifiers are hashed, compared and described outside the lock, because that runs user code.
    private func number(_ registration: RegistrationInfo) -> Int {
        let identity = RegistrationIdentity(registration)
        let hash = identity.hashValue
        var known = 0
        var factory: StartupRecord.Factory?
        while true {
            let alike = state.withLock { $0.numbers[hash] ?? [] }
            if let found = alike[known...].first(where: { $0.identity == identity }) { return found.number }
            known = alike.count
            let new = factory ?? StartupRecord.Factory(registration)
            factory = new
            let number = state.withLock { state -> Int? in
                // Another thread may have added this registration in the meantime.
                guard state.numbers[hash, default: []].count == known else { return nil }
                let number = state.record.factories.count
                state.record.factories.append(new)
                state.types.append(registration.type)
                state.numbers[hash, default: []].append((identity, number))
                return number
            }
            if let number { return number }
        }
    }
}

extension StartupRecord.Factory {
    /// The texts to show for a registration.
    ///
    /// The text of a key with a qualifier comes from user code, so create this outside of locks.
    package init(_ registration: RegistrationInfo) {
        self.init(
            key: registration.key, lifetime: registration.lifetime, module: registration.module,
            place: registration.location.description)
    }
}

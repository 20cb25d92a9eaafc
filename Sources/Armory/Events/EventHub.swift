// The way of an event to the subscribers.
//
//     registration --> a record whose closures are surrounded: Observing --> made, failed ---+
//     resolve      --> a listener around the record, if a subscriber wants it --> resolved --+--> EventHub --> subscribers, by kind
//     site         --> CallerFactory, around the caller's closure --> made, then resolved ---+       |
//     WaitForGraph, TaskWaits --> waited                                                     |       |
//     Teardown, ScopePlan     --> closed, opened, ended -------------------------------------+       +--> Measures, for the graph
//
// A container without subscribers has no hub and none of these records, so it does no work for events.

internal import Synchronization

/// Notifies the subscribers of a container, its scopes and its children.
@safe
final class EventHub: @unchecked Sendable {  // Every `var` is guarded by `lock`; the rest does not change.
    /// The kinds of events that any subscriber wants.
    let wanted: ContainerEvent.Kinds
    /// Whether factories are timed, for subscribers or for the graph.
    let times: Bool
    /// Not an array: notifying would retain it, on every thread.
    private let subscribers: UnsafeMutableBufferPointer<any EventSubscriber>
    /// The kinds of events that each subscriber wants.
    private let kinds: UnsafeMutableBufferPointer<ContainerEvent.Kinds>
    private let failures = Atomic<Int>(0)
    /// How many records were added to containers.
    private let arrivalCount = Atomic<UInt>(0)
    private let lock = Lock()
    /// The observed dependencies of factories, by the records that resolved them.
    private var seen: [ObjectIdentifier: Needs] = [:]
    private var mostSeen = 64
    /// The new registrations that are not reported yet, because subscribers are never called under a container's lock.
    private var arrivals: [RegistrationInfo] = []

    /// What one record has resolved; guarded by `lock`.
    private final class Needs {
        private(set) weak var asker: Binding?
        private var needs: [Need] = []
        private var mostNeeds = 64

        init(asker: Binding) { self.asker = asker }

        var all: [Dependency] { needs.map(\.dependency) }

        /// Adds a dependency unless it is known.
        ///
        /// - Parameter measures: The measures of the dependency; nil: they are unknown.
        /// - Returns: What may be dropped; release it outside of the lock, because a qualifier has an object of the user's.
        func add(_ need: Dependency, _ measures: Measures?) -> [Need] {
            if let known = needs.first(where: { $0.dependency.isSame(as: need) }) {
                // A later record of the same key counts instead of the earlier one.
                if let measures { known.measures = measures }
                return []
            }
            var dropped: [Need] = []
            if needs.count >= mostNeeds {
                dropped = needs
                needs = needs.filter { !$0.isGone }
                mostNeeds = max(64, needs.count * 2)
            }
            needs.append(Need(need, measures))
            return dropped
        }
    }

    private final class Need {
        let dependency: Dependency
        let isMeasured: Bool
        weak var measures: Measures?

        init(_ dependency: Dependency, _ measures: Measures?) {
            self.dependency = dependency
            self.measures = measures
            isMeasured = measures != nil
        }

        /// Whether the registration of the dependency is gone, for example after a reset.
        var isGone: Bool { isMeasured && measures == nil }
    }

    init(for all: [any EventSubscriber], measures: Bool) {
        unsafe subscribers = .allocate(capacity: all.count)
        _ = unsafe subscribers.initialize(from: all)
        unsafe kinds = .allocate(capacity: all.count)
        _ = unsafe kinds.initialize(from: all.map(\.kinds))
        wanted = unsafe kinds.reduce([]) { $0.union($1) }
        times = measures || !wanted.isDisjoint(with: [.made, .failed, .waited])
    }

    deinit {
        unsafe subscribers.deinitialize()
        unsafe subscribers.deallocate()
        unsafe kinds.deallocate()
    }

    /// Notifies the subscribers that want this kind of event.
    ///
    /// No lock may be held, because user code runs.
    @_optimize(speed)
    func report(_ event: ContainerEvent) {
        let context = unsafe ThreadContext.current
        // Resolves by a subscriber are not reported: each report would cause the next one, forever.
        guard unsafe !context.pointee.isReporting else { return }
        unsafe context.pointee.isReporting = true
        defer { unsafe context.pointee.isReporting = false }
        let kind = event.kind
        for index in unsafe subscribers.indices where unsafe kinds[index].contains(kind) {
            do {
                try unsafe subscribers[index].receive(event)
            } catch {
                // Relaxed: only the count matters.
                failures.wrappingAdd(1, ordering: .relaxed)
            }
        }
    }

    /// Whether the calling thread is notifying a subscriber.
    var isReporting: Bool { unsafe ThreadContext.current.pointee.isReporting }

    /// How often a subscriber threw.
    var failedDeliveries: Int { failures.load(ordering: .relaxed) }
}

// MARK: Records

extension EventHub {
    /// The measures of a record; nil if this hub does not measure it, because its container may have another hub.
    func measures(of record: Binding) -> Measures? {
        record.measured.flatMap { $0.hub == ObjectIdentifier(self) ? $0 : nil }
    }

    /// New measures for a record; nil: this hub does not time factories.
    var newMeasures: Measures? { times ? Measures(of: self) : nil }

    /// Notes that a record was added to a container; the control block's lock is held.
    func noteArrival(_ record: Binding) {
        // Relaxed: the table publishes it, with the record.
        arrivalCount.wrappingAdd(1, ordering: .relaxed)
        let base = record.base
        guard wanted.contains(.registered), !base.options.contains(.promise) else { return }
        lock.withLock { arrivals.append(RegistrationInfo(base)) }
    }

    /// Reports the new registrations; called when the control block's lock is free.
    func reportArrivals() {
        // If a subscriber registers, the next call reports that registration.
        guard wanted.contains(.registered), !isReporting else { return }
        let new = lock.withLock {
            defer { arrivals = [] }
            return arrivals
        }
        for registration in new { report(.registered(registration)) }
    }

    /// Notes a dependency that a factory has resolved.
    func note(_ asking: Asking, _ measures: Measures) {
        let (asker, record) = (asking.asker, asking.asked)
        // Relaxed: who finds an asker in the table also sees that it was counted before.
        guard measures.noteAsker(asker, after: arrivalCount.load(ordering: .relaxed)) else { return }
        note(Dependency(type: record.type, qualifier: record.qualifier, kind: .optional).declared, measures, of: asker)
    }

    /// Notes a dependency of a registration.
    func note(_ need: Dependency, _ measures: Measures? = nil, of asker: Binding) {
        // Released after the lock: these may be the last references to the askers and to the dependencies' qualifiers.
        var askers: [Binding] = []
        var swept: [ObjectIdentifier: Needs] = [:]
        var former: Needs?
        var dropped: [Need] = []
        defer { withExtendedLifetime((askers, swept, former, dropped)) {} }
        lock.withLock {
            if seen.count >= mostSeen {
                askers = seen.values.compactMap(\.asker)
                swept = seen
                seen = seen.filter { $0.value.asker != nil }
                mostSeen = max(64, seen.count * 2)
            }
            former = seen[ObjectIdentifier(asker)]
            // The address may have been that of another record before.
            if let known = former, known.asker === asker {
                dropped = known.add(need, measures)
            } else {
                let needs = Needs(asker: asker)
                _ = needs.add(need, measures)
                seen[ObjectIdentifier(asker)] = needs
            }
        }
    }

    /// The number of observed dependencies.
    var noteCount: Int { lock.withLock { seen.values.reduce(0) { $0 + $1.all.count } } }

    /// The observed dependencies of factories, by their records.
    var seenNeeds: [ObjectIdentifier: [Dependency]] {
        // The askers are released after the lock.
        let all = lock.withLock { seen.mapValues { (asker: $0.asker, needs: $0.all) } }
        return all.filter { $0.value.asker != nil }.mapValues(\.needs)
    }
}

/// The measures of one registration, which the records around and behind its own record share.
final class Measures: Sendable {
    /// The hub of the container that the registration was added to.
    let hub: ObjectIdentifier
    private let made = Atomic<Int>(0)
    private let failed = Atomic<Int>(0)
    private let making = Atomic<UInt64>(0)
    private let waits = Atomic<Int>(0)
    private let waiting = Atomic<UInt64>(0)
    /// The asker that was noted last; most registrations have only one asker.
    private let lastAsker = Atomic<UInt>(0)
    /// Whether the factory was called; the first call also notes what the factory asks for.
    private let hasFirstCall = Atomic(false)

    init(of hub: EventHub) { self.hub = ObjectIdentifier(hub) }

    // All are relaxed: each is a separate count.

    /// Whether the factory was called.
    @inline(__always)
    var isCalled: Bool { hasFirstCall.load(ordering: .relaxed) }

    /// Begins the first call of the factory; true for one caller.
    func beginsFirstCall() -> Bool { !hasFirstCall.exchange(true, ordering: .relaxed) }

    /// Notes a call of the factory.
    func noteCall(_ span: TimeSpan, hasFailed: Bool) {
        made.wrappingAdd(hasFailed ? 0 : 1, ordering: .relaxed)
        failed.wrappingAdd(hasFailed ? 1 : 0, ordering: .relaxed)
        making.wrappingAdd(span.end - span.start, ordering: .relaxed)
    }

    func noteWait(_ span: TimeSpan) {
        waits.wrappingAdd(1, ordering: .relaxed)
        waiting.wrappingAdd(span.end - span.start, ordering: .relaxed)
    }

    /// Notes the asker; returns false if it was also the last one.
    ///
    /// - Parameter arrivals: How many records there were so far.
    func noteAsker(_ asker: Binding, after arrivals: UInt) -> Bool {
        // A later asker may have the address of one that is gone, but it arrived later. An address has 47 bits.
        let word = unsafe Unmanaged.passUnretained(asker).word ^ arrivals << 47
        return lastAsker.load(ordering: .relaxed) != word && lastAsker.exchange(word, ordering: .relaxed) != word
    }

    var activity: ContainerGraph.Activity {
        ContainerGraph.Activity(
            made: made.load(ordering: .relaxed), failed: failed.load(ordering: .relaxed),
            makingNanoseconds: making.load(ordering: .relaxed), waits: waits.load(ordering: .relaxed),
            waitingNanoseconds: waiting.load(ordering: .relaxed))
    }
}

extension Dependency {
    /// Whether both have one key.
    ///
    /// Names are compared, all other qualifiers by identity: comparing them would run user code.
    fileprivate func isSame(as other: Dependency) -> Bool {
        guard type == other.type else { return false }
        if qualifier === other.qualifier { return true }
        guard let name = qualifier?.value(as: Name.self) else { return false }
        return other.qualifier?.equals(name) ?? false
    }
}

extension Binding {
    /// Its measures, whichever hub they belong to.
    var measured: Measures? {
        // Unsafe: a hub gives records no other class.
        measures.map { unsafe unsafeDowncast($0, to: Measures.self) }
    }
}

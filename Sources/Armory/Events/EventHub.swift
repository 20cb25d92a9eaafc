// From where something happens to whoever is told.
//
//     registration --> a record whose closures are surrounded: Observing --> made, failed ---+
//     resolve      --> a listener around the record, where somebody wants it --> resolved ---+--> EventHub --> subscribers, by kind
//     WaitForGraph, TaskWaits --> waited                                                     |       |
//     Closing, ScopePlan      --> closed, opened, ended -------------------------------------+       +--> Measures, for the graph
//
// A container without subscribers has no hub, and none of these records: it does what it would do if there were no events.

internal import Synchronization

/// What a container, its scopes and its children tell their subscribers by.
@safe
final class EventHub: @unchecked Sendable {  // Every `var` is guarded by `lock`; the rest does not change.
    /// What is told.
    let wanted: ContainerEvent.Kinds
    /// Whether factories are timed: for those who are told of them, or for the graph.
    private let times: Bool
    /// By the bit of the kind; nothing is retained for an event.
    private let subscribers: UnsafeMutablePointer<UnsafeMutableBufferPointer<any EventSubscriber>>
    private let failures = Atomic<Int>(0)
    private let lock = Lock()
    /// What is measured of the records that are there, by their addresses.
    private var measured: [ObjectIdentifier: Measured] = [:]
    private var mostMeasured = 64
    /// What factories were seen to ask for, by the records that asked.
    private var seen: [ObjectIdentifier: Needs] = [:]
    private var mostSeen = 64
    /// What came into a container and is not told yet: under a ledger's lock nobody is told anything.
    private var arrivals: [RegistrationInfo] = []

    private struct Measured {
        /// Nil: no such record is there any more.
        weak var life: Observing.Life?
        let measures: Measures
    }

    private struct Needs {
        private(set) weak var asker: AnyBinding?
        private(set) var needs: [Dependency] = []

        init(asker: AnyBinding) { self.asker = asker }

        /// Adds what is not known; keys are compared as records have them, without code of the user's.
        mutating func add(_ need: Dependency, of asker: AnyBinding) {
            // Another one may have had its address before.
            if self.asker !== asker { self = Needs(asker: asker) }
            guard !needs.contains(where: { $0.type == need.type && $0.qualifier === need.qualifier }) else { return }
            needs.append(need)
        }
    }

    init?(_ configuration: Container.Configuration) {
        let all = configuration.subscribers
        guard !configuration.isTrial, configuration.measures || !all.isEmpty else { return nil }
        let kinds = all.map(\.kinds)
        wanted = kinds.reduce([]) { $0.union($1) }
        times = configuration.measures || !wanted.isDisjoint(with: [.made, .failed, .waited])
        unsafe subscribers = .allocate(capacity: UInt8.bitWidth)
        for bit in 0..<UInt8.bitWidth {
            let those = zip(all, kinds).filter { $0.1.rawValue & 1 << UInt8(bit) != 0 }.map(\.0)
            let buffer = UnsafeMutableBufferPointer<any EventSubscriber>.allocate(capacity: those.count)
            _ = unsafe buffer.initialize(from: those)
            unsafe (subscribers + bit).initialize(to: buffer)
        }
    }

    deinit {
        for bit in 0..<UInt8.bitWidth {
            unsafe subscribers[bit].deinitialize()
            unsafe subscribers[bit].deallocate()
        }
        unsafe subscribers.deallocate()
    }

    /// Tells who wants to know.
    ///
    /// No lock is held: code of the user's runs.
    func tell(_ event: ContainerEvent) {
        let context = unsafe ThreadContext.currentByFastPointer
        // What a subscriber resolves is not told: it would be told of itself for ever.
        guard unsafe !context.pointee.isTelling else { return }
        unsafe context.pointee.isTelling = true
        defer { unsafe context.pointee.isTelling = false }
        let those = unsafe subscribers[event.kind.rawValue.trailingZeroBitCount]
        guard var next = those.baseAddress else { return }
        let end = unsafe next + those.count
        while unsafe next != end {
            defer { unsafe next += 1 }
            do {
                try unsafe next.pointee.receive(event)
            } catch {
                // Relaxed: a count.
                failures.wrappingAdd(1, ordering: .relaxed)
            }
        }
    }

    /// Whether the calling thread is telling a subscriber.
    var isTelling: Bool { unsafe ThreadContext.currentByFastPointer.pointee.isTelling }

    /// How often a subscriber has thrown.
    var failedDeliveries: Int { failures.load(ordering: .relaxed) }
}

// MARK: Records

extension EventHub {
    /// The record with closures that tell, or itself where it has them or makes nothing.
    func observed(_ record: AnyBinding) -> AnyBinding {
        guard times, !record.isObserved, record.options.isDisjoint(with: [.alias, .promise]) else { return record }
        let observing = Observing(record, Measures())
        let new = record.seen(by: observing)
        guard new !== record else { return record }
        note([new], Measured(life: observing.life, measures: observing.measures))
        return new
    }

    /// Notes that what is measured of a record is that of those that lie around or behind it too.
    func note(_ chain: [AnyBinding], standFor base: AnyBinding) {
        if let measured = measured(base) { note(chain, measured) }
    }

    private func note(_ records: [AnyBinding], _ new: Measured) {
        lock.withLock {
            if measured.count >= mostMeasured {
                measured = measured.filter { $0.value.life != nil }
                mostMeasured = max(64, measured.count * 2)
            }
            for record in records { measured[ObjectIdentifier(record)] = new }
        }
    }

    private func measured(_ record: AnyBinding) -> Measured? {
        guard record.isObserved else { return nil }
        return lock.withLock { measured[ObjectIdentifier(record)] }
    }

    /// What is measured of a record; nil: nothing is.
    func measures(of record: AnyBinding) -> Measures? { measured(record)?.measures }

    /// Notes that a record came into a container; the ledger's lock is held.
    func noteArrival(_ record: AnyBinding) {
        let base = record.base
        guard wanted.contains(.registered), !base.options.contains(.promise) else { return }
        lock.withLock { arrivals.append(RegistrationInfo(base)) }
    }

    /// Tells of what came, when the ledger's lock is free.
    func tellArrivals() {
        // A subscriber that registers leaves it to the next one.
        guard wanted.contains(.registered), !isTelling else { return }
        let new = lock.withLock {
            defer { arrivals = [] }
            return arrivals
        }
        for registration in new { tell(.registered(registration)) }
    }

    /// Notes that a factory has asked for something.
    func note(_ asking: Asking, _ measures: Measures) {
        let (asker, record) = (asking.asker, asking.asked)
        guard measures.noteAsker(asker) else { return }
        let need = Dependency(type: record.type, qualifier: record.qualifier, count: .optional).declared
        // Let go of after the lock: an asker may go with the look at it.
        var askers: [AnyBinding] = []
        defer { withExtendedLifetime(askers) {} }
        lock.withLock {
            if seen.count >= mostSeen {
                askers = seen.values.compactMap(\.asker)
                seen = seen.filter { $0.value.asker != nil }
                mostSeen = max(64, seen.count * 2)
            }
            seen[ObjectIdentifier(asker), default: Needs(asker: asker)].add(need, of: asker)
        }
    }

    /// How many needs are noted.
    var noteCount: Int { lock.withLock { seen.values.reduce(0) { $0 + $1.needs.count } } }

    /// What factories were seen to ask for, by their records.
    var seenNeeds: [ObjectIdentifier: [Dependency]] {
        let all = lock.withLock { seen }
        return all.filter { $0.value.asker != nil }.mapValues(\.needs)
    }
}

/// What is measured of one registration.
final class Measures: Sendable {
    private let made = Atomic<Int>(0)
    private let failed = Atomic<Int>(0)
    private let making = Atomic<UInt64>(0)
    private let waits = Atomic<Int>(0)
    private let waiting = Atomic<UInt64>(0)
    /// The last one that was noted: most are asked for by one alone.
    private let lastAsker = Atomic<UInt>(0)

    // All are relaxed: each is a count of its own.

    func noteMade(_ span: TimeSpan) {
        made.wrappingAdd(1, ordering: .relaxed)
        making.wrappingAdd(span.end - span.start, ordering: .relaxed)
    }

    func noteFailed(_ span: TimeSpan) {
        failed.wrappingAdd(1, ordering: .relaxed)
        making.wrappingAdd(span.end - span.start, ordering: .relaxed)
    }

    func noteWait(_ span: TimeSpan) {
        waits.wrappingAdd(1, ordering: .relaxed)
        waiting.wrappingAdd(span.end - span.start, ordering: .relaxed)
    }

    /// False where that one has asked last.
    func noteAsker(_ asker: AnyBinding) -> Bool {
        let word = unsafe UInt(bitPattern: Unmanaged.passUnretained(asker).toOpaque())
        return lastAsker.load(ordering: .relaxed) != word && lastAsker.exchange(word, ordering: .relaxed) != word
    }

    var activity: ContainerGraph.Activity {
        ContainerGraph.Activity(
            made: made.load(ordering: .relaxed), failed: failed.load(ordering: .relaxed),
            makingNanoseconds: making.load(ordering: .relaxed), waits: waits.load(ordering: .relaxed),
            waitingNanoseconds: waiting.load(ordering: .relaxed))
    }
}

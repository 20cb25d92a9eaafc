/// Hands events on to somebody slow, in a task of its own.
///
/// ```swift
/// let buffer = EventBuffer(capacity: 10_000) { events in try await archive.append(events) }
/// let container = try Container(configuration: .init(subscribers: [buffer])) { shop }
/// ```
///
/// Whoever resolves never waits for it: an event that finds no place is dropped and counted. It may be given to several
/// containers.
public final class EventBuffer: EventSubscriber, @unchecked Sendable {  // `state` is guarded by `lock`.
    /// What is taken in.
    public let kinds: ContainerEvent.Kinds

    private let capacity: Int
    private let deliver: @Sendable ([ContainerEvent]) async throws -> Void
    private let lock = Lock()
    private var state = State()

    private struct State {
        var waiting: [ContainerEvent] = []
        /// Whether a task is delivering, or about to.
        var isDelivering = false
        var dropped = 0
        var failures = 0
        /// How many were taken in, and how many of them are delivered.
        var taken = 0
        var delivered = 0
        /// Who waits until so many are delivered.
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// A buffer that hands on what it has taken in.
    ///
    /// - Parameters:
    ///   - capacity: How many events wait at most; at least 1.
    ///   - kinds: What is taken in.
    ///   - deliver: Is given events in the order in which they came, as many as there are, one call after the other. What it
    ///     throws is counted; those events are gone. What it resolves is told of like any other.
    public init(
        capacity: Int = 4096, kinds: ContainerEvent.Kinds = .all,
        deliver: @escaping @Sendable (_ events: [ContainerEvent]) async throws -> Void
    ) {
        self.capacity = max(1, capacity)
        self.kinds = kinds
        self.deliver = deliver
    }

    /// Takes an event in, or drops it; called by containers.
    ///
    /// - Complexity: O(1), under a lock that nobody holds for long.
    public func receive(_ event: ContainerEvent) {
        let begins = lock.withLock {
            guard state.waiting.count < capacity else {
                state.dropped += 1
                return false
            }
            state.waiting.append(event)
            state.taken += 1
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        if begins { Task.detached { await self.run() } }
    }

    /// How many events found no place.
    public var dropped: Int { lock.withLock { state.dropped } }

    /// How often what it delivers to has thrown.
    public var failures: Int { lock.withLock { state.failures } }

    /// Waits until all that was taken in before is delivered; for ever, where `deliver` itself waits.
    public func flush() async {
        await withCheckedContinuation { continuation in
            let isOver = lock.withLock {
                if state.delivered < state.taken { state.waiters.append((state.taken, continuation)) }
                return state.delivered == state.taken
            }
            if isOver { continuation.resume() }
        }
    }

    private func run() async {
        while let batch = nextBatch() {
            var hasThrown = false
            do { try await deliver(batch) } catch { hasThrown = true }
            for waiter in note(batch.count, hasThrown: hasThrown) { waiter.resume() }
        }
    }

    /// What waits; nil: nothing does, and the task ends.
    private func nextBatch() -> [ContainerEvent]? {
        lock.withLock {
            defer { state.waiting = [] }
            state.isDelivering = !state.waiting.isEmpty
            return state.isDelivering ? state.waiting : nil
        }
    }

    /// Notes that events are delivered, and returns who has waited for that.
    private func note(_ count: Int, hasThrown: Bool) -> [CheckedContinuation<Void, Never>] {
        lock.withLock {
            state.delivered += count
            if hasThrown { state.failures += 1 }
            let over = state.waiters.prefix { $0.count <= state.delivered }
            state.waiters.removeFirst(over.count)
            return over.map(\.continuation)
        }
    }
}

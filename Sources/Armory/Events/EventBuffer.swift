/// A subscriber that delivers events to slow code, in a separate task.
///
/// ```swift
/// let buffer = EventBuffer(capacity: 10_000) { events in try await archive.append(events) }
/// let container = try Container(configuration: .init(subscribers: [buffer])) { shop }
/// ```
///
/// A resolve never waits for the buffer: an event that comes when the buffer is full is dropped and counted. Several
/// containers can use one buffer.
public final class EventBuffer: EventSubscriber, @unchecked Sendable {  // Every `var` is guarded by `lock`.
    /// The kinds of events that the buffer accepts.
    public let kinds: ContainerEvent.Kinds

    private let capacity: Int
    private let deliver: @Sendable ([ContainerEvent]) async throws -> Void
    private let lock = Lock()
    private var waiting: [ContainerEvent] = []
    /// Whether a task is delivering or has been started for that.
    private var isDelivering = false
    private var dropCount = 0
    private var failureCount = 0
    /// How many events were accepted, and how many of them were delivered.
    private var taken = 0
    private var delivered = 0
    /// The callers of `flush()`, which wait until that many events are delivered.
    private var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Creates a buffer that delivers events to a closure.
    ///
    /// - Parameters:
    ///   - capacity: The largest number of waiting events; at least 1.
    ///   - kinds: The kinds of events that the buffer accepts.
    ///   - deliver: Receives all waiting events in the order in which they came; its calls do not overlap. If it
    ///     throws, the error is counted and those events are lost. Its own resolves are reported like any other.
    public init(
        capacity: Int = 4096, kinds: ContainerEvent.Kinds = .all,
        deliver: @escaping @Sendable (_ events: [ContainerEvent]) async throws -> Void
    ) {
        self.capacity = max(1, capacity)
        self.kinds = kinds
        self.deliver = deliver
    }

    /// Accepts an event, or drops it if the buffer is full; called by containers.
    ///
    /// - Complexity: O(1), under a lock that is held only briefly.
    public func receive(_ event: ContainerEvent) {
        let begins = lock.withLock {
            guard waiting.count < capacity else {
                dropCount += 1
                return false
            }
            waiting.append(event)
            taken += 1
            defer { isDelivering = true }
            return !isDelivering
        }
        if begins { Task.detached { await self.run() } }
    }

    /// The number of events that were dropped because the buffer was full.
    public var dropped: Int { lock.withLock { dropCount } }

    /// The number of times that `deliver` threw.
    public var failures: Int { lock.withLock { failureCount } }

    /// Waits until all events that were accepted before are delivered.
    ///
    /// Never returns if `deliver` calls it.
    public func flush() async {
        await withCheckedContinuation { continuation in
            let isOver = lock.withLock {
                if delivered < taken { waiters.append((taken, continuation)) }
                return delivered == taken
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

    /// The waiting events; nil: none are waiting, and the task ends.
    private func nextBatch() -> [ContainerEvent]? {
        lock.withLock {
            defer { waiting = [] }
            isDelivering = !waiting.isEmpty
            return isDelivering ? waiting : nil
        }
    }

    /// Notes that events were delivered, and returns the callers that waited for that.
    private func note(_ count: Int, hasThrown: Bool) -> [CheckedContinuation<Void, Never>] {
        lock.withLock {
            delivered += count
            if hasThrown { failureCount += 1 }
            let over = waiters.prefix { $0.count <= delivered }
            waiters.removeFirst(over.count)
            return over.map(\.continuation)
        }
    }
}

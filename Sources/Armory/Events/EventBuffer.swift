/// A subscriber that delivers events to slow code, in a separate task.
///
/// ```swift
/// let buffer = EventBuffer(capacity: 10_000) { events in try await archive.append(events) }
/// let container = try Container(configuration: .init(subscribers: [buffer])) { shop }
/// ```
///
/// A resolve never waits for the buffer: an event that comes when the buffer is full is dropped and counted. Several
/// containers can use one buffer.
public final class EventBuffer: EventSubscriber, Sendable {
    /// The kinds of events that the buffer accepts.
    public let kinds: ContainerEvent.Kinds

    private let capacity: Int
    private let deliver: @Sendable ([ContainerEvent]) async throws -> Void
    private let state = Guarded(State())

    private struct State {
        var waiting: [ContainerEvent] = []
        /// Delivers the waiting events or, if none are waiting, the last ones that were.
        var delivery: Task<Void, Never>?
        var dropped = 0
        var failures = 0
    }

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
        (self.kinds, self.deliver) = (kinds, deliver)
    }

    /// Accepts an event, or drops it if the buffer is full; called by containers.
    ///
    /// - Complexity: O(1), under a lock that is held only briefly.
    public func receive(_ event: ContainerEvent) {
        state.withLock { state in
            guard state.waiting.count < capacity else { return state.dropped += 1 }
            state.waiting.append(event)
            // The task that the first of the waiting events started takes all of them.
            guard state.waiting.count == 1 else { return }
            state.delivery = Task.detached { [self, delivery = state.delivery] in
                await delivery?.value
                await deliverWaitingEvents()
            }
        }
    }

    /// The number of events that were dropped because the buffer was full.
    public var dropped: Int { state.withLock(\.dropped) }

    /// The number of times that `deliver` threw.
    public var failures: Int { state.withLock(\.failures) }

    /// Waits until all events that were accepted before are delivered.
    ///
    /// Never returns if `deliver` calls it.
    public func flush() async { await state.withLock(\.delivery)?.value }

    private func deliverWaitingEvents() async {
        let events = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        do { try await deliver(events) } catch { state.withLock { $0.failures += 1 } }
    }
}

extension EventBuffer: CustomReflectable {
    /// A mirror without children, because reflection would read the fields without their lock.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

import Armory
import ArmoryTestSupport
import Foundation

/// A clock that stands until somebody moves it.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Shelf(Duration.zero)
    /// Run each time that somebody asks.
    let onNow = Shelf<(@Sendable () -> Void)?>(nil)

    var now: Instant {
        onNow.value?()
        return Instant(offset: time.value)
    }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// The tasks that sleep, in no order.
    private let sleepers = Shelf<[UUID: Sleeper]>([:])

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// How many tasks sleep.
    var sleeping: Int { sleepers.value.count }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleepers.change { $0[id] = Sleeper(deadline: deadline, continuation: continuation) }
                // Either both see the other's change, or one of them does: the first takes the sleeper out.
                if Task.isCancelled { wake(id, CancellationError()) }
                if deadline <= Instant(offset: time.value) { wake(id, nil) }
            }
        } onCancel: {
            wake(id, CancellationError())
        }
    }

    func advance(by duration: Duration) {
        time.change { $0 += duration }
        let now = Instant(offset: time.value)
        for (id, sleeper) in sleepers.value where sleeper.deadline <= now { wake(id, nil) }
    }

    private func wake(_ id: UUID, _ error: (any Error)?) {
        let sleeper = sleepers.change { $0.removeValue(forKey: id) }
        guard let sleeper else { return }
        if let error { sleeper.continuation.resume(throwing: error) } else { sleeper.continuation.resume() }
    }
}

/// A value whose hash says nothing.
struct SameHash: Hashable, Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
    func hash(into hasher: inout Hasher) {}
}

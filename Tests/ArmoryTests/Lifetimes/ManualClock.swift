import Armory
import ArmoryTestSupport

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

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}

    func advance(by duration: Duration) { time.value += duration }
}

/// A value whose hash says nothing.
struct SameHash: Hashable, Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
    func hash(into hasher: inout Hasher) {}
}

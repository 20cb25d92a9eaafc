// What resolves of a key may see, change by change: so that a reader knows whether what it saw was stale.

import Synchronization

/// The latest changes of one key.
///
/// One thread at a time changes the key: it notes what will be seen from then on (`begin`), makes the change, and notes
/// that it is over (`end`). A reader that began after change 7 was over, and ends when change 9 has begun, may have seen
/// what was there after 7, 8 or 9, and nothing else.
@safe
final class KeyHistory: @unchecked Sendable {  // Atomics, in memory of its own.
    /// What can be seen of a key between two changes.
    struct State: Sendable {
        /// The registration's label, or 0: there is none.
        var label = 0
        /// The time before which no instance that is seen was made.
        var leastBorn = 0
    }

    enum Verdict: Sendable {
        case allowed
        case stale(String)
        /// More happened meanwhile than the history remembers.
        case forgotten
    }

    private struct Place: ~Copyable {
        let label = Atomic<Int>(0)
        let leastBorn = Atomic<Int>(0)
    }

    private static let capacity = 4096
    private let places: UnsafeMutablePointer<Place>
    private let begun = Atomic<Int>(0)
    private let ended = Atomic<Int>(0)

    init() {
        unsafe places = .allocate(capacity: Self.capacity)
        for place in 0..<Self.capacity { unsafe (places + place).initialize(to: Place()) }
    }

    deinit {
        unsafe places.deinitialize(count: Self.capacity)
        unsafe places.deallocate()
    }

    /// How many changes were made.
    var count: Int { ended.load(ordering: .relaxed) }

    func begin(_ state: State) {
        let next = begun.load(ordering: .relaxed) + 1
        let place = unsafe places + next % Self.capacity
        unsafe place.pointee.label.store(state.label, ordering: .relaxed)
        unsafe place.pointee.leastBorn.store(state.leastBorn, ordering: .relaxed)
        // Release: what can be seen is noted; pairs with the acquire in `judge`.
        begun.store(next, ordering: .releasing)
    }

    func end() {
        // Release: the change is made; pairs with the acquire in `mark`.
        ended.store(begun.load(ordering: .relaxed), ordering: .releasing)
    }

    /// Taken by a reader before it resolves.
    func mark() -> Int { ended.load(ordering: .acquiring) }

    /// What to say of what a reader saw who took the mark; nil: it saw that nothing was registered.
    func judge(_ sight: Sight?, since mark: Int) -> Verdict {
        let last = begun.load(ordering: .acquiring)
        guard last - mark < Self.capacity / 2 else { return .forgotten }
        var states: [State] = []
        for change in mark...last {
            let place = unsafe places + change % Self.capacity
            states.append(
                State(
                    label: unsafe place.pointee.label.load(ordering: .relaxed),
                    leastBorn: unsafe place.pointee.leastBorn.load(ordering: .relaxed)))
        }
        guard begun.load(ordering: .acquiring) - mark < Self.capacity else { return .forgotten }
        let isAllowed = states.contains { state in
            state.label == sight?.label ?? 0 && sight?.born ?? .max >= state.leastBorn
        }
        if isAllowed { return .allowed }
        return .stale("saw \(sight.map { "\($0)" } ?? "nothing") where there were \(states)")
    }
}

// States that no build leaves or enters: of what is given, of what ends.

internal import Synchronization

extension Slot {
    /// Gives the slot a state that nobody else leaves: one that no table names yet, or that a task builds.
    func leave(for state: UInt) {
        // Release: publishes what lies in the slot; pairs with the acquire in `Slot.state`.
        unsafe stateWord.pointee.store(state, ordering: .releasing)
    }

    /// Gives the slot an instance; false where it has one.
    ///
    /// The thread is pinned. A thread that asks meanwhile, too early, claims the slot until its factory throws.
    func put<T>(_ value: T, order: () -> UInt) -> Bool {
        while true {
            let state = unsafe state
            if SlotState.isBuild(state) {
                Platform.yieldProcessor()
                continue
            }
            guard state == SlotState.empty else { return false }
            // Acquire and release: as in `claim`; nobody looks at what a seed is in while it is put.
            guard
                unsafe stateWord.pointee.compareExchange(
                    expected: state, desired: SlotState.closed, ordering: .acquiringAndReleasing
                ).exchanged
            else { continue }
            unsafe instance(as: T.self).initialize(to: value)
            unsafe self.order = order()
            unsafe leave(for: SlotState.ready)
            return true
        }
    }
}

// MARK: Closing

extension Slot {
    /// Takes the instance out of everybody's reach who has not got it; false where there is none, or where another one did so.
    package func claimForClosing() -> Bool {
        // Acquire: the instance is used next; pairs with the release in `Slot.leave`.
        unsafe stateWord.pointee.compareExchange(
            expected: SlotState.ready, desired: SlotState.closed, ordering: .acquiringAndReleasing
        ).exchanged
    }
}

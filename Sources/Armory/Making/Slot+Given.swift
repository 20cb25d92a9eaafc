// Changes of a slot's state without a build: an instance that is given, and an instance that ends.

internal import Synchronization

extension Slot {
    /// Sets the state of a slot that no other thread changes: a task builds it, a seed is being put into it, or its
    /// scope has ended.
    func leave(for state: UInt) {
        // Release: publishes the contents of the slot; pairs with the acquire in `Slot.state`.
        unsafe stateWord.pointee.store(state, ordering: .releasing)
    }

    /// Puts an instance into the slot; false if it already has one.
    ///
    /// Requires a pinned thread. A thread that asks too early claims the slot, until the factory that reports the
    /// missing seed throws; this call waits for that.
    func put<T>(_ value: T, order: () -> UInt) -> Bool {
        while true {
            let state = unsafe state
            if SlotState.isBuild(state) {
                Platform.yieldProcessor()
                continue
            }
            guard state == SlotState.empty || state == SlotState.fresh else { return false }
            // Acquire and release: as in `claim`; no thread looks at a seed's slot while the seed is being put in.
            guard unsafe exchange(state, for: SlotState.closed) else { continue }
            unsafe instance(as: T.self).initialize(to: value)
            unsafe self.order = order()
            unsafe leave(for: SlotState.ready)
            return true
        }
    }
}

// MARK: Closing

extension Slot {
    /// Takes the slot from `ready` to `closed`, so that a later resolve that finds it throws.
    ///
    /// - Returns: False if it is not `ready`: it has no instance, or another thread has claimed it for closing.
    package func claimForClosing() -> Bool {
        // Acquire: the instance is used next; pairs with the release in `Slot.leave`.
        unsafe exchange(SlotState.ready, for: SlotState.closed)
    }
}

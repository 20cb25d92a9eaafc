// A build on the fast path: nothing is allocated for it, and the slot's state names only the thread.
//
// If another thread needs the instance meanwhile, it creates the `Build` that the slow path would have created. The
// builder notices this at its end, because its exchange fails, and then ends that build as any other.

internal import Synchronization

extension Slot {
    /// Changes the state, unless another thread has changed it.
    ///
    /// Acquires and releases: each caller says why.
    @inline(__always)
    func exchange(_ state: UInt, for new: UInt) -> Bool {
        unsafe stateWord.pointee.compareExchange(
            expected: state, desired: new, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Makes the thread of a `ThreadNode` the slot's builder; false if the state is no longer `fresh`.
    func claimLight(for node: UInt) -> Bool {
        // Acquire: what the slot held before is gone. Release: a thread that makes a build of it sees the node;
        // pairs with the acquire in `exchangeLight`.
        unsafe exchange(SlotState.fresh, for: node | SlotState.light)
    }

    /// Ends the build, unless another thread has made a `Build` of it.
    func leaveLight(_ node: UInt, for state: UInt) -> Bool {
        // Release: publishes the instance; pairs with the acquire in `Slot.state`.
        unsafe exchange(node | SlotState.light, for: state)
    }

    /// Replaces a thread's fast build by a watched `Build`, unless the thread has ended it meanwhile.
    ///
    /// The wait-for graph is locked.
    private func exchangeLight<T>(_ state: UInt, as type: T.Type, of owner: any SlotOwner) {
        // Acquire: pairs with the release in `claimLight`. The thread's exchange in `leaveLight` now fails, and it
        // waits for the lock: so the thread and its `ThreadNode` are alive.
        guard
            unsafe stateWord.pointee.compareExchange(
                expected: state, desired: state | SlotState.watched, ordering: .acquiring
            ).exchanged, let node = unsafe Unmanaged<ThreadNode>(word: state & ~SlotState.light)?.takeUnretainedValue()
        else { return }
        let build = unsafe Build<T>(
            .kept, slot: self, owner: node, previousState: SlotState.fresh, slotOwner: owner,
            givesCopies: withBinding { $0.isRepeatable })
        // Release: the build is whole; pairs with the acquire in `watch`.
        unsafe stateWord.pointee.store(
            Unmanaged<AnyBuild>.passRetained(build).word | SlotState.watched, ordering: .releasing)
    }

    /// The slot's build, if it is watched: only a watched build stays.
    ///
    /// The wait-for graph is locked.
    func watchedBuild() -> AnyBuild? {
        // Acquire: pairs with the release in `exchangeLight`.
        let state = unsafe stateWord.pointee.load(ordering: .acquiring)
        guard SlotState.isBuild(state), !SlotState.isLight(state), state & SlotState.watched != 0 else { return nil }
        return unsafe Unmanaged(word: state & ~SlotState.watched)?.takeUnretainedValue()
    }
}

extension Slot {
    /// Makes the build the slot's builder.
    ///
    /// - Returns: False if the state has changed meanwhile.
    func claim(from state: UInt, for build: AnyBuild) -> Bool {
        let retained = unsafe Unmanaged.passRetained(build)
        // Release: the build is whole; pairs with the acquire in `watch`. Acquire: sees what the old state published.
        if unsafe exchange(state, for: retained.word) { return true }
        unsafe retained.release()
        return false
    }

    /// Ends the build, unless another thread watches it.
    ///
    /// - Returns: Whether the build has ended.
    func leaveUnwatched(_ build: AnyBuild, for state: UInt) -> Bool {
        let retained = unsafe Unmanaged.passUnretained(build)
        // Release: publishes the instance; pairs with the acquire in `Slot.state`.
        guard unsafe exchange(retained.word, for: state) else { return false }
        unsafe retained.release()
        return true
    }

    /// Ends the build while the wait-for graph is locked.
    func leaveWatched(_ build: AnyBuild, for state: UInt) {
        // Release: publishes the instance; pairs with the acquire in `Slot.state`.
        unsafe stateWord.pointee.store(state, ordering: .releasing)
        unsafe Unmanaged.passUnretained(build).release()
    }

    /// The slot's build, which cannot leave while the wait-for graph is locked; nil if the slot no longer has a build.
    ///
    /// A thread that started on the fast path gets a build for the slot of this owner.
    func watch<T>(as type: T.Type, of owner: any SlotOwner) -> Build<T>? {
        while true {
            // Acquire: pairs with the releases in `claim` and `exchangeLight`.
            let state = unsafe stateWord.pointee.load(ordering: .acquiring)
            guard SlotState.isBuild(state) else { return nil }
            if SlotState.isLight(state) {
                unsafe exchangeLight(state, as: type, of: owner)
            } else if let build = unsafe watchedBuild() {
                return unsafe build.typed(as: type)
            } else {
                // Acquire: pairs with the release in `claim`. The builder's exchange in `leaveUnwatched` now fails.
                _ = unsafe stateWord.pointee.compareExchange(
                    expected: state, desired: state | SlotState.watched, ordering: .acquiring)
            }
        }
    }
}

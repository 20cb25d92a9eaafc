// A build on the fast path: nothing is allocated for it, and the slot's state names only the thread.
//
// If another thread needs the instance meanwhile, it creates the `Build` that the slow path would have created. The
// builder notices this at its end, because its exchange fails, and then ends that build as any other.

internal import Synchronization

extension Slot {
    /// Makes the thread of a `ThreadNode` the slot's builder; false if the state is no longer `fresh`.
    func claimLight(for node: UInt) -> Bool {
        // Acquire: what the slot held before is gone. Release: a thread that makes a build of it sees the node;
        // pairs with the acquire in `exchangeLight`.
        unsafe stateWord.pointee.compareExchange(
            expected: SlotState.fresh, desired: node | SlotState.light, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Ends the build, unless another thread has made a `Build` of it.
    func leaveLight(_ node: UInt, for state: UInt) -> Bool {
        // Release: publishes the instance; pairs with the acquire in `Slot.state`.
        unsafe stateWord.pointee.compareExchange(
            expected: node | SlotState.light, desired: state, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Replaces a thread's fast build by a watched `Build`; nil if the thread has ended it meanwhile.
    ///
    /// The wait-for graph is locked.
    func exchangeLight(_ state: UInt, _ makeBuild: (ThreadNode) -> AnyBuild) -> AnyBuild? {
        // Acquire: pairs with the release in `claimLight`. The thread's exchange in `leaveLight` now fails, and it
        // waits for the lock: so the thread and its `ThreadNode` are alive.
        guard
            unsafe stateWord.pointee.compareExchange(
                expected: state, desired: state | SlotState.watched, ordering: .acquiring
            ).exchanged, let pointer = unsafe UnsafeRawPointer(bitPattern: state & ~SlotState.light)
        else { return nil }
        let build = unsafe makeBuild(Unmanaged<ThreadNode>.fromOpaque(pointer).takeUnretainedValue())
        let retained = unsafe UInt(bitPattern: Unmanaged.passRetained(build).toOpaque()) | SlotState.watched
        // Release: the build is whole; pairs with the acquire in `watch`.
        unsafe stateWord.pointee.store(retained, ordering: .releasing)
        return build
    }

    /// The slot's build, if it is watched: only a watched build stays.
    ///
    /// The wait-for graph is locked.
    func watchedBuild() -> AnyBuild? {
        // Acquire: pairs with the release in `exchangeLight`.
        let state = unsafe stateWord.pointee.load(ordering: .acquiring)
        guard SlotState.isBuild(state), !SlotState.isLight(state), state & SlotState.watched != 0 else { return nil }
        return unsafe UnsafeRawPointer(bitPattern: state & ~SlotState.watched).map {
            unsafe Unmanaged<AnyBuild>.fromOpaque($0).takeUnretainedValue()
        }
    }
}

extension Slot {
    /// Makes the build the slot's builder.
    ///
    /// - Returns: False if the state has changed meanwhile.
    func claim(from state: UInt, for build: AnyBuild) -> Bool {
        let retained = unsafe UInt(bitPattern: Unmanaged.passRetained(build).toOpaque())
        // Release: the build is whole; pairs with the acquire in `watch`. Acquire: sees what the old state published.
        if unsafe stateWord.pointee.compareExchange(
            expected: state, desired: retained, ordering: .acquiringAndReleasing
        ).exchanged {
            return true
        }
        unsafe Unmanaged.passUnretained(build).release()
        return false
    }

    /// Ends the build, unless another thread watches it.
    ///
    /// - Returns: Whether the build has ended.
    func leaveUnwatched(_ build: AnyBuild, for state: UInt) -> Bool {
        let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(build).toOpaque())
        // Release: publishes the instance; pairs with the acquire in `Slot.state`.
        guard
            unsafe stateWord.pointee.compareExchange(
                expected: address, desired: state, ordering: .acquiringAndReleasing
            ).exchanged
        else { return false }
        unsafe Unmanaged.passUnretained(build).release()
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
    /// - Parameter makeBuild: Creates the build for a thread that started on the fast path.
    func watch(_ makeBuild: (ThreadNode) -> AnyBuild) -> AnyBuild? {
        while true {
            // Acquire: pairs with the release in `claim`.
            let state = unsafe stateWord.pointee.load(ordering: .acquiring)
            guard SlotState.isBuild(state) else { return nil }
            if SlotState.isLight(state) {
                if let build = unsafe exchangeLight(state, makeBuild) { return build }
                continue
            }
            if state & SlotState.watched == 0 {
                // Acquire: pairs with the release in `claim`. The builder's exchange in `leaveUnwatched` now fails.
                guard
                    unsafe stateWord.pointee.compareExchange(
                        expected: state, desired: state | SlotState.watched, ordering: .acquiring
                    ).exchanged
                else { continue }
            }
            let pointer = unsafe UnsafeRawPointer(bitPattern: state & ~SlotState.watched)
            return unsafe pointer.map { unsafe Unmanaged<AnyBuild>.fromOpaque($0).takeUnretainedValue() }
        }
    }
}

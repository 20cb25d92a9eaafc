// A build by the fast way: nothing is allocated for it, and the slot's state names the thread alone.
//
// Whoever comes to want the instance meanwhile makes the build that there would have been. The thread finds that out when it
// ends, for its exchange fails, and then ends that build as any other.

internal import Synchronization

extension Slot {
    /// Makes the thread of a `Resolution` the slot's builder; false when the state is not `fresh` by now.
    func claimLight(for resolution: UInt) -> Bool {
        // Acquire: what the slot held before is gone. Release: the resolution is seen by who makes a build of it.
        unsafe stateWord.pointee.compareExchange(
            expected: SlotState.fresh, desired: resolution | SlotState.light, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Ends the build, unless somebody has made one of it.
    func leaveLight(_ resolution: UInt, for state: UInt) -> Bool {
        // Release: publishes the instance; pairs with the acquire in `Slot.state`.
        unsafe stateWord.pointee.compareExchange(
            expected: resolution | SlotState.light, desired: state, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Puts a watched build in the place of a thread's; nil where the thread has ended it meanwhile.
    ///
    /// The wait-for graph is locked.
    func exchangeLight(_ state: UInt, _ makeBuild: (Resolution) -> AnyBuild) -> AnyBuild? {
        // Acquire: pairs with the release in `claimLight`. The thread's exchange in `leaveLight` now fails, and it waits for the
        // lock: so it and its part are there.
        guard
            unsafe stateWord.pointee.compareExchange(
                expected: state, desired: state | SlotState.watched, ordering: .acquiring
            ).exchanged, let pointer = unsafe UnsafeRawPointer(bitPattern: state & ~SlotState.light)
        else { return nil }
        let build = unsafe makeBuild(Unmanaged<Resolution>.fromOpaque(pointer).takeUnretainedValue())
        let retained = unsafe UInt(bitPattern: Unmanaged.passRetained(build).toOpaque()) | SlotState.watched
        // Release: the build is whole; pairs with the acquire in `watch`.
        unsafe stateWord.pointee.store(retained, ordering: .releasing)
        return build
    }

    /// The build that the slot has, where it is watched: only so does it stay.
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

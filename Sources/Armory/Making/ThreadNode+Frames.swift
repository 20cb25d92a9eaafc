// The builds that run on a thread, outermost first, and the injections that had to be put off.
//
// An injection may ask for an instance whose factory has not returned yet, further out on the path:
//
//     path   Parent (constructing)  >  Child (injecting)  >  Parent
//
// Child cannot get its Parent yet, but Parent can get its Child. So the injection ends, Child is handed out unfinished,
// and when Parent's factory has returned, the injection runs again. Every graph whose constructors alone form no cycle
// can therefore be resolved, from any of its instances. While an injection is put off, its build stays unfinished: no
// thread outside sees the instance, or another one that holds it.
//
//     injecting --asks for a factory further out--> marked --the injection ends--> put off at its position
//                                                                                    |             |
//                                                                    the factory has returned   it has thrown
//                                                                                    |             |
//                                                                             injecting again   put off further out,
//                                                                               --> finish      or else failed

extension ThreadNode {
    /// A build that runs on this thread.
    struct Frame {
        let build: AnyBuild
        /// The position of its slot on the path.
        let position: UInt
        /// Set when the injection has to be put off: the position of the instance to wait for.
        var putOffPosition: UInt?
    }

    /// What `leave` needs to end a frame.
    struct Mark {
        let frame: Int
        let early: Int
        let position: UInt
    }

    /// Whether anything that the thread makes further out is unfinished.
    var isBuilding: Bool { !frames.isEmpty || !putOffs.isEmpty || isMakingByTheFastWay }

    /// Whether the thread makes an instance on the fast path, which has no frame, before the last slot of its path.
    private var isMakingByTheFastWay: Bool {
        // This thread builds the slots on its path that are being built. Only the last one may be another thread's,
        // which this one waits for.
        unsafe context.path.dropLast().contains { SlotState.isBuild(unsafe Slot(identifier: $0).state) }
    }

    /// Updates whether the fast paths are closed: they are while something is unfinished, or held although it is
    /// unfinished.
    ///
    /// If there are frames, one of them claims the unfinished instances that are held. Without frames, they belong to
    /// the innermost instance that is made on the fast path, which looks at the count when its factory has returned.
    func recount() {
        let held = frames.isEmpty && !early.isEmpty ? 1 : 0
        unsafe context.pointee.buildCount = max(frames.count + putOffs.count, held)
    }

    /// Begins a frame for the slot at the end of the path.
    ///
    /// The frame answers for instances that are taken early from now on, or since `mark`.
    func enter(_ build: AnyBuild, answeringSince mark: Int? = nil) -> Mark {
        let position = unsafe context.pathPosition - HazardList.stride
        let mark = Mark(frame: frames.count, early: mark ?? early.count, position: position)
        frames.append(Frame(build: build, position: position))
        return mark
    }

    /// Ends the frame and returns the unfinished instances that were taken in it.
    func leave(_ mark: Mark) -> [AnyBuild] {
        frames.removeSubrange(mark.frame...)
        return claimEarly(since: mark.early)
    }

    /// Ends the frame of a build whose factory or injection threw.
    ///
    /// Injections that waited for it are given up too, unless an injection further out had to be put off: then they
    /// wait for the same instance as that one.
    func abandon(_ build: AnyBuild, in mark: Mark) {
        if frames.count > mark.frame { _ = leave(mark) }
        abandonPutOffs(until: mark.position)
        WaitForGraph.shared.fail(build)
    }

    /// Gives up the injections that waited for an instance whose factory threw.
    ///
    /// If an injection further out is put off, they wait for the same instance as that one instead.
    package func abandonPutOffs(until position: UInt) {
        let next = frames.last { $0.putOffPosition != nil }?.putOffPosition
        while let putOff = nextPutOff(until: position) {
            if let next, next >= putOff.build.levelStart {
                putOffs.append(PutOff(build: putOff.build, position: next, run: putOff.run))
            } else {
                WaitForGraph.shared.fail(putOff.build)
            }
        }
        if !isBuilding { early = [] }
    }
}

/// An injection that waits for the factory of an instance further out.
struct PutOff {
    let build: AnyBuild
    /// The position of that instance's slot on the path.
    let position: UInt
    /// Runs the injection again.
    let run: () throws -> Void
}

extension ThreadNode {
    func hasPutOff(until mark: Mark) -> Bool {
        putOffs.contains { $0.position == mark.position }
    }

    /// Removes and returns the first injection that waits for the frame's instance.
    func nextPutOff(until position: UInt) -> PutOff? {
        guard let index = putOffs.firstIndex(where: { $0.position == position }) else { return nil }
        return putOffs.remove(at: index)
    }

    /// The position of the instance that the build's injection, which runs innermost, has to wait for.
    func putOffPosition(of build: AnyBuild) -> UInt? {
        guard let frame = frames.last, frame.build === build else { return nil }
        return frame.putOffPosition
    }

    /// Returns whether the thread has to end its innermost injection, and resets the mark.
    func takeMustGiveWay() -> Bool {
        defer { mustGiveWay = false }
        return mustGiveWay
    }

    /// Puts off the innermost injection until the factory of the slot, which is on the path, has returned; an injection
    /// into an instance that threads may not share only as long as its level lasts.
    ///
    /// Returns false if no injection has begun since that factory was called: then the constructors form a cycle. Also
    /// returns false if the factory has returned and a value is being injected, because no other instance can get it
    /// before that ends. The thread is the calling one, or asleep with the wait-for graph locked.
    @discardableResult
    func putOffInjection(until slot: Slot) -> Bool {
        let path = unsafe context.path
        guard let index = unsafe path.firstIndex(of: slot.identifier) else { return false }
        let position = unsafe context.pathBase + UInt(index) * HazardList.stride
        guard frames.first(where: { $0.position == position })?.build.phase != .injecting else { return false }
        let frame = frames.lastIndex {
            $0.position > position && $0.build.phase == .injecting && $0.build.levelStart <= position
        }
        guard let frame else { return false }
        frames[frame].putOffPosition = min(frames[frame].putOffPosition ?? position, position)
        return true
    }

    /// Whether the transient slot at the end of the path is on it before, and nothing in between ends the repetition.
    ///
    /// An instance that is not made anew ends it, together with an injection on the way round: the next time, that
    /// instance is taken early, or the injection is put off until it can be.
    func isEndlessOnPath(_ slot: UInt) -> Bool {
        let path = unsafe context.path.dropLast()
        guard let index = path.lastIndex(of: slot) else { return false }
        let position = unsafe context.pathBase + UInt(index) * HazardList.stride
        return !frames.contains { $0.position >= position && $0.build.phase == .injecting }
            || path[index...].allSatisfy { unsafe Slot(identifier: $0).binding.lifetime == .transient }
    }
}

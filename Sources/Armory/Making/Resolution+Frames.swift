// The builds that run on a thread, outermost first, and the injections that had to be put off.
//
// An injection may ask for an instance whose factory has not returned yet, further out on the path:
//
//     path   Parent (constructing)  >  Child (injecting)  >  Parent
//
// Child cannot have its Parent now, but Parent can have its Child: the injection ends, Child is handed out unfinished,
// and when Parent's factory has returned, the injection runs again. So every graph resolves whose constructors alone
// form no cycle, from whichever end. While an injection is put off its build stays unfinished: nobody outside sees
// the instance or what holds it.

extension Resolution {
    /// A build that runs on this thread.
    struct Frame {
        let build: AnyBuild
        /// Where its slot stands on the path.
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

    /// Whether the thread makes an instance by the fast way, which has no frame, further out than the end of its path.
    private var isMakingByTheFastWay: Bool {
        // A slot that is built and on the path is built by this thread; at the end it may be another one that is waited for.
        unsafe context.path.dropLast().contains { SlotState.isBuild(unsafe Slot(identifier: $0).state) }
    }

    /// Says again whether the fast ways are closed: where something is unfinished, or held though it is unfinished.
    ///
    /// With frames, what is held is claimed by one of them. Without any it is what the innermost instance holds that is made by the
    /// fast way, which looks at the count when its factory has returned.
    func recount() {
        let held = frames.isEmpty && !early.isEmpty ? 1 : 0
        unsafe context.pointee.buildCount = max(frames.count + putOffs.count, held)
    }

    /// Begins a frame for the slot at the end of the path.
    ///
    /// It answers for what is taken early from now on, or since `mark`.
    func enter(_ build: AnyBuild, answeringSince mark: Int? = nil) -> Mark {
        let position = unsafe context.pathPosition - HazardList.stride
        let mark = Mark(frame: frames.count, early: mark ?? early.count, position: position)
        frames.append(Frame(build: build, position: position))
        recount()
        return mark
    }

    /// Ends the frame and returns the unfinished instances that were taken in it.
    func leave(_ mark: Mark) -> [AnyBuild] {
        frames.removeSubrange(mark.frame...)
        defer { recount() }
        return claimEarly(since: mark.early)
    }

    /// Ends the frame of a build whose factory or injection threw.
    ///
    /// What waited for it is given up too, unless it was an injection further out that had to be put off: then it waits
    /// for the same as that one.
    func abandon(_ build: AnyBuild, in mark: Mark) {
        if frames.count > mark.frame { _ = leave(mark) }
        abandonPutOffs(until: mark.position)
        WaitForGraph.shared.fail(build)
    }

    /// Gives up what waited for an instance whose factory threw, or has it wait for what an injection further out waits for.
    package func abandonPutOffs(until position: UInt) {
        let next = frames.last { $0.putOffPosition != nil }?.putOffPosition
        while let putOff = nextPutOff(until: position) {
            if let next {
                self.putOff(PutOff(build: putOff.build, position: next, run: putOff.run))
            } else {
                WaitForGraph.shared.fail(putOff.build)
            }
        }
        if !isBuilding { early = [] }
        recount()
    }
}

/// An injection that waits for the factory of an instance further out.
struct PutOff {
    let build: AnyBuild
    /// Where that instance's slot stands on the path.
    let position: UInt
    /// Runs the injection again.
    let run: () throws -> Void
}

extension Resolution {
    func putOff(_ injection: PutOff) {
        putOffs.append(injection)
        recount()
    }

    func hasPutOff(until mark: Mark) -> Bool {
        putOffs.contains { $0.position == mark.position }
    }

    /// Takes out the first injection that waits for the frame's instance.
    func nextPutOff(until position: UInt) -> PutOff? {
        guard let index = putOffs.firstIndex(where: { $0.position == position }) else { return nil }
        defer { recount() }
        return putOffs.remove(at: index)
    }

    /// Where the instance stands that the build's injection, which runs innermost, has to wait for.
    func putOffPosition(of build: AnyBuild) -> UInt? {
        guard let frame = frames.last, frame.build === build else { return nil }
        return frame.putOffPosition
    }

    /// Whether the thread has to end its innermost injection; asked once.
    func takeMustGiveWay() -> Bool {
        defer { mustGiveWay = false }
        return mustGiveWay
    }

    /// Has the innermost injection put off until the factory of the slot, which is on the path, has returned.
    ///
    /// False when no injection runs since that factory was called: then the constructors form a cycle. False too when the
    /// factory has returned and a value is being injected, which nobody can have before that is over. The thread is the
    /// calling one, or asleep with the wait-for graph locked.
    @discardableResult
    func putOffInjection(until slot: Slot) -> Bool {
        let path = unsafe context.path
        guard let index = unsafe path.firstIndex(of: slot.identifier) else { return false }
        let position = unsafe context.pathBase + UInt(index) * HazardList.stride
        guard frames.first(where: { $0.position == position })?.build.phase != .injecting else { return false }
        guard let frame = frames.lastIndex(where: { $0.position > position && $0.build.phase == .injecting })
        else { return false }
        frames[frame].putOffPosition = min(frames[frame].putOffPosition ?? position, position)
        return true
    }

    /// Whether the transient slot at the end of the path stands there before, and nothing in between ends the repetition.
    ///
    /// What ends it is an instance that is not made anew and an injection on the way round: the next time, that instance is
    /// taken early, or the injection is put off until it can be.
    func isEndlessOnPath(_ slot: UInt) -> Bool {
        let path = unsafe context.path.dropLast()
        guard let index = path.lastIndex(of: slot) else { return false }
        let position = unsafe context.pathBase + UInt(index) * HazardList.stride
        return !frames.contains { $0.position >= position && $0.build.phase == .injecting }
            || path[index...].allSatisfy { unsafe Slot(identifier: $0).binding.lifetime == .transient }
    }
}

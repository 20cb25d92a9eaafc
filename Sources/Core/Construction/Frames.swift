// The builds that run on a thread, outermost first, and the injections that had to be postponed.
//
// An injection may ask for an instance whose factory has not returned yet, further out on the path:
//
//     path   Parent (constructing)  >  Child (injecting)  >  Parent
//
// Child cannot get its Parent yet, but Parent can get its Child. So the injection ends, Child is handed out unfinished, and when
// Parent's factory has returned, the injection runs again. Every graph whose constructors alone form no circle can therefore be
// resolved, from any of its instances. While an injection is postponed, its build is unfinished: no thread outside sees the instance,
// or another one that holds it.
//
//     injecting --asks for a factory further out--> marked --the injection ends--> postponed until that position
//                                                                                    |             |
//                                                                    the factory has returned   it has thrown
//                                                                                    |             |
//                                                                             injecting again   postponed further out, or
//                                                                               --> finish      failed

internal import CCore

/// A build that runs.
struct Frame {
    let build: Build
    /// The position of its slot on the path.
    let position: UInt32
    /// Set when the injection has to be postponed: the position of the instance to wait for.
    var postponedUntil: UInt32?
}

/// What ends a frame.
struct FrameMark {
    let frameCount: Int
    let takenEarly: Int
    let position: UInt32
}

/// An injection that waits for the factory of an instance further out.
struct PostponedInjection {
    let build: Build
    /// The position of that instance on the path.
    let position: UInt32
    /// Runs the injection again.
    let run: () throws -> Void
}

extension ThreadNode {
    /// Begins a frame for the slot at the end of the path; it answers for what is taken early from now on, or since `mark`.
    func pushFrame(for build: Build, takenEarlySince mark: Int? = nil) -> FrameMark {
        let position = unsafe ccore_depth(thread) - 1
        let mark = FrameMark(frameCount: frames.count, takenEarly: mark ?? takenEarly.count, position: position)
        frames.append(Frame(build: build, position: position))
        return mark
    }

    /// Ends the frame and returns the unfinished instances that were taken in it.
    func popFrameReturningTakenEarly(to mark: FrameMark) -> [Build] {
        frames.removeSubrange(mark.frameCount...)
        return takeEarlyBuilds(since: mark.takenEarly)
    }

    /// Removes and returns the unfinished instances that were taken since `mark`: the calling build answers for them.
    func takeEarlyBuilds(since mark: Int) -> [Build] {
        guard takenEarly.count > mark else { return [] }
        defer { takenEarly.removeSubrange(mark...) }
        return Array(takenEarly[mark...])
    }

    /// Ends the frame of a build whose factory or injection threw, and gives the build up.
    ///
    /// Its slot is at the end of the path.
    func failBuild(_ build: Build, poppingFrameTo mark: FrameMark, with error: ResolutionError) {
        if frames.count > mark.frameCount { _ = popFrameReturningTakenEarly(to: mark) }
        abandonInjections(postponedUntil: mark.position)
        unsafe WaitForGraph.shared.failBuild(build, MakingFailure(error: error, position: thread.stepCount - 1))
    }

    /// Gives up the injections that waited for an instance whose factory threw; if an injection further out is postponed, they
    /// wait for the same instance as that one instead.
    func abandonInjections(postponedUntil position: UInt32) {
        let next = frames.last { $0.postponedUntil != nil }?.postponedUntil
        while let postponed = takeInjection(postponedUntil: position) {
            if let next, next >= postponed.build.graphDepth {
                postponedInjections.append(
                    PostponedInjection(build: postponed.build, position: next, run: postponed.run))
            } else {
                WaitForGraph.shared.failBuild(postponed.build, nil)
            }
        }
        if !isBuilding { takenEarly = [] }
    }

    /// Removes and returns the first injection that waits for the instance at a position.
    func takeInjection(postponedUntil position: UInt32) -> PostponedInjection? {
        guard let index = postponedInjections.firstIndex(where: { $0.position == position }) else { return nil }
        return postponedInjections.remove(at: index)
    }

    /// Takes the instance of a transient slot that this thread injects, innermost first; nil: it injects none.
    func takeInstanceBeingInjected<T>(_ slot: Slot, as type: T.Type) -> T? {
        let frame = frames.last {
            unsafe $0.build.kind == .transient && $0.build.slot == slot && $0.build.phase == .injecting
        }
        guard let build = frame?.build, let instance = unsafe build.instance else { return nil }
        WaitForGraph.shared.locked { noteTakenEarly(build) }
        return unsafe instance.assumingMemoryBound(to: T.self).pointee
    }

    /// The position of the instance that the build's injection, which runs innermost, has to wait for.
    func positionToWaitFor(inInjectionOf build: Build) -> UInt32? {
        guard let frame = frames.last, frame.build === build else { return nil }
        return frame.postponedUntil
    }

    /// Postpones the innermost injection until the factory of the slot, which is on the path, has returned.
    ///
    /// Returns false if no injection has begun since that factory was called: then the constructors form a circle. The thread is
    /// the calling one, or asleep with the wait-for graph locked.
    ///
    /// - Parameters:
    ///   - context: The handle that the slot is made for; nil: it is a cell.
    ///   - depth: Where the graph of the slot began.
    @discardableResult
    func postponeInjection(until slot: Slot, in context: Context? = nil, since depth: UInt32 = 0) -> Bool {
        let levels = unsafe thread.levels
        let first = unsafe levels[Int(depth)...].firstIndex { level in
            unsafe level.slot == UnsafePointer(slot) && (context == nil || level.context == context)
        }
        guard let position = first.map(UInt32.init) else { return false }
        // The factory has returned, and a value is being injected: no other instance can get it before that ends.
        guard frames.first(where: { $0.position == position })?.build.phase != .injecting else { return false }
        let frame = frames.lastIndex {
            $0.position > position && $0.build.phase == .injecting && $0.build.canBePostponed
                && $0.build.graphDepth <= position
        }
        guard let frame else { return false }
        frames[frame].postponedUntil = min(frames[frame].postponedUntil ?? position, position)
        return true
    }
}

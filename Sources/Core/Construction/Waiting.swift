// A lost race: another thread makes the instance. Before the thread sleeps, it looks for a circle that its wait would close. Who ends a
// making wakes those who wait for it.

internal import CCore

extension Slot {
    /// Waits for another maker of the cell; nil: it has ended, and the asker looks again.
    ///
    /// A call of its own: who makes an instance further in has the frames of its caller on its stack too.
    @inline(never)
    func waitForMaker<T>(_ thread: ThreadState, until deadline: UInt64) throws(ResolutionError) -> T? {
        let me = unsafe ThreadNode.node(ofCallingThread: thread)
        let wait = unsafe makeObservedWait(askedBy: thread.runningRecords)
        me.lastAwaitedThread = nil
        defer { if let wait, let maker = me.lastAwaitedThread { wait.notifyWaitEnded(maker: maker) } }
        return try unsafe WaitForGraph.shared.waitForMaker(of: self, as: T.self, by: me, until: deadline)
    }
}

extension Context {
    /// When a wait that begins now has taken too long.
    var waitDeadline: UInt64 {
        let limit = unsafe pointee.wait_limit
        return limit == .max ? .max : ccore_now() + limit
    }
}

extension WaitForGraph {
    /// Waits until nobody makes the instance any more and returns nil, or returns one early, which closes a circle.
    fileprivate func waitForMaker<T>(
        of slot: Slot, as type: T.Type, by me: ThreadNode, until deadline: UInt64
    ) throws(ResolutionError) -> T? {
        // Released after the lock: it may hold an error of the user's, and the path qualifiers of the user's.
        var failure: ResolutionError?
        var path = unsafe me.thread.steps + [slot.step]
        defer { withExtendedLifetime((failure, path)) {} }
        return try locked { () throws(ResolutionError) -> T? in
            guard let maker = unsafe slot.markWatchedReturningMaker() else { return nil }
            if case .object(let object) = maker, !(object is Build) {
                throw unsafe me.thread.asynchronousError(for: slot)
            }
            let wait = unsafe WaitTarget.cell(slot)
            if let links = findCycle(from: wait, to: me) {
                if let build = maker.build, build.canBeTakenEarly, let instance = unsafe build.instance {
                    me.noteTakenEarly(build)
                    return unsafe instance.assumingMemoryBound(to: T.self).pointee
                }
                if !wakeOneToBreakCycle(of: links) {
                    // If the injection that is postponed is this thread's, it ends here: its call catches the error.
                    let isPostponed = unsafe postponeInjection(in: links, closedBy: slot, by: me)
                    if !isPostponed || me.consumeMustPostpone() {
                        throw unsafe cycleError(of: links, closedBy: slot, by: me)
                    }
                }
            }
            me.lastAwaitedThread = maker.threadNumber
            let isOver = sleep(me, on: wait, &path, until: deadline)
            // Checked however the sleep ended: the marks must not be left for a later wait.
            failure = me.failure.take()
            if me.consumeMustPostpone() { throw unsafe cycleError(of: [], closedBy: slot, by: me) }
            if let failure { throw failure }
            guard isOver else {
                throw unsafe me.thread.makeError(.timedOut, at: slot, .other(wait.awaitedThreadSteps, isTask: false))
            }
            return nil
        }
    }

    /// Waits until a pending build that is not kept is complete with the instances that it holds; false if it was given up.
    func waitUntilComplete(_ build: Build, by me: ThreadNode, until deadline: UInt64) throws(ResolutionError) -> Bool {
        var path = unsafe me.thread.steps
        defer { withExtendedLifetime(path) {} }
        return try locked { () throws(ResolutionError) -> Bool in
            while build.isUnfinished {
                // Who completes it may wait for a lock that this thread has, and can do without it.
                let locks = findCycle(from: .build(build), to: me)?.filter(\.wait.isLock)
                _ = wakeOneToBreakCycle(of: locks ?? [])
                guard sleep(me, on: .build(build), &path, until: deadline) else {
                    let steps = unsafe path + [build.slot.step]
                    throw ResolutionError(.timedOut, at: steps, detail: .other([], isTask: false))
                }
            }
            return build.phase == .done
        }
    }
}

// MARK: Circles

// The wait-for graph is locked in all of them.
extension WaitForGraph {
    typealias Link = (sleeper: ThreadNode, wait: WaitTarget)

    /// The waits that lead from a wait back to `me`; nil: there is no circle.
    ///
    /// Not recursive: a way may be as long as there are pending builds, and the thread may have little stack left.
    func findCycle(from wait: WaitTarget, to me: ThreadNode) -> [Link]? {
        var visited: Set<ObjectIdentifier> = []
        // What to follow, each with the waits that lead to it.
        var open: [(wait: WaitTarget, links: [Link])] = [(wait, [])]
        while var way = open.popLast() {
            if let build = way.wait.build, build.phase == .pending {
                guard visited.insert(ObjectIdentifier(build)).inserted else { continue }
                // Reversed: the first dependency is followed first.
                open += build.dependencies.reversed().filter(\.isUnfinished).map { (.build($0), way.links) }
                continue
            }
            guard let node = way.wait.node else { continue }
            if node === me { return way.links }
            guard let next = node.wait, visited.insert(ObjectIdentifier(node)).inserted else { continue }
            way.links.append((node, next))
            way.wait = next
            open.append(way)
        }
        return nil
    }

    /// Lets the first sleeper of a circle go on that waits for an instance which can be taken early, or for a lock, which it can do
    /// without; false: there is none.
    func wakeOneToBreakCycle(of links: [Link]) -> Bool {
        guard let link = links.first(where: { $0.wait.canEndEarly }) else { return false }
        link.sleeper.wakeToRecheck()
        return true
    }

    /// Finds a thread that was injecting when it began to wait, and makes it postpone that injection; false: there is none, and the
    /// constructors form a circle.
    func postponeInjection(in links: [Link], closedBy slot: Slot, by me: ThreadNode) -> Bool {
        // Each thread is waited for at the slot that the one before asks for.
        // At a lock, nothing can be postponed.
        var asked = unsafe Optional(slot)
        for link in links {
            if let asked = unsafe asked, unsafe link.sleeper.postponeInjection(until: asked) {
                link.sleeper.mustPostpone = true
                link.sleeper.wakeToRecheck()
                return true
            }
            unsafe asked = unsafe link.wait.slot
        }
        guard let asked = unsafe asked, unsafe me.postponeInjection(until: asked) else { return false }
        me.mustPostpone = true
        return true
    }

    /// The error of a circle of constructors: this thread's path, then each sleeper's, from the slot that the one before waits for.
    private func cycleError(of links: [Link], closedBy slot: Slot, by me: ThreadNode) -> ResolutionError {
        var steps = unsafe me.thread.steps
        var asked = unsafe Optional(slot)
        for link in links {
            // The steps of the sleeper's path after the one that is waited for, or all of them.
            let path = unsafe link.sleeper.thread.path
            let start = unsafe path.firstIndex { unsafe $0 == asked } ?? 0
            steps += unsafe path[start...].map(\.step)
            unsafe asked = unsafe link.wait.slot
        }
        // The key that closes the circle is named once more at the end.
        let last = unsafe (asked ?? slot).step
        return unsafe ResolutionError(.cycle, last.key, path: steps + [last], location: slot.step.location)
    }
}

extension ThreadNode {
    fileprivate func wakeToRecheck() {
        mustRecheck = true
        unsafe ccore_wake(condition)
    }
}

// MARK: Sleep

extension WaitForGraph {
    /// Sleeps until another thread makes this one look, as it does when the wait is over; false if the deadline has passed.
    ///
    /// - Parameter path: The path to what the thread waits for, which the node has meanwhile.
    func sleep(
        _ me: ThreadNode, on wait: WaitTarget, _ path: inout [ResolutionError.Step], until deadline: UInt64
    ) -> Bool {
        me.wait = wait
        swap(&me.steps, &path)
        me.mustRecheck = false
        sleepers.append(me)
        defer {
            me.wait = nil
            swap(&me.steps, &path)
            sleepers.removeAll { $0 === me }
        }
        while !me.mustRecheck {
            if unsafe !ccore_sleep(me.condition, lock, deadline) { return me.mustRecheck }
        }
        return true
    }

    /// Wakes sleepers to recheck their waits.
    func wakeSleepers(where mustRecheck: (ThreadNode) -> Bool) {
        for sleeper in sleepers where mustRecheck(sleeper) {
            sleeper.mustRecheck = true
            unsafe ccore_wake(sleeper.condition)
        }
    }
}

extension WaitTarget {
    /// The path of the thread that is waited for, as far as it is known: that of one that runs may change.
    ///
    /// The wait-for graph is locked.
    var awaitedThreadSteps: [ResolutionError.Step] {
        guard let other = node, other.wait != nil else { return unsafe slot.map { unsafe [$0.step] } ?? [] }
        return other.steps
    }

    fileprivate var isLock: Bool { if case .reentrantLock = self { true } else { false } }

    /// Whether who waits in a circle can go on before the wait is over.
    fileprivate var canEndEarly: Bool { isLock || build?.canBeTakenEarly ?? false }
}

extension Slot {
    /// Marks the cell as waited for, and returns its maker; nil: nobody makes it.
    ///
    /// The wait-for graph is locked.
    fileprivate func markWatchedReturningMaker() -> Maker? {
        let context = unsafe pointee.context.unsafelyUnwrapped
        return unsafe context.locked {
            let maker = unsafe maker
            if maker != nil { unsafe setMark(ccore_watched) }
            return maker
        }
    }
}

// MARK: The end of a making

extension WaitForGraph {
    /// Ends a making in the plain way, and wakes who waits for it.
    ///
    /// - Parameter failure: What the factory threw; who waits gets it too.
    func endMaking(of slot: Slot, succeeded: Bool, _ failure: MakingFailure?) {
        var deferred = DeferredActions()
        locked { unsafe endMakingLocked(of: slot, succeeded, failure, &deferred) }
        deferred.runActionsAfterUnlock()
    }

    /// Forgets the build of a task that has ended.
    func forgetIfTaskBuild(_ maker: AnyObject, in context: Context) {
        guard maker is TaskBuild else { return }
        unsafe taskBuilds[context]?.removeAll { $0 === maker }
        if unsafe taskBuilds[context]?.isEmpty == true { unsafe taskBuilds[context] = nil }
    }

    /// Ends the making of a cell; the graph is locked.
    func endMakingLocked(of slot: Slot, _ succeeded: Bool, _ failure: MakingFailure?, _ deferred: inout DeferredActions)
    {
        let context = unsafe slot.pointee.context.unsafelyUnwrapped
        unsafe ccore_lock_context(context)
        let isWatched = unsafe slot.hasMark(ccore_watched)
        let (state, former, weakened) = unsafe slot.endMaking(succeeded: succeeded)
        if let weakened { deferred.discarded.append { unsafe Unmanaged.passUnretained(weakened).release() } }
        if let waiter = unsafe context.takeWaiterIfQuiescent(releaseAfterUnlock: &deferred.held) {
            deferred.resumes.append { waiter.gate.openAndResumeWaiters(with: ()) }
        }
        unsafe ccore_unlock_context(context)
        let maker = unsafe former?.takeRetainedValue()
        if let maker {
            deferred.held.append(maker)
            unsafe forgetIfTaskBuild(maker, in: context)
        }
        // Who asked holds the handle as long as it has not been woken; from then on, this holds it.
        if state == .closedFull { deferred.closings.append(unsafe slot.closingActionForMaker()) }
        // Its maker has held it up to now.
        if let extra = unsafe slot.extraOwner { unsafe deferred.held.append(extra.held.takeRetainedValue()) }
        guard isWatched else { return }
        // Nobody waited for it any more when its run was cancelled: a newcomer starts another one.
        let isAbandoned = (maker as? TaskBuild)?.isAbandoned ?? (maker as? Build)?.isAbandoned ?? false
        let failure = isAbandoned ? nil : failure
        deferred.resumes += endWaitsReturningResumes(
            for: UInt(bitPattern: slot), failure: failure, keepingAlive: weakened)
        wakeSleepers { sleeper in
            guard case .cell(let awaited)? = sleeper.wait, unsafe awaited == slot else { return false }
            // The cell may be another maker's by the time the sleeper runs.
            sleeper.wait = nil
            // The way of another thread may have no circle, no limit and more stack.
            if let failure, !failure.error.isCallerSpecific {
                sleeper.failure = failure.rebasedError(to: sleeper.steps)
            }
            return true
        }
    }
}

/// What a making has thrown, which who waits gets too.
struct MakingFailure {
    let error: ResolutionError
    /// How many steps of the error's path lead to the slot that was made.
    ///
    /// Not found by the key: another container on the path may have the same one.
    let position: Int

    /// The error for another asker, whose path ends with the slot that was made.
    func rebasedError(to steps: [ResolutionError.Step]) -> ResolutionError {
        error.replacingPathPrefix(count: position + 1, with: steps)
    }
}

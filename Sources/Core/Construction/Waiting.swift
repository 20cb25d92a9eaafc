// A lost race: another thread makes the instance.

internal import CCore

extension WaitForGraph {
    /// Waits until nobody makes the instance any more and returns nil, or returns one early, which closes a circle.
    func wait<T>(for slot: Slot, as type: T.Type, by me: ThreadNode, until deadline: UInt64) throws(WaitFault) -> T? {
        // Released after the lock: it may hold an error of the user's, and the path qualifiers of the user's.
        var failure: ResolutionError?
        var path = unsafe me.thread.steps + [slot.step]
        defer { withExtendedLifetime((failure, path)) {} }
        return try locked { () throws(WaitFault) -> T? in
            guard let maker = unsafe slot.watch() else { return nil }
            if case .object(let object) = maker, !(object is Build) { throw .asynchronous }
            let wait = unsafe Wait.cell(slot)
            if let links = circle(from: wait, to: me) {
                if let build = maker.build, build.canBeTakenEarly, let instance = unsafe build.instance {
                    me.takeEarly(build)
                    return unsafe instance.assumingMemoryBound(to: T.self).pointee
                }
                if !letOneTakeEarly(of: links) {
                    // If the injection that is put off is this thread's, it ends here: its call catches the error.
                    let isPutOff = unsafe putOffInjection(in: links, closedBy: slot, by: me)
                    if !isPutOff || me.takeMustGiveWay() {
                        throw unsafe .cycle(steps(of: links, closedBy: slot, by: me))
                    }
                }
            }
            let isOver = sleep(me, on: wait, &path, until: deadline)
            // Checked however the sleep ended: the marks must not be left for a later wait.
            failure = me.failure.take()
            if me.takeMustGiveWay() { throw unsafe .cycle(steps(of: [], closedBy: slot, by: me)) }
            if let failure { throw .failed(failure) }
            guard isOver else {
                throw .timedOut(wait.othersSteps)
            }
            return nil
        }
    }

    /// Waits until a pending build that is not kept is complete with the instances that it holds; false if it was given up.
    func waitUntilComplete(_ build: Build, by me: ThreadNode, until deadline: UInt64) throws(WaitFault) -> Bool {
        var path = unsafe me.thread.steps
        defer { withExtendedLifetime(path) {} }
        return try locked { () throws(WaitFault) -> Bool in
            while build.isUnfinished {
                guard sleep(me, on: .build(build), &path, until: deadline) else { throw .timedOut([]) }
            }
            return build.phase == .done
        }
    }
}

// MARK: Sleep

extension WaitForGraph {
    /// Sleeps until another thread makes this one look, as it does when the wait is over; false if the deadline has passed.
    ///
    /// - Parameter path: The path to what the thread waits for, which the node has meanwhile.
    func sleep(
        _ me: ThreadNode, on wait: Wait, _ path: inout [ResolutionError.Step], until deadline: UInt64
    ) -> Bool {
        me.wait = wait
        swap(&me.steps, &path)
        me.mustLookAgain = false
        sleepers.append(me)
        defer {
            me.wait = nil
            swap(&me.steps, &path)
            sleepers.removeAll { $0 === me }
        }
        while !me.mustLookAgain {
            if unsafe !ccore_sleep(me.condition, lock, deadline) { return me.mustLookAgain }
        }
        return true
    }

    /// Makes sleepers look again.
    func wake(where mustLook: (ThreadNode) -> Bool) {
        for sleeper in sleepers where mustLook(sleeper) {
            sleeper.mustLookAgain = true
            unsafe ccore_wake(sleeper.condition)
        }
    }
}

extension Wait {
    /// The path of the thread that is waited for, as far as it is known: that of one that runs may change.
    ///
    /// The wait-for graph is locked.
    var othersSteps: [ResolutionError.Step] {
        guard let other = node, other.wait != nil else { return [unsafe slot.step] }
        return other.steps
    }
}

extension Slot {
    /// Marks the cell as waited for, and returns its maker; nil: nobody makes it.
    ///
    /// The wait-for graph is locked.
    fileprivate func watch() -> Maker? {
        let home = unsafe pointee.home.unsafelyUnwrapped
        unsafe ccore_lock_home(home)
        defer { unsafe ccore_unlock_home(home) }
        let maker = unsafe maker
        if maker != nil { unsafe mark(ccore_watched) }
        return maker
    }
}

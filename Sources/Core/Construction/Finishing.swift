// The end of a making in full: published with what it holds, or given up.

internal import CCore

/// What remains to do when the locks are free: it may run user code.
@safe
struct DeferredActions {
    /// Instances that were taken out of cells, to be ended.
    var discarded: [() -> Void] = []
    /// What closes instances that were completed after their context was closed.
    var closings: [() -> Void] = []
    /// Resume tasks: those that wait for the instance, or for the end of the last making of a handle that ends.
    var resumes: [() -> Void] = []
    /// Objects that were held under a lock or by a cell, and builds that hold others: they go with this.
    var held: [AnyObject] = []

    func runActionsAfterUnlock() {
        for end in discarded { end() }
        for close in closings { close() }
        for resume in resumes { resume() }
    }
}

extension WaitForGraph {
    /// The build's instance exists, at this place; its injections begin.
    func beginInjecting(_ build: Build, instanceAt instance: UnsafeMutableRawPointer?, isObject: Bool) {
        locked {
            unsafe build.instance = unsafe instance
            build.isObject = isObject
            build.phase = .injecting
        }
    }

    /// Whether the injected instance may take the place of the one that was made: another object may not if it was taken early.
    func isSameIfTakenEarly<T>(_ injected: T, of build: Build) -> Bool {
        locked {
            guard build.wasTakenEarly, let early = unsafe build.instance else { return true }
            return unsafe objectIfClassInstance(early.assumingMemoryBound(to: T.self).pointee)
                === objectIfClassInstance(injected)
        }
    }

    /// Finishes the build of a complete instance; `taken` are the builds whose instances it holds although they are unfinished.
    ///
    /// Returns its phase: done; pending if it will be published with what it holds; failed if something of that was given up.
    func finishBuild(_ build: Build, dependingOn taken: [Build]) -> Build.Phase {
        var deferred = DeferredActions()
        defer { deferred.runActionsAfterUnlock() }
        return locked {
            build.dependencies = taken.filter { $0 !== build && $0.phase != .done }
            build.phase = .pending
            finishedCount += 1
            build.finishOrder = finishedCount
            pending.append(build)
            settlePendingBuilds(&deferred)
            return build.phase
        }
    }

    /// Gives up a build whose factory or injection threw.
    func failBuild(_ build: Build, _ failure: MakingFailure?) {
        var deferred = DeferredActions()
        locked {
            guard build.isUnfinished else { return }
            failBuildLocked(build, failure, &deferred)
            settlePendingBuilds(&deferred)
        }
        deferred.runActionsAfterUnlock()
    }

    /// Notes that the thread takes the instance of a build of the thread's own graph; false: it was given up.
    func noteTakenFromGraphUnlessFailed(_ build: Build, by me: ThreadNode) throws(ResolutionError) -> Bool {
        try locked { () throws(ResolutionError) -> Bool in
            switch build.phase {
            case .done: return true
            case .failed: return false
            case .constructing, .injecting, .pending:
                guard build.canBeTakenEarly else {
                    throw unsafe ResolutionError(.cycle, at: me.thread.steps + [build.slot.step])
                }
                me.noteTakenEarly(build)
                return true
            }
        }
    }

    private func failBuildLocked(_ build: Build, _ failure: MakingFailure?, _ deferred: inout DeferredActions) {
        let hadInstance = build.phase == .injecting || build.phase == .pending
        build.phase = .failed
        deferred.held += ([build] + build.dependencies) as [AnyObject]
        build.dependencies = []
        guard build.kind == .kept else { return }
        if hadInstance, let instance = unsafe build.instance {
            // Taken out now: as soon as the cell is free, another thread may put an instance there.
            deferred.discarded.append(unsafe build.slot.releaseAction(movingInstanceOutOf: instance))
        }
        unsafe build.instance = nil
        unsafe endMakingLocked(of: build.slot, false, failure, &deferred)
    }

    /// Publishes the pending builds that hold nothing unfinished, gives up those that hold an instance that was given up, and wakes
    /// every sleeper whose wait that may change.
    private func settlePendingBuilds(_ deferred: inout DeferredActions) {
        var isStable = false
        while !isStable {
            isStable = true
            for build in pending where build.phase == .pending {
                if build.dependencies.contains(where: { $0.phase == .failed }) {
                    failBuildLocked(build, nil, &deferred)
                    isStable = false
                } else if let group = buildsToPublish(with: build) {
                    // In the order in which they were finished, which that of closing turns round.
                    for member in group.sorted(by: { $0.finishOrder < $1.finishOrder }) {
                        endSucceededBuildLocked(member, &deferred)
                    }
                    isStable = false
                }
            }
        }
        pending.removeAll { $0.phase != .pending }
        // A new pending build connects its waiters with other threads, so every sleeper may be in a circle now.
        let hasPending = !pending.isEmpty
        wakeSleepers { sleeper in
            guard !hasPending, case .build(let build)? = sleeper.wait else { return hasPending }
            return !build.isUnfinished
        }
    }

    private func endSucceededBuildLocked(_ build: Build, _ deferred: inout DeferredActions) {
        build.phase = .done
        deferred.held += ([build] + build.dependencies) as [AnyObject]
        build.dependencies = []
        if build.kind == .kept { unsafe endMakingLocked(of: build.slot, true, nil, &deferred) }
    }

    /// The builds that are published with this one; nil: one of them is not complete.
    private func buildsToPublish(with build: Build) -> [Build]? {
        var group: [Build] = []
        var visited: Set<ObjectIdentifier> = []
        var open = [build]
        while let next = open.popLast() {
            guard next.phase != .done, visited.insert(ObjectIdentifier(next)).inserted else { continue }
            guard next.phase == .pending else { return nil }
            group.append(next)
            open += next.dependencies
        }
        return group
    }
}

extension Slot {
    /// Moves an instance of the slot's type out of its memory; the result ends it.
    fileprivate func releaseAction(movingInstanceOutOf memory: UnsafeMutableRawPointer) -> () -> Void {
        func move<T>(_ type: T.Type) -> () -> Void {
            var instance = unsafe Optional(memory.assumingMemoryBound(to: T.self).move())
            return { _ = instance.take() }
        }
        guard let record = unsafe record else { return {} }
        return unsafe move(record.instanceType)
    }
}

// The end of a handle.
//
//     shutdown()   marks it as ending; waits for what is being made and for bodies of `withScope`; closes open scopes, then the
//                  instances, and awaits their hooks
//     close()      the same without awaiting: what is being made is closed by its maker, and from the first hook that awaits on, the
//                  rest runs in a task
//     deinit       as close(); nobody makes anything, since who does holds the handle
//
//     open --> ending --> closed        ending: nothing is claimed, no scope opens; who asks for what is not ready gets `closed`

internal import CCore

extension Container {
    /// Closes every instance, dependents before their dependencies, without awaiting.
    ///
    /// From its beginning nothing new is made; what is being made by another thread or task is closed by it when it is complete. If a
    /// hook awaits, it and those after it run in a task. A second call does nothing. The instances' memory goes with the last
    /// reference to this object.
    ///
    /// - Parameter end: How the scope ended, for the hooks.
    /// - Returns: The errors of the hooks that ran during this call.
    /// - Complexity: Usually linear in the number of instances, with a lock for each. It takes longer where deferred dependencies turn the
    ///   order round: each of them is looked for among the others.
    @discardableResult
    public func close(after end: ScopeEnd = .completed) -> [ResolutionError] {
        guard begin(ccore_ending, end) else { return [] }
        var failures: [ResolutionError] = []
        let scopes = openScopes
        // Their bodies have not returned.
        for scope in scopes { failures += scope.close(after: .failed(closedError)) }
        var teardown = endOpen()
        let awaited = scopes.filter { !$0.hasEnded }
        if awaited.isEmpty, !hasReleasedScopes, teardown.runPlain() {
            noteEnd()
            return failures + teardown.failures
        }
        // A hook awaits, this handle's or a scope's: dependents come first.
        let rest = teardown
        Task.detached {
            for scope in awaited { await scope.waitForEnd(within: nil) }
            await self.waitForReleasedScopes(within: nil)
            _ = await self.run(rest)
        }
        return failures + rest.failures
    }

    /// Closes every instance, dependents before their dependencies, and awaits hooks that await.
    ///
    /// Waits first for instances that are being made and for bodies of `withScope`, but not for those that this call is part of. A second
    /// call waits for the end of the first one.
    ///
    /// - Parameters:
    ///   - limit: How long to wait for them; nil: without a limit.
    ///   - end: How the scope ended, for the hooks.
    /// - Throws: ``ResolutionError`` with the code `shutdownFailed`, whose ``ResolutionError/faults`` are the errors of hooks, after
    ///   everything is closed.
    /// - Complexity: As ``close(after:)``.
    public func shutdown(within limit: Duration? = nil, after end: ScopeEnd = .completed) async throws(ResolutionError)
    {
        let failures = await endAll(within: limit, end, waiting: limit)
        guard failures.isEmpty else {
            throw ResolutionError(.shutdownFailed, ServiceKey(Container.self), detail: .faults(failures))
        }
    }

    /// - Parameters:
    ///   - limit: How long to wait for makings and bodies.
    ///   - other: How long to wait for hooks of an end that has begun: of this handle, if this is the second one, or of a scope.
    func endAll(within limit: Duration?, _ end: ScopeEnd, waiting other: Duration?) async -> [ResolutionError] {
        guard begin(ccore_ending, end) else {
            await waitForEnd(within: other)
            return []
        }
        let deadline = TimeLimit(limit).deadline
        if limit != .zero { await waitUntilQuiet(within: limit) }
        var failures: [ResolutionError] = []
        func left() -> Duration? { deadline.map { max($0 - .now, .zero) } }
        for scope in openScopes {
            let rest = left()
            failures += await scope.endAll(
                within: rest, .failed(closedError), waiting: other == nil ? nil : rest)
        }
        await waitForReleasedScopes(within: other == nil ? nil : left())
        var teardown = endOpen()
        if teardown.runPlain() {
            noteEnd()
            return failures + teardown.failures
        }
        // In a cancelled task, hooks would be cancelled from the start.
        let rest = teardown
        return failures + (await Task { await run(rest) }.value)
    }

    /// Begins to close: nothing is waited for any longer.
    private func endOpen() -> Teardown {
        mark(ccore_closed)
        unsafe WaitForGraph.shared.cancelBuilds(of: home)
        return unsafe Teardown(EndOrder.of(completed, layout, home), end, told)
    }

    /// Runs what is left of a teardown, and returns the errors of all hooks.
    private func run(_ rest: Teardown) async -> [ResolutionError] {
        var rest = rest
        await RunningHooks.run(for: waitingHomes) { await rest.run() }
        noteEnd()
        return rest.failures
    }

    // MARK: The second end

    /// The homes whose ends wait for the hooks of this handle: its own, and those around it.
    var waitingHomes: [UInt] { unsafe [UInt(bitPattern: home)] + (outer?.waitingHomes ?? []) }

    /// Whether everything is closed.
    var hasEnded: Bool { locked { isOver } }

    /// Lets those go on who wait for the end.
    private func noteEnd() {
        let gate = locked {
            isOver = true
            return rare?.overGate.take()
        }
        gate?.open()
    }

    /// Waits until everything is closed by an end that has begun, unless that end waits for the caller.
    func waitForEnd(within limit: Duration?) async {
        guard !isOwnPart else { return }
        let gate = locked { () -> Gate? in
            guard !isOver else { return nil }
            let gate = rareParts.overGate ?? Gate()
            rareParts.overGate = gate
            return gate
        }
        guard let gate else { return }
        try? await TimeLimit(limit).run { await gate.pass() }
    }

    /// The instances to close when the handle is released; nil: it was closed.
    func endReleased() -> Teardown? {
        guard begin(ccore_closed, .completed) else { return nil }
        let failed = ResolutionError(
            .closed, ServiceKey(Container.self),
            detail: .words(
                headline: "A scope was released without being ended.",
                fix: "end it with shutdown(after:) or close(after:), or open it with withScope { … }, which ends it."))
        return unsafe Teardown(
            EndOrder.of(completed, layout, home), layout.tag == nil ? .completed : .failed(failed), told)
    }

    /// Begins the end; false: it has begun, or this was all.
    private func begin(_ mark: Int, _ end: ScopeEnd) -> Bool {
        guard !endAtOnce(end, ofBody: false) else { return false }
        let (isFirst, isAll, dependents) = locked { () -> (Bool, Bool, [Container]) in
            guard unsafe [ccore_open, ccore_orphaned].contains(Int(home.pointee.mark)) else { return (false, true, []) }
            self.end = end
            let isBusy = unsafe home.pointee.making + home.pointee.bodies != 0 || home.pointee.scopes != nil
            let isAll = !isBusy && !layout.closes
            if isAll { shutAll() } else { unsafe ccore_set_mark(home, UInt32(mark)) }
            isOver = isAll
            return (true, isAll, rare?.dependents.all ?? [])
        }
        if isFirst {
            orphan(dependents)
            if base != nil { shutInherited() }
        }
        return !isAll
    }

    /// Ends a scope in which nothing runs and has to be closed, in one step; false: it has to be ended in full.
    ///
    /// - Parameter ofBody: Whether its body has ended, too, so that no way leads to it any more.
    func endAtOnce(_ end: ScopeEnd, ofBody: Bool) -> Bool {
        guard !layout.closes, layout.depth != 0 else { return false }
        var former: Container?
        // Released after the lock.
        defer { withExtendedLifetime(former) {} }
        unsafe ccore_lock_home(home)
        defer { unsafe ccore_unlock_home(home) }
        guard unsafe home.pointee.mark == UInt32(ccore_open), unsafe home.pointee.making | home.pointee.bodies == 0,
            unsafe home.pointee.scopes == nil, rare == nil
        else { return false }
        if case .failed = end { self.end = end }
        shutAll()
        isOver = true
        if ofBody {
            former = memory.withWay { way in
                way.isOver = true
                return way.handle.take()
            }
        }
        return true
    }

    /// Turns every completed cell closed; none has something that closes its instance.
    ///
    /// The lock is held.
    private func shutAll() {
        unsafe ccore_set_mark(home, UInt32(ccore_closed))
        var next = unsafe home.pointee.completed
        while let slot = unsafe next {
            unsafe slot.state = .closedFull
            unsafe ccore_publish(slot, nil)
            unsafe next = unsafe slot.pointee.link?.assumingMemoryBound(to: ccore_slot.self)
        }
    }

    private func mark(_ mark: Int) { locked { unsafe ccore_set_mark(home, UInt32(mark)) } }

    /// The completed slots, oldest first.
    private var completed: [Slot] {
        unsafe locked {
            var slots: [Slot] = unsafe []
            var next = unsafe home.pointee.completed
            while let slot = unsafe next {
                unsafe slots.append(slot)
                unsafe next = unsafe slot.pointee.link?.assumingMemoryBound(to: ccore_slot.self)
            }
            return unsafe slots.reversed()
        }
    }

    func locked<R>(_ body: () -> R) -> R {
        unsafe ccore_lock_home(home)
        defer { unsafe ccore_unlock_home(home) }
        return body()
    }

    /// The error of who asks a handle that was closed.
    var closedError: ResolutionError {
        ResolutionError(.closed, ServiceKey(Container.self), detail: layout.tag.map { .scope($0) } ?? .none)
    }
}

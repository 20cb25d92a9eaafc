// The end of a handle.
//
//     shutdown()   lets the features stop what they have started; marks it as ending; cancels factories that await; waits for what is being
//                  made and for bodies of `withScope`; closes open scopes, then the instances, and awaits their hooks
//     close()      the same without awaiting: what is being made is closed by its maker, and from the first hook that awaits on, the
//                  rest runs in a task
//     deinit       as close(); nobody makes anything, since who does holds the handle
//
//     open --> ending --> closed        ending: nothing is claimed, no scope opens; who asks for what is not ready gets `closed`, also if
//                                       it is being made

internal import CCore

extension Container {
    /// Closes every instance, dependents before their dependencies, without awaiting.
    ///
    /// From its beginning nothing new is made; what is being made by another thread or task is closed by it when it is complete. If a
    /// hook awaits, it and those after it run in a task. In a started container, that task runs the stop hooks first. While another
    /// call stops the container, or starts it, that one closes it: a start is cancelled. A second call does nothing. The instances' memory
    /// goes with the last reference to this object.
    ///
    /// - Parameter outcome: How the scope ended, for the hooks.
    /// - Returns: The errors of the hooks that ran during this call. The container's configuration says who receives later ones.
    /// - Complexity: Usually linear in the number of instances, with a lock for each. It takes longer where deferred dependencies turn the
    ///   order round: each of them is looked for among the others.
    @discardableResult
    public func close(outcome: ScopeOutcome = .completed) -> [ResolutionError] {
        switch companionOfEnd?.requestEndReturningFirstStep() ?? .close {
        case .wait: return []
        case .close:
            guard beginEnd(ccore_ending, outcome) != .over else { return [] }
            return closeWithoutAwaiting()
        case .run(let work):
            let beginning = beginEnd(ccore_ending, outcome, stops: true)
            guard beginning != .over else { return [] }
            let deadline = TimeLimit(companionOfEnd?.endLimit).deadline
            Task.detached { [self] in
                let failures = await runAsHooks { await work(deadline) }
                reportHookErrors(await failures + finishEnd(beginning, until: deadline, limitsHooks: true))
            }
            return []
        }
    }

    private func closeWithoutAwaiting() -> [ResolutionError] {
        var failures: [ResolutionError] = []
        let scopes = openScopes
        // Their bodies have not returned.
        for scope in scopes { failures += scope.close(outcome: .failed(closedError(forCall: "The scope was closed"))) }
        var teardown = beginTeardown()
        let awaited = scopes.filter { !$0.hasEnded }
        if awaited.isEmpty, !hasReleasedScopes, teardown.closeInstancesUntilOneAwaits() {
            markEndedAndWakeWaiters()
            return failures + teardown.failures
        }
        // A hook awaits, this handle's or a scope's: dependents come first.
        let rest = teardown
        Task.detached {
            for scope in awaited { await scope.waitForEnd(within: nil) }
            await self.waitForReleasedScopes(within: nil)
            _ = await self.finishTeardown(rest, reportingErrorsFromIndex: rest.failures.count)
        }
        return failures + rest.failures
    }

    /// Closes every instance, dependents before their dependencies, and awaits hooks that await.
    ///
    /// Stops the instances of a started container first, while it is open. Then cancels factories that await, and waits for instances that
    /// are being made and for bodies of `withScope`, but not for those that this call is part of; who asked for such an instance gets
    /// ``ResolutionError/Code/closed``. When the limit has passed, nothing is waited for any longer: hooks that run are
    /// cancelled, and those that have not begun are begun and cancelled. A second call waits for the end of the first one.
    ///
    /// - Parameters:
    ///   - limit: How long the whole may take; nil: as long as the container's configuration says.
    ///   - outcome: How the scope ended, for the hooks.
    /// - Throws: ``ResolutionError`` with the code `shutdownFailed`, whose ``ResolutionError/faults`` are the errors of hooks, after
    ///   everything is closed.
    /// - Complexity: As ``close(outcome:)``.
    public func shutdown(
        within limit: Duration? = nil, outcome: ScopeOutcome = .completed
    ) async throws(ResolutionError) {
        let limit = limit ?? companionOfEnd?.endLimit
        try Self.throwIfAny(
            await endInFull(limitForMakings: limit, outcome, limitForHooks: limit), .shutdownFailed, of: layout.tag)
    }

    /// Ends a scope whose work is over, and waits for nothing but hooks: its own, and those of scopes inside.
    ///
    /// - Returns: The errors of the hooks; none if another end has begun: then this waits for that one.
    package func endAwaitingOnlyHooks(_ outcome: ScopeOutcome) async -> [ResolutionError] {
        await endInFull(limitForMakings: .zero, outcome, limitForHooks: nil)
    }

    /// - Parameters:
    ///   - limit: How long to wait for makings and bodies.
    ///   - other: How long to wait for hooks of an end that has begun: of this handle, if this is the second one, or of a scope; and the
    ///     limit of the whole, if it is not nil.
    /// - Returns: The errors of the hooks.
    func endInFull(
        limitForMakings limit: Duration?, _ outcome: ScopeOutcome, limitForHooks other: Duration?
    ) async -> [ResolutionError] {
        let deadline = TimeLimit(limit).deadline
        var failures: [ResolutionError] = []
        switch companionOfEnd?.requestEndReturningFirstStep() ?? .close {
        case .close: break
        case .wait:
            await waitForEnd(within: other)
            return []
        case .run(let work):
            // In a cancelled task, hooks would be cancelled from the start.
            failures = await Task { await runAsHooks { await work(deadline) } }.value
        }
        let beginning = beginEnd(ccore_ending, outcome)
        guard beginning != .over else {
            await waitForEnd(within: other)
            return failures
        }
        return await failures + finishEnd(beginning, until: deadline, limitsHooks: other != nil)
    }

    /// Ends a container whose start has failed, for its features: they are not asked what comes first.
    ///
    /// - Parameter limit: How long to wait for what is being made.
    package func endFailedStart(within limit: Duration?, _ outcome: ScopeOutcome) async -> [ResolutionError] {
        let beginning = beginEnd(ccore_ending, outcome)
        guard beginning != .over else { return [] }
        return await finishEnd(beginning, until: TimeLimit(limit).deadline, limitsHooks: false)
    }

    /// What an end does when the handle is marked.
    ///
    /// - Parameter limitsHooks: Whether the deadline is that of hooks, too.
    private func finishEnd(
        _ beginning: Beginning, until deadline: ContinuousClock.Instant?, limitsHooks: Bool
    ) async -> [ResolutionError] {
        let failures = beginning == .busy ? await waitAndEndScopes(until: deadline, limitsHooks: limitsHooks) : []
        var teardown = beginTeardown()
        if limitsHooks { teardown.deadline = deadline }
        if teardown.closeInstancesUntilOneAwaits() {
            markEndedAndWakeWaiters()
            return failures + teardown.failures
        }
        let rest = teardown
        return failures + (await Task { await finishTeardown(rest) }.value)
    }

    /// Waits for what runs here, as long as there is time, and ends the open scopes; returns the errors of their hooks.
    private func waitAndEndScopes(
        until deadline: ContinuousClock.Instant?, limitsHooks: Bool
    ) async -> [ResolutionError] {
        unsafe WaitForGraph.shared.cancelBuilds(of: context)
        func remainingTime() -> Duration? { deadline.map { max($0 - .now, .zero) } }
        if remainingTime() != .zero { await waitUntilQuiescent(within: remainingTime()) }
        var failures: [ResolutionError] = []
        for scope in openScopes {
            let rest = remainingTime()
            failures += await scope.endInFull(
                limitForMakings: rest, .failed(closedError(forCall: "The scope was closed")),
                limitForHooks: limitsHooks ? rest : nil)
        }
        await waitForReleasedScopes(within: limitsHooks ? remainingTime() : nil)
        return failures
    }

    /// Begins to close: nothing is waited for any longer.
    private func beginTeardown() -> Teardown {
        locked { unsafe ccore_set_mark(context, UInt32(ccore_closed)) }
        unsafe WaitForGraph.shared.cancelBuilds(of: context)
        return unsafe Teardown(EndOrder.closingOrder(of: completed, layout, context), end, notifier, companionOfEnd)
    }

    /// Runs what is left of a teardown, and returns the errors of all hooks.
    ///
    /// - Parameter count: How many of them a caller has got already: the others are reported. Nil: the caller gets all.
    private func finishTeardown(
        _ rest: Teardown, reportingErrorsFromIndex count: Int? = nil
    ) async -> [ResolutionError] {
        let failures = await runAsHooks {
            var rest = rest
            await rest.closeRemainingInstances()
            return rest.failures
        }
        // Who waits for the end finds them reported.
        if let count { reportHookErrors(Array(failures.dropFirst(count))) }
        markEndedAndWakeWaiters()
        return failures
    }

    /// Runs hooks that the end of this handle waits for: they may ask for that end.
    package func runAsHooks<R>(_ body: () async -> R) async -> R {
        await RunningHooks.runAsHooks(awaitedByContexts: waitingContexts) { await body() }
    }

    // MARK: The second end

    /// The contexts whose ends wait for the hooks of this handle: its own, and those around it.
    var waitingContexts: [UInt] { unsafe [UInt(bitPattern: context)] + (outer?.waitingContexts ?? []) }

    /// Whether everything is closed.
    var hasEnded: Bool { locked { isOver } }

    /// Lets those go on who wait for the end.
    private func markEndedAndWakeWaiters() {
        let gate = locked {
            isOver = true
            return rare?.overGate
        }
        gate?.openAndResumeWaiters(with: ())
    }

    /// Waits until everything is closed by an end that has begun, unless that end waits for the caller.
    func waitForEnd(within limit: Duration?) async {
        guard !waitsForCaller else { return }
        guard let gate = locked({ isOver ? nil : rareParts.overGate }) else { return }
        try? await TimeLimit(limit).runWithinTimeLimit { await gate.waitUntilOpen() }
    }

    /// The instances to close when the handle is released; nil: it was closed.
    func beginReleaseTeardown() -> Teardown? {
        var first: EndStep.Work?
        if case .run(let work)? = companionOfEnd?.requestEndReturningFirstStep() { first = work }
        guard beginEnd(ccore_closed, .completed, stops: first != nil) != .over else { return nil }
        let failed = ResolutionError(
            .notEnded, ServiceKey(Container.self),
            detail: .words(
                headline: "A scope was released without being ended.",
                fix:
                    "end it with shutdown(outcome:) or close(outcome:), or open it with withScope { … }, which ends it."
            ))
        let outcome = layout.tag == nil ? ScopeOutcome.completed : .failed(failed)
        let order = unsafe EndOrder.closingOrder(of: completed, layout, context)
        var teardown = unsafe Teardown(order, outcome, notifier, companionOfEnd, first: first)
        teardown.deadline = first == nil ? nil : TimeLimit(companionOfEnd?.endLimit).deadline
        return teardown
    }

    /// What an end has before it.
    private enum Beginning {
        /// Nothing: it has begun before, or this was all.
        case over
        /// Instances to close. Nothing runs here, and since the mark nothing begins.
        case quiescent
        /// Besides, what is being made, bodies, or open scopes.
        case busy
    }

    /// Begins the end.
    ///
    /// - Parameter stops: Whether hooks run first.
    private func beginEnd(_ mark: Int, _ outcome: ScopeOutcome, stops: Bool = false) -> Beginning {
        guard !endAtOnceIfIdle(outcome) else { return .over }
        let closes = layout.hasOwnInstancesToClose || stops || companionOfEnd?.observesClosings ?? false
        let (beginning, isFirst, dependents) = locked { () -> (Beginning, Bool, [Container]) in
            guard unsafe [ccore_open, ccore_orphaned].contains(Int(context.pointee.mark)) else {
                return (.over, false, [])
            }
            end = outcome
            let isBusy = unsafe context.pointee.running != 0 || context.pointee.scopes != nil
            let beginning = isBusy ? Beginning.busy : closes ? .quiescent : .over
            if beginning == .over { revokeAllInstances() } else { unsafe ccore_set_mark(context, UInt32(mark)) }
            return (beginning, true, rare?.dependents.all ?? [])
        }
        guard isFirst else { return .over }
        markDependentsOrphaned(dependents)
        if base != nil { revokeInstancesOfBase() }
        // Others may wait already, since hooks ran first.
        if beginning == .over { markEndedAndWakeWaiters() }
        return beginning
    }

    /// Ends a scope in which nothing runs and has to be closed, in one step; false: it has to be ended in full.
    ///
    /// - Parameter bodyHasEnded: Whether its body has ended, too, so that no way leads to it any more.
    package func endAtOnceIfIdle(_ outcome: ScopeOutcome, bodyHasEnded: Bool = false) -> Bool {
        guard !layout.hasOwnInstancesToClose, layout.depth != 0 else { return false }
        var former: Container?
        // Released after the lock.
        defer { withExtendedLifetime(former) {} }
        unsafe ccore_lock_context(context)
        defer { unsafe ccore_unlock_context(context) }
        guard unsafe context.pointee.mark == UInt32(ccore_open), unsafe context.pointee.running == 0,
            unsafe context.pointee.scopes == nil, rare == nil
        else { return false }
        if case .failed = outcome { end = outcome }
        revokeAllInstances()
        isOver = true
        if bodyHasEnded {
            former = memory.withHandleLinkWithoutLocking { link in
                link.isOver = true
                return link.handle.take()
            }
        }
        return true
    }

    /// Turns every completed cell closed; none has something that closes its instance.
    ///
    /// The lock is held.
    private func revokeAllInstances() {
        unsafe ccore_set_mark(context, UInt32(ccore_closed))
        var next = unsafe context.pointee.completed
        while let slot = unsafe next {
            unsafe slot.revokeInstance()
            unsafe next = unsafe slot.pointee.link?.assumingMemoryBound(to: ccore_slot.self)
        }
    }

    /// The completed slots, oldest first.
    var completed: [Slot] {
        unsafe locked {
            var slots: [Slot] = unsafe []
            var next = unsafe context.pointee.completed
            while let slot = unsafe next {
                unsafe slots.append(slot)
                unsafe next = unsafe slot.pointee.link?.assumingMemoryBound(to: ccore_slot.self)
            }
            return unsafe slots.reversed()
        }
    }

    func locked<R>(_ body: () -> R) -> R { unsafe context.locked(body) }

    /// The error of a call on a handle that was closed: `A scope cannot be opened`.
    package func closedError(forCall call: String) -> ResolutionError {
        unsafe ResolutionError(.closed, ServiceKey(Container.self), detail: .ended(context.ended, call: call))
    }
}

extension Context {
    /// The handle because of which this one is not open.
    var ended: ResolutionError.Ended {
        guard unsafe ccore_mark(self) == UInt32(ccore_orphaned) else {
            return unsafe layout.tag.map { .scope($0) } ?? .container
        }
        var outermost = unsafe container
        while let outer = outermost.outer { outermost = outer }
        return outermost.base?.isClosed ?? false ? .base : .parent
    }
}

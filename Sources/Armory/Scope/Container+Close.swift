// The end of a container.
//
//     shutdown()   runs the stop hooks, then closes and releases all instances, newest first; awaits hooks that await
//     close()      the same, without awaiting: from the first hook that awaits on, the rest runs in a separate task
//     deinit       like close()

internal import Synchronization

extension Container {
    /// Closes and releases every instance in reverse order of creation.
    ///
    /// From then on, every use fails with ``ResolutionError/Code/closed``.
    ///
    /// Calls the hooks of ``KeepingRegistration/onShutdown(_:)-((Self.Instance)->Void)`` for each instance that was created.
    /// If a hook awaits, its instance and all older ones are closed in a separate task, in the same order, after this
    /// call has returned: ``shutdown(after:)`` waits for all. If a hook throws, the other instances are still closed.
    ///
    /// If the container was not started, each created instance with a hook of ``Singleton/onStart(within:_:)`` or
    /// ``Singleton/onStop(within:_:)`` is an error with the code ``ResolutionError/Code/notStarted``.
    ///
    /// A second call does nothing. Parents and children stay open; a child of a closed container still resolves its own
    /// registrations.
    ///
    /// An instance that a running resolve creates goes to its caller, is not kept, and is closed when that resolve has
    /// ended. An instance that another thread is using at that moment is released together with the container.
    ///
    /// - Parameter end: How the scope ended, for the hooks.
    /// - Returns: The errors of the hooks that ran during this call, or did not run. Later errors go to
    ///   ``Configuration/reportFailure``.
    @discardableResult
    public func close(after end: ScopeEnd = .completed) -> [ResolutionError] {
        var (state, rest) = takeAll()
        var stops: [HookCall] = []
        var unstarted: [ResolutionError] = []
        switch state {
        case .notStarted: unstarted = control.notStarted(rest ?? [])
        case .over: break
        case .starting(let start, _): start.cancel()
        case .started(let calls): (stops, rest) = (calls, takeRest() ?? [])
        }
        guard let rest else { return [] }
        var teardown = Teardown(first: TeardownTurn(calls: stops), rest, end, of: control, isLast: true)
        let isOver = teardown.runPlain()
        let failures = teardown.failures
        if !isOver { control.closeBeside(&teardown, reported: failures.count) }
        return unstarted + failures
    }

    /// Closes and releases every instance in reverse order of creation, and awaits hooks that await.
    ///
    /// From its beginning on, every use fails with ``ResolutionError/Code/closed``.
    ///
    /// ```swift
    /// try await container.shutdown()
    /// ```
    ///
    /// A second call does nothing, and does not wait for the first. A hook's task is not cancelled together with the
    /// caller's: every instance is closed in any case. Otherwise like ``close(after:)``.
    ///
    /// - Parameter end: How the scope's body ended, for the hooks.
    /// - Throws: ``ResolutionError`` with the code `shutdownFailed`, whose ``ResolutionError/faults`` are the errors of
    ///   hooks, after everything is closed.
    public func shutdown(after end: ScopeEnd = .completed) async throws(ResolutionError) {
        let failures = await endAll(end)
        guard failures.isEmpty else { throw ResolutionError(shutdown: failures) }
    }

    /// Ends the container as ``shutdown(after:)`` does, and returns the errors of hooks.
    func endAll(_ end: ScopeEnd) async -> [ResolutionError] {
        let (state, rest) = takeAll()
        switch state {
        case .started(let stops): return await stopAndClose(stops, end)
        case .starting(let start, _):
            // The start ends the container itself, and throws the failures to its caller.
            start.cancel()
            _ = await start.value
            return []
        case .notStarted, .over:
            guard let rest else { return [] }
            let unstarted = control.notStarted(rest)
            return unstarted + (await close(rest, end))
        }
    }

    /// Runs the stop hooks while the container is open, and then closes all.
    func stopAndClose(_ stops: [HookCall], _ end: ScopeEnd) async -> [ResolutionError] {
        let failures = await Teardown(first: TeardownTurn(calls: stops), [], end, of: control).runAll()
        return failures + (await close(takeRest() ?? [], end))
    }

    private func close(_ retired: [ControlBlock.Retired], _ end: ScopeEnd) async -> [ResolutionError] {
        // Instances that were released earlier may still be closing, and may use those closed next.
        await control.awaitClosers()
        return await Teardown(retired, end, of: control, isLast: true).runAll()
    }

    /// Notes that the container is ending, and takes out everything unless it was started.
    ///
    /// - Returns: The state before, `over` if the container is closed. If it was started, the container is open until
    ///   its stop hooks have run; a start that is running ends the container itself. The objects are newest first; nil:
    ///   nothing was taken out.
    private func takeAll() -> (state: StartState, rest: [ControlBlock.Retired]?) {
        var state = StartState.over
        let rest = takeRest {
            state = control.startState
            control.startState = .over
            switch state {
            case .notStarted: return true
            case .starting(let task, _): control.startState = .starting(task, isToEnd: true)
            case .started, .over: break
            }
            return false
        }
        return (state, rest)
    }

    /// Takes out everything after the stop hooks have run.
    private func takeRest() -> [ControlBlock.Retired]? {
        takeRest {
            control.startState = .over
            return true
        }
    }

    /// Marks the container as closed and takes out everything that it keeps and no thread is using, newest first.
    ///
    /// Nil: `isStopped` returns false, or the container is closed.
    private func takeRest(where isStopped: () -> Bool) -> [ControlBlock.Retired]? {
        // Released after the lock: qualifiers, factories and their captures are user code.
        var forgotten: Any?
        defer { withExtendedLifetime(forgotten) {} }
        let retired = control.lock.withLock { () -> [ControlBlock.Retired]? in
            guard !control.isClosed, isStopped(), control.close() else { return nil }
            forgotten = control.forgetRegistered()
            // Release: pairs with the acquires in `OverridingDerivation.isAffected` and `clookup_stamp`.
            control.version.wrappingAdd(1, ordering: .releasing)
            let old = unsafe writtenTable
            let slots = unsafe allSlots(in: old)
            publishClosed()
            unsafe control.tableAddress = 0
            control.noteChange()
            return newestFirst(slots) + [.table(unsafe old.address)]
        }
        return retired.map(control.takeUnused)
    }
}

// The end of a container.
//
//     shutdown()   stops what was started, then closes and lets go of all, the newest first; awaits what awaits
//     close()      the same for code that does not await: what awaits goes on in a task of its own, and the older ones after it
//     deinit       as close()

internal import Synchronization

extension Container {
    /// Closes and lets go of every instance, the newest first, and refuses every use from then on with
    /// ``ResolutionError/Code/closed``.
    ///
    /// What ``KeepingRegistration/onShutdown(_:)-((Instance)->Void)`` says is called for each instance that was made. Where
    /// the body of one awaits, it and what is older is closed in a task of its own, in the same order, after this has
    /// returned: ``shutdown(after:)`` waits for all. What a hook throws keeps no other from being closed.
    ///
    /// The second time does nothing. Parents and children stay open; a child of a closed container has what it has itself.
    ///
    /// What a resolve that is running makes goes to its caller, is not kept, and is closed when that resolve has ended. An
    /// instance that is lent at that moment goes with the container itself.
    ///
    /// - Parameter end: What hooks are told of the end of the scope.
    /// - Returns: What hooks threw that do not await; what others throw goes to ``Configuration/reportFailure``.
    @discardableResult
    public func close(after end: ScopeEnd = .completed) -> [ResolutionError] {
        var closing: Closing
        switch takeAll() {
        case .all(let retired): closing = Closing(retired, end, of: ledger, isLast: true)
        case .started(let stops):
            closing = Closing(stopping: stops, takeRest(), end, of: ledger, isLast: true)
        case .starting(let start):
            start.cancel()
            return []
        case .nothing: return []
        }
        let isOver = closing.runPlain()
        let failures = closing.failures
        if !isOver { ledger.closeBeside(closing, reported: failures.count) }
        return failures
    }

    /// Closes and lets go of every instance, the newest first, and awaits what awaits; from its beginning on every use is
    /// refused with ``ResolutionError/Code/closed``.
    ///
    /// ```swift
    /// try await container.shutdown()
    /// ```
    ///
    /// The second time does nothing, and does not wait for the first. A hook's task is not cancelled when the caller's is: what
    /// was made is closed all the same. All else is as for ``close(after:)``.
    ///
    /// - Parameter end: What hooks are told of the end of the scope's body.
    /// - Throws: ``ResolutionError`` with the code `shutdownFailed`, whose ``ResolutionError/faults`` are what hooks threw, when
    ///   all is over.
    public func shutdown(after end: ScopeEnd = .completed) async throws(ResolutionError) {
        let failures = await endAll(end)
        guard failures.isEmpty else { throw ResolutionError(shutdown: failures) }
    }

    /// As above, and returns what hooks threw.
    func endAll(_ end: ScopeEnd) async -> [ResolutionError] {
        switch takeAll() {
        case .all(let retired): return await close(retired, end)
        case .started(let stops): return await stopAndClose(stops, end)
        case .starting(let start):
            // It ends all itself, and says what went wrong.
            start.cancel()
            _ = await start.value
            return []
        case .nothing: return []
        }
    }

    /// Stops what was started, while the container is open, and then closes all.
    func stopAndClose(_ stops: [HookCall], _ end: ScopeEnd) async -> [ResolutionError] {
        let failures = await Task { [ledger] in
            var stopping = Closing(stopping: stops, [], end, of: ledger)
            await stopping.run()
            return stopping.failures
        }.value
        return failures + (await close(takeRest(), end))
    }

    private func close(_ retired: [Ledger.Retired], _ end: ScopeEnd) async -> [ResolutionError] {
        // What was let go of before is still being closed, and may use what is closed next.
        await ledger.awaitClosers()
        return await Closing(retired, end, of: ledger, isLast: true).runAll()
    }

    /// What is to be done by whoever ends the container.
    private enum Taken {
        /// Nothing was started: what was taken out is to be closed.
        case all([Ledger.Retired])
        /// What was started is to be stopped first. The container is still open.
        case started(stops: [HookCall])
        /// The start is to be cancelled: it ends all itself.
        case starting(Task<[ResolutionError], Never>)
        /// Somebody else ends it.
        case nothing
    }

    /// Marks the container as closed and takes out all that it keeps and that nobody uses at this moment, the newest first;
    /// where it was started, notes that it ends.
    private func takeAll() -> Taken {
        var taken = Taken.nothing
        let rest = takeRest {
            defer { ledger.startState.beginEnd() }
            switch ledger.startState {
            case .notStarted: return true
            case .starting(let task, _): taken = .starting(task)
            case .started(let stops): taken = .started(stops: stops)
            case .over: break
            }
            return false
        }
        return rest.map { .all($0) } ?? taken
    }

    /// As above, where everything is stopped.
    private func takeRest() -> [Ledger.Retired] {
        takeRest {
            ledger.startState = .over
            return true
        } ?? []
    }

    /// As above, where it is not to be stopped before; nil where it is, or where the container is closed.
    private func takeRest(where isStopped: () -> Bool) -> [Ledger.Retired]? {
        // Let go of after the lock: qualifiers, factories and what they hold are the user's.
        var forgotten: Ledger.Registered?
        defer { withExtendedLifetime(forgotten) {} }
        let retired = ledger.lock.withLock { () -> [Ledger.Retired]? in
            guard !ledger.isClosed, isStopped(), ledger.close() else { return nil }
            forgotten = ledger.forgetRegistered()
            // Release: pairs with the acquire in `change`.
            ledger.version.wrappingAdd(1, ordering: .releasing)
            let old = unsafe writtenTable
            let slots = unsafe allSlots(in: old)
            publishClosed()
            unsafe ledger.tableAddress = 0
            ledger.noteChange()
            return newestFirst(slots) + [.table(unsafe old.address)]
        }
        return retired.map(ledger.takeUnused)
    }

    /// The end of a container that nobody has any more.
    func end() {
        if let plan, endScope(plan) { return }
        let table = unsafe table
        unsafe freeAll(in: table)
        if unsafe table.address != RegistrationTable.closedAddress { unsafe table.deallocate() }
        ContainerDirectory.shared.leave(ledger.directoryEntry)
    }

    /// Closes and frees every slot of a container that nobody uses any more, the newest instance first, and then what was
    /// retired.
    private func freeAll(in table: RegistrationTable) {
        ledger.dropPlans()
        let slots = unsafe allSlots(in: table)
        let limbo = ledger.takeLimbo()
        // A graph that runs in another container may have instances of this one.
        let inGraphs = (slots + limbo.compactMap(\.slot)).filter {
            unsafe Slot(identifier: $0).binding.lifetime == .graph
        }
        if !inGraphs.isEmpty { ThreadRegistry.shared.disown(Set(inGraphs)) }
        var stops: [HookCall] = []
        if case .started(let calls) = ledger.startState { stops = calls }
        ledger.startState = .over
        let end: ScopeEnd = scope == nil ? .completed : .released
        ledger.closeBeside(Closing(stopping: stops, newestFirst(slots) + limbo, end, of: ledger, isLast: true))
    }

    /// Every slot, those below overlays too, which are then forgotten.
    private func allSlots(in table: RegistrationTable) -> [UInt] {
        var slots = ledger.overlaid.values.flatMap(\.self)
        if unsafe ledger.scoped.shortcuts.isEmpty {
            unsafe table.forEachSlot { unsafe slots.append(Slot($0).identifier) }
        } else {
            slots += unsafe table.distinctSlots
            unsafe ledger.scoped.shortcuts = []
        }
        ledger.overlaid = [:]
        ledger.overlays = [:]
        return slots
    }

    /// The slots in the order in which they are let go: the newest instance first, then those without one.
    ///
    /// Those with custom lifetimes come first, but their instances, which they share with what is returned, in their order.
    func newestFirst(_ slots: some Sequence<UInt>) -> [Ledger.Retired] {
        var custom: [Ledger.Retired] = []
        var ordered: [(order: UInt, retired: Ledger.Retired)] = []
        for identifier in slots {
            let slot = unsafe Slot(identifier: identifier)
            let state = unsafe slot.state
            if state == SlotState.custom {
                custom.append(.slot(identifier))
                ordered += unsafe slot.store.references.map { ($0.order, .holder($0.word)) }
            } else {
                ordered.append((state == SlotState.ready ? unsafe slot.order : 0, .slot(identifier)))
            }
        }
        return custom + ordered.sorted { $0.order > $1.order }.map(\.retired)
    }
}

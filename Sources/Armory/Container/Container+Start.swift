extension Container {
    /// Creates the eager singletons that await and those with start or stop hooks, and starts them in dependency order.
    ///
    /// ```swift
    /// let container = try Container { application }
    /// try await container.start()
    /// try await serve(container)
    /// try await container.shutdown()
    /// ```
    ///
    /// First creates every singleton of this container that has a start or stop hook, and the eager ones whose factories await. Then runs
    /// the ``StartingRegistration/onStart(within:fileID:line:_:)`` hooks. A hook begins when the hooks of all instances that its
    /// instance depends on have ended; independent hooks run in parallel. If a closure hides its dependencies, its instance waits for
    /// all that were created before it: declare the dependencies with ``Registration/dependsOn(_:)``.
    ///
    /// The start fails if a factory or a hook fails, a hook exceeds its limit, the calling task is cancelled, or
    /// ``shutdown(within:outcome:)`` is called meanwhile. Running hooks and factories that await are then cancelled and awaited,
    /// for ``Configuration/hookLimit`` at most. Started instances are stopped in the reverse order, and everything that
    /// was created is closed. The container is closed then. A hook that succeeds although the start has given it up is followed by the stop
    /// hooks of its instance.
    ///
    /// Any thread may call it, once for each container. Start parents and children with separate calls. A scope's is that of its container.
    ///
    /// - Throws: ``ResolutionError`` with the code `startFailed`, whose ``ResolutionError/faults`` are all failures,
    ///   also those while stopping and closing; with `alreadyStarted` at a second call; with `closed`.
    /// - Complexity: O(*n* + *m*) for *n* registrations that need *m* others, and O(*k* · *n*) for *k* that are started.
    public func start() async throws(ResolutionError) {
        guard let features else { return }
        let container = applicationContainer
        try container.checkOpen(forCall: "The container cannot start")
        // It runs only when a cancellation would find it: one that came before is not overlooked.
        let gate = Gate<Void>()
        let task = try features.lifecycle.beginContainerStart {
            // Without the caller's task-locals: work that a hook begins must not end with the caller's scope.
            Task.detached {
                await gate.waitUntilOpen()
                return await container.runContainerStart(using: features)
            }
        }
        let faults = await withTaskCancellationHandler {
            gate.openAndResumeWaiters(with: ())
            return await task.value
        } onCancel: {
            task.cancel()
        }
        guard faults.isEmpty else { throw ResolutionError(ofStart: faults) }
    }

    /// Runs the whole start, and the end if it fails.
    ///
    /// Returns the failures.
    private func runContainerStart(using features: Companion) async -> [ResolutionError] {
        let lifecycle = features.lifecycle
        let hookLimit = features.configuration.hookLimit
        // A factory or a hook may ask for the end, which would wait for it.
        let (stop, failures) = await runAsHooks { () async -> (EndStep.Work, [ResolutionError]) in
            guard !Task.isCancelled else { return ({ _ in [] }, [.startCancelled]) }
            do throws(ResolutionError) {
                let plan = StartPlan(
                    try await createInstancesToStart(of: lifecycle.startable.filter(makesOwnInstance)), in: self)
                let (started, faults) = await plan.runAllStartHooks(within: hookLimit) { features.reportHookError($0) }
                return ({ await plan.runStopHooks(ofStarted: started, within: hookLimit, until: $0) }, faults)
            } catch {
                return ({ _ in [] }, [error.withSequel("start a new container")])
            }
        }
        if lifecycle.endContainerStart(succeeded: failures.isEmpty, storingStop: stop) { return [] }
        let faults = failures.isEmpty ? [ResolutionError.startCancelled] : failures
        // In a cancelled task, hooks would be cancelled from the start.
        return faults
            + (await Task {
                let deadline = features.configuration.stopLimit.map { ContinuousClock.now + $0 }
                let stopping = await runAsHooks { await stop(deadline) }
                lifecycle.markStopped()
                return stopping + (await endFailedStart(within: hookLimit, .failed(faults[0])))
            }.value)
    }

    /// Creates the instances that a start needs, and returns those with hooks.
    private func createInstancesToStart(of records: [Record]) async throws(ResolutionError) -> [Startable] {
        // First those that await, all in parallel: a factory that does not await cannot wait for them.
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for record in records where record.awaits {
                    group.addTask { try await self.createInstanceAsync(ofRecord: record) }
                }
                // The first failure cancels the others.
                for try await _ in group {}
            }
        } catch let error as ResolutionError where error.code != .cancelled {
            throw error
        } catch {
            throw .startCancelled
        }
        var startables: [Startable] = []
        for record in records {
            guard !Task.isCancelled else { throw .startCancelled }
            let startable = try createInstanceToStart(ofRecord: record)
            if !startable.start.isEmpty || !startable.stop.isEmpty { startables.append(startable) }
        }
        return startables
    }

    private func createInstanceToStart(ofRecord record: Record) throws(ResolutionError) -> Startable {
        func resolveStartable<T>(of type: T.Type) throws(ResolutionError) -> Startable {
            Startable(record, try resolve(type, ofRecord: record))
        }
        return try resolveStartable(of: record.key.type)
    }

    private func createInstanceAsync(ofRecord record: Record) async throws(ResolutionError) {
        func resolveInstance<T>(of type: T.Type) async throws(ResolutionError) {
            _ = try await resolveAsync(type, ofRecord: record)
        }
        try await resolveInstance(of: record.key.type)
    }

    /// Creates the eager instances, and takes over registered values that it closes, in the order of registration.
    ///
    /// A start creates those whose factories await, and those that depend on them.
    func createEagerInstances(_ records: [Record]) throws(ResolutionError) {
        for record in records where record.isActive {
            do throws(ResolutionError) { try createInstance(ofRecord: record) } catch {
                guard error.code == .asynchronous else { throw error.withSequel("build a new container") }
            }
        }
    }
}

extension Record {
    /// Whether its instance exists when the container is built.
    fileprivate var isActive: Bool {
        let options = registrationNotes.options
        return options.contains(.eager) ? !awaits : options.contains(.value) && isClosed
    }
}

extension Container {
    /// How far a container is between its build and its end.
    public enum Phase: String, Hashable, Sendable, CaseIterable {
        /// ``Container/start()`` was not called.
        case notStarted = "not started"
        /// ``Container/start()`` runs.
        case starting
        /// ``Container/start()`` has succeeded.
        case started
        /// The end was announced, or stop hooks run: instances and services still work.
        case stopping
        /// The container is closed, so it resolves nothing any more. Its instances may still be closing.
        case over
    }

    /// How far the container is between its build and its end.
    ///
    /// A container whose parent is stopping or over is in that phase too. A scope has the phase of the container that
    /// it was opened in. Any thread may read it.
    ///
    /// - Complexity: O(*p*) for *p* ancestors.
    public var phase: Phase {
        let base = applicationContainer
        let own = base.isClosed ? .over : base.features?.lifecycle.phase ?? .notStarted
        if own == .over { return own }
        let ends = base.parents.map(\.phase)
        return ends.contains(.over) ? .over : ends.contains(.stopping) ? .stopping : own
    }

    /// Announces that the container is going to end, while its instances and services still work.
    package func markAboutToStop() { applicationContainer.features?.lifecycle.markAboutToStop() }
}

// The start of a container: creates the instances, then starts them in dependency order, independent ones in parallel.
//
//     not started --start()--> starting --+-- success --------------> started --shutdown()--> over
//                                         |                                                    ^
//                                         +-- a failure, a cancellation, shutdown() -----------+
//                                             started instances are stopped, all are closed

internal import Synchronization

extension Container {
    /// Creates eager singletons and those with hooks, and starts them in dependency order.
    ///
    /// ```swift
    /// let container = try Container { application }
    /// try await container.start()
    /// try await serve(container)
    /// try await container.shutdown()
    /// ```
    ///
    /// First creates every singleton of this container that is eager or has a start or stop hook. Then runs the
    /// ``StartingRegistration/onStart(within:_:)`` hooks. A hook begins when the hooks of all instances that its instance depends
    /// on have ended; independent hooks run in parallel. If a closure hides its dependencies, its instance waits for
    /// all that were created before it: declare the dependencies with ``Registration/dependsOn(_:)``.
    ///
    /// The start fails if a factory or a hook fails, a hook exceeds its limit, the calling task is cancelled, or
    /// ``shutdown(after:)`` is called meanwhile. Running hooks and factories that await are then cancelled and awaited,
    /// for ``Configuration/hookLimit`` at most. Started instances are stopped in the reverse order, and everything that
    /// was created is closed. The container is closed then.
    ///
    /// In a container that was derived by ``overriding(_:)``, also does this for the singletons that depend on an
    /// override, which the derived container creates anew. Those that it shares belong to the start of the container
    /// that it was derived from.
    ///
    /// Any thread may call it, once for each container. Start parents and children with separate calls.
    ///
    /// - Throws: ``ResolutionError`` with the code `startFailed`, whose ``ResolutionError/faults`` are all failures,
    ///   also those while stopping and closing; with `alreadyStarted` at a second call; with `closed`.
    /// - Complexity: O(*n* + *m*) for *n* registrations that need *m* others, and O(*k* · *n*) for *k* that are started.
    public func start() async throws(ResolutionError) {
        let task = try (view?.base ?? self).beginStart()
        let faults = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        guard faults.isEmpty else {
            throw ResolutionError(
                .startFailed, key: ServiceKey(Container.self), detail: .faults(faults))
        }
    }

    private func beginStart() throws(ResolutionError) -> Task<[ResolutionError], Never> {
        // Read in the caller's task: the detached task is cancelled only later.
        let isCancelled = Task.isCancelled
        return try control.lock.withLock { () throws(ResolutionError) -> Task<[ResolutionError], Never> in
            try checkOpen()
            guard case .notStarted = control.startState else {
                throw ResolutionError(.alreadyStarted, key: ServiceKey(Container.self))
            }
            // Without the caller's task-locals: work that a hook begins must not end with the caller's scope.
            let task = Task.detached { await self.runStart(isCancelled: isCancelled) }
            control.startState = .starting(task, isToEnd: false)
            // A started scope ends like any container: it no longer has the state that its plan created. Release: pairs with
            // the acquire in `clookup_stamp`.
            control.version.wrappingAdd(1, ordering: .releasing)
            return task
        }
    }

    /// Runs the whole start, and the end if it fails.
    ///
    /// Returns the failures.
    private func runStart(isCancelled: Bool) async -> [ResolutionError] {
        let (stops, failures) = isCancelled ? ([], [.startCancelled]) : await startAll()
        let isStarted = control.lock.withLock {
            guard failures.isEmpty, case .starting(_, isToEnd: false) = control.startState else { return false }
            control.startState = .started(stops: stops)
            return true
        }
        if isStarted { return [] }
        let faults = failures.isEmpty ? [ResolutionError.startCancelled] : failures
        return faults + (await stopAndClose(stops, .failed(faults[0])))
    }

    /// Creates and starts the instances.
    ///
    /// Returns the stop hooks in their order, and the failures.
    private func startAll() async -> (stops: [HookCall], faults: [ResolutionError]) {
        do throws(ResolutionError) {
            let (items, inherited) = try await makeStartables()
            return await StartPlan(items, in: self, and: inherited).run(hookLimit: configuration.hookLimit)
        } catch {
            return ([], [error])
        }
    }

    /// Creates the instances that a start needs, and returns those with hooks, and the ancestors' registrations among
    /// those that it needs.
    private func makeStartables() async throws(ResolutionError) -> (items: [Startable], inherited: [Binding]) {
        let inherited = overriddenBelow {
            $0.startedRecord != nil && ($0.base.source != .value || overridesBelow($0.base)) && mayStart($0)
        }
        let all = (ownBindingsInOrder + inherited).compactMap { outer in
            outer.startedRecord.map { (outer: outer, binding: $0) }
        }
        // First those that await, all in parallel: a factory that does not await cannot wait for them.
        try await withActivations(of: all.filter { $0.binding.options.contains(.asynchronous) }.map(\.outer))
        var items: [Startable] = []
        for (outer, binding) in all {
            guard !Task.isCancelled else { throw .startCancelled }
            if !binding.isStartable {
                if !binding.options.contains(.asynchronous) { try await outer.activateAsync(in: self) }
            } else if let item = try binding.accept(StartableVisitor(container: self)) {
                items.append(item)
            }
        }
        return (items, inherited)
    }

    /// Whether an observer of this container lets the start resolve a registration of an ancestor.
    private func mayStart(_ binding: Binding) -> Bool {
        guard let observer = derivation?.observer else { return true }
        let isOverride = findOwner(of: binding.key, includingOwn: true)?.owner.derivation != nil
        return observer.mayStart(ObservedResolve(path: [binding.key], isOverride: isOverride, isAlias: false))
    }

    private func withActivations(of bindings: [Binding]) async throws(ResolutionError) {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for binding in bindings {
                    group.addTask { try await binding.activateAsync(in: self) }
                }
                // The first failure cancels the others.
                for try await _ in group {}
            }
        } catch {
            // Each waiter has left at once: the cancelled factories still use instances that are closed next.
            await waitForCancelledMakings()
            throw error as? ResolutionError ?? .startCancelled
        }
    }

    /// The number of instances that the container had kept when it kept the instance of a given registration.
    func order(of binding: Binding) -> UInt {
        let key = binding.key
        let hash = key.tableHash
        var pin = Pin()
        // An inner record, and a registration of an ancestor, have a separate slot.
        var found = unsafe table.find(ObjectIdentifier(binding))
        if case .nothing = unsafe found { unsafe found = find(key, hash: hash, &pin) }
        var order = UInt.max
        if case .slot(let address) = unsafe found, unsafe Slot(address).state == SlotState.ready {
            order = unsafe Slot(address).order
        }
        pin.end()
        return order
    }
}

/// Returns the instance, created if necessary, with its start and stop hooks.
private struct StartableVisitor: BindingVisitor {
    let container: Container

    func visit<T>(_ binding: Binding, _ type: T.Type) throws(ResolutionError) -> Startable {
        let instance: T =
            try binding.options.contains(.inner)
            ? container.lookUp(type, inner: binding, nil, ()) : container.lookUp(type, key: binding.qualifier)
        return Startable(
            binding: binding, order: container.order(of: binding), start: binding.calls(.start, with: instance),
            stop: binding.calls(.stop, with: instance))
    }
}

extension Binding {
    /// The record whose instance a start creates: an eager singleton, or one with hooks; nil: it creates none.
    fileprivate var startedRecord: Binding? {
        guard let record = chain.first(where: { $0.lifetime == .singleton }) else { return nil }
        // An intercepted registration's inner record has the instance, and the outer one says whether it is eager.
        return options.contains(.eager) || record.isStartable ? record : nil
    }
}

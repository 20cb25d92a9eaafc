// The start of a container: everything is made, then started in the order of dependence, independent instances at once.
//
//     not started --start()--> starting --+-- all is well ----------> started --shutdown()--> over
//                                         |                                                    ^
//                                         +-- a failure, a cancellation, shutdown() -----------+
//                                             what was started is stopped, all is closed

internal import Synchronization

/// How far a container's start has come.
enum StartState: Sendable {
    case notStarted
    /// Whoever ends the container waits for the task, which does so itself.
    case starting(Task<[ResolutionError], Never>, isToEnd: Bool)
    /// What is to be called at the end.
    case started(stops: [HookCall])
    /// It is ending, or has ended.
    case over

    /// Notes that somebody ends the container.
    mutating func beginEnd() {
        switch self {
        case .starting(let task, _): self = .starting(task, isToEnd: true)
        case .notStarted, .started, .over: self = .over
        }
    }
}

extension Container {
    /// Makes what is to be there from the beginning, and starts it in the order of dependence.
    ///
    /// ```swift
    /// let container = try Container { application }
    /// try await container.start()
    /// try await serve(container)
    /// try await container.shutdown()
    /// ```
    ///
    /// First every singleton of this container is made that is eager or has a hook of the start or the stop. Then each
    /// ``Singleton/onStart(within:_:)`` begins when those of all have ended that its instance depends on; independent ones run at
    /// the same time. Where a closure hides what it needs, its instance waits for all that were made before it:
    /// ``Registration/dependsOn(_:)`` tells.
    ///
    /// Where a factory or a hook fails, a hook takes longer than its limit, the calling task is cancelled, or ``shutdown(after:)`` is
    /// called meanwhile, the start is over: the hooks that run are cancelled, what was started is stopped in the opposite
    /// order, and everything that was made is closed. The container is closed then.
    ///
    /// Any thread may call it, once for each container. Parents and children are started by calls of their own.
    ///
    /// - Throws: ``ResolutionError`` with the code `startFailed`, whose ``ResolutionError/faults`` are all that went wrong, also while
    ///   stopping and closing; with `alreadyStarted` at a second call; with `closed`.
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
        // The caller's: that of the task comes later.
        let isCancelled = Task.isCancelled
        let begun = ledger.lock.withLock { () -> Result<Task<[ResolutionError], Never>, ResolutionError> in
            guard !ledger.isClosed else { return .failure(ResolutionError(.closed, key: ServiceKey(Container.self))) }
            guard case .notStarted = ledger.startState else {
                return .failure(ResolutionError(.alreadyStarted, key: ServiceKey(Container.self)))
            }
            // Without the caller's task-locals: what a hook begins is not to end with what the caller is in.
            let task = Task.detached { await self.runStart(isCancelled: isCancelled) }
            ledger.startState = .starting(task, isToEnd: false)
            // A scope that is started ends as any container: it is no longer as its plan has made it.
            ledger.version.wrappingAdd(1, ordering: .releasing)
            return .success(task)
        }
        return try begun.get()
    }

    /// The whole start, and the end where it fails; returns what went wrong.
    private func runStart(isCancelled: Bool) async -> [ResolutionError] {
        let (stops, failures) = isCancelled ? ([], [.startCancelled]) : await startAll()
        let isStarted = ledger.lock.withLock {
            guard failures.isEmpty, case .starting(_, isToEnd: false) = ledger.startState else { return false }
            ledger.startState = .started(stops: stops)
            return true
        }
        if isStarted { return [] }
        let faults = failures.isEmpty ? [ResolutionError.startCancelled] : failures
        return faults + (await stopAndClose(stops, .failed(faults[0])))
    }

    /// Makes and starts; returns what is to be called at the end, in that order, and what went wrong.
    private func startAll() async -> (stops: [HookCall], faults: [ResolutionError]) {
        let items: [Startable]
        do throws(ResolutionError) {
            items = try await makeStartables()
        } catch {
            return ([], [error])
        }
        var starting = Starting(StartPlan(items, in: self), hookLimit: configuration.hookLimit)
        await starting.run()
        return (starting.stops, starting.faults)
    }

    /// Makes what is there from the beginning, and returns what has hooks.
    private func makeStartables() async throws(ResolutionError) -> [Startable] {
        let own = ownBindingsInOrder.compactMap { outer in
            outer.chain.first { $0.lifetime == .singleton }.map { (outer: outer, binding: $0) }
        }
        .filter { $0.binding.options.contains(.eager) || $0.binding.isStarted }
        // Those that await first, all at once: what does not await cannot wait for them.
        try await withActivations(of: own.filter { $0.binding.options.contains(.asynchronous) }.map(\.outer))
        var items: [Startable] = []
        for (outer, binding) in own {
            guard !Task.isCancelled else { throw .startCancelled }
            if binding.isStarted {
                items += try binding.startable(in: self).map { [$0] } ?? []
            } else {
                try await outer.activateAsync(in: self)
            }
        }
        return items
    }

    private func withActivations(of bindings: [AnyBinding]) async throws(ResolutionError) {
        let failure = await withTaskGroup(of: ResolutionError?.self) { group in
            for binding in bindings {
                group.addTask {
                    do throws(ResolutionError) {
                        try await binding.activateAsync(in: self)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            var first: ResolutionError?
            for await failure in group where first == nil {
                first = failure
                if failure != nil { group.cancelAll() }
            }
            return first
        }
        if let failure { throw failure }
    }

    /// How many instances the container had kept when that of a registration of its own was there.
    func order(of binding: AnyBinding) -> UInt {
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        let found =
            unsafe binding.options.contains(.inner)
            ? table.find(ObjectIdentifier(binding)) : find(binding.key, hash: binding.key.tableHash, context)
        guard case .slot(let address) = unsafe found, unsafe Slot(address).state == SlotState.ready else { return .max }
        return unsafe Slot(address).order
    }
}

extension TypedBinding {
    /// Whether a start or a stop calls a hook.
    final var hasStartHooks: Bool {
        injections?.contains { $0.hook.map { $0.time != .shutdown } ?? false } ?? false
    }

    /// The instance, made if it is not there, with what a start and a stop call.
    final func withHooks(in container: Container) throws(ResolutionError) -> Startable {
        let instance: T =
            try options.contains(.inner) ? container.lookUp(inner: self) : container.lookUp(T.self, key: qualifier)
        return Startable(
            binding: self, order: container.order(of: self), start: calls(.start, with: instance),
            stop: calls(.stop, with: instance))
    }
}

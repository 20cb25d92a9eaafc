// Runs a factory that awaits: in the asker's task, or in a separate task if the instance is kept.
//
//     factory (awaits) --> injections (one sync part, as of any instance) --> published --> the waiters continue

/// The place that keeps the instance of a custom lifetime.
struct KeptPlace: Sendable {
    let holder: InstanceHolder
    /// Notes that the instance was created.
    let note: @Sendable () -> Void
}

extension Container {
    /// Starts a build in a separate task.
    ///
    /// The task inherits the task-locals of the asker's task, except the current container. The build's frame tells
    /// which resolution it is part of.
    func start<T>(
        _ build: TaskBuildOf<T>, _ factory: @escaping AsyncFactory<T>, _ asker: Asker, keptBy place: KeptPlace?
    ) {
        let frame = TaskFrame(build.binding, in: self, under: asker, build)
        TaskWaits.shared.withLock { build.frame = frame }
        // Tasks that the instance starts must not keep the first asker's scope forever.
        let task = Self.withoutCurrent {
            Task { await run(build, factory, frame, keptBy: place) }
        }
        TaskWaits.shared.set(task, of: build)
    }

    private func run<T>(
        _ build: TaskBuildOf<T>, _ factory: AsyncFactory<T>, _ frame: TaskFrame, keptBy place: KeptPlace?
    ) async {
        do {
            try await TaskFrame.$innermost.withValue(frame) {
                let made = try await factory(AsyncResolver(owner: self, frame))
                // If it was given up, because it came to hold an instance that was given up, its waiters search again.
                if try !publish(made, build, frame, keptBy: place) { fail(build, frame, nil) }
            }
        } catch {
            fail(build, frame, describe(error, in: frame))
        }
        // The slot may have been unlinked meanwhile.
        if ledger.hasLimbo { ledger.retire([]) }
    }

    /// Ends a build without an instance.
    ///
    /// The frame ends before a waiter resumes, as in `publish`.
    private func fail<T>(_ build: TaskBuildOf<T>, _ frame: TaskFrame, _ error: ResolutionError?) {
        frame.end()
        TaskWaits.shared.fail(build, error)
    }

    private func publish<T>(
        _ made: T, _ build: TaskBuildOf<T>, _ frame: TaskFrame, keptBy place: KeptPlace?
    ) throws -> Bool {
        guard let word = build.slot?.identifier, let root = frame.current?.root else { return false }
        let binding = unsafe build.binding.typed(as: TypedBinding<T>.self)
        return try root.part(self, binding.key) { () throws(ResolutionError) in
            // The slot stays for the build: no thread frees a slot in this state.
            let context = unsafe ThreadContext.pinned()
            let slot = unsafe Slot(identifier: word)
            let published: T? = try unsafe entering(slot, context) { _ in
                let construction = unsafe Construction<T>(
                    slot: slot, context: context, owner: place?.holder ?? self as any SlotOwner,
                    resolver: Resolver(owner: self), injections: binding.injections ?? []
                ) { _ in
                    place?.note()
                    return made
                }
                guard let instance = try construction.obtainAwaited() else { return nil }
                if isDerived { tellMade(instance, binding) }
                return instance
            }
            guard let instance = published else { return false }
            // The thread has left the slot already: a waiter that continues may end the container at once, and must
            // find no thread in it. The frame has ended, too: for a task that the factory left behind, the resolution is
            // over as soon as it is over for the waiter.
            frame.end()
            TaskWaits.shared.succeed(build, instance)
            return true
        }
    }

    /// Creates an instance in the asker's task.
    func make<T>(_ making: AsyncCall<T>, _ asker: Asker) async throws(ResolutionError) -> T {
        let container = making.container
        let frame = TaskFrame(making.binding, in: container, under: asker, making.shared?.build)
        if let build = making.shared?.build { TaskWaits.shared.withLock { build.frame = frame } }
        defer { frame.end() }
        do {
            return try await TaskFrame.$innermost.withValue(frame) {
                let made = try await making.factory(AsyncResolver(owner: container, frame))
                return try container.complete(made, making, frame)
            }
        } catch {
            let described = container.describe(error, in: frame)
            if let shared = making.shared {
                TaskWaits.shared.fail(shared.build, described, in: (shared.root, shared.place))
            }
            throw described
        }
    }

    private func complete<T>(_ made: T, _ making: AsyncCall<T>, _ frame: TaskFrame) throws -> T {
        let binding = making.binding
        guard let root = frame.current?.root, making.shared != nil || binding.injections != nil || isDerived else {
            return made
        }
        return try root.part(self, binding.key) { () throws(ResolutionError) in
            let context = unsafe ThreadContext.pinned()
            let slot = try unsafe slotInGraph(of: binding, context)
            return try unsafe entering(slot, context) { _ in
                let construction = unsafe Construction<T>(
                    slot: slot, context: context, owner: self,
                    resolver: Resolver(owner: self), injections: binding.injections ?? []
                ) { _ in made }
                let instance =
                    making.shared == nil
                    ? try construction.obtainTransient(isRepeatable: true) : try construction.obtainInGraph()
                if isDerived { tellMade(instance, binding) }
                if let shared = making.shared {
                    TaskWaits.shared.succeed(shared.build, instance, in: (shared.root, shared.place))
                }
                return instance
            }
        }
    }

    /// The slot under which the asker's graph stores the instance.
    ///
    /// Pins as `place(of:)` does.
    private func slotInGraph(
        of binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> Slot {
        let key = binding.key
        if case .slot(let address) = unsafe find(key, hash: key.tableHash, context),
            unsafe Slot(address).bindingIdentifier == ObjectIdentifier(binding)
        {
            return unsafe Slot(address)
        }
        return try unsafe ownSlot(for: binding, context).slot
    }

    /// Describes an error that a factory that awaits has thrown, or the completion of its instance.
    private func describe(_ error: any Error, in frame: TaskFrame) -> ResolutionError {
        guard error is CancellationError, Task.isCancelled else { return describe(error) { frame.bindings } }
        let path = frame.bindings.steps
        return ResolutionError(
            .cancelled, key: frame.binding.key, path: path, location: frame.binding.step.location, underlying: error)
    }
}

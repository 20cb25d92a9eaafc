// Runs a factory that awaits: in the asker's task, or in a separate task if the instance is kept.
//
//     factory (awaits) --> injections (one sync part, as of any instance) --> published --> the waiters continue

/// The entry of a store for the instance of a custom lifetime.
struct CustomEntry: Sendable {
    let holder: CustomHolder
    /// Notes that the instance was created; the parameter tells whether it is an object.
    let note: @Sendable (() -> Bool) throws -> Void
}

extension Container {
    /// Starts a build in a separate task.
    ///
    /// The task inherits the task-locals of the asker's task, except the current container. The build's frame tells
    /// which resolution it is part of.
    func start<T>(
        _ build: TaskBuildOf<T>, _ factory: @escaping AsyncFactory<T>, _ asker: Asker, entry: CustomEntry?
    ) {
        let frame = TaskFrame(build.binding, in: self, under: asker, build)
        TaskWaits.shared.withLock { build.frame = frame }
        // Tasks that the instance starts must not keep the first asker's scope forever.
        let task = Self.withoutCurrent {
            Task { await run(build, factory, frame, entry: entry) }
        }
        TaskWaits.shared.set(task, of: build)
    }

    private func run<T>(
        _ build: TaskBuildOf<T>, _ factory: AsyncFactory<T>, _ frame: TaskFrame, entry: CustomEntry?
    ) async {
        do {
            try await TaskFrame.$innermost.withValue(frame) {
                let made = try await factory(AsyncResolver(owner: self, frame))
                // If it was given up, because it came to hold an instance that was given up, its waiters search again.
                if try !publish(made, build, frame, entry: entry) { fail(build, frame, nil) }
            }
        } catch {
            fail(build, frame, describe(error, in: frame))
        }
        // The slot may have been unlinked meanwhile.
        if control.hasLimbo { control.freeLimbo() }
    }

    /// Ends a build without an instance.
    ///
    /// The frame ends before a waiter resumes, as in `publish`.
    private func fail<T>(_ build: TaskBuildOf<T>, _ frame: TaskFrame, _ error: ResolutionError?) {
        frame.end()
        TaskWaits.shared.fail(build, error)
    }

    private func publish<T>(
        _ made: T, _ build: TaskBuildOf<T>, _ frame: TaskFrame, entry: CustomEntry?
    ) throws -> Bool {
        guard let word = build.slot?.identifier, let root = frame.current?.root else { return false }
        let binding = build.binding
        return try root.part(self, binding.key) { () throws(ResolutionError) in
            // The slot stays for the build: no thread frees a slot in this state.
            let pin = Pin()
            let context = unsafe pin.context
            let slot = unsafe Slot(identifier: word)
            let published: T? = try unsafe entering(slot, pin) { _ in
                let construction = unsafe Construction<T>(
                    slot: slot, context: context, owner: entry?.holder ?? self as any SlotOwner,
                    container: self, injections: binding.injections
                ) { _ in
                    try entry?.note { ObjectIdentity.isReference(made) }
                    return made
                }
                guard let instance = try construction.obtainAwaited() else { return nil }
                if isDerived { notifyMade(instance, binding) }
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

    /// Waits for factories that are cancelled because no task waits for their instances; for the limit of hooks at most.
    func waitForCancelledMakings() async {
        await TaskWaits.shared.awaitAbandoned(of: self, within: configuration.hookLimit)
    }

    /// Creates an instance in the asker's task.
    func make<T>(_ call: AsyncCall<T>, _ asker: Asker) async throws(ResolutionError) -> T {
        let container = call.container
        let frame = TaskFrame(call.binding, in: container, under: asker, call.shared?.build)
        if let build = call.shared?.build { TaskWaits.shared.withLock { build.frame = frame } }
        defer { frame.end() }
        do {
            return try await TaskFrame.$innermost.withValue(frame) {
                let made = try await call.factory(AsyncResolver(owner: container, frame))
                return try container.complete(made, call, frame)
            }
        } catch {
            let described = container.describe(error, in: frame)
            if let shared = call.shared {
                TaskWaits.shared.fail(shared.build, described, at: (shared.root, shared.key))
            }
            throw described
        }
    }

    private func complete<T>(_ made: T, _ call: AsyncCall<T>, _ frame: TaskFrame) throws -> T {
        let binding = call.binding
        guard let root = frame.current?.root, call.shared != nil || binding.injections != nil || isDerived else {
            return made
        }
        return try root.part(self, binding.key) { () throws(ResolutionError) in
            let place = try unsafe slotInGraph(of: binding)
            let (slot, context) = unsafe (place.slot, place.pin.context)
            return try unsafe entering(slot, place.pin) { _ in
                let construction = unsafe Construction<T>(
                    slot: slot, context: context, owner: self,
                    container: self, injections: binding.injections
                ) { _ in made }
                let instance =
                    call.shared == nil
                    ? try construction.obtainTransient(isRepeatable: true) : try construction.obtainInGraph()
                if isDerived { notifyMade(instance, binding) }
                if let shared = call.shared {
                    TaskWaits.shared.succeed(shared.build, instance, at: (shared.root, shared.key))
                }
                return instance
            }
        }
    }

    /// The slot under which the asker's graph stores the instance.
    private func slotInGraph(of binding: Binding) throws(ResolutionError) -> PinnedSlot {
        let key = binding.key
        let hash = key.tableHash
        var pin = Pin()
        if case .slot(let address) = unsafe find(key, hash: hash, &pin),
            unsafe Slot(address).bindingIdentifier == ObjectIdentifier(binding)
        {
            return unsafe PinnedSlot(self, Slot(address), pin)
        }
        return try unsafe ownSlot(for: binding, pin)
    }
}

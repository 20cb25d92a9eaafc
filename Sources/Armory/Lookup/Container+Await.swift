// Lookups that may have to await. An instance that exists, or is created without awaiting, takes the path of every
// lookup. The search is the same too, and user code never runs twice.
//
//     lookUpAsync --> search --> step --+-- instance    it exists, or a sync factory has created it
//                       ^  ^            +-- needsRoot   it has to await, and belongs to no resolution yet
//                       |  +-------------------+
//                       |               +-- makes       a graph's instance or one that is not kept: in the asker's task
//                       |               +-- waits       a kept instance: its build has a separate task
//                       |               |     | the build was given up
//                       +---------------------+
//                                       +-- nothing     an optional, a list, a lazy dependency: looks up its parts

/// The result of one search.
enum AwaitStep<T> {
    case instance(T)
    case nothing
    /// The lookup has to await, but belongs to no resolution yet.
    case needsRoot
    /// The chosen instance has to be awaited, and the lookup repeated; the error if that does not find it.
    case awaitsChoice(AsyncCall<T>, unlessKept: ResolutionError)
    case makes(AsyncCall<T>)
    case waits(TaskWaiter, TaskBuildOf<T>)
}

/// An instance that the asker's task creates.
struct AsyncCall<T> {
    let container: Container
    let binding: Binding
    let factory: AsyncFactory<T>
    /// For an instance of the graph: the build that others wait for, and the key under which they find it.
    var shared: (build: TaskBuildOf<T>, root: TaskRoot, key: TaskRoot.BuildKey)?
}

extension Container {
    /// Resolves a key, and awaits its factory if necessary.
    func lookUpAsync<T>(_ type: T.Type, key qualifier: AnyQualifier?) async throws(ResolutionError) -> T {
        try await lookUpAsync(type, qualifier, Asker(TaskFrame.running))
    }

    func lookUpAsync<T>(
        _ type: T.Type, _ qualifier: AnyQualifier?, _ asker: Asker
    ) async throws(ResolutionError) -> T {
        try await lookUpAsync(type, Request(type, qualifier), asker)
    }

    /// - Parameter argumentType: The type of the arguments; nil: the lookup has none.
    func lookUpAsync<T, Arguments>(
        _ type: T.Type, _ qualifier: AnyQualifier?, _ argumentType: (any Any.Type)?, _ arguments: Arguments,
        _ asker: Asker
    ) async throws(ResolutionError) -> T {
        try await withRequest(type, qualifier, argumentType, arguments) { request async throws(ResolutionError) -> T in
            try await lookUpAsync(type, request, asker)
        }
    }

    private func lookUpAsync<T>(
        _ type: T.Type, _ request: Request, _ asker: Asker
    ) async throws(ResolutionError) -> T {
        if let instance = try await found(type, request, asker) { return instance }
        if request.argumentType == nil, let form = type as? any AwaitedForm.Type {
            return try await resolve(form, as: type, request.qualifier, withRoot(asker))
        }
        return try part(asker, request.key) { () throws(ResolutionError) in
            try withRoom { room in unsafe lookUp(request, room) }
        }
    }

    /// Resolves a key, and awaits its factory if necessary; nil: the key is not registered, or its factory declines.
    func lookUpOptionalAsync<T>(
        _ type: T.Type, _ qualifier: AnyQualifier?, _ asker: Asker
    ) async throws(ResolutionError) -> T? {
        do throws(ResolutionError) {
            let request = Request(type, qualifier)
            if let instance = try await found(type, request, asker) { return instance }
            guard let form = type as? any AwaitedForm.Type else {
                return try part(asker, request.key) { () throws(ResolutionError) in
                    try lookUpOptional(type, key: qualifier)
                }
            }
            if isMissing(form.dependency(qualifier)) { return nil }
            return try await resolve(form, as: type, qualifier, withRoot(asker))
        } catch {
            guard error.code == .declined, error.isDecline(atDepth: asker.bindings.steps.count) else { throw error }
            return nil
        }
    }

    /// Resolves the registration of exactly this key; nil: the key is not registered.
    func found<T>(_ type: T.Type, _ request: Request, _ asker: Asker) async throws(ResolutionError) -> T? {
        try await followed(asker, request.key) { asker throws(ResolutionError) in try search(request, asker) }
    }

    /// Resolves an inner record, for the factory of the record around it.
    func lookUpAsync<T>(_ type: T.Type, inner binding: Binding, _ asker: Asker) async throws(ResolutionError) -> T {
        try await lookUpAsync(T.self, inner: binding, Request(T.self, binding.qualifier), asker)
    }

    func lookUpAsync<T, Arguments>(
        _ type: T.Type, inner binding: Binding, _ argumentType: (any Any.Type)?, _ arguments: Arguments, _ asker: Asker
    ) async throws(ResolutionError) -> T {
        try await withRequest(T.self, binding.qualifier, argumentType, arguments) {
            request async throws(ResolutionError) -> T in
            try await lookUpAsync(T.self, inner: binding, request, asker)
        }
    }

    /// Calls `body` with a request, and keeps its arguments until `body` has returned.
    private func withRequest<T, Arguments>(
        _ type: T.Type, _ qualifier: AnyQualifier?, _ argumentType: (any Any.Type)?, _ arguments: Arguments,
        _ body: (Request) async throws(ResolutionError) -> T
    ) async throws(ResolutionError) -> T {
        let memory = UnsafeMutablePointer<Arguments>.allocate(capacity: 1)
        unsafe memory.initialize(to: arguments)
        defer {
            unsafe memory.deinitialize(count: 1)
            unsafe memory.deallocate()
        }
        return try await body(
            unsafe Request(type, qualifier, argumentType, Arguments.self, at: UnsafeRawPointer(memory)))
    }

    private func lookUpAsync<T>(
        _ type: T.Type, inner binding: Binding, _ request: Request, _ asker: Asker
    ) async throws(ResolutionError) -> T {
        let base = view?.base ?? self
        let found: T? = try await followed(asker, request.key) { asker throws(ResolutionError) in
            try unsafe base.instanceSlot(ofInner: binding, Pin()).hand { container, slot, pin throws(ResolutionError) in
                try unsafe container.step(at: slot, request, asker, pin)
            }
        }
        guard let found else { throw notThereFault(request.key) }
        return found
    }

    /// Repeats a search until it ends, but awaits no choice if it `isRepeated`; nil: it found nothing.
    private func followed<T>(
        _ asker: Asker, _ key: ServiceKey, isRepeated: Bool = false,
        _ step: (Asker) throws(ResolutionError) -> AwaitStep<T>
    ) async throws(ResolutionError) -> T? {
        var asker = asker
        while true {
            switch try part(asker, key, { () throws(ResolutionError) in try step(asker) }) {
            case .instance(let instance): return instance
            case .nothing: return nil
            case .needsRoot: asker = withRoot(asker)
            case .awaitsChoice(let call, let fault):
                if isRepeated { throw fault }
                let chosen = try await awaitChoice(call, asker)
                // Maybe nothing else refers to it until the search has found it.
                defer { withExtendedLifetime(chosen) {} }
                return try await followed(asker, key, isRepeated: true, step)
            case .makes(let call):
                let instance = try await make(call, asker)
                reportAwaited(call.binding)
                return instance
            case .waits(let waiter, let build):
                if let instance = try await instance(of: build, waiter, asker) {
                    reportAwaited(build.binding)
                    return instance
                }
            }
        }
    }

    private func withRoot(_ asker: Asker) -> Asker { asker.root == nil ? Asker(nil, TaskRoot()) : asker }

    private func part<R>(
        _ asker: Asker, _ key: ServiceKey, _ body: () throws(ResolutionError) -> R
    ) throws(ResolutionError) -> R {
        // Without a root it is a separate resolve, also if the task began inside of a factory on this thread.
        guard let root = asker.root else { return try apart(body) }
        return try root.part(view?.base ?? self, key, body)
    }

    private func instance<T>(
        of build: TaskBuildOf<T>, _ waiter: TaskWaiter, _ asker: Asker
    ) async throws(ResolutionError) -> T? {
        func error(
            _ code: ResolutionError.Code, underlying: (any Error)? = nil, _ detail: ResolutionError.Detail = .none
        ) -> ResolutionError {
            ResolutionError(
                code, key: build.binding.key, path: asker.path(to: build.binding).steps,
                location: build.binding.step.location, underlying: underlying, detail: detail)
        }
        let start = control.events == nil ? 0 : EventClock.now
        let outcome = await TaskWaits.shared.outcome(of: waiter)
        if !waiter.isBeginner {
            (view?.base ?? self).control.reporter?.reportWait(
                for: build.binding, since: start, by: asker.frame?.binding)
        }
        switch outcome {
        case .ready: return build.instance
        case .again: return nil
        case .failed(let error): throw error
        case .cancelled: throw error(.cancelled, underlying: CancellationError())
        case .timedOut(let path): throw error(.timedOut, .other(path.steps, isTask: true))
        }
    }

    private func resolve<T, Form: AwaitedForm>(
        _ form: Form.Type, as type: T.Type, _ qualifier: AnyQualifier?, _ asker: Asker
    ) async throws(ResolutionError) -> T {
        let instance = try await form.resolveAsync(in: self, qualifier, asker)
        // `Form` is `T` itself, cast to the protocol.
        return unsafe unsafeBitCast(instance, to: type)
    }
}

// MARK: Searching

extension Container {
    /// Searches once for the registration of exactly this key, in the graph of the asker's resolution.
    private func search<T>(_ request: Request, _ asker: Asker) throws(ResolutionError) -> AwaitStep<T> {
        if let view {
            return try view.search(request) { container, request throws(ResolutionError) in
                try container.search(request, asker)
            }
        }
        let hash = request.key.tableHash
        var pin = Pin()
        if case .slot(let address) = unsafe find(request.key, hash: hash, &pin) {
            let slot = unsafe Slot(address)
            guard unsafe SlotState.isElsewhere(slot.state) else {
                return try unsafe step(at: slot, request, asker, pin)
            }
            let binding = unsafe slot.binding
            // The slot may be freed during the search for another one.
            defer { withExtendedLifetime(binding) {} }
            if unsafe slot.state == SlotState.scoped {
                return try unsafe step(at: findElsewhere(slot, binding, pin), request, asker)
            }
            guard let found = try unsafe findInsteadOfRemoved(binding, pin) else { return .nothing }
            return try unsafe step(at: found, request, asker)
        }
        if let found = try unsafe findInFamily(request.key, pin) { return try unsafe step(at: found, request, asker) }
        if hasMetClosed { throw unsafe missingFault(request.key, ThreadContext.current) }
        return .nothing
    }

    private func step<T>(
        at found: consuming PinnedSlot, _ request: Request, _ asker: Asker
    ) throws(ResolutionError) -> AwaitStep<T> {
        try unsafe instanceSlot(of: found).hand { container, slot, pin throws(ResolutionError) in
            try unsafe container.step(at: slot, request, asker, pin)
        }
    }

    fileprivate func step<T>(
        at slot: Slot, _ request: Request, _ asker: Asker, _ pin: consuming Pin
    ) throws(ResolutionError) -> AwaitStep<T> {
        let context = unsafe pin.context
        let binding = unsafe slot.binding
        // Not released while the thread is pinned.
        defer { withExtendedLifetime(binding) {} }
        if binding.isChosen { return try unsafe chosenStep(at: slot, request, binding, asker, pin) }
        guard binding.options.contains(.asynchronous), unsafe slot.state != SlotState.ready else {
            let instance = try unsafe take(slot, T.self, request, pin)
            if binding.options.contains(.asynchronous) { reportAwaited(binding) }
            return .instance(instance)
        }
        let isMade = unsafe binding.lifetime == .graph && context.pointee.graph.find(slot.identifier) != nil
        if isMade, asker.root != nil { return .instance(try unsafe take(slot, T.self, request, pin)) }
        if binding.lifetime == .custom {
            let store = unsafe slot.store
            pin.end()
            try check(request, binding, asker)
            return try unsafe customStep(in: store, request, binding, asker, context)
        }
        let entry = unsafe context.pathEntry
        unsafe pin.enter(slot, at: entry)
        defer {
            unsafe context.pop(entry)
            // The build's task may have ended already, and have found the slot here.
            if control.hasLimbo { control.freeLimbo() }
        }
        try check(request, binding, asker)
        guard asker.root != nil else { return .needsRoot }
        guard binding.lifetime != .transient, binding.lifetime != .graph else {
            return try makes(request, binding, asker)
        }
        return try joined(
            unsafe TaskWaits.shared.join(slot, as: T.self, binding, asker, limit: waitLimit),
            request, binding, asker, entry: nil)
    }

    /// The step of a registration with a custom lifetime.
    private func customStep<T>(
        in store: CustomStore, _ request: Request, _ binding: Binding, _ asker: Asker,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> AwaitStep<T> {
        func open<Arguments>(_ arguments: Arguments.Type) throws(ResolutionError) -> AwaitStep<T> {
            let customFinder = binding.customFinder(for: arguments)
            let found: FoundHolder
            do {
                found = try unsafe customFinder.find(request.value(as: arguments), of: binding, in: store)
            } catch {
                throw unsafe customFault(error, binding, context)
            }
            let holder = found.holder
            defer { withExtendedLifetime(holder) {} }
            if found.isUsable { return .instance(unsafe holder.slot.instance(as: T.self).pointee) }
            guard asker.root != nil else { return .needsRoot }
            guard found.isKept else { return try makes(request, binding, asker) }
            return try joined(
                unsafe TaskWaits.shared.join(
                    holder.slot, as: T.self, binding, asker, limit: waitLimit),
                request, binding, asker,
                entry: CustomEntry(holder: holder) {
                    try customFinder.noteMade(holder, in: store, countsReferences: $0)
                })
        }
        return try _openExistential(request.ownArgumentType, do: open)
    }

    private func joined<T>(
        _ joined: TaskWaits.Joined<T>, _ request: Request, _ binding: Binding, _ asker: Asker,
        entry: CustomEntry?
    ) throws(ResolutionError) -> AwaitStep<T> {
        switch joined {
        case .instance(let instance): return .instance(instance)
        case .closed: throw error(.closed, binding, asker)
        case .circle(let path): throw cycle(path)
        case .waits(let waiter, let build, let begins):
            if begins { start(build, factory(request, binding), asker, entry: entry) }
            return .waits(waiter, build)
        }
    }

    private func makes<T>(
        _ request: Request, _ binding: Binding, _ asker: Asker
    ) throws(ResolutionError) -> AwaitStep<T> {
        var call = AsyncCall<T>(container: self, binding: binding, factory: factory(request, binding))
        if binding.argumentType == nil, let frame = asker.frame, frame.isMaking(binding, in: self) {
            throw cycle(asker.path(to: binding))
        }
        // Child tasks of a factory may ask at the same time, so they share only shareable instances.
        guard binding.lifetime == .graph, binding.isShareable, let root = asker.root else { return .makes(call) }
        let key = TaskRoot.BuildKey(binding: ObjectIdentifier(binding), container: ObjectIdentifier(self))
        switch TaskWaits.shared.join(key, in: root, as: T.self, binding, asker, limit: waitLimit) {
        case .instance(let instance): return .instance(instance)
        case .closed: throw error(.closed, binding, asker)
        case .circle(let path): throw cycle(path)
        case .waits(let waiter, let build, false): return .waits(waiter, build)
        case .waits(_, let build, true):
            call.shared = (build, root, key)
            return .makes(call)
        }
    }

    /// Throws if the instance's factory must not be started.
    private func check(_ request: Request, _ binding: Binding, _ asker: Asker) throws(ResolutionError) {
        guard binding.argumentType == request.argumentType else {
            throw error(
                .wrongArguments, binding, asker,
                .arguments(taken: binding.argumentType, given: request.argumentType))
        }
        if Task.isCancelled { throw error(.cancelled, binding, asker, underlying: CancellationError()) }
        if asker.frame?.current?.depth ?? 0 >= TaskFrame.maximalDepth { throw error(.tooDeep, binding, asker) }
        if closesAtOnce, binding.awaitsShutdown {
            throw error(.closesAsynchronously, binding, asker)
        }
    }

    private func error(
        _ code: ResolutionError.Code, _ binding: Binding, _ asker: Asker, _ detail: ResolutionError.Detail = .none,
        underlying: (any Error)? = nil
    ) -> ResolutionError {
        ResolutionError(
            code, key: binding.key, path: asker.path(to: binding).steps, location: binding.step.location,
            underlying: underlying, detail: detail)
    }

    func factory<T>(_ request: Request, _ binding: Binding) -> AsyncFactory<T> {
        func open<Arguments>(_ type: Arguments.Type) -> AsyncFactory<T> {
            guard let factory = unsafe binding.awaitedFactory(of: T.self, type) else {
                preconditionFailure("only a record with a factory that awaits is awaited")
            }
            // The registration has required that they are `Sendable`: the factory may run on another thread than the asker.
            nonisolated(unsafe) let arguments = unsafe request.value(as: type)
            return { unsafe try await factory($0, arguments) }
        }
        return _openExistential(request.ownArgumentType, do: open)
    }
}

extension ModuleView {
    /// Searches the registrations that the module hides, then those that every module sees.
    fileprivate func search<T>(
        _ request: Request, _ step: (Container, Request) throws(ResolutionError) -> AwaitStep<T>
    ) throws(ResolutionError) -> AwaitStep<T> {
        recorder?.note(request.type, request.qualifier)
        if let module {
            let hidden = request.with(qualifier: Hidden.qualifier(request.qualifier, in: module))
            let found = try step(base, hidden)
            guard case .nothing = found else { return found }
        }
        return try step(base, request)
    }
}

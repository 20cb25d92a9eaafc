// Resolving what may have to be awaited, for a caller outside and for a factory that awaits. What exists, or is made without
// awaiting, takes the walk of every resolve.

internal import CCore

extension Container {
    /// Resolves the instance registered for a type, and awaits its factory if necessary.
    ///
    /// A kept instance is made once for all waiters: in a separate task if its factory awaits, else on the caller's thread. A
    /// cancelled waiter leaves alone; without waiters, the making is cancelled too.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``.
    /// - Complexity: O(1), and outside of awaiting factories without a lock, for an existing instance; otherwise the cost of the
    ///   factories.
    public func resolveAsync<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil
    ) async throws(ResolutionError) -> sending T {
        try await resolveAsync(type, qualifiedBy: name?.qualifier, inView: 0, for: .inNewGraph)
    }
}

extension AsyncResolver {
    /// The container that the instance is created in.
    ///
    /// Registrations that are private to the module of the factory are visible only through the resolver. No overriding container shares
    /// an instance whose factory asks for it.
    public var container: Container {
        ownFrame.markPathAsDependingOnUndeclared()
        return owning
    }

    private var owning: Container {
        // The core makes no other resolver.
        unsafe unsafeDowncast(owner, to: Container.self)
    }

    private var view: Int { unsafe ownFrame.slot.view }

    /// Resolves a registration of a type, and awaits its factory if necessary.
    package func resolve<T>(
        _ type: T.Type = T.self, qualifiedBy qualifier: AnyQualifier?
    ) async throws(ResolutionError) -> T {
        try await withCurrentAsker { (asker) async throws(ResolutionError) in
            try await owning.resolveAsync(type, qualifiedBy: qualifier, inView: view, for: asker)
        }
    }

    /// Resolves a new instance of a registration of a type, made from arguments, and awaits its factory if necessary.
    package func resolve<T, Arguments>(
        _ type: T.Type = T.self, qualifiedBy qualifier: AnyQualifier?, arguments: Arguments
    ) async throws(ResolutionError) -> T {
        let key = ServiceKey(type, qualifier: qualifier)
        return try await withCurrentAsker { (asker) async throws(ResolutionError) in
            try await owning.resolveAsync(key, arguments: arguments, inView: view, for: asker)
        }
    }

    /// Resolves the instance registered for a type, and awaits its factory if necessary: `try await $0.resolve()`.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil
    ) async throws(ResolutionError) -> T {
        try await resolve(type, qualifiedBy: name?.qualifier)
    }
}

// MARK: The walk

extension Container {
    /// The instance of a key, for a factory in a view or for a caller outside.
    func resolveAsync<T>(
        _ type: T.Type, qualifiedBy qualifier: AnyQualifier?, inView view: Int, for asker: Asker
    ) async throws(ResolutionError) -> T {
        guard type == T.self else {
            func open<C>(_ type: C.Type) async throws(ResolutionError) -> T {
                try await upcast(resolveAsync(type, qualifiedBy: qualifier, inView: view, for: asker))
            }
            return try await open(opaqueMetatype(type))
        }
        return unsafe try await resolveSlotAsync(
            type, findSlotInKeepingScope(ServiceKey(type, qualifier: qualifier), inView: view), for: asker)
    }

    /// The instance of a slot that was found.
    func resolveSlotAsync<T>(_ type: T.Type, _ found: Slot, for asker: Asker) async throws(ResolutionError) -> T {
        guard unsafe found.pointee.flags & UInt8(ccore_repeatable) == 0 else {
            throw unsafe ThreadState.current.argumentMismatchError(for: found, nil)
        }
        var held: AnyObject?
        var prefetched: (any Sendable)?
        defer { withExtendedLifetime((held, prefetched)) {} }
        var mayPrefetch = true
        while true {
            if let instance = unsafe ccore_instance(found) {
                return unsafe instance.assumingMemoryBound(to: T.self).pointee
            }
            if mayPrefetch, unsafe found.hasFactory, let needed = unsafe found.record?.rare?.parts.prefetch {
                prefetched = unsafe try await prefetchDependencies(found, needed, asker)
                mayPrefetch = false
                continue
            }
            switch unsafe found.kind {
            case .kept, .weak:
                if let instance: T = unsafe try await resolveCellInstanceAsync(of: found, for: asker, holding: &held) {
                    return instance
                }
            case .routed:
                return unsafe try await resolveCustomLifetimeAsync(found, (), for: asker)
            case .composed: return unsafe try await resolveComposed(found, asker)
            case .notified:
                return unsafe try await resolveNotifying(found, asker) { (real) async throws(ResolutionError) in
                    unsafe try await resolveSlotAsync(T.self, real, for: asker)
                }
            case .graph where unsafe found.hasFlag(ccore_awaited):
                return unsafe try await resolveInGraphAsync(found, for: asker)
            case .transient where unsafe found.hasFlag(ccore_awaited):
                return unsafe try await AwaitedMaking<T>(awaiting: found, context).makeInCurrentTask(for: asker)
            default:
                return try unsafe makeOnThisThread(asker) { (thread) throws(ResolutionError) in
                    try unsafe resolveSlot(found, context, thread)
                }
            }
        }
    }

    /// Awaits what the factory of a slot finds then.
    private func prefetchDependencies(
        _ found: Slot, _ needed: Record.Prefetch, _ asker: Asker
    ) async throws(ResolutionError) -> (any Sendable)? {
        let owner = unsafe found.isCell ? found.pointee.context.unsafelyUnwrapped : context
        guard unsafe ccore_is_open(owner) else { throw unsafe ThreadState.current.closedError(for: found) }
        return try await unsafe TaskFrame.runInNewFrame(found, owner, under: asker) { try await needed($0) }
    }

    /// The instance of a registration that chooses the cell, or one for this asker alone, in the view of the registration's container.
    private func resolveCustomLifetimeAsync<T, Arguments>(
        _ found: Slot, _ arguments: Arguments, for asker: Asker
    ) async throws(ResolutionError) -> T {
        unsafe try checkMayMake(found, asker)
        while let routed = unsafe try found.cellChosenByRoute(for: arguments, ThreadState.current) {
            defer { withExtendedLifetime(routed.object) {} }
            do throws(ResolutionError) {
                return unsafe try await resolveSlotAsync(T.self, routed.slot, for: asker)
            } catch {
                guard unsafe routed.slot.isEvictionError(error) else { throw error }
            }
        }
        let owner = unsafe found.pointee.context.unsafelyUnwrapped
        guard unsafe found.hasFlag(ccore_awaited) else {
            return try unsafe makeOnThisThread(asker) { (thread) throws(ResolutionError) in
                try unsafe makeUncached(found, owner, thread, arguments)
            }
        }
        let factory = unsafe found.asyncFactory(of: T.self, boundToArguments: arguments)
        return unsafe try await AwaitedMaking<T>(awaiting: found, owner, factory).makeInCurrentTask(for: asker)
    }

    /// Does a resolve that a listener is told of.
    private func resolveNotifying<T>(
        _ found: Slot, _ asker: Asker, _ resolve: (_ real: Slot) async throws(ResolutionError) -> T
    ) async throws(ResolutionError) -> T {
        let real = unsafe found.real.slotInKeepingScope(seenFrom: context)
        guard let listener = layout.listener else { return unsafe try await resolve(real) }
        let notice = unsafe found.makeResolveNotice(askedBy: ThreadState.current.runningRecords, in: context)
        return try await listener.observeResolveAsync(notice) { () async throws(ResolutionError) in
            unsafe try await resolve(real)
        }
    }

    private func findSlotInKeepingScope(_ key: ServiceKey, inView view: Int) throws(ResolutionError) -> Slot {
        guard let slot = unsafe layout.findSlot(for: key, inView: view) else {
            throw unsafe context.notFoundError(key, .current)
        }
        return unsafe slot.slotInKeepingScope(seenFrom: context)
    }

    /// Makes an instance on this thread, as a part of the asker's resolution.
    private func makeOnThisThread<T>(
        _ asker: Asker, _ make: (ThreadState) throws(ResolutionError) -> T
    ) throws(ResolutionError) -> T {
        let thread = unsafe ThreadState.current
        defer { withExtendedLifetime(self) {} }
        return try unsafe thread.withNewGraph(partOf: asker.graph) { () throws(ResolutionError) in
            try unsafe make(thread)
        }
    }

    /// A cell asks its own context alone, which may be an open parent's; a running factory may ask that to its end.
    private func checkMayMake(_ found: Slot, _ asker: Asker) throws(ResolutionError) {
        guard unsafe ccore_is_open(context) || !asker.isOutsideFactories else {
            throw unsafe ThreadState.current.closedError(for: found)
        }
    }

    /// The instance of a cell; nil: the wait is over, and the asker looks again.
    ///
    /// - Parameter held: An instance that the cell does not hold, for the next look.
    private func resolveCellInstanceAsync<T>(
        of found: Slot, for asker: Asker, holding held: inout AnyObject?
    ) async throws(ResolutionError) -> T? {
        // What exists is returned in a cancelled task too, and while the container ends.
        if unsafe found.kind == .weak, let object = unsafe found.holdWeakInstance() {
            return unsafe found.readWeakInstance(ofRetainedObject: object)
        }
        unsafe try checkMayMake(found, asker)
        // In the view of its owner, which may be a parent.
        let owner = unsafe found.pointee.context.unsafelyUnwrapped
        let making = unsafe found.hasFlag(ccore_awaited) ? unsafe AwaitedMaking<T>(awaiting: found, owner) : nil
        try making?.checkCanStartFactory(for: asker)
        // What may be the base's is asked for there, without holding a thread.
        if let (baseCell, base) = unsafe found.baseCell(for: owner) {
            guard unsafe ccore_is_open(owner) else { throw unsafe ThreadState.current.closedError(for: found) }
            let instance: T = unsafe try await base.container.resolveSlotAsync(T.self, baseCell, for: asker)
            if unsafe found.shareBaseInstance(of: baseCell, in: base, for: owner) { return instance }
        }
        let thread = unsafe ThreadState.current
        // A shared instance is always made in full.
        let isPlain = unsafe found.hasFlag(ccore_plain) && found.kind == .kept
        let build =
            unsafe found.hasFlag(ccore_awaited) || isPlain
            ? nil : Build(.kept, found, ThreadNode.node(ofCallingThread: thread))
        let own = unsafe found.hasFlag(ccore_awaited) ? nil : build.map { .object($0) } ?? Maker.thread(thread)
        switch unsafe try WaitForGraph.shared.takeJoinOrClaimCell(found, as: T.self, for: asker, maker: own) {
        case .instance(let instance): return instance
        case .closed: throw unsafe ThreadState.current.closedError(for: found)
        case .claimed:
            // Claimed in the look: were it tried for afterwards, the task's thread might sleep until another one has made it.
            return try unsafe makeOnThisThread(asker) { (thread) throws(ResolutionError) in
                try unsafe makeClaimed(found, thread, build)
            }
        case .waits(let waiter, let begun):
            // Who makes the instance does not wait for itself.
            let wait =
                begun == nil ? unsafe found.makeObservedWait(askedBy: ThreadState.current.runningRecords) : nil
            defer { wait?.notifyWaitEnded() }
            let limit = begun == nil ? unsafe context.pointee.wait_limit : .max
            try await WaitForGraph.shared.wait(for: waiter, within: limit) {
                if let begun { making?.startTask(of: begun, for: asker) }
            }
            held = waiter.held
            return nil
        }
    }

    /// The instance of the asker's graph.
    private func resolveInGraphAsync<T>(_ found: Slot, for asker: Asker) async throws(ResolutionError) -> T {
        let making = unsafe AwaitedMaking<T>(awaiting: found, context)
        // Child tasks of a factory may ask at the same time, so they share only what threads may share.
        guard unsafe found.record?.isShareable ?? false, let graph = asker.graph else {
            return try await making.makeInCurrentTask(for: asker)
        }
        let key = unsafe TaskGraph.Key(found, context)
        while true {
            if let known: T = graph.instanceInTaskGraph(for: key) { return known }
            guard let (waiter, begun) = try unsafe WaitForGraph.shared.joinOrBeginBuild(graph, key, found, asker) else {
                continue
            }
            guard let begun else {
                try await WaitForGraph.shared.wait(for: waiter, within: unsafe context.pointee.wait_limit)
                continue
            }
            do throws(ResolutionError) {
                let instance = try await making.makeInCurrentTask(for: asker, begun)
                graph.storeInTaskGraph(instance, for: key, of: self)
                WaitForGraph.shared.endTaskGraphBuild(begun, of: key, in: graph, asker, wakingWith: nil)
                return instance
            } catch {
                let failure = MakingFailure(error: error, position: asker.steps.count)
                WaitForGraph.shared.endTaskGraphBuild(begun, of: key, in: graph, asker, wakingWith: failure)
                throw error
            }
        }
    }

    /// A new instance made from arguments.
    func resolveAsync<T, Arguments>(
        _ key: ServiceKey, arguments: Arguments, inView view: Int, for asker: Asker
    ) async throws(ResolutionError) -> T {
        guard key.type == T.self else {
            func open<C>(_ type: C.Type) async throws(ResolutionError) -> T {
                try await upcast(resolveAsync(key, arguments: arguments, inView: view, for: asker) as C)
            }
            return try await open(opaqueMetatype(key.type))
        }
        return unsafe try await resolveSlotAsync(
            findSlotInKeepingScope(key, inView: view), passingArguments: arguments, for: asker)
    }

    /// A new instance of a slot that was found.
    func resolveSlotAsync<T, Arguments>(
        _ found: Slot, passingArguments arguments: Arguments, for asker: Asker
    ) async throws(ResolutionError) -> T {
        guard unsafe found.acceptsArguments(Arguments.self) else {
            throw unsafe ThreadState.current.argumentMismatchError(for: found, Arguments.self)
        }
        if unsafe found.kind == .routed {
            return unsafe try await resolveCustomLifetimeAsync(found, arguments, for: asker)
        }
        if unsafe found.kind == .notified {
            return unsafe try await resolveNotifying(found, asker) { (real) async throws(ResolutionError) in
                unsafe try await resolveSlotAsync(real, passingArguments: arguments, for: asker)
            }
        }
        guard unsafe found.hasFlag(ccore_awaited) else {
            return try unsafe makeOnThisThread(asker) { (thread) throws(ResolutionError) in
                try unsafe thread.resolveSlot(found, context, passingArguments: arguments)
            }
        }
        let factory = unsafe found.asyncFactory(of: T.self, boundToArguments: arguments)
        return try await unsafe AwaitedMaking<T>(awaiting: found, context, factory).makeInCurrentTask(for: asker)
    }
}

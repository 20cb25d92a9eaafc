// The slow path: instances that are not ready, injections, a gate, a long path, and every failure. One copy in this
// module, not specialised.

internal import Synchronization

extension Container {
    /// Resolves the instance of a slot on the slow path.
    ///
    /// The thread is pinned on entry and unpinned on return.
    @inline(never)
    func takeSlowly<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let state = unsafe slot.state
        if SlotState.isElsewhere(state) { return try unsafe takeElsewhere(slot, type, nil, (), context) }
        if state == SlotState.custom { return try unsafe takeCustom(slot, type, nil, (), context) }
        return try unsafe entering(slot, context) { binding throws(any Error) in
            let binding = unsafe binding.typed(as: TypedBinding<T>.self)
            guard let factory = binding.plainFactory else {
                throw unsafe argumentFault(binding, given: nil, context)
            }
            return try unsafe make(slot, context, binding, factory)
        }
    }

    /// Creates an instance from arguments on the slow path.
    ///
    /// The thread is pinned on entry and unpinned on return.
    @usableFromInline
    @inline(never)
    func takeSlowly<T, Arguments>(
        _ slot: Slot, _ type: T.Type, _ argumentType: any Any.Type, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let state = unsafe slot.state
        if state == SlotState.absent {
            return try unsafe takeElsewhere(slot, type, argumentType, arguments, context)
        }
        if state == SlotState.custom { return try unsafe takeCustom(slot, type, argumentType, arguments, context) }
        return try unsafe entering(slot, context) { binding throws(any Error) in
            guard binding.argumentType == argumentType else {
                throw unsafe argumentFault(binding, given: argumentType, context)
            }
            let binding = unsafe binding.typed(as: ArgumentBinding<T, Arguments>.self)
            // The same registration may be on the path already, with other arguments.
            return try unsafe make(slot, context, binding, isRepeatable: true) { try binding.factory($0, arguments) }
        }
    }

    /// Runs the injections of the slot's registration for an instance that was created elsewhere.
    ///
    /// The thread is pinned on entry and unpinned on return.
    func injectGiven<T>(
        _ instance: T, _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        try unsafe entering(slot, context) { binding throws(any Error) in
            // For a decorated registration, the innermost record creates and injects.
            let innermost = unsafe (binding.chain.last ?? binding).typed(as: TypedBinding<T>.self)
            let construction = unsafe Construction<T>(
                slot: slot, context: context, owner: self, resolver: Resolver(owner: self),
                injections: innermost.injections ?? [], factory: { _ in instance })
            // The container keeps it in no slot. A graph that has created its own instance continues with that one.
            let isOfGraph = unsafe binding.lifetime == .graph && context.pointee.graph.find(slot.identifier) == nil
            return isOfGraph
                ? try construction.obtainInGraph() : try construction.obtainTransient(isRepeatable: true)
        }
    }

    private func make<T>(
        _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>, _ binding: TypedBinding<T>,
        isRepeatable: Bool = false, _ factory: @escaping (Resolver) throws -> T
    ) throws -> T {
        if closesAtOnce, binding.awaitsShutdown { throw ConstructionFault.closesAsynchronously }
        let instance = try unsafe Construction<T>(
            slot: slot, context: context, owner: self, resolver: Resolver(owner: self),
            injections: binding.injections ?? [], factory: factory
        ).obtain(binding.lifetime, isRepeatable: isRepeatable)
        if isDerived { tellMade(instance, binding) }
        return instance
    }

    /// Runs `body` with the slot on the path and, in a container that builds one at a time, inside the gate.
    func entering<T>(
        _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>,
        _ body: (AnyBinding) throws -> T
    ) throws(ResolutionError) -> T {
        let entry = unsafe context.pathEntry
        unsafe context.enter(slot, at: entry)
        do {
            let binding = unsafe slot.binding
            if unsafe context.isTooDeep { throw PathFault.tooDeep }
            let instance =
                try unsafe gates.isEmpty ? body(binding) : insideGates(of: binding, context) { try body(binding) }
            unsafe context.leave(entry)
            if control.hasLimbo { control.retire([]) }
            return instance
        } catch {
            throw unsafe fail(error, context, entry)
        }
    }
}

extension ResolutionError {
    /// The errors that hooks threw when a container ended.
    package init(shutdown failures: [ResolutionError]) {
        self.init(.shutdownFailed, key: ServiceKey(Container.self), detail: .faults(failures))
    }

    /// All faults of a container, in one error.
    init(invalid faults: [ResolutionError]) {
        self.init(.invalid, key: ServiceKey(Container.self), detail: .faults(faults))
    }
}

extension Construction {
    /// The instance, as a lifetime without places says.
    func obtain(_ lifetime: Lifetime, isRepeatable: Bool) throws -> T {
        switch lifetime {
        case .transient: try obtainTransient(isRepeatable: isRepeatable)
        case .graph: try obtainInGraph()
        case .singleton, .shared, .scoped, .custom: try obtainKept()
        }
    }
}

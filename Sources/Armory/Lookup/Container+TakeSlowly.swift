// The slow path: instances that are not ready, injections, a gate, a long path, and every failure. One copy in this
// module, not specialised.

extension Container {
    /// Resolves the instance of a slot on the slow path.
    @inline(never)
    func takeSlowly(
        _ slot: Slot, _ request: Request, _ room: UnsafeMutableRawPointer, _ pin: consuming Pin
    ) -> ResolutionError? {
        let state = unsafe slot.state
        if state == SlotState.absent || state == SlotState.scoped && request.argumentType == nil {
            return unsafe takeElsewhere(slot, request, room, pin)
        }
        if state == SlotState.custom { return unsafe takeCustom(slot, request, room, pin) }
        let context = unsafe pin.handOver()
        func open<T>(_ type: T.Type) -> ResolutionError? {
            unsafe put(type, into: room) { () throws(ResolutionError) in
                try unsafe made(slot, request, Pin(of: context))
            }
        }
        return _openExistential(request.type, do: open)
    }

    private func made<T>(
        _ slot: Slot, _ request: Request, _ pin: consuming Pin
    ) throws(ResolutionError) -> T {
        let context = unsafe pin.context
        return try unsafe entering(slot, pin) { binding throws(any Error) in
            guard binding.argumentType == request.argumentType else {
                throw unsafe argumentFault(binding, given: request.argumentType, context)
            }
            // With other arguments the same registration may be on the path already.
            return try unsafe make(
                slot, context, binding, isRepeatable: request.argumentType != nil,
                request.factoryWithArguments(of: T.self, binding)
            )
        }
    }

    /// Runs the injections of the slot's registration for an instance that was created elsewhere.
    func injectGiven<T>(
        _ instance: T, _ slot: Slot, _ pin: consuming Pin
    ) throws(ResolutionError) -> T {
        let context = unsafe pin.context
        return try unsafe entering(slot, pin) { binding throws(any Error) in
            // For a decorated registration, the innermost record creates and injects.
            let innermost = binding.chain.last ?? binding
            let construction = unsafe Construction<T>(
                slot: slot, context: context, owner: self, container: self,
                injections: innermost.injections, factory: { _ in instance })
            // The container keeps it in no slot. A graph that has created its own instance continues with that one.
            let isOfGraph = unsafe binding.lifetime == .graph && context.pointee.graph.find(slot.identifier) == nil
            return isOfGraph
                ? try construction.obtainInGraph() : try construction.obtainTransient(isRepeatable: true)
        }
    }

    private func make<T>(
        _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>, _ binding: Binding,
        isRepeatable: Bool, _ factory: @escaping (Resolver) throws -> T
    ) throws -> T {
        if closesAtOnce, binding.awaitsShutdown { throw ConstructionFault.closesAsynchronously }
        let instance = try unsafe Construction<T>(
            slot: slot, context: context, owner: self, container: self,
            injections: binding.injections, factory: factory
        ).obtain(binding.lifetime, isRepeatable: isRepeatable)
        if isDerived { notifyMade(instance, binding) }
        return instance
    }

    /// Runs `body` with the slot on the path and, in a container that builds one at a time, inside the gate.
    @inline(always)
    func entering<T>(
        _ slot: Slot, _ pin: consuming Pin, _ body: (Binding) throws -> T
    ) throws(ResolutionError) -> T {
        let context = unsafe pin.context
        let entry = unsafe context.pathEntry
        unsafe pin.enter(slot, at: entry)
        do {
            let binding = unsafe slot.binding
            if unsafe context.isTooDeep { throw PathFault.tooDeep }
            // A nested resolve is inside the gates already, and then takes no frame for them.
            let instance =
                try unsafe isInsideGates(context)
                ? body(binding) : insideGates(of: binding, context) { try body(binding) }
            unsafe context.leave(entry)
            if control.hasLimbo { control.freeLimbo() }
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

extension Request {
    /// The factory of a registration that takes these arguments, with the arguments.
    func factoryWithArguments<T>(of type: T.Type, _ binding: Binding) -> (Resolver) throws -> T {
        guard argumentType != nil else { return unsafe binding.factory(of: T.self) }
        func open<Arguments>(_ parameter: Arguments.Type) -> (Resolver) throws -> T {
            let factory = unsafe binding.factory.factory(of: type, taking: parameter)
            let arguments = unsafe value(as: parameter)
            return { try factory($0, arguments) }
        }
        return _openExistential(ownArgumentType, do: open)
    }
}

extension Construction {
    /// The instance, as a lifetime without places says.
    @inline(always)
    func obtain(_ lifetime: Lifetime, isRepeatable: Bool) throws -> T {
        switch lifetime {
        case .transient: try obtainTransient(isRepeatable: isRepeatable)
        case .graph: try obtainInGraph()
        case .singleton, .shared, .scoped, .custom: try obtainKept()
        }
    }
}

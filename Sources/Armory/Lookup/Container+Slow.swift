// What the fast path leaves: instances that are not ready, injections, a gate, a long path, and every failure. One copy
// in this module, not specialised.

internal import Synchronization

extension Container {
    /// The instance of a slot, whatever it takes.
    ///
    /// The thread is pinned, and is not any more when this returns.
    @usableFromInline
    @inline(never)
    func takeSlowly<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let state = unsafe slot.state
        if SlotState.isElsewhere(state) { return try unsafe takeElsewhere(slot, type, context) }
        if state == SlotState.custom { return try unsafe takeCustom(slot, type, context) }
        return try unsafe entering(slot, context) { binding throws(any Error) in
            let binding = unsafe binding.typed(as: TypedBinding<T>.self)
            guard let factory = binding.plainFactory else {
                throw unsafe argumentFault(binding, given: nil, context)
            }
            return try unsafe make(slot, context, binding, factory)
        }
    }

    /// A new instance from arguments, whatever it takes.
    ///
    /// Pinning as above.
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

    /// The end of an instance of the graph that an injection has waited for.
    @usableFromInline
    @inline(never)
    func settle<T>(_ instance: T, _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>) throws -> T {
        let binding = unsafe slot.binding.typed(as: Binding<T>.self)
        return try unsafe Construction<T>(
            slot: slot, context: context, owner: self, resolver: Resolver(owner: self),
            injections: [], factory: binding.factory
        ).settle(instance)
    }

    /// Injects an instance that was not made here, as one of the slot's registration.
    ///
    /// Pinning as above.
    func injectInPlace<T>(
        _ instance: T, _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        try unsafe entering(slot, context) { binding throws(any Error) in
            // Of a decorated registration, what makes and injects stands behind.
            let innermost = unsafe (binding.chain.last ?? binding).typed(as: TypedBinding<T>.self)
            let construction = unsafe Construction<T>(
                slot: slot, context: context, owner: self, resolver: Resolver(owner: self),
                injections: innermost.injections ?? [], factory: { _ in instance })
            // The container keeps it in no slot. A graph that has made its own instance goes on with that one.
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
        let construction = unsafe Construction<T>(
            slot: slot, context: context, owner: self, resolver: Resolver(owner: self),
            injections: binding.injections ?? [], factory: factory)
        let instance =
            switch binding.lifetime {
            case .transient: try construction.obtainTransient(isRepeatable: isRepeatable)
            case .graph: try construction.obtainInGraph()
            case .singleton, .shared, .scoped, .custom: try construction.obtainKept()
            }
        if isDerived { tellMade(instance, binding) }
        return instance
    }

    /// Runs `body` with the slot on the path and, in a container that builds one at a time, inside the gate.
    func entering<T>(
        _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>,
        _ body: (AnyBinding) throws -> T
    ) throws(ResolutionError) -> T {
        let marks = unsafe context.pointee.pathMarks
        let top = unsafe context.hazards.pointee.pathTop.load(ordering: .relaxed)
        unsafe context.push(slot.identifier, mark: slot.mark, at: top)
        unsafe context.unpin()
        do {
            let binding = unsafe slot.binding
            if unsafe context.isTooDeep { throw PathFault.tooDeep }
            let instance =
                try unsafe gates.isEmpty ? body(binding) : insideGates(of: binding, context) { try body(binding) }
            unsafe context.pop(to: top, marks: marks)
            if unsafe context.pointee.graph.count != 0 { unsafe context.endResolve() }
            if ledger.hasLimbo { ledger.retire([]) }
            return instance
        } catch {
            throw unsafe fail(error, context, top: top, marks: marks)
        }
    }
}

/// What is wrong with a path.
enum PathFault: Error {
    case tooDeep
}

// MARK: Qualifiers of the user's

extension Container {
    /// The slot of a key whose qualifier is compared by code of the user's: not while the thread is pinned.
    ///
    /// Pinned before and after.
    @usableFromInline
    @inline(never)
    func findUnpinned<T, Q: Hashable & Sendable>(
        _ type: T.Type, _ qualifier: Q, hash: UInt, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> RegistrationTable.Found {
        unsafe findUnpinned(type, hash: hash, context) { $0.equals(qualifier) }
    }

    /// The slot of the registration of the type whose qualifier `isEqual` accepts.
    ///
    /// Pinning as above.
    func findUnpinned(
        _ type: any Any.Type, hash: UInt, _ context: UnsafeMutablePointer<ThreadContext>,
        _ isEqual: (AnyQualifier) -> Bool
    ) -> RegistrationTable.Found {
        unsafe context.unpin()
        while let equal = unsafe equalQualifier(type, hash: hash, context, isEqual) {
            unsafe context.pinWithFence()
            let found = unsafe table.find(qualifiedHash: hash) { address in
                // The type too: the further types of a registration share its qualifier.
                let binding = unsafe Slot(address).binding
                return binding.type == type && binding.qualifier === equal
            }
            // The table holds the qualifier too, so a pinned thread may let go of it: its end does not come here.
            if case .slot = unsafe found { return unsafe found }
            // It was replaced meanwhile: the new registration is another candidate.
            unsafe context.unpin()
            withExtendedLifetime(equal) {}
        }
        unsafe context.pinWithFence()
        return unsafe .nothing
    }

    /// The qualifier of a registration of the type that `isEqual` accepts.
    ///
    /// Not pinned before and after: a `deinit` of the user's may go with what is compared. Not inlined, so that all of it is let
    /// go before the caller pins.
    @inline(never)
    private func equalQualifier(
        _ type: any Any.Type, hash: UInt, _ context: UnsafeMutablePointer<ThreadContext>,
        _ isEqual: (AnyQualifier) -> Bool
    ) -> AnyQualifier? {
        unsafe context.pinWithFence()
        // All at once: a table full of equal hashes is gone through once, not once for each.
        let candidates = candidates(type, hash: hash)
        unsafe context.unpin()
        return candidates.first(where: isEqual)
    }

    /// The qualifiers with the hash, of registrations of the type.
    ///
    /// The thread is pinned.
    private func candidates(_ type: any Any.Type, hash: UInt) -> [AnyQualifier] {
        var candidates: [AnyQualifier] = []
        _ = unsafe table.find(qualifiedHash: hash) { address in
            let binding = unsafe Slot(address).binding
            if binding.type == type, let qualifier = binding.qualifier { candidates.append(qualifier) }
            return false
        }
        return candidates
    }
}

// MARK: Failing

extension Container {
    /// The error of a key that is nowhere.
    ///
    /// Unpins.
    @usableFromInline
    @inline(never)
    func failMissing(
        _ type: any Any.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError {
        unsafe context.unpin()
        return unsafe missingFault(ServiceKey(type), context)
    }

    /// The error of a qualified key that is nowhere.
    ///
    /// Unpins.
    @usableFromInline
    @inline(never)
    func failMissing(
        _ type: any Any.Type, qualifier: some Hashable & Sendable,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError {
        unsafe context.unpin()
        return unsafe missingFault(ServiceKey(type, qualifier: Qualifier(qualifier)), context)
    }

    func missingFault(
        _ key: ServiceKey, code: ResolutionError.Code = .missing, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError {
        let path = unsafe context.wholePath.steps + [ResolutionError.Step(key: key, location: nil)]
        let asker = path.dropLast().last?.location
        guard !meetsClosed else {
            let ended = isClosed ? scope : nil
            return ResolutionError(.closed, key: key, path: path, detail: ended.map { .scope($0) } ?? .none)
        }
        for ancestor in ancestors {
            guard let binding = ancestor.absentBinding(key), binding.options.contains(.promise) else { continue }
            return unsafe fault(.promised, binding, context)
        }
        return ResolutionError(
            code, key: key, path: path, location: asker, detail: .near(nearMisses(of: key)))
    }

    /// Leaves the path after a factory, an injection or a check threw, and says what happened.
    @usableFromInline
    @inline(never)
    func fail(
        _ error: any Error, _ context: UnsafeMutablePointer<ThreadContext>, top: UInt, marks: UInt
    ) -> ResolutionError {
        let described = describe(error) { unsafe context.wholePath }
        if unsafe context.pointee.buildCount != 0 { unsafe Resolution.of(context).abandonPutOffs(until: top) }
        unsafe context.pop(to: top, marks: marks)
        unsafe context.endResolve()
        return described
    }

    /// What happened at the end of the path.
    func describe(_ error: any Error, path bindings: () -> [AnyBinding]) -> ResolutionError {
        // A nested resolve has said it already, with the whole path.
        if let error = error as? ResolutionError { return error }
        if let fault = error as? PutOffFault { return describe(fault.error) { fault.path } }
        let bindings = bindings()
        let path = bindings.steps
        let last = path[path.count - 1]
        func make(
            _ code: ResolutionError.Code, path: [ResolutionError.Step] = path,
            underlying: (any Error)? = nil, detail: ResolutionError.Detail = .none
        ) -> ResolutionError {
            ResolutionError(
                code, key: last.key, path: path, location: last.location, underlying: underlying,
                detail: detail)
        }
        switch error {
        case PathFault.tooDeep:
            return make(.tooDeep)
        case is AwaitingFault:
            return describeAwaited(bindings)
        case ConstructionFault.cycleOnPath:
            return make(.cycle, detail: cycleDetail(bindings))
        case ConstructionFault.closed:
            return make(.closed)
        case ConstructionFault.closesAsynchronously:
            return make(.closesAsynchronously)
        case SeedFault.notSeeded:
            return make(.notSeeded)
        case ConstructionFault.valueTypeShared(let type):
            return make(.valueTypeShared, detail: .valueType(TypeName.of(type)))
        case ConstructionFault.replacedWhileInjecting:
            return make(.replacedWhileInjecting)
        case WaitFault.cycle(let cycle):
            return make(.cycle, path: cycle.steps, detail: cycleDetail(cycle))
        case WaitFault.timedOut(let other):
            return make(.timedOut, detail: .otherPath(other.steps))
        case is Declined:
            return make(.declined, underlying: error)
        case let fault as DecorationFault:
            return make(
                .decoratedAsAnotherType,
                detail: .decoration(returned: TypeName.of(fault.returned), decorator: fault.decorator))
        default:
            return make(.factoryFailed, underlying: error)
        }
    }

    /// Whether what is needed to make itself is decorated.
    func cycleDetail(_ path: [AnyBinding]) -> ResolutionError.Detail {
        guard let last = path.last else { return .none }
        if last.isSite { return .siteCycle }
        return last.decorates(over: path) ? .decoratedCycle : .none
    }

    /// The error of a registration that cannot be had here at all; its slot is not on the path.
    func fault(
        _ code: ResolutionError.Code, _ binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>,
        underlying: (any Error)? = nil, detail: ResolutionError.Detail = .none
    ) -> ResolutionError {
        ResolutionError(
            code, key: binding.key, path: unsafe (context.wholePath + [binding]).steps,
            location: binding.step.location, underlying: underlying, detail: detail)
    }

    private func argumentFault(
        _ binding: AnyBinding, given: (any Any.Type)?,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError {
        ResolutionError(
            .wrongArguments, key: binding.key, path: unsafe context.wholePath.steps,
            location: binding.step.location,
            detail: .arguments(
                taken: binding.argumentType.map(TypeName.of), given: given.map(TypeName.of)))
    }

    /// Registrations that the caller may have meant, here and in the ancestors: of the same type under another qualifier, or
    /// of a type with the same name.
    func nearMisses(of key: ServiceKey) -> [ResolutionError.Step] {
        ([self] + ancestors).flatMap { $0.ownNearMisses(of: key) }
            .sorted { $0.key.description < $1.key.description }
    }

    private func ownNearMisses(of key: ServiceKey) -> [ResolutionError.Step] {
        let name = TypeName.of(key.type)
        var near: [ResolutionError.Step] = []
        ledger.lock.withLock {
            unsafe table.forEachSlot { address in
                let slot = unsafe Slot(address)
                let binding = unsafe slot.binding
                // What is here for another container's registration is named there.
                guard unsafe slot.state != SlotState.absent && !table.isForAnother(slot) else { return }
                if binding.type == key.type || TypeName.isSpelledLike(binding.type, name) {
                    near.append(binding.step)
                }
            }
        }
        return near
    }
}

extension AnyBinding {
    var step: ResolutionError.Step {
        ResolutionError.Step(
            key: key, location: options.contains(.justInTime) ? nil : location,
            leadsOn: !base.options.isDisjoint(with: [.alias, .adapted]))
    }
}

extension ResolutionError {
    /// All that hooks threw when a container ended.
    package init(shutdown failures: [ResolutionError]) {
        self.init(.shutdownFailed, key: ServiceKey(Container.self), detail: .faults(failures))
    }

    /// All that is wrong with a container, at once.
    init(invalid faults: [ResolutionError]) {
        self.init(.invalid, key: ServiceKey(Container.self), detail: .faults(faults))
    }

    init(
        _ code: Code, key: ServiceKey, path: [Step] = [], location: SourceLocation? = nil,
        underlying: (any Error)? = nil, detail: Detail = .none
    ) {
        storage = Storage(
            code, key: key, path: path, location: location, underlying: underlying, detail: detail)
    }
}

// The entry points for features and for code that no registration knows: resolving by a key or by the registration itself, a function that
// is called with instances, an object made elsewhere, and what has become of the instances.
//
// Also where a caller holds the metatype of a class as that of a superclass: `let types: [Base.Type] = [Derived.self]`. It asks for the
// class itself, whose registration makes instances of its own type.

internal import CCore

/// A type, to be opened.
///
/// A call, not inlined: where the optimizer of Swift 6.3.1 sees that the metatype was a `T.Type`, it opens it as `T`, also when it is that
/// of a subclass, and the caller would ask for `T` without end.
@inline(never)
func opaqueMetatype(_ type: any Any.Type) -> any Any.Type { type }

/// The instance of a class as that of a superclass.
func upcast<C, T>(_ instance: C) -> T {
    guard let instance = instance as? T else { preconditionFailure("\(C.self) was held as a subclass of \(T.self)") }
    return instance
}

extension Resolver {
    /// Resolves a registration of a type.
    @usableFromInline
    package func resolve<T>(_ type: T.Type = T.self, qualifiedBy qualifier: AnyQualifier?) throws(ResolutionError) -> T
    {
        guard type != T.self else { return try resolveByFullSearch(qualifier) }
        func open<C>(_ type: C.Type) throws(ResolutionError) -> T { try upcast(resolve(type, qualifiedBy: qualifier)) }
        return try open(opaqueMetatype(type))
    }

    /// Resolves a new instance of a registration of a type, made from arguments.
    package func resolve<T, Arguments>(
        _ type: T.Type = T.self, qualifiedBy qualifier: AnyQualifier?, arguments: Arguments
    ) throws(ResolutionError) -> T {
        guard type == T.self else {
            func open<C>(_ type: C.Type) throws(ResolutionError) -> T {
                try upcast(resolve(type, qualifiedBy: qualifier, arguments: arguments))
            }
            return try open(opaqueMetatype(type))
        }
        let slot = try unsafe findIfMissing(nil, ServiceKey(type, qualifier: qualifier))
        return try unsafe thread.resolveSlot(slot, context, passingArguments: arguments)
    }

    /// Resolves a registration of a type in a graph of its own.
    package func resolveInNewGraph<T>(
        _ type: T.Type = T.self, qualifiedBy qualifier: AnyQualifier?
    ) throws(ResolutionError) -> T {
        try unsafe thread.withNewGraph { () throws(ResolutionError) in try resolve(type, qualifiedBy: qualifier) }
    }

    /// The key of the registration whose factory runs: a registration may have got a qualifier after its factory.
    package var key: ServiceKey { unsafe slot.step.key }

    /// The container that the factory runs for; who asks for it has an instance that no overriding container shares.
    package var container: Container {
        unsafe thread.markPathAsDependingOnUndeclared()
        return unsafe context.container
    }
}

extension Container {
    /// Resolves a registration of a type.
    @usableFromInline
    package func resolve<T>(_ type: T.Type = T.self, qualifiedBy qualifier: AnyQualifier?) throws(ResolutionError) -> T
    {
        guard type == T.self else {
            func open<C>(_ type: C.Type) throws(ResolutionError) -> T {
                try upcast(resolve(type, qualifiedBy: qualifier))
            }
            return try open(opaqueMetatype(type))
        }
        let found = try unsafe context.findSlot(for: ServiceKey(type, qualifier: qualifier), ThreadState.current)
        if let instance = unsafe ccore_instance(found) {
            return withExtendedLifetime(self) { unsafe instance.assumingMemoryBound(to: T.self).pointee }
        }
        return try unsafe resolveUnready(found)
    }

    /// Resolves a new instance of a registration of a type, made from arguments.
    @usableFromInline
    package func resolve<T, Arguments>(
        _ type: T.Type = T.self, qualifiedBy qualifier: AnyQualifier?, arguments: Arguments
    ) throws(ResolutionError) -> T {
        try withResolver { (resolver) throws(ResolutionError) in
            try resolver.resolve(type, qualifiedBy: qualifier, arguments: arguments)
        }
    }

    /// Resolves a registration of a type, and awaits its factory if necessary.
    package func resolveAsync<T>(
        _ type: T.Type = T.self, qualifiedBy qualifier: AnyQualifier?
    ) async throws(ResolutionError) -> T {
        try await resolveAsync(type, qualifiedBy: qualifier, inView: 0, for: .inNewGraph)
    }

    /// Resolves a new instance of a registration of a type, made from arguments, and awaits its factory if necessary.
    package func resolveAsync<T, Arguments>(
        _ type: T.Type = T.self, qualifiedBy qualifier: AnyQualifier?, arguments: Arguments
    ) async throws(ResolutionError) -> T {
        try await resolveAsync(
            ServiceKey(type, qualifier: qualifier), arguments: arguments, inView: 0, for: .inNewGraph)
    }

    /// Resolves a registration of this container, also one that no key leads to.
    package func resolve<T>(_ type: T.Type = T.self, ofRecord record: Record) throws(ResolutionError) -> T {
        guard let slot = unsafe layout.slot(ofRecord: record) else {
            return try resolve(type, qualifiedBy: record.key.qualifier)
        }
        return try unsafe resolveUnready(slot)
    }

    /// Resolves a registration of this container, also one that no key leads to, and awaits its factory if necessary.
    package func resolveAsync<T>(_ type: T.Type = T.self, ofRecord record: Record) async throws(ResolutionError) -> T {
        guard let slot = unsafe layout.slot(ofRecord: record) else {
            return try await resolveAsync(type, qualifiedBy: record.key.qualifier)
        }
        return unsafe try await resolveSlotAsync(type, slot.slotInKeepingScope(seenFrom: context), for: .inNewGraph)
    }

    /// The instance of a registration of this container or scope, if it exists.
    package func existingInstance<T>(_ type: T.Type, ofRecord record: Record) -> T? {
        guard let slot = unsafe layout.slot(ofRecord: record)?.slotInKeepingScope(seenFrom: context) else { return nil }
        if unsafe slot.kind == .weak {
            return unsafe slot.holdWeakInstance().map { unsafe slot.readWeakInstance(ofRetainedObject: $0) }
        }
        return withExtendedLifetime(self) {
            unsafe ccore_instance(slot)?.assumingMemoryBound(to: T.self).pointee
        }
    }

    /// The registration that a key leads to, here or in a parent; nil: there is none.
    package func registeredRecord(for key: ServiceKey) -> Record? {
        unsafe layout.tables.first[0].find(key)?.record ?? layout.ancestors?.find(key)?.record
    }
}

extension Container {
    /// Runs `body` with a resolver for code outside of every factory, as one graph.
    package func withResolver<R, E: Error>(_ body: (borrowing Resolver) throws(E) -> R) throws(E) -> R {
        let thread = unsafe ThreadState.current
        defer { withExtendedLifetime(self) {} }
        // In the public view, as the slot for what is missing.
        return try unsafe thread.runAsOutermostResolve { () throws(E) in
            try unsafe body(Resolver(layout.slots.first, context, thread))
        }
    }

    /// Completes an instance that was made elsewhere, by the injections of a registration, in a graph of its own.
    ///
    /// The factory does not run, and nothing keeps the instance. That of a `graph` registration is the one of its graph.
    package func injectDependencies<T>(
        into instance: T, qualifiedBy qualifier: AnyQualifier?
    ) throws(ResolutionError) -> T {
        let thread = unsafe ThreadState.current
        var slot = try unsafe slot(of: T.self, qualifiedBy: qualifier, inView: 0).real.slotInKeepingScope(
            seenFrom: context)
        // The injections are those of the part that the registration is made from, if it has one.
        while let part = unsafe slot.decoratedPart(in: context) {
            unsafe slot = unsafe part.slotInKeepingScope(seenFrom: context)
        }
        defer { withExtendedLifetime(self) {} }
        return try unsafe thread.runAsOutermostResolve { () throws(ResolutionError) in
            guard unsafe slot.kind != .unscoped else { throw unsafe thread.makeError(.outsideScope, at: slot) }
            // In the view of who would keep it.
            let owner = unsafe slot.pointee.context ?? context
            guard unsafe ccore_is_open(owner) else { throw unsafe thread.closedError(for: slot) }
            let making = unsafe Making<T>(slot, owner, thread) { _ in instance }
            return try unsafe slot.kind == .graph ? making.resolveInGraph() : making.resolveTransient()
        }
    }

    /// Throws if nothing new is made here any more.
    ///
    /// - Parameter call: The first words of the error: `A scope cannot be opened`.
    package func checkOpen(forCall call: String) throws(ResolutionError) {
        guard unsafe ccore_is_open(context) else { throw closedError(forCall: call) }
    }
}

extension Container: CustomReflectable {
    /// A mirror without children: reflection would read what changes without its lock.
    public var customMirror: Mirror {
        Mirror(self, children: EmptyCollection<Mirror.Child>(), ancestorRepresentation: .suppressed)
    }
}

extension AsyncResolver: CustomReflectable {
    /// A mirror without children: reflection would read what changes without its lock.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// The state of a registration's instance.
package enum InstanceState: String, Sendable {
    /// No instance is kept here.
    case none
    case empty, building, ready
}

extension Container {
    /// The state of each registration of the container, or of that of the scope, as this handle sees it.
    ///
    /// Each is of one moment, and not all of one.
    package var instanceStates: [(record: Record, state: InstanceState)] {
        layout.plan.entries.enumerated().map { number, entry in
            unsafe (entry.record, layout.slot(ofEntry: number).slotInKeepingScope(seenFrom: context).instanceState)
        }
    }

    /// The state of the instance of a type that has a record of its own; nil: it was not asked for.
    package func justInTimeInstanceState(of key: ServiceKey) -> InstanceState? {
        unsafe layout.onDemand.findSlot(for: key)?.real.slotInKeepingScope(seenFrom: context).instanceState
    }

    /// How many instances of the handle were complete before that of a registration; nil: it has none.
    package func completionOrder(of record: Record) -> Int? {
        guard let slot = unsafe layout.slot(ofRecord: record)?.slotInKeepingScope(seenFrom: context),
            unsafe ccore_instance(slot) != nil,
            let owner = unsafe slot.pointee.context?.container
        else { return nil }
        return unsafe owner.completed.firstIndex(of: slot)
    }
}

extension Slot {
    fileprivate var instanceState: InstanceState {
        guard unsafe isCell, let context = unsafe pointee.context else { return .none }
        // Released after the lock.
        var held: AnyObject?
        defer { withExtendedLifetime(held) {} }
        return unsafe context.locked {
            held = unsafe emptyIfReleased()
            return switch unsafe state {
            case .empty, .closedEmpty, .closedFull: .empty
            case .building: .building
            case .ready: .ready
            }
        }
    }
}

extension Container {
    /// What each of some registrations of this container needs of the others.
    ///
    /// - Complexity: For each of them, linear in what it leads to.
    package func dependencies(among records: [Record]) -> [MutualNeeds] {
        let slots = unsafe records.map { unsafe layout.slot(ofRecord: $0)?.slotInKeepingScope(seenFrom: context) }
        let indices = unsafe EndOrder.positionsBySlot(inList: slots)
        let positions = unsafe EndOrder.positionsBySlot(inList: completed)
        return unsafe slots.map { slot in
            guard let slot = unsafe slot else { return MutualNeeds(position: nil, needs: [], isHidden: true) }
            let reachable = unsafe ReachableSlots(from: slot, in: layout) {
                unsafe indices[$0.slotInKeepingScope(seenFrom: context)] == nil
            }
            let needs = unsafe Set(
                reachable.needs.compactMap { unsafe indices[$0.slot.slotInKeepingScope(seenFrom: context)] })
            return unsafe MutualNeeds(
                position: positions[slot], needs: needs.subtracting([indices[slot] ?? -1]),
                isHidden: reachable.isHidden)
        }
    }
}

// Types that say themselves how they are made. The first time one is asked for that nobody has registered, the container
// registers what the type says; from then on it is found like any other registration.
//
//     lifetime                                 registered in
//     all but what follows                     the first of the container's parents, its first parent, and so on to the end
//     in a container that overrides another    that container: what it overrides may lead there
//     in one that is observed                  where its overrides are: it is not found there without a look

internal import Synchronization

extension Container {
    /// The instance of a type that says itself how it is made.
    ///
    /// - Parameter type: A ``Resolvable`` type without arguments; inferred when it is left out.
    /// - Throws: What the type's initializer throws.
    /// - Precondition: Where that is `Never`: see ``Resolvable``.
    /// - Complexity: That of a registered type; more at the first resolve in a container.
    @inlinable
    @inline(__always)
    public func resolve<T: Resolvable>(_ type: T.Type = T.self) throws(T.Failure) -> sending T
    where T.Arguments == Void {
        do throws(ResolutionError) {
            return try lookUp(type)
        } catch {
            throw justInTimeFailure(error, of: type)
        }
    }

    /// The instance of a type that says itself how it is made, or nil where it was removed, or promised and not registered.
    ///
    /// Whoever has asked for it before, it is never missing otherwise. Code that is generic over any type, and does not know that
    /// this one is ``Resolvable``, is given nil where the type was neither registered nor asked for before.
    ///
    /// - Parameter type: A ``Resolvable`` type without arguments; inferred when it is left out.
    /// - Throws: ``ResolutionError``, with the code `justInTimeForbidden` where ``Configuration/justInTime`` forbids it; what the
    ///   type's initializer throws is its ``ResolutionError/underlying``.
    /// - Complexity: That of a registered type; more at the first resolve in a container.
    public func resolveOptional<R: Resolvable>(
        _ type: R.Type = R.self
    ) throws(ResolutionError) -> sending R? where R.Arguments == Void {
        try lookUpOptional(type, key: nil)
    }

    /// The instance of an optional's type, which says itself how it is made: what `resolveOptional` gives, where the context asks
    /// for an optional.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that was removed.
    public func resolve<R: Resolvable>(
        _ type: R?.Type = R?.self
    ) throws(ResolutionError) -> sending R? where R.Arguments == Void {
        try lookUpWrapped(justInTime: R.self)
    }

    fileprivate func lookUpWrapped<R: Resolvable>(justInTime type: R.Type) throws(ResolutionError) -> R? {
        // As the one of other types.
        if unsafe !table.isClosed, let instance = try lookUpOptional(R?.self) { return instance }
        return try lookUpOptional(type, key: nil)
    }

    /// The instance of a type that says itself how it is made from arguments.
    ///
    /// - Parameters:
    ///   - type: A ``Resolvable`` type; inferred when it is left out.
    ///   - arguments: What its initializer takes.
    /// - Throws: What the type's initializer throws.
    /// - Precondition: Where that is `Never`: see ``Resolvable``.
    /// - Complexity: That of a registered type; more at the first resolve in a container.
    @inlinable
    @inline(__always)
    public func resolve<T: Resolvable>(
        _ type: T.Type = T.self, with arguments: T.Arguments
    ) throws(T.Failure) -> T {
        do throws(ResolutionError) {
            return try lookUp(type, T.Arguments.self, arguments)
        } catch {
            throw justInTimeFailure(error, of: type)
        }
    }

    /// What a resolve of the type throws where it failed like this; where the type throws nothing, the process ends.
    @usableFromInline
    @inline(never)
    func justInTimeFailure<T: Resolvable>(_ error: ResolutionError, of type: T.Type) -> T.Failure {
        // The initializer's own error, which came from this very type and not from what it needs.
        if let failure = error.underlying as? T.Failure, error.key == TypeName.of(type) { return failure }
        if let failure = error as? T.Failure { return failure }
        endProcess(error.description)
    }
}

extension Resolver {
    /// The instance of a type that says itself how it is made.
    ///
    /// - Parameter type: A ``Resolvable`` type without arguments; inferred when it is left out.
    /// - Throws: What the type's initializer throws.
    /// - Precondition: Where that is `Never`: see ``Resolvable``.
    @inlinable
    @inline(__always)
    public func resolve<T: Resolvable>(_ type: T.Type = T.self) throws(T.Failure) -> T where T.Arguments == Void {
        do throws(ResolutionError) {
            return try container.lookUp(type)
        } catch {
            throw container.justInTimeFailure(error, of: type)
        }
    }

    /// The instance of a type that says itself how it is made: short for `resolve()`.
    ///
    /// - Throws: What the type's initializer throws.
    /// - Precondition: Where that is `Never`: see ``Resolvable``.
    @inlinable
    @inline(__always)
    public func callAsFunction<T: Resolvable>(_ type: T.Type = T.self) throws(T.Failure) -> T
    where T.Arguments == Void {
        try resolve(type)
    }

    /// The instance of a type that says itself how it is made, or nil where it was removed, or promised and not registered.
    ///
    /// See ``Container/resolveOptional(_:)->R?``.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that was removed.
    public func resolveOptional<R: Resolvable>(
        _ type: R.Type = R.self
    ) throws(ResolutionError) -> R? where R.Arguments == Void {
        try container.lookUpOptional(type, key: nil)
    }

    /// The instance of an optional's type, which says itself how it is made: what `resolveOptional` gives, where the context asks
    /// for an optional.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that was removed.
    public func resolve<R: Resolvable>(
        _ type: R?.Type = R?.self
    ) throws(ResolutionError) -> R? where R.Arguments == Void {
        try container.lookUpWrapped(justInTime: R.self)
    }

    /// Short for `resolve` where the context asks for an optional.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that was removed.
    public func callAsFunction<R: Resolvable>(
        _ type: R?.Type = R?.self
    ) throws(ResolutionError) -> R? where R.Arguments == Void {
        try container.lookUpWrapped(justInTime: R.self)
    }

    /// The instance of a type that says itself how it is made from arguments.
    ///
    /// - Parameters:
    ///   - type: A ``Resolvable`` type; inferred when it is left out.
    ///   - arguments: What its initializer takes.
    /// - Throws: What the type's initializer throws.
    /// - Precondition: Where that is `Never`: see ``Resolvable``.
    /// - Complexity: That of a registered type; more at the first resolve in a container.
    @inlinable
    @inline(__always)
    public func resolve<T: Resolvable>(
        _ type: T.Type = T.self, with arguments: T.Arguments
    ) throws(T.Failure) -> T {
        do throws(ResolutionError) {
            return try container.lookUp(type, T.Arguments.self, arguments)
        } catch {
            throw container.justInTimeFailure(error, of: type)
        }
    }
}

// MARK: Registering what a type says

extension Resolvable {
    /// Whether who asks for it cannot be thrown an error.
    static var neverFails: Bool { Failure.self == Never.self }

    /// What a container registers for the type; instances are of `self`, which may be a subclass of it.
    static func record(options: RegistrationOptions, at location: SourceLocation) -> TypedBinding<Self> {
        let type = self
        var traits = BindingTraits(lifetime: .transient, location: location, options: options)
        guard Arguments.self == Void.self else {
            traits.argumentType = Arguments.self
            let make: ArgumentFactory<Self, Arguments> = { try type.init(resolver: $0, arguments: $1) }
            guard case .singletonPerArgument(let identity) = type.lifetimeRule.kind,
                let identity = identity as? ArgumentIdentity<Arguments>
            else { return ArgumentBinding(traits, factory: make) }
            return PlacedBinding(traits.living(.custom), lifetime: Unlimited(), identity, factory: make)
        }
        // `Void` has no value but one.
        let make: Factory<Self> = {
            try type.init(resolver: $0, arguments: unsafe unsafeBitCast((), to: Arguments.self))
        }
        switch type.lifetimeRule.kind {
        case .transient: return Binding(traits, factory: make)
        case .graph: return Binding(traits.living(.graph), factory: make)
        case .singleton, .singletonPerArgument: return Binding(traits.living(.singleton), factory: make)
        case .shared: return Binding(traits.living(.shared), factory: make)
        case .scoped(let tag):
            traits.scope = tag
            return ScopedBinding(traits.living(.scoped), factory: make)
        }
    }
}

extension Container {
    /// The instance of a type that says itself how it is made, where the container allows it.
    func justInTime<T>(_ type: T.Type, _ qualifier: AnyQualifier?) throws(ResolutionError) -> T? {
        guard let owner = try justInTimeOwner(type, qualifier) else { return nil }
        try owner.registerJustInTime(type)
        return try (view?.base ?? self).lookUpExact(type, nil)
    }

    func justInTime<T, Arguments>(
        _ type: T.Type, _ qualifier: AnyQualifier?, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> T? {
        guard let owner = try justInTimeOwner(type, qualifier) else { return nil }
        try owner.registerJustInTime(type)
        return try (view?.base ?? self).lookUpExact(type, nil, argumentType, arguments)
    }

    /// The container that registers what the type says; nil where it says nothing, or nothing under the qualifier.
    private func justInTimeOwner(
        _ type: any Any.Type, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> Container? {
        guard qualifier == nil, type is any Resolvable.Type else { return nil }
        let base = view?.base ?? self
        let key = ServiceKey(type)
        // Removed, or promised and not kept: somebody has said that it is not here, also for those below.
        guard ([base] + base.ancestors).allSatisfy({ $0.absentBinding(key) == nil }) else { return nil }
        guard base.allowsJustInTime else {
            throw unsafe base.missingFault(key, code: .justInTimeForbidden, ThreadContext.current)
        }
        // Of observers in a row all have their look.
        var owner = base.derivedAround.compactMap(\.watched).last ?? base
        while owner.derivation == nil, let parent = owner.parents.first { owner = parent }
        return owner
    }

    /// Whether neither this container nor an ancestor forbids it.
    private var allowsJustInTime: Bool { ([self] + ancestors).allSatisfy(\.configuration.justInTime) }

    /// What is registered for a type that says itself how it is made; nil: it does not, or that is forbidden.
    func justInTimeRecord(for key: ServiceKey) -> AnyBinding? {
        func record<T: Resolvable>(_ type: T.Type) -> AnyBinding {
            type.record(options: [.justInTime, .fallback], at: SourceLocation(fileID: "", line: 0))
        }
        guard key.qualifier == nil, let type = key.type as? any Resolvable.Type, allowsJustInTime else { return nil }
        return record(type)
    }

    /// Registers what the type says, where nobody has registered it meanwhile.
    private func registerJustInTime(_ type: any Any.Type) throws(ResolutionError) {
        guard let binding = justInTimeRecord(for: ServiceKey(type)) else { return }
        unsafe try changeLayered(own: binding) { binding, old, hash throws(ResolutionError) in
            guard unsafe old == nil else { return [] }
            // What it leads to may be of the graph, and nobody has registered that yet.
            ledger.hasGraphs = true
            return unsafe insert(makeSlot(binding), key: binding.key, hash: hash)
        }
    }

    /// Has instances of another type stand for those of a type that says itself how it is made, deep in a graph too.
    ///
    /// ```swift
    /// final class OrdersProviderDouble: OrdersProvider { … }
    ///
    /// container.replace(OrdersProvider.self, with: OrdersProviderDouble.self)
    /// ```
    ///
    /// This container and those that have it as a parent are given them; parents are not changed. In a container that
    /// ``overriding(_:)`` has derived, what it has shared until then and depends on the type is made anew. It works on a frozen
    /// container too, while other threads resolve, and whether the type was asked for before or not; what was made before stays
    /// with whoever holds it.
    ///
    /// - Parameters:
    ///   - type: The type that is asked for.
    ///   - substitute: A subclass of it, with its own lifetime. The compiler sees to it that it is one and takes the same
    ///     arguments.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    /// - Throws: ``ResolutionError`` with the code `closed`.
    /// - Precondition: `substitute` is a subclass of `type`. The compiler lets two subclasses of one ``Resolvable`` class pass.
    public func replace<T: Resolvable>(
        _ type: T.Type, with substitute: T.Type, fileID: StaticString = #fileID, line: Int = #line
    ) throws(ResolutionError) {
        let substitution = Substitution(type, with: substitute, fileID: fileID, line: line)
        let binding = substitution.definition.binding
        let owner = watched ?? self
        unsafe try owner.changeLayered(own: binding) { record, old, hash throws(ResolutionError) in
            guard let old = unsafe old else {
                return unsafe owner.insert(owner.makeSlot(record), key: record.key, hash: hash)
            }
            return unsafe owner.put(record, hash: hash, inPlaceOf: old)
        }
        for container in [owner, self] { container.derivation?.override([binding.key]) }
    }
}

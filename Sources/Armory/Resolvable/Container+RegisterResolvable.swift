// `Resolvable` types say how their instances are created. At the first resolve of such a type without a registration,
// the container registers the type's own rule. Later resolves find it like any other registration.
//
//     resolved in                           registered in
//     a container, except as below          the first of its parents, that one's first parent, and so on to the end
//     a container that overrides another    that container, because its overrides may be dependencies of the type
//     a container that is observed          the container of its overrides, so that no lookup bypasses the observer

// MARK: Registering what a type says

extension Resolvable {
    /// Returns the binding that a container registers for the type; instances are of `self`, which may be a subclass of
    /// it.
    static func record(options: RegistrationOptions, at location: SourceLocation) -> Binding {
        let type = self
        let rule = lifetimeRule.plain(of: type)
        var traits = BindingTraits(lifetime: .transient, location: location, options: options)
        guard Arguments.self == Void.self else {
            traits.argumentType = Arguments.self
            if let identity = rule.identity as? ArgumentIdentity<Arguments> {
                (traits.lifetime, traits.customFinder) = (.custom, CustomFinderOf(Unlimited(), identity))
            }
            return ArgumentBinding(Self.self, traits) { try type.init(resolver: $0, arguments: $1) }
        }
        (traits.lifetime, traits.scope) = (rule.lifetime, rule.scope)
        // `type` may be a subclass of `Self`, which is the type that it is found by.
        return Binding.make(Self.self, traits) {
            // `Void` has only one value.
            try type.init(resolver: $0, arguments: unsafe unsafeBitCast((), to: Arguments.self))
        }
    }
}

extension Container {
    /// The container that registers the type by its own rule; nil if it has none, if the key has a qualifier, or is
    /// removed.
    func justInTimeOwner(
        _ type: any Any.Type, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> Container? {
        guard qualifier == nil, type is any Resolvable.Type else { return nil }
        let base = view?.base ?? self
        let key = ServiceKey(type)
        // Removed, or promised without a registration: code has declared the type absent, for containers below as well.
        guard ([base] + base.ancestors).allSatisfy({ $0.absentBinding(key) == nil }) else { return nil }
        guard base.allowsJustInTime else {
            throw unsafe base.missingFault(key, code: .justInTimeForbidden, ThreadContext.current)
        }
        // If several observed containers follow each other, each observer must see the resolve: start above the last.
        var owner = base.derivedAround.compactMap(\.watched).last ?? base
        while owner.derivation == nil, let parent = owner.parents.first { owner = parent }
        return owner
    }

    /// Whether neither this container nor an ancestor forbids to register ``Resolvable`` types by their own rule.
    private var allowsJustInTime: Bool { ([self] + ancestors).allSatisfy(\.configuration.justInTime) }

    /// The binding by a ``Resolvable`` type's own rule; nil if the type is not ``Resolvable``, or if the container
    /// forbids it.
    func justInTimeRecord(for key: ServiceKey) -> Binding? {
        func record<T: Resolvable>(_ type: T.Type) -> Binding {
            type.record(options: [.justInTime, .fallback], at: SourceLocation(fileID: "", line: 0))
        }
        guard key.qualifier == nil, let type = key.type as? any Resolvable.Type, allowsJustInTime else { return nil }
        return record(type)
    }

    /// Registers the type by its own rule, unless it was registered meanwhile.
    func registerJustInTime(_ type: any Any.Type) throws(ResolutionError) {
        guard let binding = justInTimeRecord(for: ServiceKey(type)) else { return }
        unsafe try changeLayered(own: binding) { binding, old, hash throws(ResolutionError) in
            guard unsafe old == nil else { return [] }
            // A dependency may have the graph lifetime and may not be registered yet.
            control.hasGraphs = true
            return unsafe put(binding, hash: hash, insteadOf: nil)
        }
    }

    /// Replaces the instances of a ``Resolvable`` type by instances of a subclass, deep in a graph too.
    ///
    /// ```swift
    /// final class OrdersProviderDouble: OrdersProvider { … }
    ///
    /// container.replace(OrdersProvider.self, with: OrdersProviderDouble.self)
    /// ```
    ///
    /// The replacement is for this container and for containers that have it as a parent; parents are not changed. In a
    /// container derived by ``overriding(_:)``, instances that it has shared with its base and that depend on the type
    /// are created again.
    ///
    /// It also works on a frozen container, while other threads resolve, and whether or not the type was resolved
    /// before. Existing instances stay with their holders.
    ///
    /// - Parameters:
    ///   - type: The type that callers resolve.
    ///   - substitute: A subclass of it, with its own lifetime. The compiler checks that it is a subclass and takes the
    ///     same arguments.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    /// - Throws: ``ResolutionError`` with the code `closed`.
    /// - Precondition: `substitute` is a subclass of `type`. The compiler does not reject two sibling subclasses of one
    ///   ``Resolvable`` class.
    public func replace<T: Resolvable>(
        _ type: T.Type, with substitute: T.Type, fileID: StaticString = #fileID, line: Int = #line
    ) throws(ResolutionError) {
        let substitution = Substitution(type, with: substitute, fileID: fileID, line: line)
        let binding = substitution.definition.binding
        let owner = watched ?? self
        unsafe try owner.changeLayered(own: binding) { record, old, hash throws(ResolutionError) in
            unsafe owner.put(record, hash: hash, insteadOf: old)
        }
        for container in [owner, self] { container.addOverrides(of: [binding.key]) }
    }
}

// One object under several types.

/// A registration whose instances several askers or threads share: what it is found by is `Sendable`.
public protocol SharingRegistration<Instance>: FactoryRegistration where Instance: Sendable {}

/// A registration whose instances belong to one asker or one graph.
public protocol ConfinedRegistration<Instance>: InferringRegistration {}

extension Singleton: SharingRegistration {}
extension Shared: SharingRegistration {}
extension Scoped: SharingRegistration {}
extension Graph: ConfinedRegistration {}
extension Transient: ConfinedRegistration {}

extension SharingRegistration {
    /// The same, found by another type too: the same instance under each.
    ///
    /// ```swift
    /// Singleton(Ledger.init)
    ///     .as { $0 as any Auditing }
    ///     .as { $0 as any Billing }
    /// ```
    ///
    /// A name or qualifier holds for every type. Finding an instance by a further type costs one more transient.
    ///
    /// Each further type is a key of its own that leads to the first one. What replaces, overlays, overrides or resets the
    /// registration of the first type is found by the others too; removing or replacing one of the others touches that one
    /// alone, and where the first was removed, asking for another is ``ResolutionError/Code/removed``. Of a registration that is
    /// given to ``Container/replace(_:)`` or ``Container/overlay(_:)``, the first type alone counts.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks: `{ $0 as any P }`.
    public func `as`<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        aliased(upcast)
    }
}

extension ConfinedRegistration {
    /// The same, found by another type too: of a `Graph`, the same instance under each.
    ///
    /// A name or qualifier holds for every type. Finding an instance by a further type costs one more transient.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks: `{ $0 as any P }`.
    public func `as`<P>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        aliased(upcast)
    }
}

extension SharingRegistration {
    /// The same, found in the list of another type too, where each of any number of registrations is one.
    package func listed<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        // Whoever runs the list takes it without awaiting: what is made by awaiting is made by start().
        aliased(in: ContributionIdentity(), upcast).changed { traits in
            if traits.options.contains(.asynchronous) { traits.options.insert(.eager) }
        }
    }
}

extension Registration {
    fileprivate func aliased<P>(
        in list: ContributionIdentity? = nil, _ upcast: @escaping @Sendable (Instance) -> P
    ) -> Self {
        // A further type is another one: the type itself would ask for itself.
        guard P.self != Instance.self else { return self }
        var copy = self
        copy.definition.addAlias { primary in
            let qualifier = primary.qualifier
            var need = Dependency(type: Instance.self, qualifier: qualifier)
            need.record = primary
            // Arguments are handed on.
            need.isDeclared = primary.argumentType != nil
            let traits = BindingTraits(
                lifetime: .transient, location: primary.location, argumentType: primary.argumentType,
                qualifier: list.map { Qualifier(Contribution(identity: $0, tag: qualifier)) } ?? qualifier,
                options: primary.options.subtracting([.eager, .closes]).union(.alias),
                module: primary.module, needs: { [need] in [need] })
            return primary.alias(traits, upcast)
        }
        return copy
    }
}

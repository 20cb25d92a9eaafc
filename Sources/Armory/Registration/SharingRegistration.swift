// One object under several types.

/// A registration whose instances several callers or threads share, so their type is `Sendable`.
public protocol SharingRegistration<Instance>: FactoryRegistration where Instance: Sendable {}

extension SharingRegistration {
    /// Returns the registration with another type, under which the same instance is found.
    ///
    /// ```swift
    /// Singleton(Ledger.init)
    ///     .as { $0 as any Auditing }
    ///     .as { $0 as any Billing }
    /// ```
    ///
    /// A name or qualifier applies to every type. Resolving by a further type costs as much as one more transient.
    ///
    /// Each further type has a separate key that leads to the first type. If the first type's registration is replaced,
    /// overlaid, overridden or reset, the other types see the change too. Removing or replacing one of the other types
    /// changes only that type. If the first type was removed, resolving another throws
    /// ``ResolutionError/Code/removed``. A registration passed to ``Container/replace(_:)`` or ``Container/overlay(_:)``
    /// replaces or overlays its further types too, and adds those that are not registered.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        aliased(upcast)
    }

    /// Returns the registration as an element of the list of another type too; the list may have any number of
    /// elements.
    package func listed<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        // The list is resolved without awaiting, so `start()` must create the instances whose factories await.
        aliased(in: ContributionIdentity(), upcast).changed { traits in
            if traits.options.contains(.asynchronous), traits.lifetime == .singleton { traits.options.insert(.eager) }
        }
    }
}

// Not an extension of `ConfinedRegistration`: with a separate conformance to that protocol, a program would get this
// form for a `Singleton` too.

extension Transient {
    /// Returns the registration with another type.
    ///
    /// A name or qualifier applies to every type. Resolving by a further type costs as much as one more transient.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        aliased(noted: .isConfined, upcast)
    }

    /// Returns the registration with another type, which is `Sendable`; otherwise like the form for other types.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        aliased(upcast)
    }
}

extension Graph {
    /// Returns the registration with another type, under which the same instance of the graph is found.
    ///
    /// A name or qualifier applies to every type. Resolving by a further type costs as much as one more transient.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        aliased(noted: .isConfined, upcast)
    }

    /// Returns the registration with another type, which is `Sendable`; otherwise like the form for other types.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        aliased(upcast)
    }
}

extension Registration {
    func aliased<P>(
        in list: ContributionIdentity? = nil, noted note: SendableNote = .isSendable,
        _ upcast: @escaping @Sendable (Instance) -> P
    ) -> Self {
        // A further type must be a different type: an alias for the same type would resolve itself.
        guard P.self != Instance.self else { return self }
        return redefined { definition in
            // The definition passes its own record.
            definition.extras.aliases.append { primary in
                let qualifier = primary.qualifier
                var need = Dependency(type: Instance.self, qualifier: qualifier)
                need.record = primary
                // The alias passes its arguments on.
                need.isDeclared = primary.argumentType != nil
                let traits = BindingTraits(
                    lifetime: .transient, location: primary.location, argumentType: primary.argumentType,
                    qualifier: list.map { Qualifier(Contribution(identity: $0, tag: qualifier)) } ?? qualifier,
                    options: primary.options.subtracting([.eager, .closes]).union(.alias),
                    module: primary.module, needs: { [need] in [need] }, note: note)
                return primary.adapted(traits) { (instance: Instance, _) in upcast(instance) }
            }
        }
    }
}

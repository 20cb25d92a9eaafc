// One object under several types.

extension FactoryRegistration where Instance: Sendable {
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
    /// Each further type has a separate key that leads to the first type: an override of the first type's registration changes
    /// all of them, and an override of another type only that one.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        aliased(upcast)
    }

    /// Returns the registration as an element of the list of another type, which may have any number of elements.
    package func contributing<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        aliased(isContributed: true, upcast)
    }
}

// In the two types, and not in a protocol of them: a program could conform a `Singleton` to that.

extension Transient {
    /// Returns the registration with another type.
    ///
    /// A name or qualifier applies to every type. Resolving by a further type costs as much as one more transient.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self { aliased(noted: .isConfined, upcast) }

    /// Returns the registration with another type, which is `Sendable`; otherwise like the form for other types.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self { aliased(upcast) }
}

extension Graph {
    /// Returns the registration with another type, under which the same instance of the graph is found.
    ///
    /// A name or qualifier applies to every type. Resolving by a further type costs as much as one more transient.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self { aliased(noted: .isConfined, upcast) }

    /// Returns the registration with another type, which is `Sendable`; otherwise like the form for other types.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self { aliased(upcast) }
}

extension Registration {
    func aliased<P>(
        noted note: SendableNote = .isSendable, isContributed: Bool = false,
        _ upcast: @escaping @Sendable (Instance) -> P
    ) -> Self {
        guard P.self != Instance.self else { return noted { $0.fault = .aliasOfItself(erased.record) } }
        let alias = Alias(type: P.self, sendability: note, isContributed: isContributed) { $0.alias($1, by: upcast) }
        return noted { $0.aliases.append(alias) }
    }
}

/// A further type of a registration's instances.
struct Alias: Sendable {
    let type: any Any.Type
    let sendability: SendableNote
    /// Whether only lists and maps of the type have it.
    let isContributed: Bool
    /// Makes its record from that of the registration as it is in the end, which may have no key.
    let record: @Sendable (_ original: Record, _ need: Dependency) -> Record

    /// The registration of the further type.
    func registration(of original: AnyRegistration, needing need: Dependency? = nil) -> AnyRegistration {
        var alias = AnyRegistration(record(original.record, need ?? Dependency(original.record.key)))
        alias.notes = original.notes
        alias.notes.aliases = []
        alias.notes.hooks = []
        alias.notes.options.subtract([.eager, .value, .seeded, .kept, .choice])
        alias.notes.sendability = sendability
        if isContributed { alias.notes.options.insert(.contributed) }
        return alias
    }
}

extension Record {
    /// The record of a further type of the instances.
    fileprivate func alias<T, P>(_ need: Dependency, by upcast: @escaping @Sendable (T) -> P) -> Record {
        var traits = traits
        traits.lifetime = .transient
        // Its arguments are passed on.
        let need = argumentType == nil ? need : need.givingArguments
        traits.parts = Parts(isAlias: true) { [need] }
        traits.parts.isShareable = isShareable
        // Who awaits gets an instance that is kept before the further type asks for it.
        let isAhead = awaits && argumentType == nil && ![.transient, .graph].contains(lifetime)
        if isAhead { traits.parts.ahead = { HandedOver(instance: try await $0.parameter(0, T.self)) } }
        return outer(P.self, traits, of: T.self, awaiting: awaits && !isAhead) { instance, _ in upcast(instance) }
    }
}

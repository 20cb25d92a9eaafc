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
    /// A name applies to every type. Resolving by a further type costs as much as one more transient.
    ///
    /// Each further type has a separate key that leads to the first type: an override of the first type's registration changes
    /// all of them, and an override of another type only that one.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        addingAlias(upcast)
    }

    /// Returns the registration as an element of the list of another type, which may have any number of elements.
    package func contributing<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        addingAlias(isContributed: true, upcast)
    }
}

// In the two types, and not in a protocol of them: a program could conform a `Singleton` to that.

extension Transient {
    /// Returns the registration with another type.
    ///
    /// A name applies to every type. Resolving by a further type costs as much as one more transient.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        addingAlias(sendability: .isNotSendable, upcast)
    }

    /// Returns the registration with another type, which is `Sendable`; otherwise like the form for other types.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self { addingAlias(upcast) }
}

extension Graph {
    /// Returns the registration with another type, under which the same instance of the graph is found.
    ///
    /// A name applies to every type. Resolving by a further type costs as much as one more transient.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        addingAlias(sendability: .isNotSendable, upcast)
    }

    /// Returns the registration with another type, which is `Sendable`; otherwise like the form for other types.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self { addingAlias(upcast) }
}

extension Registration {
    func addingAlias<P>(
        sendability note: SendableNote = .isSendable, isContributed: Bool = false,
        _ upcast: @escaping @Sendable (Instance) -> P
    ) -> Self {
        guard P.self != Instance.self else { return changingNotes { $0.fault = .aliasOfItself(erased.record) } }
        let alias = Alias(type: P.self, sendability: note, isContributed: isContributed) {
            $0.makeAliasRecord(needing: $1, upcastingWith: upcast)
        }
        return changingNotes { $0.aliases.append(alias) }
    }
}

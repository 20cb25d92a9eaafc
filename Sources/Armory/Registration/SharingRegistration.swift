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
    /// Each further type has a separate key that leads to the first type: an override of the first type's registration changes
    /// all of them, and an override of another type only that one.
    ///
    /// - Parameter upcast: The conversion, which the compiler checks, for example `{ $0 as any P }`.
    public func `as`<P: Sendable>(_ upcast: @escaping @Sendable (Instance) -> P) -> Self {
        aliased(upcast)
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
        noted note: SendableNote = .isSendable, _ upcast: @escaping @Sendable (Instance) -> P
    ) -> Self {
        // A further type must be a different type: an alias for the same type would resolve itself.
        guard P.self != Instance.self else { return self }
        return noted { $0.aliases.append(Alias(sendability: note) { $0.alias($1, by: upcast) }) }
    }
}

/// A further type of a registration's instances.
struct Alias: Sendable {
    let sendability: SendableNote
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
        return alias
    }
}

/// An instance that a caller which awaits holds until a factory has found it.
struct Held<T>: @unchecked Sendable {  // Only held.
    let instance: T
}

extension Record {
    /// The record of a further type of the instances.
    fileprivate func alias<T, P>(_ need: Dependency, by upcast: @escaping @Sendable (T) -> P) -> Record {
        let (qualifier, place) = (key.qualifier, traits.location)
        var parts = Parts(isAlias: true) { [need] }
        parts.isShareable = isShareable
        guard let argumentType else {
            // Who awaits gets an instance that is kept before the further type asks for it.
            if awaits, [.transient, .graph].contains(lifetime) {
                return Record(awaiting: P.self, .transient, qualifier: qualifier, at: place, parts: parts) {
                    upcast(try await $0.parameter(0))
                }
            }
            if awaits { parts.ahead = { Held(instance: try await $0.parameter(0, T.self)) } }
            return Record(P.self, .transient, qualifier: qualifier, at: place, parts: parts) {
                upcast(try $0.parameter(0))
            }
        }
        // Its arguments are passed on.
        func open<A>(_ arguments: A.Type) -> Record {
            guard awaits else {
                return Record(P.self, taking: arguments, qualifier: qualifier, at: place, parts: parts) {
                    upcast(try $0.resolve(T.self, by: qualifier, arguments: $1))
                }
            }
            return Record(awaiting: P.self, taking: arguments, qualifier: qualifier, at: place, parts: parts) {
                upcast(try await $0.resolve(T.self, by: qualifier, arguments: $1))
            }
        }
        return open(argumentType)
    }
}

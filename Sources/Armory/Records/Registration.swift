/// A value that says how instances of one type are made and how long they live.
///
/// ``Singleton``, ``Shared``, ``Scoped``, ``Kept``, ``Graph`` and ``Transient`` are the registrations, and ``Promised`` stands
/// for one that comes from elsewhere. Modifiers return a changed copy:
///
/// ```swift
/// Singleton { Database(path: "orders.db") }
///     .named("primary")
/// Graph { Parent() }
///     .inject { parent, resolver in parent.child = try resolver() }
/// ```
public protocol Registration<Instance>: ModuleElement {
    /// The type that the registration is found by.
    associatedtype Instance

    /// What the registration says.
    var definition: Definition<Instance> { get set }
}

extension Registration {
    /// Registers under a name: the registration is found by `resolve(_:named:)` alone.
    ///
    /// A named and an unnamed registration of one type never mix.
    public func named(_ name: Name) -> Self {
        qualified(by: name)
    }

    /// Registers under a qualifier: any value that is equal to itself.
    ///
    /// It is compared whole, by `==`.
    public func qualified(by qualifier: some Hashable & Sendable) -> Self {
        changed { $0.qualifier = Qualifier(qualifier) }
    }

    /// Completes every instance after its factory has returned: sets properties, calls methods.
    ///
    /// This is how a cycle is closed: what `body` resolves may need the instance that is being completed and is then
    /// given that instance. Nobody outside sees the instance before `body` has returned; if it throws, the instance
    /// is dropped and the error goes to the caller. Several bodies run in the order they were added.
    ///
    /// Where a body asks for an instance whose own factory, further out, has not returned yet, it ends with an error there
    /// and all bodies run again when that factory has returned: what they do twice must be harmless, as setting a property
    /// is.
    ///
    /// - Parameters:
    ///   - types: All types that the body asks for; nil: that is not known before it runs.
    ///   - body: Gets the instance, which it may change in place if it is a value, and the resolver. It must not
    ///     put another object in the place of one that is part of a cycle.
    public func inject(
        dependsOn types: [any Any.Type]? = nil,
        _ body: @escaping @Sendable (_ instance: inout Instance, _ resolver: Resolver) throws -> Void
    ) -> Self {
        var copy = self
        let needs = types.map { types in
            Dependency.parameters(types).map { $0.putOff(until: .injection).declared }
        }
        copy.definition.addInjection(Injection(needs: needs, body: body))
        return copy
    }

    /// Tells every new instance that the whole graph is wired: that the outermost resolve which made it has ended, and with it
    /// every injection into what it refers to.
    ///
    /// ```swift
    /// Graph { Parent() }
    ///     .inject { parent, resolver in parent.child = try resolver() }
    ///     .onWired { parent in parent.layOut() }
    /// ```
    ///
    /// The bodies run on the thread of that resolve, before it returns, for the instance that was made last first: for the one
    /// that was asked for before those that it needs. They run also where the resolve fails in the end, for what
    /// was completed. Other threads may be given a shared instance before its body has run. What a body resolves is a graph of
    /// its own.
    ///
    /// - Parameter body: Gets the instance. It cannot fail: what is made is made.
    public func onWired(_ body: @escaping @Sendable (_ instance: Instance) -> Void) -> Self {
        var copy = self
        copy.definition.addInjection(Injection(needs: [], body: { instance, _ in body(instance) }, waitsForGraph: true))
        return copy
    }
}

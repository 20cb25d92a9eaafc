// What a registration needs, said by whoever writes it where a closure hides it.

extension Registration {
    /// Says what the factory asks for.
    ///
    /// A closure hides it, and a container cannot check before it runs what it does not know.
    ///
    /// ```swift
    /// Singleton { Reports(orders: try $0(), clock: try $0()) }
    ///     .dependsOn((any Orders).self, (any Clock).self)
    /// ```
    ///
    /// A type means what it does as the parameter of an initializer: `T?.self` may be missing, `[T].self` is a list.
    ///
    /// - Parameter types: All types the factory asks for; none, where it asks for nothing.
    public func dependsOn(_ types: any Any.Type...) -> Self {
        changed { traits in
            let earlier = traits.needs
            traits.needs = { (earlier?() ?? []) + Dependency.parameters(types).map(\.declared) }
        }
    }

    /// Says that the factory asks for a type under a name.
    public func dependsOn(_ type: any Any.Type, named name: Name) -> Self {
        dependsOn(type, qualifier: name)
    }

    /// Says that the factory asks for a type under a qualifier.
    public func dependsOn(_ type: any Any.Type, qualifier: some Hashable & Sendable) -> Self {
        changed { traits in
            let earlier = traits.needs
            let qualifier = Qualifier(qualifier)
            traits.needs = {
                (earlier?() ?? []) + [Dependency(type: type, qualifier: qualifier).declared]
            }
        }
    }

    /// Completes every instance by setting a property to what is registered for its type.
    ///
    /// All else is as for ``inject(dependsOn:_:)``, and what is needed is known without running it.
    ///
    /// ```swift
    /// Graph(Parent.init).inject(\.child)
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property. One of type `T?` is nil where nothing is registered.
    ///   - parameter: Where its value comes from.
    public func inject<P>(
        _ property: any WritableKeyPath<Instance, P> & Sendable, _ parameter: Parameter<P> = .registered
    ) -> Self {
        let need = parameter.dependency?.putOff(until: .injection)
        var copy = self
        copy.definition.addInjection(
            Injection(needs: [need].compactMap(\.self)) { instance, resolver in
                instance[keyPath: property] = try parameter.resolve(resolver.container)
            })
        return copy
    }
}

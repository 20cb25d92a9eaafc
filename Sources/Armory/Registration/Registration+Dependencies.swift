// The dependencies of a registration, declared by hand because a closure hides them.

extension Registration {
    /// Declares the factory's dependencies.
    ///
    /// A closure hides its dependencies. Without a declaration, a container cannot check them before the closure runs.
    ///
    /// ```swift
    /// Singleton { Reports(orders: try $0.resolve(), clock: try $0.resolve()) }
    ///     .dependsOn((any Orders).self, (any Clock).self)
    /// ```
    ///
    /// A type has the same meaning as for a parameter of an initializer: `T?.self` may be missing, `[T].self` is a
    /// list.
    ///
    /// - Parameter types: All types that the factory resolves; none if it resolves nothing.
    public func dependsOn(_ types: any Any.Type...) -> Self {
        addingDependencies { Dependency.makeDeclaredDependencies(on: types) }
    }

    /// Declares that the factory resolves a type under a name.
    public func dependsOn(_ type: any Any.Type, named name: RegistrationName) -> Self {
        let qualifier = name.qualifier
        return addingDependencies { [.makeDeclaredDependency(on: ServiceKey(type, qualifier: qualifier))] }
    }

    private func addingDependencies(_ dependencies: @escaping @Sendable () -> [Dependency]) -> Self {
        changingTraits { traits in
            let earlier = traits.parts.needs
            traits.parts.needs = { (earlier?() ?? []) + dependencies() }
        }
    }

    /// Completes every instance by setting a property to the instance registered for its type.
    ///
    /// Otherwise it behaves like the form with a closure; the dependency is known without running the injection.
    ///
    /// ```swift
    /// Graph(Parent.init).inject(\.child)
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - parameter: The source of its value.
    @_disfavoredOverload
    public func inject<P>(
        _ property: any WritableKeyPath<Instance, P> & Sendable, _ parameter: ParameterSource<P> = .registered
    ) -> Self {
        injectingProperty(from: parameter) { $0[keyPath: property] = $1 }
    }

    /// Completes every instance by setting an optional property, whose type must be registered.
    ///
    /// ```swift
    /// Graph(Parent.init).inject(\.child)                 // var child: Child?
    /// Graph(Parent.init).inject(\.sibling, .optional)    // nil if nothing is registered
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - parameter: The source of its value.
    public func inject<P>(
        _ property: any WritableKeyPath<Instance, P?> & Sendable, _ parameter: ParameterSource<P> = .registered
    ) -> Self {
        injectingProperty(from: parameter) { $0[keyPath: property] = $1 }
    }

    private func injectingProperty<P>(
        from parameter: ParameterSource<P>, by set: @escaping @Sendable (inout Instance, P) -> Void
    ) -> Self {
        let need = parameter.dependency.map { Dependency($0.key, .injection) }
        return changingDefinition {
            $0.inject(needing: { [need].compactMap(\.self) }) { set(&$0, try parameter.resolveValue(from: $1)) }
        }
    }
}

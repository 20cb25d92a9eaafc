extension FactoryRegistration {
    /// Registers, under a typed key, a factory that resolves its dependencies from the resolver.
    ///
    /// - Parameters:
    ///   - key: The key, for example `\.orders`.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance. It may run on any thread.
    public init(
        _ key: KeyPath<Keys, Key<Instance>>,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) {
        self.init(recipe: Plumbing.Recipe(at: SourceLocation(fileID: fileID, line: line), factory: factory))
        definition.change { $0.qualifier = Keys.all[keyPath: key].qualifier }
    }

    /// Registers an initializer or a function under a typed key; its arguments are resolved by the parameters' types.
    ///
    /// - Parameters:
    ///   - key: The key, for example `\.orders`.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    @_disfavoredOverload
    public init<each P>(
        _ key: KeyPath<Keys, Key<Instance>>,
        _ factory: @escaping @Sendable (repeat each P) throws -> Instance,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        let needs = { @Sendable in Dependency.parameters(of: repeat (each P).self) }
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(
            recipe: Plumbing.Recipe(at: location, needs: needs) {
                try factory(repeat $0.container.lookUp((each P).self))
            })
        definition.change { $0.qualifier = Keys.all[keyPath: key].qualifier }
    }
}

extension Registration {
    /// Registers under a typed key, which has the registration's type.
    ///
    /// ```swift
    /// Singleton((any Orders).self, SQLOrders.init).keyed(\.archive)
    /// ```
    public func keyed(_ key: KeyPath<Keys, Key<Instance>>) -> Self {
        changed { $0.qualifier = Keys.all[keyPath: key].qualifier }
    }
}

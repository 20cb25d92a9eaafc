extension FactoryRegistration {
    /// Registers, under a typed key, a factory that resolves its dependencies from the resolver.
    ///
    /// - Parameters:
    ///   - key: The key, for example `\.orders`.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance. It may run on any thread.
    public init(
        _ key: KeyPath<TypedKeys, TypedKey<Instance>>, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver) throws -> Instance
    ) {
        self = Self(Instance.self, fileID: fileID, line: line, factory).keyed(key)
    }

    // A parameter pack would take an initializer with parameters, too, but would hand over `sending` ones as if they were not.
    /// Registers, under a typed key, a factory without dependencies.
    ///
    /// To register an initializer with parameters, use ``Registration/keyed(_:)-(KeyPath<TypedKeys,Key<Self.Instance>>)``.
    ///
    /// - Parameters:
    ///   - key: The key, for example `\.orders`.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance. It may run on any thread.
    public init(
        _ key: KeyPath<TypedKeys, TypedKey<Instance>>, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping @Sendable () throws -> Instance
    ) {
        self = Self(Instance.self, fileID: fileID, line: line, factory).keyed(key)
    }
}

extension Registration {
    /// Registers under a typed key, which has the registration's type.
    ///
    /// ```swift
    /// Singleton((any Orders).self, SQLOrders.init).keyed(\.archive)
    /// ```
    public func keyed(_ key: KeyPath<TypedKeys, TypedKey<Instance>>) -> Self {
        changed { $0.qualifier = TypedKeys.all[keyPath: key].qualifier }
    }

    /// Registers under a typed key, which has the registration's type and the types of its arguments.
    ///
    /// ```swift
    /// extension Keys {
    ///     var report: Key<(Customer.ID) -> Report> { Key() }
    /// }
    /// Transient(Report.init, .argument, .registered).keyed(\.report)
    /// ```
    ///
    /// If the registration takes other arguments, a container refuses it with
    /// ``ResolutionError/Code/refusedArguments``.
    public func keyed<First, each Rest>(_ key: KeyPath<TypedKeys, TypedKey<(First, repeat each Rest) -> Instance>>) -> Self {
        let all: any Any.Type = Several<First, repeat each Rest>.self
        return keyed(TypedKeys.all[keyPath: key].qualifier, Several<repeat each Rest>.isEmpty ? First.self : all)
    }

    private func keyed(_ qualifier: AnyQualifier?, _ arguments: any Any.Type) -> Self {
        redefined { definition in
            definition.change { $0.qualifier = qualifier }
            let record = definition.erased.record
            guard record.argumentType != arguments else { return }
            let taken: Wording = record.argumentType.map { "arguments of type \($0)" } ?? "none"
            definition.notes.fault = ResolutionError(
                refusing: record, because: "its typed key is for \(arguments), and it takes \(taken)")
        }
    }
}

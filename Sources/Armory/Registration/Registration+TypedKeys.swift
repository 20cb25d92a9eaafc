extension Registration {
    /// Registers under a typed key, which has the registration's type.
    ///
    /// ```swift
    /// Singleton((any Orders).self, SQLOrders.init).keyed(\.archive)
    /// ```
    public func keyed(_ key: KeyPath<TypedKeys, TypedKey<Instance>>) -> Self {
        changingTraits { $0.qualifier = key.qualifierOfTypedKey() }
    }

    /// Registers under a typed key, which has the registration's type and the types of its arguments.
    ///
    /// ```swift
    /// extension TypedKeys {
    ///     var report: TypedKey<(Customer.ID) -> Report> { TypedKey() }
    /// }
    /// Transient(Report.init, .argument, .registered).keyed(\.report)
    /// ```
    ///
    /// If the registration takes other arguments, a container refuses it with
    /// ``ResolutionError/Code/refusedArguments``.
    public func keyed<First, each Rest>(
        _ key: KeyPath<TypedKeys, TypedKey<(First, repeat each Rest) -> Instance>>
    ) -> Self {
        let all: any Any.Type = ArgumentTuple<First, repeat each Rest>.self
        return keyed(
            key.qualifierOfTypedKey(), checkingArgumentType: ArgumentTuple<repeat each Rest>.isEmpty ? First.self : all)
    }

    private func keyed(_ qualifier: AnyQualifier?, checkingArgumentType arguments: any Any.Type) -> Self {
        changingDefinition { definition in
            definition.changeTraits { $0.qualifier = qualifier }
            let record = definition.erased.record
            guard record.argumentType != arguments else { return }
            let taken: Wording = record.argumentType.map { "arguments of type \($0)" } ?? "none"
            definition.notes.fault = ResolutionError(
                refusing: record, because: "its typed key is for \(arguments), and it takes \(taken)")
        }
    }
}

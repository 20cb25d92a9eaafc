extension Container {
    /// Registers a ``Resolvable`` type by its own rule and resolves it; nil if the type has no such rule or is removed.
    func justInTime<T, Arguments>(
        _ type: T.Type, _ qualifier: AnyQualifier?, _ argumentType: (any Any.Type)?, _ arguments: Arguments
    ) throws(ResolutionError) -> T? {
        guard let owner = try justInTimeOwner(type, qualifier) else { return nil }
        try owner.registerJustInTime(type)
        return try (view?.base ?? self).lookUpExact(type, nil, argumentType, arguments)
    }
}

extension AsyncResolver: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency { .unknown }

    /// Throws: only a factory that awaits has one.
    package static func resolve(
        through resolver: Resolver, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> AsyncResolver {
        throw ResolutionError(.asynchronous, key: ServiceKey(AsyncResolver.self))
    }

    /// Resolves a parameter of a factory that awaits, which may be the resolver itself.
    func parameter<T>(_ type: T.Type) async throws(ResolutionError) -> T {
        if type == AsyncResolver.self, let own = self as? T { return own }
        return try await lookUp(type, key: nil)
    }
}

extension AsyncResolver {
    @usableFromInline
    func lookUp<T>(_ type: T.Type, key: AnyQualifier?) async throws(ResolutionError) -> T {
        try await asking { asker throws(ResolutionError) in try await seen.lookUpAsync(type, key, asker) }
    }

    /// - Parameter argumentType: The type of the arguments; nil: the lookup has none.
    func lookUp<T, Arguments>(
        _ type: T.Type, key: AnyQualifier?, _ argumentType: (any Any.Type)?, _ arguments: Arguments
    ) async throws(ResolutionError) -> T {
        try await asking { asker throws(ResolutionError) in
            try await seen.lookUpAsync(type, key, argumentType, arguments, asker)
        }
    }

    /// - Parameter argumentType: The type of the arguments; nil: the lookup has none.
    func lookUp<T, Arguments>(
        _ type: T.Type, inner binding: Binding, _ argumentType: (any Any.Type)?, _ arguments: Arguments
    ) async throws(ResolutionError) -> T {
        try await asking { asker throws(ResolutionError) in
            try await seen.lookUpAsync(type, inner: binding, argumentType, arguments, asker)
        }
    }

    /// Calls `body` as part of the resolution, also in a task that has inherited nothing from the factory's task.
    private func asking<T>(
        _ body: (Asker) async throws(ResolutionError) -> T
    ) async throws(ResolutionError) -> T {
        if let running = TaskFrame.running { return try await body(Asker(running)) }
        guard frame.current != nil else { return try await body(Asker(nil)) }
        do {
            return try await TaskFrame.$innermost.withValue(frame) { try await body(Asker(frame)) }
        } catch let error as ResolutionError {
            throw error
        } catch {
            throw ResolutionError(.factoryFailed, key: ServiceKey(T.self), underlying: error)
        }
    }

    /// Calls `body`, which does not await, in the graph of the resolution.
    func inOnePart<R>(_ body: (Resolver) throws -> R) throws -> R {
        guard let root = frame.current?.root else { return try body(completing) }
        return try root.untypedPart(container, frame.binding.key) { try body(completing) }
    }
}

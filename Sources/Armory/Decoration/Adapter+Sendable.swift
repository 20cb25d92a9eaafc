// The same forms for source types that threads may share: see Decorator+Sendable.swift.

extension Adapter {
    /// Adapts a `Sendable` type by a closure that asks the resolver for its other dependencies.
    ///
    /// - Parameters:
    ///   - source: The type to adapt, as it is registered.
    ///   - target: The type that finds the adapted instances.
    ///   - fileID: The file of the adapter, for errors.
    ///   - line: The line of the adapter, for errors.
    ///   - body: Creates the adapted instance. It may run on any thread.
    public init<A: Sendable, B: Sendable>(
        from source: A.Type, to target: B.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ adapted: A, _ resolver: Resolver) throws -> B
    ) {
        self.init(.isSendable, from: source, fileID, line, LayerBody(resolving: body))
    }

    /// Adapts a `Sendable` type by an initializer or a function: its first parameter is the source instance, the others
    /// are resolved.
    ///
    /// - Parameters:
    ///   - source: The type to adapt, as it is registered.
    ///   - target: The type that finds the adapted instances.
    ///   - fileID: The file of the adapter, for errors.
    ///   - line: The line of the adapter, for errors.
    ///   - body: Creates the adapted instance. It may run on any thread.
    public init<A: Sendable, B: Sendable, each Rest>(
        from source: A.Type, to target: B.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (A, repeat each Rest) throws -> B
    ) {
        self.init(
            .isSendable, from: source, fileID, line, LayerBody(body, repeat ParameterSource<each Rest>.registered))
    }
}

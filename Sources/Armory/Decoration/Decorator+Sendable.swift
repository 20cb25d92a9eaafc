// The same forms for types that threads may share: at run time a type does not tell, so these overloads note it.

extension Decorator {
    /// Decorates a `Sendable` type by a closure that asks the resolver for its dependencies.
    ///
    /// - Parameters:
    ///   - type: The type to decorate, as it is registered.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    public init<D: Sendable>(
        _ type: D.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: D, _ resolver: Resolver) throws -> D
    ) {
        self.init(.isSendable, type, fileID, line, LayerBody(resolving: body))
    }

    /// Decorates a `Sendable` type by a closure that needs nothing else.
    ///
    /// - Parameters:
    ///   - type: The type to decorate, as it is registered.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    public init<D: Sendable>(
        _ type: D.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: D) throws -> D
    ) {
        self.init(.isSendable, type, fileID, line, LayerBody(body))
    }

    /// Decorates a `Sendable` type by an initializer or a function: its first parameter is the inner instance, the others are
    /// resolved.
    ///
    /// - Parameters:
    ///   - type: The type to decorate, as it is registered.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    @_disfavoredOverload
    public init<D: Sendable, each Rest>(
        _ type: D.Type, _ body: @escaping @Sendable (D, repeat each Rest) throws -> D,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(.isSendable, type, fileID, line, LayerBody(body, repeat ParameterSource<each Rest>.registered))
    }

    /// Decorates a `Sendable` type by an initializer or a function, with given sources for its parameters after the inner instance.
    ///
    /// - Parameters:
    ///   - type: The type to decorate, as it is registered.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    ///   - first: The source of the second parameter; the first is the inner instance.
    ///   - rest: The sources of the other parameters.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    public init<D: Sendable, First, each Rest>(
        _ type: D.Type, _ body: @escaping @Sendable (D, First, repeat each Rest) throws -> D,
        _ first: ParameterSource<First>, _ rest: repeat ParameterSource<each Rest>,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(.isSendable, type, fileID, line, LayerBody(body, first, repeat each rest))
    }

    /// Decorates every instance that conforms to a `Sendable` protocol, whatever type it is registered under.
    ///
    /// - Parameters:
    ///   - type: The protocol, or a class.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    public init<P: Sendable>(
        all type: P.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: P, _ resolver: Resolver) throws -> P
    ) {
        self.init(.isSendable, nil, fileID, line, LayerBody(resolving: body))
    }

    /// Decorates every instance that conforms to a `Sendable` protocol, by a closure that needs nothing else.
    ///
    /// - Parameters:
    ///   - type: The protocol, or a class.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    public init<P: Sendable>(
        all type: P.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: P) throws -> P
    ) {
        self.init(.isSendable, nil, fileID, line, LayerBody(body))
    }
}

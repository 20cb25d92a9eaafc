// The initializers that create a deferred dependency in code that has no container, shared by all deferred types.
// `init(named:container:)` is in each type, because the compiler finds an initializer for a property wrapper without
// arguments only there.

extension Deferred {
    /// Creates a dependency on the instance registered for the type under a qualifier.
    ///
    /// - Parameters:
    ///   - qualifier: A value equal to the one given to ``Registration/qualified(by:)``, of the same type.
    ///   - container: The container to resolve in. If nil: ``Container/current`` now or, if there is none, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init(
        qualifier: some Hashable & Sendable, container: Container? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Qualifier(qualifier), container, SourceLocation(fileID: fileID, line: line))
    }

    /// Creates a dependency on an instance created from an argument.
    ///
    /// - Parameters:
    ///   - argument: A value of exactly the type that the registration names.
    ///   - name: The name given by ``Registration/named(_:)``; nil means the registration without a name.
    ///   - container: The container to resolve in. If nil: ``Container/current`` now or, if there is none, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init<Argument: Sendable>(
        arguments argument: Argument, named name: Name? = nil, container: Container? = nil,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let kept = KeptArguments(argumentType: Argument.self, arguments: argument)
        self.init(name.map { Qualifier($0) }, container, location, kept)
    }

    /// Creates a dependency on an instance created from several arguments.
    ///
    /// - Parameters:
    ///   - first: The first argument.
    ///   - second: The second argument.
    ///   - rest: The others, in the order of the registration.
    ///   - name: The name given by ``Registration/named(_:)``; nil means the registration without a name.
    ///   - container: The container to resolve in. If nil: ``Container/current`` now or, if there is none, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init<First: Sendable, Second: Sendable, each Rest: Sendable>(
        arguments first: First, _ second: Second, _ rest: repeat each Rest, named name: Name? = nil,
        container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let kept = KeptArguments(
            argumentType: (First, Second, repeat each Rest).self, arguments: (first, second, (repeat each rest)))
        self.init(name.map { Qualifier($0) }, container, location, kept)
    }

    init(
        _ qualifier: AnyQualifier?, _ container: Container?, _ location: SourceLocation,
        _ arguments: (any DeferredArguments)? = nil
    ) {
        self.init(origin: Container.Origin(container ?? .currentView, qualifier, arguments, at: location))
    }
}

// How code that was handed no container makes what looks up later: once for every deferred type. `init(named:container:)` is in
// each type, because the compiler finds the initializer of a property wrapper without arguments nowhere else.

extension Deferred {
    /// One that looks up what is registered for its type under a qualifier.
    ///
    /// - Parameters:
    ///   - qualifier: A value equal to the one given to ``Registration/qualified(by:)``, of the same type.
    ///   - container: Where to look; nil: ``Container/current``, the one that is so now or, where none is, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init(
        qualifier: some Hashable & Sendable, container: Container? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Qualifier(qualifier), container, SourceLocation(fileID: fileID, line: line))
    }

    /// One that has what it looks up made from an argument.
    ///
    /// - Parameters:
    ///   - argument: A value of exactly the type that the registration names.
    ///   - name: The name given by ``Registration/named(_:)``; nil: what is registered without one.
    ///   - container: Where to look; nil: ``Container/current``, the one that is so now or, where none is, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init<Argument: Sendable>(
        arguments argument: Argument, named name: Name? = nil, container: Container? = nil,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(name.map { Qualifier($0) }, container, location, Argument.self, argument)
    }

    /// One that has what it looks up made from several arguments.
    ///
    /// - Parameters:
    ///   - first: The first argument.
    ///   - second: The second argument.
    ///   - rest: The others, in the order of the registration.
    ///   - name: The name given by ``Registration/named(_:)``; nil: what is registered without one.
    ///   - container: Where to look; nil: ``Container/current``, the one that is so now or, where none is, at the call.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init<First: Sendable, Second: Sendable, each Rest: Sendable>(
        arguments first: First, _ second: Second, _ rest: repeat each Rest, named name: Name? = nil,
        container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(
            name.map { Qualifier($0) }, container, location, (First, Second, repeat each Rest).self,
            (first, second, (repeat each rest)))
    }

    init(_ qualifier: AnyQualifier?, _ container: Container?, _ location: SourceLocation) {
        self.init(origin: Origin(container ?? .currentView, qualifier, at: location))
    }

    private init<Arguments: Sendable>(
        _ qualifier: AnyQualifier?, _ container: Container?, _ location: SourceLocation,
        _ argumentType: any Any.Type, _ arguments: Arguments
    ) {
        let arguments = KeptArguments(argumentType, arguments)
        self.init(origin: Origin(container ?? .currentView, qualifier, arguments, at: location))
    }
}

// The source of an autowired parameter, for parameters whose type does not say enough.

/// The source of an autowired parameter.
///
/// ```swift
/// Singleton(Pricing.init, .named(.standard), .named(.wholesale))
/// Singleton(Server.init, .registered, .value(8080))
/// ```
///
/// The list names all parameters of the initializer, in its order. Without a list, all parameters are ``registered``.
public struct Parameter<T>: Sendable {
    private let qualifier: AnyQualifier?
    /// The value that the registration contains; nil: the parameter is resolved.
    private let value: (@Sendable () -> T)?

    private init(_ qualifier: AnyQualifier?, value: (@Sendable () -> T)? = nil) {
        self.qualifier = qualifier
        self.value = value
    }

    /// The dependency that it stands for; nil: none.
    var dependency: Dependency? { value == nil ? Dependency(type: T.self, qualifier: qualifier) : nil }

    func resolve(_ container: Container) throws(ResolutionError) -> T {
        if let value { return value() }
        return try container.lookUp(T.self, key: qualifier)
    }

    func resolve(_ resolver: AsyncResolver) async throws(ResolutionError) -> T {
        if let value { return value() }
        return try await resolver.lookUp(T.self, key: qualifier)
    }

    /// The instance registered for the parameter's type.
    public static var registered: Parameter { Parameter(nil) }

    /// The instance registered for the parameter's type under a name.
    ///
    /// For a list, only the elements under that name.
    public static func named(_ name: Name) -> Parameter { Parameter(Qualifier(name)) }

    /// The instance registered for the parameter's type under a name with these characters.
    ///
    /// It is needed because the compiler takes a literal for a `String` before it knows the type of a parameter after
    /// the first one.
    @_disfavoredOverload
    public static func named(_ text: String) -> Parameter { named(Name(text)) }

    /// The instance registered for the parameter's type under a qualifier.
    ///
    /// For a list, only the elements under that qualifier.
    public static func qualified(by qualifier: some Hashable & Sendable) -> Parameter {
        Parameter(Qualifier(qualifier))
    }

    /// The instance registered under a typed key.
    public static func keyed(_ key: KeyPath<Keys, Key<T>>) -> Parameter { Parameter(Keys.all[keyPath: key].qualifier) }

    /// A value that the registration contains.
    public static func value(_ value: T) -> Parameter where T: Sendable { Parameter(nil) { value } }
}

extension FactoryRegistration {
    /// Registers an initializer or function under a type, with given sources for its parameters.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - first: The source of the first parameter.
    ///   - rest: The sources of the other parameters.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init<First, each Rest>(
        _ type: Instance.Type,
        _ factory: @escaping @Sendable (First, repeat each Rest) throws -> Instance,
        _ first: Parameter<First>, _ rest: repeat Parameter<each Rest>,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        let rest = (repeat each rest)
        let needs = { @Sendable in Dependency.parameters(first, repeat each rest) }
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(
            recipe: Plumbing.Recipe(at: location, needs: needs) { resolver in
                let container = resolver.container
                return try factory(first.resolve(container), repeat (each rest).resolve(container))
            })
    }
}

extension Plumbing.InferringRegistration {
    /// Registers an initializer or function, with given sources for its parameters.
    ///
    /// - Parameters:
    ///   - factory: Creates an instance from its parameters. It may run on any thread.
    ///   - first: The source of the first parameter.
    ///   - rest: The sources of the other parameters.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    public init<First, each Rest>(
        _ factory: @escaping @Sendable (First, repeat each Rest) throws -> Instance,
        _ first: Parameter<First>, _ rest: repeat Parameter<each Rest>,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(Instance.self, factory, first, repeat each rest, fileID: fileID, line: line)
    }
}

extension Dependency {
    /// The dependencies that parameters from these sources stand for.
    static func parameters<each P>(_ sources: repeat Parameter<each P>) -> [Dependency] {
        var needs: [Dependency?] = []
        repeat needs.append((each sources).dependency)
        return needs.compactMap(\.self)
    }
}

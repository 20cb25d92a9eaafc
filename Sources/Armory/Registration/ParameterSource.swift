// The source of an autowired parameter, for parameters whose type does not say enough.

/// The source of an autowired parameter.
///
/// ```swift
/// Singleton(Pricing.init, .named(.standard), .named(.wholesale))
/// Singleton(Server.init, .registered, .value(8080))
/// ```
///
/// The list names all parameters of the initializer, in its order. Without a list, all parameters are ``registered``.
public struct ParameterSource<T>: Sendable {
    // Not an enumeration: where a parameter pack uses one of a type parameter, Swift 6.3 crashes.
    private let qualifier: AnyQualifier?
    /// The value that the registration contains; nil: the parameter is resolved or an argument.
    private let value: (@Sendable () -> T)?
    private let isArgument: Bool

    private init(_ qualifier: AnyQualifier?, value: (@Sendable () -> T)? = nil, isArgument: Bool = false) {
        (self.qualifier, self.value, self.isArgument) = (qualifier, value, isArgument)
    }

    /// The dependency that it stands for; nil: none.
    var dependency: Dependency? {
        value == nil && !isArgument ? Dependency(ServiceKey(T.self, qualifier: qualifier)) : nil
    }

    /// The type, if the caller of the resolve gives the value; nil: it does not.
    var argumentType: (any Any.Type)? { isArgument ? T.self : nil }

    /// The value without arguments.
    func resolveValue(from resolver: borrowing Resolver) throws -> T {
        if let value { return value() }
        guard !isArgument else { throw ArgumentFault.unexpected(T.self) }
        return try resolver.resolve(T.self, qualifiedBy: qualifier)
    }

    /// The value of the next parameter of an initializer, which may be the next argument.
    func resolveNextParameter(
        from resolver: borrowing Resolver, at position: inout ParameterPosition, arguments: (any ArgumentValues)?
    ) throws -> T {
        if let value { return value() }
        guard !isArgument else { return try position.nextArgument(of: arguments, as: T.self) }
        return try resolver.resolveParameter(at: position.nextDependencyIndex(), T.self)
    }

    /// The same for a factory that awaits.
    func resolveNextParameter(
        from resolver: AsyncResolver, at position: inout ParameterPosition, arguments: (any ArgumentValues & Sendable)?
    ) async throws -> T {
        if let value { return value() }
        guard !isArgument else { return try position.nextArgument(of: arguments, as: T.self) }
        return try await resolver.resolve(T.self, qualifiedBy: qualifier)
    }

    /// The instance registered for the parameter's type.
    public static var registered: ParameterSource { ParameterSource(nil) }

    /// The instance registered for the parameter's type under a name.
    ///
    /// For a list, only the elements under that name.
    public static func named(_ name: RegistrationName) -> ParameterSource { ParameterSource(name.qualifier) }

    /// The instance registered for the parameter's type under a name with these characters.
    ///
    /// It is needed because the compiler takes a literal for a `String` before it knows the type of a parameter after
    /// the first one.
    @_disfavoredOverload
    public static func named(_ text: String) -> ParameterSource { named(RegistrationName(text)) }

    /// The instance registered under a typed key.
    public static func keyed(_ key: KeyPath<TypedKeys, TypedKey<T>>) -> ParameterSource {
        ParameterSource(key.qualifierOfTypedKey())
    }

    /// A value that the registration contains.
    public static func value(_ value: T) -> ParameterSource where T: Sendable { ParameterSource(nil, value: { value }) }
}

extension ParameterSource where T: ExpressibleByNilLiteral {
    /// The instance registered for an optional type, or nil if there is none: for properties; a parameter `P?` needs no source.
    public static var optional: ParameterSource { registered }

    /// The instance registered for an optional property's type under a name, or nil if there is none.
    public static func optional(named name: RegistrationName) -> ParameterSource { named(name) }
}

extension ParameterSource where T: Sendable {
    /// A value that the caller of each resolve gives, in the order of such parameters; for ``Transient``, ``Kept`` and ``Shared``.
    ///
    /// ```swift
    /// Transient(Campaign.init, .argument, .registered, .argument)     // init(id: Int, mailer: any Mailer, subject: String)
    /// let campaign = try container.resolve(Campaign.self, arguments: 7, "Hello")
    /// ```
    ///
    /// Those of a ``Kept`` are `Hashable`: it keeps an instance for each value.
    /// Otherwise a container refuses the registration with ``ResolutionError/Code/refusedArguments``.
    public static var argument: ParameterSource { ParameterSource(nil, isArgument: true) }
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
        _ first: ParameterSource<First>, _ rest: repeat ParameterSource<each Rest>,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        let rest = (repeat each rest)
        let needs = { @Sendable in Dependency.makeDependencies(forParameterSources: first, repeat each rest) }
        let location = CodeLocation(fileID: fileID, line: line)
        let make: @Sendable (borrowing Resolver, (any ArgumentValues)?) throws -> Instance = { resolver, values in
            var position = ParameterPosition()
            return try factory(
                first.resolveNextParameter(from: resolver, at: &position, arguments: values),
                repeat (each rest).resolveNextParameter(from: resolver, at: &position, arguments: values))
        }
        let arguments = argumentTypes(of: first, repeat each rest)
        guard arguments.isEmpty else {
            self.init(ArgumentFactory(location: location, needs: needs, make: { try make($0, $1) }), taking: arguments)
            return
        }
        self.init(recipe: Plumbing.Recipe(at: location, needs: needs) { try make($0, nil) })
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
        _ first: ParameterSource<First>, _ rest: repeat ParameterSource<each Rest>,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(Instance.self, factory, first, repeat each rest, fileID: fileID, line: line)
    }
}

extension Dependency {
    /// The dependencies that parameters from these sources stand for.
    static func makeDependencies<each P>(forParameterSources sources: repeat ParameterSource<each P>) -> [Dependency] {
        var needs: [Dependency] = []
        var position = 0
        func add(_ need: Dependency?) {
            position += 1
            guard var need else { return }
            need.parameter = UInt8(clamping: position)
            needs.append(need)
        }
        repeat add((each sources).dependency)
        return needs
    }
}

/// The next parameter of an initializer: the positions among its dependencies, and among its arguments.
struct ParameterPosition {
    private var dependency: Int
    private var index = 0

    init(from dependency: Int = 0) { self.dependency = dependency }

    mutating func nextDependencyIndex() -> Int {
        defer { dependency += 1 }
        return dependency
    }

    mutating func nextArgument<T>(of arguments: (any ArgumentValues)?, as type: T.Type) throws(ArgumentFault) -> T {
        guard let arguments else { throw .unexpected(type) }
        defer { index += 1 }
        return arguments.argument(at: index, as: type)
    }
}

/// A parameter that is an argument, of a registration that takes none.
enum ArgumentFault: Error {
    case unexpected(any Any.Type)
}

/// The types of the parameters that are arguments.
func argumentTypes<each P>(of sources: repeat ParameterSource<each P>) -> [any Any.Type] {
    var types: [(any Any.Type)?] = []
    repeat types.append((each sources).argumentType)
    return types.compactMap(\.self)
}

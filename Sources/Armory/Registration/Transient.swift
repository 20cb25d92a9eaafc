/// A registration that creates a new instance at every resolve.
///
/// ```swift
/// Transient { OrderService(orders: try $0()) }
/// Transient(arguments: Customer.ID.self, Date.self) { resolver, customer, date in
///     Report(orders: try resolver(), customer: customer, date: date)
/// }
/// ```
///
/// Each instance belongs to one caller, so its type need not be `Sendable`.
public struct Transient<Instance>: ConfinedRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) {
        definition = Plumbing.Definition(.transient, recipe)
    }

    /// Registers a factory that takes an argument at every resolve.
    ///
    /// Pass it to `resolve(_:arguments:)`; an argument of another type is the error
    /// ``ResolutionError/Code/wrongArguments``.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - arguments: The type of the argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the argument. It may run on any thread.
    public init<Argument>(
        _ type: Instance.Type = Instance.self,
        arguments: Argument.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ argument: Argument) throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(taking: Argument.self, at: location, factory: factory)
    }

    /// Registers a factory that takes several arguments at every resolve.
    ///
    /// Pass them to `resolve(_:arguments:)`, in the same order; other types are the error
    /// ``ResolutionError/Code/wrongArguments``.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - rest: The types of the other arguments.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the arguments. It may run on any thread.
    public init<First, Second, each Rest>(
        _ type: Instance.Type = Instance.self,
        arguments first: First.Type,
        _ second: Second.Type,
        _ rest: repeat (each Rest).Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory:
            @escaping @Sendable (
                _ resolver: Resolver, _ first: First, _ second: Second, _ rest: repeat each Rest
            ) throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(taking: (First, Second, repeat each Rest).self, at: location) {
            (resolver, arguments: (First, Second, (repeat each Rest))) in
            try factory(resolver, arguments.0, arguments.1, repeat each arguments.2)
        }
    }
}

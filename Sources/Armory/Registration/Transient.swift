/// A registration that makes a new instance at every resolve.
///
/// ```swift
/// Transient { OrderService(orders: try $0()) }
/// Transient(arguments: Customer.ID.self, Date.self) { resolver, customer, date in
///     Report(orders: try resolver(), customer: customer, date: date)
/// }
/// ```
///
/// Nobody shares the instance, so its type need not be `Sendable`.
public struct Transient<Instance>: InferringRegistration {
    /// What the registration says.
    public var definition: Definition<Instance>

    /// Registers what a recipe says.
    ///
    /// The other initializers make one.
    public init(recipe: Recipe<Instance>) {
        definition = Definition(.transient, recipe)
    }

    /// Registers a factory that takes an argument at every resolve.
    ///
    /// `resolve(_:arguments:)` passes it; an argument of another type is ``ResolutionError/Code/wrongArguments``.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - arguments: The type of the argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance from the argument. It may run on any thread.
    public init<Argument>(
        _ type: Instance.Type = Instance.self,
        arguments: Argument.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ argument: Argument) throws -> Instance
    ) {
        let traits = BindingTraits(
            lifetime: .transient, location: SourceLocation(fileID: fileID, line: line), argumentType: Argument.self)
        definition = Definition(ArgumentBinding<Instance, Argument>(traits, factory: factory))
    }

    /// Registers a factory that takes several arguments at every resolve.
    ///
    /// `resolve(_:arguments:)` passes them, in the same order; other types are
    /// ``ResolutionError/Code/wrongArguments``.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - rest: The types of the others.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance from the arguments. It may run on any thread.
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
        let traits = BindingTraits(
            lifetime: .transient, location: SourceLocation(fileID: fileID, line: line),
            argumentType: (First, Second, repeat each Rest).self)
        definition = Definition(
            ArgumentBinding<Instance, (First, Second, (repeat each Rest))>(traits) { resolver, arguments in
                try factory(resolver, arguments.0, arguments.1, repeat each arguments.2)
            })
    }
}

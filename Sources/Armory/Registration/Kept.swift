/// A registration whose instances its container keeps for a given lifetime, one for each value of the arguments.
///
/// ```swift
/// Kept(ExchangeRates.init).lifetime(TimeToLive(.seconds(60)))
/// Kept((any Scratch).self, HeapScratch.init).lifetime(PerThread())
/// Kept(arguments: Customer.ID.self) { resolver, id in
///     CustomerCache(id, database: try resolver())
/// }
/// ```
///
/// Without a ``lifetime(_:)``, the container keeps instances until it is closed or released. With arguments it keeps
/// one for each value that was ever requested. Armory has the lifetimes ``TimeToLive``, ``PerThread`` and ``PerTask``;
/// conform to ``CustomLifetime`` to write another.
///
/// Otherwise it behaves like ``Singleton``:
///
/// - For each place and value of the arguments, the factory succeeds exactly once, however many threads resolve.
/// - An error is not kept.
/// - The instance is created in the view of the container that registered it.
/// - Instances are released in reverse order of creation.
///
/// Resolving does not use the fast path: an existing instance costs a lock, held for one dictionary lookup, plus the
/// lifetime's own code.
public struct Kept<Instance: Sendable>: SharingRegistration, KeepingRegistration, Plumbing.InferringRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) {
        definition = Self.definition(of: recipe)
    }

    /// Registers a factory that takes an argument, with one instance for each value.
    ///
    /// Values are compared as a whole, by `==`. Pass one to `resolve(_:arguments:)`; an argument of another type is the
    /// error ``ResolutionError/Code/wrongArguments``.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - arguments: The type of the argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the argument. It may run on any thread.
    public init<Argument: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self,
        arguments: Argument.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ argument: Argument) throws -> Instance
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        definition = Plumbing.Definition(taking: Argument.self, at: location, keptBy: .ofValue, factory: factory)
    }

    /// Registers a factory that takes several arguments, with one instance for each combination of values.
    ///
    /// Values are compared as a whole, by `==`. Pass them to `resolve(_:arguments:)` in the same order; other types are
    /// the error ``ResolutionError/Code/wrongArguments``.
    ///
    /// - Parameters:
    ///   - type: The type under which the instance is found, for example a protocol that hides the class.
    ///   - first: The type of the first argument.
    ///   - second: The type of the second argument.
    ///   - rest: The types of the other arguments.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Creates an instance from the arguments. It may run on any thread.
    public init<First: Hashable & Sendable, Second: Hashable & Sendable, each Rest: Hashable & Sendable>(
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
        let types = (First, Second, repeat each Rest).self
        let identity = identityOfArguments(first, second, repeat each rest)
        definition = Plumbing.Definition(taking: types, at: location, keptBy: identity) {
            try factory($0, $1.0, $1.1, repeat each $1.2)
        }
    }

    /// Returns the registration with a lifetime for its instances.
    ///
    /// After several calls, the last lifetime counts.
    ///
    /// - Parameter lifetime: Determines which callers share an instance, and for how long.
    public func lifetime(_ lifetime: some CustomLifetime) -> Self {
        redefined { $0.change { $0.customFinder = $0.customFinder?.changed(to: lifetime) } }
    }
}

extension Kept: Plumbing.RegistrationKind {
    @_documentation(visibility: internal)
    public static func definition<T>(of recipe: Plumbing.Recipe<T>) -> Plumbing.Definition<T> {
        Plumbing.Definition(.custom, recipe, CustomFinderOf(Unlimited(), .none))
    }
}

/// A registration whose instances are kept by its container, for as long as a lifetime says, and one for each value of its
/// arguments.
///
/// ```swift
/// Kept(ExchangeRates.init).lifetime(TimeToLive(.seconds(60)))
/// Kept((any Scratch).self, HeapScratch.init).lifetime(PerThread())
/// Kept(arguments: Customer.ID.self) { resolver, id in
///     CustomerCache(id, database: try resolver())
/// }
/// ```
///
/// Without a ``lifetime(_:)``, instances are kept until the container is closed or released: with arguments, one for each
/// value that was ever asked for. ``TimeToLive``, ``PerThread`` and ``PerTask`` are there, and ``CustomLifetime`` is how you
/// write your own.
///
/// All else is as for ``Singleton``: for each place and value of the arguments the factory runs to success exactly once,
/// however many threads ask; a throw is not kept; the instance is made in the view of the container that registered it; and
/// the newest is let go first. It is not had by the fast way: one that is there costs a lock, held for a look into a
/// dictionary, and what the lifetime's own code takes.
public struct Kept<Instance: Sendable>: SharingRegistration {
    /// What the registration says.
    public var definition: Definition<Instance>

    /// Registers what a recipe says.
    ///
    /// The other initializers make one.
    public init(recipe: Recipe<Instance>) {
        let factory = recipe.factory
        let traits = BindingTraits(lifetime: .custom, location: recipe.location, needs: recipe.needs)
        definition = Definition(
            PlacedBinding<Instance, Void, Unlimited>(traits, lifetime: Unlimited(), .none) { resolver, _ in
                try factory(resolver)
            })
    }

    /// Registers a factory that takes an argument, of which each value has an instance of its own.
    ///
    /// Values are compared whole, by `==`. `resolve(_:arguments:)` passes one; an argument of another type is
    /// ``ResolutionError/Code/wrongArguments``.
    ///
    /// - Parameters:
    ///   - type: The type that the instance is found by; a protocol to hide the class behind it.
    ///   - arguments: The type of the argument.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - factory: Makes an instance from the argument. It may run on any thread.
    public init<Argument: Hashable & Sendable>(
        _ type: Instance.Type = Instance.self,
        arguments: Argument.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        _ factory: @escaping @Sendable (_ resolver: Resolver, _ argument: Argument) throws -> Instance
    ) {
        let traits = BindingTraits(
            lifetime: .custom, location: SourceLocation(fileID: fileID, line: line), argumentType: Argument.self)
        definition = Definition(
            PlacedBinding(
                traits, lifetime: Unlimited(), ArgumentIdentity(hash: { $1.combine($0) }, isEqual: { $0 == $1 }),
                factory: factory))
    }

    /// Registers a factory that takes several arguments, of which each combination of values has an instance of its own.
    ///
    /// Values are compared whole, by `==`. `resolve(_:arguments:)` passes them, in the same order; other types are
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
        let traits = BindingTraits(
            lifetime: .custom, location: SourceLocation(fileID: fileID, line: line),
            argumentType: (First, Second, repeat each Rest).self)
        let identity = ArgumentIdentity<(First, Second, (repeat each Rest))>(
            hash: { arguments, hasher in
                hasher.combine(arguments.0)
                hasher.combine(arguments.1)
                for argument in repeat each arguments.2 { hasher.combine(argument) }
            },
            isEqual: { left, right in
                guard left.0 == right.0, left.1 == right.1 else { return false }
                for (left, right) in repeat (each left.2, each right.2) {
                    guard left == right else { return false }
                }
                return true
            })
        definition = Definition(
            PlacedBinding(traits, lifetime: Unlimited(), identity) { resolver, arguments in
                try factory(resolver, arguments.0, arguments.1, repeat each arguments.2)
            })
    }

    /// The same, whose instances live as long as a lifetime says.
    ///
    /// The last one counts.
    ///
    /// - Parameter lifetime: Who shares an instance, and for how long.
    public func lifetime(_ lifetime: some CustomLifetime) -> Self {
        var copy = self
        copy.definition.keep(for: lifetime)
        return copy
    }
}

extension Kept: InferringRegistration {}

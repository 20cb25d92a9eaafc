// Run-time arguments that are parameters of an initializer, as `Transient(Campaign.init, .argument, .registered)` says.
//
// Which parameters are arguments is known when the registration is made, so their types are opened here, once.

/// A factory that takes arguments, which a registration's lifetime completes.
///
/// An object that is not generic: each registration has a word for it, and the runtime creates no type for the others.
@usableFromInline class AnyArgumentRecipe: @unchecked Sendable {}  // Immutable.

enum ArgumentWords {
    static var onlyKept: Wording { "only a Transient, a Shared or a Kept takes arguments" }
}

class ArgumentRecipe<Instance>: AnyArgumentRecipe, @unchecked Sendable {  // As above; closures are `@Sendable`.
    /// The types of the arguments, in their order.
    let types: [any Any.Type]
    private let definition: @Sendable (Lifetime) -> Plumbing.Definition<Instance>

    init(types: [any Any.Type], definition: @escaping @Sendable (Lifetime) -> Plumbing.Definition<Instance>) {
        (self.types, self.definition) = (types, definition)
    }

    /// The definition, with a fault if the lifetime takes no such arguments.
    func makeDefinition(forLifetime lifetime: Lifetime) -> Plumbing.Definition<Instance> {
        var definition = definition(lifetime)
        definition.notes.fault = argumentFault(forLifetime: lifetime).map {
            ResolutionError(refusing: definition.erased.record, because: $0)
        }
        return definition
    }

    private func argumentFault(forLifetime lifetime: Lifetime) -> Wording? {
        guard lifetime != .transient else { return nil }
        guard [.custom, .shared].contains(lifetime) else {
            return ArgumentWords.onlyKept
        }
        return types.first { !($0 is any (Hashable & Sendable).Type) }
            .map { "it keeps an instance for each value, and \($0) is not Hashable" }
    }
}

/// A factory with arguments among the parameters of an initializer.
struct ArgumentFactory<Instance>: Sendable {
    typealias Make = @Sendable (Resolver, any ArgumentValues) throws -> Instance
    typealias MakeAwaiting =
        @concurrent @Sendable (AsyncResolver, any ArgumentValues & Sendable) async throws -> Instance

    let location: CodeLocation
    let needs: @Sendable () -> [Dependency]
    let make: Make
    /// The factory if it awaits.
    var makeAwaiting: MakeAwaiting?
}

/// The arguments of one resolve.
protocol ArgumentValues {
    /// The value of an argument.
    ///
    /// Requires that its type is `type`.
    func argument<T>(at index: Int, as type: T.Type) -> T
}

/// The arguments as those of any types: `Sendable` ones only, because `ParameterSource.argument` requires it.
private struct ErasedArguments<each Argument>: ArgumentValues, @unchecked Sendable {
    let tuple: ArgumentTuple<repeat each Argument>

    func argument<T>(at index: Int, as type: T.Type) -> T {
        var position = 0
        for value in repeat each tuple.values {
            // The recipe has the types from the parameters, and a resolve has compared them with those of the arguments.
            if position == index, let value = value as? T { return value }
            position += 1
        }
        preconditionFailure("a resolve has compared the types")
    }
}

extension FactoryRegistration {
    /// Registers a factory that takes arguments.
    init(
        at location: CodeLocation,
        taking types: [any Any.Type],
        _ definition: @escaping @Sendable (Lifetime) -> Plumbing.Definition<Instance>
    ) {
        var recipe = Plumbing.Recipe<Instance>(at: location) { _ in throw NeverMade() }
        recipe.arguments = ArgumentRecipe<Instance>(types: types, definition: definition)
        self.init(recipe: recipe)
    }

    /// Registers an initializer of which some parameters are arguments, of the given types.
    init(_ factory: ArgumentFactory<Instance>, taking types: [any Any.Type]) {
        self.init(at: factory.location, taking: types) { lifetime in
            types.count == 1
                ? .makeDefinition(forLifetime: lifetime, factory, takingOne: types[0])
                : .makeDefinition(forLifetime: lifetime, factory, takingSeveral: types[...])
        }
    }
}

extension Plumbing.Definition {
    fileprivate static func makeDefinition<First>(
        forLifetime lifetime: Lifetime, _ factory: ArgumentFactory<Instance>, takingOne type: First.Type
    ) -> Self {
        Self(lifetime, factory) { (value: First) in ErasedArguments(tuple: ArgumentTuple(value)) }
    }

    fileprivate static func makeDefinition<each Known>(
        forLifetime lifetime: Lifetime, _ factory: ArgumentFactory<Instance>,
        takingSeveral types: ArraySlice<any Any.Type>,
        _ known: repeat (each Known).Type
    ) -> Self {
        func makeDefinitionTakingNext<Next>(_ next: Next.Type) -> Self {
            makeDefinition(forLifetime: lifetime, factory, takingSeveral: types.dropFirst(), repeat each known, next)
        }
        guard let next = types.first else {
            return Self(lifetime, factory) { (tuple: ArgumentTuple<repeat each Known>) in ErasedArguments(tuple: tuple)
            }
        }
        return makeDefinitionTakingNext(next)
    }

    fileprivate init<Arguments>(
        _ lifetime: Lifetime, _ factory: ArgumentFactory<Instance>,
        _ values: @escaping @Sendable (Arguments) -> any ArgumentValues & Sendable
    ) {
        let make = factory.make
        guard let makeAwaiting = factory.makeAwaiting else {
            self.init(lifetime, at: factory.location, needs: factory.needs, taking: { try make($0, values($1)) })
            return
        }
        self.init(
            lifetime, at: factory.location, needs: factory.needs,
            awaiting: { try await makeAwaiting($0, values($1)) }, onMainActor: { try make($0, values($1)) })
    }
}

// Run-time arguments that are parameters of an initializer, as `Transient(Campaign.init, .argument, .registered)` says.
//
// Which parameters are arguments is known when the registration is made, so their types are opened here, once.

/// A factory with run-time arguments among its parameters, for instances of any type.
///
/// An object that is not generic: each registration has a word for it, and the runtime creates no type for the others.
@usableFromInline class AnyArgumentRecipe: @unchecked Sendable {}  // Immutable.

final class ArgumentRecipe<Instance>: AnyArgumentRecipe, @unchecked Sendable {  // Immutable; closures are `@Sendable`.
    typealias Make = @Sendable (Resolver, any ArgumentValues) throws -> Instance
    typealias MakeAwaiting =
        @concurrent @Sendable (AsyncResolver, any ArgumentValues & Sendable) async throws -> Instance

    /// The types of the arguments, in the order of the parameters.
    let types: [any Any.Type]
    let make: Make
    /// The factory if it awaits.
    let makeAwaiting: MakeAwaiting?

    init(types: [any Any.Type], awaiting makeAwaiting: MakeAwaiting? = nil, make: @escaping Make) {
        (self.types, self.make, self.makeAwaiting) = (types, make, makeAwaiting)
    }
}

/// The arguments of one resolve.
protocol ArgumentValues {
    /// The value of an argument.
    ///
    /// Requires that its type is `type`.
    func value<T>(_ index: Int, as type: T.Type) -> T
}

/// The arguments as those of any types: `Sendable` ones only, because `ParameterSource.argument` requires it.
private struct Values<each Argument>: ArgumentValues, @unchecked Sendable {
    let several: Several<repeat each Argument>

    func value<T>(_ index: Int, as type: T.Type) -> T {
        var position = 0
        for value in repeat each several.values {
            // The recipe has the types from the parameters, and a resolve has compared them with those of the arguments.
            if position == index, let value = value as? T { return value }
            position += 1
        }
        preconditionFailure("a resolve has compared the types")
    }
}

extension Plumbing.Definition {
    /// The content of a registration some of whose parameters are arguments.
    init(_ lifetime: Lifetime, _ recipe: Plumbing.Recipe<Instance>, taking arguments: ArgumentRecipe<Instance>) {
        func one<First>(_ type: First.Type) -> Self {
            Self(lifetime, recipe, arguments) { (value: First) in Values(several: Several(value)) }
        }
        let types = arguments.types
        self = types.count == 1 ? one(types[0]) : Self.several(lifetime, recipe, arguments, types[...])
        notes.fault = Self.fault(of: types, lifetime).map { reason in
            ResolutionError(refusing: erased.record, because: reason)
        }
    }

    /// Opens one type after the other.
    private static func several<each Known>(
        _ lifetime: Lifetime, _ recipe: Plumbing.Recipe<Instance>, _ arguments: ArgumentRecipe<Instance>,
        _ types: ArraySlice<any Any.Type>, _ known: repeat (each Known).Type
    ) -> Self {
        func open<Next>(_ next: Next.Type) -> Self {
            several(lifetime, recipe, arguments, types.dropFirst(), repeat each known, next)
        }
        guard let next = types.first else {
            return Self(lifetime, recipe, arguments) { (several: Several<repeat each Known>) in Values(several: several)
            }
        }
        return open(next)
    }

    private init<Arguments>(
        _ lifetime: Lifetime, _ recipe: Plumbing.Recipe<Instance>, _ arguments: ArgumentRecipe<Instance>,
        _ values: @escaping @Sendable (Arguments) -> any ArgumentValues & Sendable
    ) {
        let (make, location, needs) = (arguments.make, recipe.record.location ?? CodeLocation(), recipe.needs)
        guard let makeAwaiting = arguments.makeAwaiting else {
            self.init(lifetime, at: location, needs: needs, taking: { try make($0, values($1)) })
            return
        }
        self.init(
            lifetime, at: location, needs: needs, awaiting: { try await makeAwaiting($0, values($1)) },
            onMainActor: { try make($0, values($1)) })
    }

    /// The reason why such a registration cannot take such arguments; nil: it can.
    private static func fault(of types: [any Any.Type], _ lifetime: Lifetime) -> Wording? {
        if types.count > 3 { return "a list of sources has three arguments at most" }
        guard lifetime != .transient else { return nil }
        guard [.custom, .shared].contains(lifetime) else {
            return "only a Transient, a Shared or a Kept takes arguments"
        }
        return types.first { !($0 is any (Hashable & Sendable).Type) }
            .map { "it keeps an instance for each value, and \($0) is not Hashable" }
    }
}

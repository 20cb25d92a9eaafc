// Run-time arguments that are parameters of an initializer, as `Transient(Campaign.init, .argument, .registered)` says.
//
// Which parameters are arguments is known when the registration is made, so their types are opened here, once.

/// A factory with run-time arguments among its parameters, for instances of any type.
///
/// An object that is not generic: each registration has a word for it, and the runtime creates no type for the others.
class AnyArgumentRecipe: @unchecked Sendable {}  // Immutable.

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
        self.types = types
        self.make = make
        self.makeAwaiting = makeAwaiting
    }
}

/// The arguments of one resolve.
protocol ArgumentValues {
    /// The value of an argument.
    ///
    /// Requires that its type is `type`.
    func value<T>(_ index: Int, as type: T.Type) -> T
}

/// Up to three arguments; the others are `Void`.
private struct Values<First, Second, Third>: ArgumentValues {
    let first: First
    let second: Second
    let third: Third

    func value<T>(_ index: Int, as type: T.Type) -> T {
        switch index {
        case 0: same(first)
        case 1: same(second)
        default: same(third)
        }
    }

    /// The value as one of the type that it has: the recipe has the types from the parameters, and a resolve has compared them with
    /// those of the arguments.
    private func same<V, T>(_ value: V) -> T {
        guard let value = value as? T else { preconditionFailure("a resolve has compared the types") }
        return value
    }
}

// Of `Sendable` arguments only: `Parameter.argument` requires it.
extension Values: @unchecked Sendable {}

extension Plumbing.Definition {
    /// The content of a registration some of whose parameters are arguments.
    init(
        _ lifetime: Lifetime, _ recipe: Plumbing.Recipe<Instance>, taking arguments: ArgumentRecipe<Instance>
    ) {
        let types = arguments.types
        func one<First>(_: First.Type) -> Self {
            Self(lifetime, recipe, arguments) { (value: First) in
                Values(first: value, second: (), third: ())
            }
        }
        func two<First>(_: First.Type) -> Self {
            func open<Second>(_: Second.Type) -> Self {
                Self(lifetime, recipe, arguments) { (values: Several<First, Second>) in
                    Values(first: values.first, second: values.second, third: ())
                }
            }
            return open(types[1])
        }
        func three<First>(_: First.Type) -> Self {
            func open<Second>(_: Second.Type) -> Self {
                func open<Third>(_: Third.Type) -> Self {
                    Self(lifetime, recipe, arguments) { (values: Several<First, Second, Third>) in
                        Values(first: values.first, second: values.second, third: values.rest)
                    }
                }
                return open(types[2])
            }
            return open(types[1])
        }
        switch types.count {
        case 1: self = one(types[0])
        case 2: self = two(types[0])
        default: self = three(types[0])
        }
        notes.fault = Self.fault(of: types, lifetime).map { reason in
            ResolutionError(refusing: erased.record, because: reason)
        }
    }

    private init<Arguments, First, Second, Third>(
        _ lifetime: Lifetime, _ recipe: Plumbing.Recipe<Instance>, _ arguments: ArgumentRecipe<Instance>,
        _ values: @escaping @Sendable (Arguments) -> Values<First, Second, Third>
    ) {
        let make = arguments.make
        let route = keptRoute(lifetime, for: Arguments.self)
        guard let makeAwaiting = arguments.makeAwaiting else {
            self.init(at: recipe.location, needs: recipe.needs, keptBy: route) {
                try make($0, values($1))
            }
            return
        }
        self.init(
            at: recipe.location, needs: recipe.needs, keptBy: route,
            awaiting: { try await makeAwaiting($0, values($1)) })
    }

    /// The reason why such a registration cannot take such arguments; nil: it can.
    private static func fault(of types: [any Any.Type], _ lifetime: Lifetime) -> String? {
        if types.count > 3 { return "a list of sources has three arguments at most" }
        guard lifetime != .transient else { return nil }
        guard [.custom, .shared].contains(lifetime) else {
            return "only a Transient, a Shared or a Kept takes arguments"
        }
        return types.first { !($0 is any (Hashable & Sendable).Type) }
            .map { "it keeps an instance for each value, and \(TypeName.of($0)) is not Hashable" }
    }
}

/// What keeps an instance for each value of some arguments; nil: another lifetime has none, or they are not `Hashable`.
private func keptRoute(_ lifetime: Lifetime, for arguments: any Any.Type) -> (any CellRoute)? {
    guard [.custom, .shared].contains(lifetime), let type = arguments as? any (Hashable & Sendable).Type else {
        return nil
    }
    func open<A: Hashable & Sendable>(_ type: A.Type) -> any CellRoute {
        KeptRoute<Unlimited, A>(lifetime == .shared ? .shared : .singleton)
    }
    return open(type)
}

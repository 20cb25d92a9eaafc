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
        // The recipe has the types from the parameters, and a resolve has compared them with those of the arguments.
        switch index {
        case 0: unsafe unsafeBitCast(first, to: type)
        case 1: unsafe unsafeBitCast(second, to: type)
        default: unsafe unsafeBitCast(third, to: type)
        }
    }

    func isEqual(to other: Self) -> Bool {
        isSame(first, other.first) && isSame(second, other.second) && isSame(third, other.third)
    }

    func hash(into hasher: inout Hasher) {
        for value in [first, second, third] as [Any] { (value as? any Hashable)?.hash(into: &hasher) }
    }

    /// Whether two values are equal; they are `Hashable`, or `Void`.
    private func isSame<T>(_ left: T, _ right: T) -> Bool {
        func open<H: Hashable>(_ left: H) -> Bool { right as? H == left }
        return (left as? any Hashable).map { open($0) } ?? true
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
                Self(lifetime, recipe, arguments) { (values: (First, Second, ())) in
                    Values(first: values.0, second: values.1, third: ())
                }
            }
            return _openExistential(types[1], do: open)
        }
        func three<First>(_: First.Type) -> Self {
            func open<Second>(_: Second.Type) -> Self {
                func open<Third>(_: Third.Type) -> Self {
                    Self(lifetime, recipe, arguments) { (values: (First, Second, Third)) in
                        Values(first: values.0, second: values.1, third: values.2)
                    }
                }
                return _openExistential(types[2], do: open)
            }
            return _openExistential(types[1], do: open)
        }
        switch types.count {
        case 1: self = _openExistential(types[0], do: one)
        case 2: self = _openExistential(types[0], do: two)
        default: self = _openExistential(types[0], do: three)
        }
        extras.fault = Self.fault(of: types, lifetime).map { reason in
            ResolutionError(.refusedArguments, key: binding.key, location: recipe.location, detail: .refused(reason))
        }
    }

    private init<Arguments, First, Second, Third>(
        _ lifetime: Lifetime, _ recipe: Plumbing.Recipe<Instance>, _ arguments: ArgumentRecipe<Instance>,
        _ values: @escaping @Sendable (Arguments) -> Values<First, Second, Third>
    ) {
        let identity = ArgumentIdentity<Arguments>(
            hash: { values($0).hash(into: &$1) }, isEqual: { values($0).isEqual(to: values($1)) })
        let make = arguments.make
        var awaiting: AsyncArgumentFactory<Instance, Arguments>?
        if let makeAwaiting = arguments.makeAwaiting {
            awaiting = { resolver, arguments in try await makeAwaiting(resolver, values(arguments)) }
        }
        self.init(
            at: recipe.location, needs: recipe.needs?(), keptBy: lifetime == .custom ? identity : nil,
            factory: { resolver, arguments in try make(resolver, values(arguments)) }, awaiting: awaiting)
    }

    /// The reason why such a registration cannot take such arguments; nil: it can.
    private static func fault(of types: [any Any.Type], _ lifetime: Lifetime) -> String? {
        if types.count > 3 { return "a list of sources has three arguments at most" }
        guard lifetime == .custom else {
            return lifetime == .transient ? nil : "only a Transient or a Kept takes arguments"
        }
        guard let type = types.first(where: { !($0 is any Hashable.Type) }) else { return nil }
        return "it keeps an instance for each value, and \(TypeName.of(type)) is not Hashable"
    }
}

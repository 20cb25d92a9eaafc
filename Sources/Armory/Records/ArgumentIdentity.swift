/// The hash and the equality of argument values.
struct ArgumentIdentity<Arguments>: Sendable {
    let hash: @Sendable (Arguments, inout Hasher) -> Void
    let isEqual: @Sendable (Arguments, Arguments) -> Bool
}

extension ArgumentIdentity where Arguments == Void {
    /// There are no arguments.
    static var none: Self { Self(hash: { _, _ in }, isEqual: { _, _ in true }) }
}

extension ArgumentIdentity where Arguments: Hashable & Sendable {
    /// The value's own hash and `==`.
    static var ofValue: Self { Self(hash: { $1.combine($0) }, isEqual: { $0 == $1 }) }
}

/// The identity of several arguments, which are compared one by one.
func identityOfArguments<First: Hashable & Sendable, Second: Hashable & Sendable, each Rest: Hashable & Sendable>(
    _ first: First.Type, _ second: Second.Type, _ rest: repeat (each Rest).Type
) -> ArgumentIdentity<(First, Second, (repeat each Rest))> {
    ArgumentIdentity(
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
}

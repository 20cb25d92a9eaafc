/// The hash and the equality of argument values.
struct ArgumentIdentity<Arguments>: Sendable {
    let hash: @Sendable (Arguments, inout Hasher) -> Void
    let isEqual: @Sendable (Arguments, Arguments) -> Bool
}

extension ArgumentIdentity where Arguments: Hashable & Sendable {
    static var hashable: Self { Self(hash: { $1.combine($0) }, isEqual: { $0 == $1 }) }
}

extension ArgumentIdentity where Arguments == Void {
    /// There are no arguments.
    static var none: Self { Self(hash: { _, _ in }, isEqual: { _, _ in true }) }
}

// Records by the kinds of their factories.

package import ArmoryCore

extension Record {
    /// Creates the record of a factory that takes arguments.
    package convenience init<T, Arguments>(
        _ type: T.Type, taking arguments: Arguments.Type, qualifier: AnyQualifier? = nil, at location: CodeLocation,
        parts: Parts? = nil, injections: Injections<T>? = nil, _ make: @escaping (Resolver, Arguments) throws -> T
    ) {
        self.init(qualifier: qualifier, at: location, parts: parts, injections: injections, .taking(make))
    }

    /// Creates the record of a factory that awaits.
    package convenience init<T>(
        awaiting type: T.Type, _ lifetime: Lifetime, qualifier: AnyQualifier? = nil, at location: CodeLocation,
        parts: Parts? = nil, injections: Injections<T>? = nil,
        _ make: @escaping @Sendable (AsyncResolver) async throws -> T
    ) {
        self.init(
            lifetime, qualifier: qualifier, at: location, parts: parts, injections: injections,
            FactoryClosure<T, Void>.awaiting(make))
    }

    /// Creates the record of a factory that takes arguments and awaits.
    package convenience init<T, Arguments>(
        awaiting type: T.Type, taking arguments: Arguments.Type, at location: CodeLocation,
        _ make: @escaping @Sendable (AsyncResolver, Arguments) async throws -> T
    ) {
        self.init(at: location, .awaitingTaking(make))
    }
}

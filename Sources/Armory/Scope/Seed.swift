/// A value that a scope is opened with, for the type of a ``Seeded`` registration.
///
/// ```swift
/// try await container.withScope(.request, seeds: [Seed(request), Seed(user, as: (any Person).self)]) { scope in ... }
/// ```
public struct Seed: Sendable {
    /// Puts the value into a container.
    ///
    /// Hides the value's type.
    let put: @Sendable (_ scope: Container, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Void
    let qualifier: AnyQualifier?

    /// Creates a seed from a value.
    ///
    /// - Parameters:
    ///   - value: The value. The scope releases it at its end.
    ///   - type: The type that finds the value.
    public init<T: Sendable>(_ value: T, as type: T.Type = T.self) {
        put = { scope, qualifier throws(ResolutionError) in
            try scope.seed(value, ServiceKey(T.self, qualifier: qualifier))
        }
        qualifier = nil
    }

    private init(_ seed: Seed, _ qualifier: AnyQualifier) {
        put = seed.put
        self.qualifier = qualifier
    }

    /// Returns the same seed for a registration with a name.
    public func named(_ name: Name) -> Seed { Seed(self, Qualifier(name)) }

    /// Returns the same seed for a registration with a qualifier.
    public func qualified(by qualifier: some Hashable & Sendable) -> Seed { Seed(self, Qualifier(qualifier)) }
}

/// A value that a scope is opened with; a ``Seeded`` registration announces its type.
///
/// ```swift
/// try await container.withScope(.request, seeds: [Seed(request), Seed(user, as: (any Person).self)]) { scope in ... }
/// ```
public struct Seed: Sendable {
    /// Puts the value into a container, of a type that this file need not know.
    let put: @Sendable (_ scope: any SeedTarget, _ qualifier: AnyQualifier?) throws(ResolutionError) -> Void
    let qualifier: AnyQualifier?

    /// A value.
    ///
    /// - Parameters:
    ///   - value: The value, which the scope lets go of at its end.
    ///   - type: The type that it is found by.
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

    /// The same for a registration with a name.
    public func named(_ name: Name) -> Seed { Seed(self, Qualifier(name)) }

    /// The same for a registration with a qualifier.
    public func qualified(by qualifier: some Hashable & Sendable) -> Seed { Seed(self, Qualifier(qualifier)) }
}

/// What takes seeds: the container of a scope.
package protocol SeedTarget {
    func seed<T: Sendable>(_ value: T, _ key: ServiceKey) throws(ResolutionError)
}

// The seeds of a scope whose opener holds their values, so that opening the scope copies none.

/// The values of a scope's seeds.
///
/// The scope keeps the source, and copies a value at its first resolve.
package protocol SeedSource: AnyObject, Sendable {
    /// Returns the value for a ``Seeded`` registration, or throws `PathFault.notSeeded`.
    ///
    /// It does not return an optional: the runtime would look up the optional's type at every call.
    func seed<T>(_ type: T.Type, _ qualifier: AnyQualifier?) throws(PathFault) -> T
}

/// The information about a scope's opening that only subscribers need.
///
/// A class, so that opening an unreported scope passes one word.
final class ScopeOpening: Sendable {
    /// The location of the code that opens the scope.
    let location: SourceLocation
    let seeds: (any SeedSource)?

    init(location: SourceLocation, seeds: (any SeedSource)?) {
        self.location = location
        self.seeds = seeds
    }
}

extension SeedSource {
    /// Returns a value as one of the type that the caller has found it to be.
    ///
    /// A cast would cost several hundred instructions.
    package func same<V, T>(_ value: V, as type: T.Type) -> T {
        precondition(type == V.self, "the value has another type")
        // Both types are the same.
        return unsafe unsafeBitCast(value, to: type)
    }
}

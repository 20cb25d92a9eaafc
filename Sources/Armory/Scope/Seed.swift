/// A value that a scope is opened with, for the type of a ``Seeded`` registration.
///
/// ```swift
/// try await container.withScope(.request, seeds: [Seed(request), Seed(user, as: (any Person).self)]) { scope in ... }
/// ```
public struct Seed: Sendable {
    /// A use of the value.
    enum Use {
        /// Puts the value into a scope.
        case put(Container, AnyQualifier?)
        /// Checks that a scope has a registration for the value.
        case check(Container, AnyQualifier?)
        /// Gives the value to a reader.
        case read(any SeedReader)
    }

    /// Uses the value, whose type it hides.
    let use: @Sendable (_ use: Use) throws(ResolutionError) -> Void
    let qualifier: AnyQualifier?

    /// Creates a seed from a value.
    ///
    /// - Parameters:
    ///   - value: The value. The scope releases it at its end.
    ///   - type: The type that finds the value.
    public init<T: Sendable>(_ value: T, as type: T.Type = T.self) {
        use = { use throws(ResolutionError) in
            switch use {
            case .put(let scope, let qualifier): try scope.seed(value, ServiceKey(T.self, qualifier: qualifier))
            case .check(let scope, let qualifier):
                _ = try scope.seedRegistration(ServiceKey(T.self, qualifier: qualifier))
            case .read(let reader): reader.read(value)
            }
        }
        qualifier = nil
    }

    private init(_ seed: Seed, _ qualifier: AnyQualifier) {
        use = seed.use
        self.qualifier = qualifier
    }

    /// Returns the same seed for a registration with a name.
    public func named(_ name: Name) -> Seed { Seed(self, Qualifier(name)) }

    /// Returns the same seed for a registration with a qualifier.
    public func qualified(by qualifier: some Hashable & Sendable) -> Seed { Seed(self, Qualifier(qualifier)) }
}

/// Receives the value of a seed, which hides its type.
protocol SeedReader: AnyObject {
    func read<T: Sendable>(_ value: T)
}

/// The seeds of a scope, for subscribers to its opening.
final class SeedList: SeedSource {
    private let seeds: [Seed]

    init(_ seeds: [Seed]) { self.seeds = seeds }

    func seed<T>(_ type: T.Type, _ qualifier: AnyQualifier?) throws(PathFault) -> T {
        try seeds.value(of: type, qualifier)
    }
}

extension [Seed] {
    /// Checks that a scope has a registration for each value.
    ///
    /// Throws ``ResolutionError`` with the code `seedNotDeclared`.
    package func check(in scope: Container) throws(ResolutionError) {
        for seed in self { try seed.use(.check(scope, seed.qualifier)) }
    }

    /// Returns the value for a ``Seeded`` registration, or throws `PathFault.notSeeded`.
    package func value<T>(of type: T.Type, _ qualifier: AnyQualifier?) throws(PathFault) -> T {
        let wanted = Wanted<T>()
        for seed in self where seed.qualifier == qualifier {
            // Reading does not throw.
            try? seed.use(.read(wanted))
            if let value = wanted.value { return value }
        }
        throw .notSeeded
    }
}

/// Takes a value if it has the wanted type.
private final class Wanted<W>: SeedReader {
    var value: W?

    func read<T: Sendable>(_ value: T) {
        // Both types are the same; a cast would cost several hundred instructions.
        if T.self == W.self { self.value = unsafe unsafeBitCast(value, to: W.self) }
    }
}

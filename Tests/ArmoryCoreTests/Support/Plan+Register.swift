import ArmoryCore
import CoreRegistering

extension Plan {
    /// Registers an instance without injections, where the lifetime is a variable.
    mutating func register<T>(
        _ lifetime: Lifetime, _ type: T.Type = T.self, _ make: @escaping @Sendable (Resolver) throws -> T
    ) {
        switch lifetime {
        case .singleton: singleton(type, make)
        case .graph: graph(type, make)
        case .transient: transient(type, make)
        case .scoped: scoped(type, make)
        case .shared: shared(type, make)
        }
    }
}

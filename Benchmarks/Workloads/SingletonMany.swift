// Many existing singletons, resolved in random order: the lookup misses the processor's caches.

import Armory

extension Workload {
    static let singleton1k = Workload(
        "singleton-1k", "1,000 singletons in random order", against: "baseline-static-let"
    ) { try manySingletons(1_000) }

    static let singleton10k = Workload(
        "singleton-10k", "10,000 singletons in random order", against: "baseline-static-let"
    ) { try manySingletons(10_000) }

    private static func manySingletons(_ count: Int) throws -> Body {
        let registrations = NumberedRegistration.first(count)
        let container = try Container { for registration in registrations { registration.singleton() } }
        // Creates the singletons before the measurement, which resolves existing instances only.
        for registration in registrations { try registration.resolve(container) }
        var types = registrations.map(\.type)
        var random = FixedRandom()
        types.shuffle(using: &random)
        let order = types
        return { operations in
            var left = operations
            while left > 0 {
                for type in order.prefix(left) { keep(object: try resolve(type, container)) }
                left -= order.count
            }
        }
    }
}

/// Resolves a singleton by a class that is known at run time: the key is the passed metatype, not `Numbered`.
@inline(never)
private func resolve(_ type: Numbered.Type, _ container: Container) throws(ResolutionError) -> Numbered {
    try container.resolve(type)
}

// Resolver's API on this engine: a service that is shared as long as it is held.

import ArmoryResolver
import Services

extension Resolver {
    /// A program's resolver.
    static func application() -> Resolver {
        let resolver = Resolver()
        // Runs the process's registrations before the measurement.
        resolver.registerServices()
        resolver.register { MemoryDatabase() as any Database }.scope(.cached)
        resolver.register { WebSession() as any Session }.scope(.shared)
        return resolver
    }
}

extension Workload {
    static let resolver = [resolverShared, resolverChild, resolverChildWith3, resolverLazyRead]

    private static let resolverShared = Workload("compat-resolver-shared", "a service in scope shared that is held") {
        let resolver = Resolver.application()
        let held = resolveShared(resolver)
        try expect(areSame(resolveShared(resolver), held), "the instance that is held")
        return {
            for _ in 0..<$0 { keep(resolveShared(resolver)) }
            keep(held)
        }
    }
}

@inline(never)
private func resolveShared(_ resolver: Resolver) -> any Session {
    resolver.resolve()
}

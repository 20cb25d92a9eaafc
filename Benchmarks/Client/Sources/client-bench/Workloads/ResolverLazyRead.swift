// Resolver's API on this engine: a lazy property.

import ArmoryResolver
import Services

extension Workload {
    static let resolverLazyRead = Workload(
        "compat-resolver-lazy-read", "a @LazyInjected property, after the first read"
    ) {
        let resolver = Resolver.application()
        let desk = LazyDesk(resolver)
        try expect(areSame(readLazy(desk), resolver.resolve((any Database).self)), "the resolver's instance")
        return { for _ in 0..<$0 { keep(readLazy(desk)) } }
    }
}

private final class LazyDesk: @unchecked Sendable {  // Only one thread measures.
    @LazyInjected var database: any Database

    init(_ resolver: Resolver) { _database = LazyInjected(container: resolver) }
}

@inline(never)
private func readLazy(_ desk: LazyDesk) -> any Database {
    desk.database
}

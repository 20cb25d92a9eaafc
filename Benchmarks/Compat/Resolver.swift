// The cost of Resolver's API, compared with Armory's own API.

import ArmoryResolver

private func isolated() -> Resolver {
    let resolver = Resolver()
    // Runs the process's registrations before the measurement.
    resolver.registerServices()
    return resolver
}

extension Workload {
    static let resolver = [
        Workload("compat-resolver-singleton", "a cached service by its protocol", against: "singleton") {
            let resolver = isolated()
            resolver.register { MemoryRepository() as any Repository }.scope(.cached)
            _ = resolver.resolve((any Repository).self)
            return { for _ in 0..<$0 { keep(repository: repository(resolver)) } }
        },
        Workload("compat-resolver-static", "a cached service of the root", against: "singleton") {
            Resolver.register { MemoryRepository() as any Repository }.scope(.cached)
            _ = Resolver.resolve((any Repository).self)
            return { for _ in 0..<$0 { keep(repository: rootsRepository()) } }
        },
        Workload("compat-resolver-transient", "a small unique class", against: "transient") {
            let resolver = isolated()
            resolver.register { Small() }.scope(.unique)
            return { for _ in 0..<$0 { keep(object: small(resolver)) } }
        },
        Workload("compat-resolver-graph", "seven objects, one of them cached", against: "graph") {
            let resolver = isolated()
            resolver.register { MemoryRepository() as any Repository }.scope(.cached)
            resolver.register { Level5(repository: $0.resolve()) }.scope(.unique)
            resolver.register { Level4(next: $0.resolve()) }.scope(.unique)
            resolver.register { Level3(next: $0.resolve()) }.scope(.unique)
            resolver.register { Level2(next: $0.resolve()) }.scope(.unique)
            resolver.register { Level1(next: $0.resolve()) }.scope(.unique)
            resolver.register { Root(next: $0.resolve()) }.scope(.unique)
            return { for _ in 0..<$0 { keep(object: root(resolver)) } }
        },
        Workload(
            "compat-resolver-graph-shared", "two children with one object, in scope graph", against: "graph-shared"
        ) {
            let resolver = isolated()
            resolver.register { Context() }
            resolver.register { Debit(context: $0.resolve()) }
            resolver.register { Credit(context: $0.resolve()) }
            resolver.register { Transfer(debit: $0.resolve(), credit: $0.resolve()) }
            return { for _ in 0..<$0 { keep(object: transfer(resolver)) } }
        },
        resolverReplaced,
    ]

    static let resolverReplaced = Workload(
        "compat-resolver-replaced", "a cached service registered again, and resolved", against: "register"
    ) {
        let resolver = isolated()
        return {
            for _ in 0..<$0 {
                resolver.register { Small() }.scope(.cached)
                keep(object: small(resolver))
            }
        }
    }
}

@inline(never)
private func repository(_ resolver: Resolver) -> any Repository { resolver.resolve() }

@inline(never)
private func rootsRepository() -> any Repository { Resolver.resolve() }

@inline(never)
private func small(_ resolver: Resolver) -> Small { resolver.resolve() }

@inline(never)
private func root(_ resolver: Resolver) -> Root { resolver.resolve() }

@inline(never)
private func transfer(_ resolver: Resolver) -> Transfer { resolver.resolve() }

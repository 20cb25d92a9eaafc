// The cost of Injection's API, compared with Armory's own API.

import ArmoryInjection

extension Workload {
    static let injection = [injectionSingleton, injectionTransient, injectionGraph, injectionShared]

    private static let injectionSingleton = Workload(
        "compat-injection-singleton", "a ready single by its protocol", against: "singleton"
    ) {
        let module = Module { single { MemoryRepository() as any Repository } }
        return { for _ in 0..<$0 { keep(repository: resolveRepository(module)) } }
    }

    private static let injectionTransient = Workload(
        "compat-injection-transient", "a small class by a factory", against: "transient"
    ) {
        let module = Module { factory { Small() } }
        return { for _ in 0..<$0 { keep(object: resolveSmall(module)) } }
    }

    private static let injectionGraph = Workload(
        "compat-injection-graph", "seven objects, one of them a single", against: "graph"
    ) {
        let module = Module {
            single { MemoryRepository() as any Repository }
            factory { Level5(repository: $0()) }
            factory { Level4(next: $0()) }
            factory { Level3(next: $0()) }
            factory { Level2(next: $0()) }
            factory { Level1(next: $0()) }
            factory { Root(next: $0()) }
        }
        return { for _ in 0..<$0 { keep(object: resolveRoot(module)) } }
    }

    private static let injectionShared = Workload(
        "compat-injection-shared", "a ready single of the shared module", against: "singleton"
    ) {
        Injection.reset()
        injectMe { single { MemoryRepository() as any Repository } }
        return { for _ in 0..<$0 { keep(repository: resolveSharedRepository()) } }
    }
}

@inline(never)
private func resolveRepository(_ module: Module) -> any Repository { module.resolve() }

@inline(never)
private func resolveSmall(_ module: Module) -> Small { module.resolve() }

@inline(never)
private func resolveRoot(_ module: Module) -> Root { module.resolve() }

@inline(never)
private func resolveSharedRepository() -> any Repository { resolve() }

// Dependencies that are resolved later: creating a lazy dependency and its first use, compared with a lazy property of
// a new object; and a call of a provider, compared with a resolve.

import Armory

/// The holder by hand: a property that is initialised at its first use.
final class LazyHolder {
    lazy var repository: any Repository = Statics.repository
}

struct InjectedHolder {
    @Lazy var repository: any Repository

    init(_ container: Container) { _repository = Lazy(container: container) }
}

extension Workload {
    static let lazyFirst = Workload(
        "lazy-first", "a lazy one, injected and called once", against: "baseline-lazy-property"
    ) {
        let container = try Container { Singleton((any Repository).self) { MemoryRepository() } }
        return { for _ in 0..<$0 { keep(repository: try callLazy(container)) } }
    }

    static let injectedFirst = Workload(
        "injected-first", "a lazy wrapper of a struct, read once", against: "baseline-lazy-property"
    ) {
        let container = try Container { Singleton((any Repository).self) { MemoryRepository() } }
        return { for _ in 0..<$0 { keep(repository: readWrapper(container)) } }
    }

    static let lazyProperty = Workload("baseline-lazy-property", "a lazy property of a fresh object, read once") {
        { for _ in 0..<$0 { keep(repository: readLazyProperty()) } }
    }

    static let provider = Workload("provider", "a provider's call, of a small class", against: "transient") {
        let container = try Container { Transient { Small() } }
        // The provided type is not `Sendable`, but only one thread measures.
        nonisolated(unsafe) let provider = Provider<Small>(container: container)
        return { operations in
            // A provider does not keep its container alive.
            defer { withExtendedLifetime(container) {} }
            for _ in 0..<operations { keep(object: try unsafe callProvider(provider)) }
        }
    }
}

@inline(never)
private func callLazy(_ container: Container) throws(ResolutionError) -> any Repository {
    let lazy: Lazy<any Repository> = try container.resolve()
    return try lazy()
}

@inline(never)
private func readWrapper(_ container: Container) -> any Repository {
    InjectedHolder(container).repository
}

@inline(never)
private func readLazyProperty() -> any Repository {
    LazyHolder().repository
}

@inline(never)
private func callProvider(_ provider: Provider<Small>) throws(ResolutionError) -> Small {
    try provider()
}

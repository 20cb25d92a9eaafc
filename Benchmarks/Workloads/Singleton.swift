// An existing singleton behind a protocol, compared with a static let.

import Armory

/// A service behind a class-bound protocol.
protocol Repository: AnyObject, Sendable {
    var count: Int { get }
}

final class MemoryRepository: Repository {
    let count = 1
}

/// The static instance that the container is compared with.
enum Statics {
    static let repository: any Repository = MemoryRepository()
}

extension Workload {
    static let singleton = Workload(
        "singleton", "a ready singleton by its protocol", against: "baseline-static-let"
    ) {
        let container = try Container { Singleton((any Repository).self) { MemoryRepository() } }
        return { for _ in 0..<$0 { keep(repository: try resolveSingleton(container)) } }
    }

    static let staticLet = Workload("baseline-static-let", "reading a static let of a protocol type") {
        { for _ in 0..<$0 { keep(repository: readStaticLet()) } }
    }
}

@inline(never)
private func resolveSingleton(_ container: Container) throws(ResolutionError) -> any Repository {
    try container.resolve()
}

@inline(never)
private func readStaticLet() -> any Repository {
    Statics.repository
}

// An existing singleton that a closure borrows, so that its reference count does not change.

import Armory

extension Workload {
    static let singletonBorrowed = Workload(
        "singleton-borrowed", "the same, lent to a closure", against: "baseline-static-let"
    ) {
        let container = try Container { Singleton((any Repository).self) { MemoryRepository() } }
        return { for _ in 0..<$0 { try borrowSingleton(container) } }
    }
}

@inline(never)
private func borrowSingleton(_ container: Container) throws {
    try container.with((any Repository).self) { keep(repository: $0) }
}

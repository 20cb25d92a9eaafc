// A shared object that other code retains, compared with a weak reference.

import Armory

extension Workload {
    static let shared = Workload("shared", "a shared object that somebody holds", against: "baseline-weak") {
        let container = try Container { Shared((any Repository).self) { MemoryRepository() } }
        let held = try resolveShared(container)
        return {
            for _ in 0..<$0 { keep(repository: try resolveShared(container)) }
            keep(repository: held)
        }
    }

    static let weakLoad = Workload("baseline-weak", "loading a weak reference") {
        let held = MemoryRepository()
        let box = WeakBox(held)
        return {
            for _ in 0..<$0 {
                if let repository = loadWeakly(box) { keep(repository: repository) }
            }
            keep(object: held)
        }
    }
}

/// A box with a weak reference to an object.
final class WeakBox: Sendable {
    weak let repository: (any Repository)?

    init(_ repository: any Repository) {
        self.repository = repository
    }
}

@inline(never)
private func resolveShared(_ container: Container) throws(ResolutionError) -> any Repository {
    try container.resolve()
}

@inline(never)
private func loadWeakly(_ box: WeakBox) -> (any Repository)? {
    box.repository
}

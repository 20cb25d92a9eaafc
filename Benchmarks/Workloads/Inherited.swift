// An existing singleton of a parent container, resolved through a child container.

import Armory

extension Workload {
    static let inherited = Workload("inherited", "a ready singleton of a parent's", against: "singleton") {
        let parent = try Container { Singleton((any Repository).self) { MemoryRepository() } }
        let child = try Container(parents: [parent]) {}
        return { for _ in 0..<$0 { keep(repository: try resolveInherited(child)) } }
    }
}

@inline(never)
private func resolveInherited(_ container: Container) throws(ResolutionError) -> any Repository {
    try container.resolve()
}

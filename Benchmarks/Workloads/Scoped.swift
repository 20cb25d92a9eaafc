// An existing scoped instance, resolved in its scope; it is registered in the parent container, the application.

import Armory

extension Workload {
    static let scoped = Workload("scoped", "a ready scoped instance", against: "singleton") {
        let application = try Container { Scoped((any Repository).self) { MemoryRepository() } }
        let request = try application.openScope(.request)
        return { for _ in 0..<$0 { keep(repository: try resolveScoped(request)) } }
    }
}

@inline(never)
private func resolveScoped(_ container: Container) throws(ResolutionError) -> any Repository {
    try container.resolve()
}

// An existing singleton of the container, resolved in a scope.

import Armory
import Services

extension Workload {
    static let scopeHit = Workload("scope-hit", "an existing singleton of the container, in a scope") {
        let application = try Container {
            Singleton((any Database).self) { MemoryDatabase() }
            Scoped((any UnitOfWork).self) { DatabaseWork() }
        }
        let request = try application.openScope(.request)
        let instance = try application.resolve((any Database).self)
        try expect(areSame(try resolveInScope(request), instance), "the container's instance")
        return { for _ in 0..<$0 { keep(try resolveInScope(request)) } }
    }
}

@inline(never)
private func resolveInScope(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self)
}

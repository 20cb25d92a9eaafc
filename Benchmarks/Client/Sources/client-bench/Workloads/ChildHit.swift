// An existing singleton of a parent container, resolved through a child.

import Armory
import Services

extension Workload {
    static let childHit = Workload("child-hit", "an existing singleton of the parent") {
        let parent = try Container { Singleton((any Database).self) { MemoryDatabase() } }
        let child = try Container(parents: [parent]) { Singleton((any Session).self) { WebSession() } }
        try expect(areSame(try resolveInherited(child), try parent.resolve((any Database).self)), "one instance")
        return { for _ in 0..<$0 { keep(try resolveInherited(child)) } }
    }
}

@inline(never)
private func resolveInherited(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self)
}

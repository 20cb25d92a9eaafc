// A new object from the registration of a parent container, resolved through a child.

import Armory
import Services

extension Workload {
    static let childTransient = Workload("child-transient", "a new object by the parent's registration") {
        let parent = try Container {
            Singleton((any Database).self) { MemoryDatabase() }
            Transient((any Orders).self) { StoredOrders(database: try $0.resolve()) }
        }
        let child = try Container(parents: [parent]) { Singleton((any Session).self) { WebSession() } }
        let (one, other) = (try resolveInherited(child), try resolveInherited(child))
        try expect(!areSame(one, other), "two instances")
        try expect(areSame(one.database, try parent.resolve((any Database).self)), "the parent's singleton")
        return { for _ in 0..<$0 { keep(try resolveInherited(child)) } }
    }
}

@inline(never)
private func resolveInherited(_ container: Container) throws -> any Orders {
    try container.resolve((any Orders).self)
}

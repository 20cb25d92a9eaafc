// An overridden singleton, resolved in the container that overrides it.

import Armory
import Services

/// A program's container, and one that overrides the program's database.
struct Overridden: Sendable {
    let application: Container
    let test: Container

    init() throws(ResolutionError) {
        application = try Container {
            Singleton((any Database).self, MemoryDatabase.init)
            Singleton((any Orders).self, StoredOrders.init)
            Singleton((any Session).self, WebSession.init)
        }
        test = try application.overriding { Singleton((any Database).self) { FakeDatabase() } }
    }
}

extension Workload {
    static let overrideHit = Workload("override-hit", "an overridden singleton") {
        let test = try Overridden().test
        try expect(try resolveOverride(test) is FakeDatabase, "the override")
        try expect(areSame(try resolveOverride(test), try resolveOverride(test)), "one instance")
        return { for _ in 0..<$0 { keep(try resolveOverride(test)) } }
    }
}

@inline(never)
private func resolveOverride(_ container: Container) throws -> any Database {
    try container.resolve((any Database).self)
}

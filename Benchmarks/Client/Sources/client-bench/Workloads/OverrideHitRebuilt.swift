// An existing singleton that depends on an override, resolved in the container that overrides.

import Armory
import Services

extension Workload {
    static let overrideHitRebuilt = Workload(
        "override-hit-rebuilt", "a singleton that depends on the override"
    ) {
        let overridden = try Overridden()
        let test = overridden.test
        try expect(try resolveDependent(test).database is FakeDatabase, "the override in the dependent")
        try expect(areSame(try resolveDependent(test), try resolveDependent(test)), "one instance")
        let original = try overridden.application.resolve((any Orders).self)
        try expect(original.database is MemoryDatabase, "no override in the first container")
        return { for _ in 0..<$0 { keep(try resolveDependent(test)) } }
    }
}

@inline(never)
private func resolveDependent(_ container: Container) throws -> any Orders {
    try container.resolve((any Orders).self)
}

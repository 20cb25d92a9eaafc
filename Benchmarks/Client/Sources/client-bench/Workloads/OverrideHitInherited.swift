// An existing singleton that does not depend on an override, resolved in the container that overrides.

import Armory
import Services

extension Workload {
    static let overrideHitInherited = Workload(
        "override-hit-inherited", "a singleton that does not depend on the override"
    ) {
        let overridden = try Overridden()
        let instance = try overridden.application.resolve((any Session).self)
        try expect(areSame(try resolveInherited(overridden.test), instance), "the inherited instance")
        return { for _ in 0..<$0 { keep(try resolveInherited(overridden.test)) } }
    }
}

@inline(never)
private func resolveInherited(_ container: Container) throws -> any Session {
    try container.resolve((any Session).self)
}

// An existing singleton that is resolved by its class.

import Armory

final class Clockwork: Sendable {
    let ticks = 1
}

extension Workload {
    static let singletonClass = Workload(
        "singleton-class", "a ready singleton by its class", against: "baseline-static-let"
    ) {
        let container = try Container { Singleton { Clockwork() } }
        return { for _ in 0..<$0 { keep(object: try resolveClass(container)) } }
    }
}

@inline(never)
private func resolveClass(_ container: Container) throws(ResolutionError) -> Clockwork {
    try container.resolve()
}

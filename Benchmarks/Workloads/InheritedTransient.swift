// A transient of a parent container, resolved through a child container.

import Armory

extension Workload {
    static let inheritedTransient = Workload(
        "inherited-transient", "a new object by a parent's registration", against: "baseline-init"
    ) {
        let parent = try Container { Transient { Small() } }
        let child = try Container(parents: [parent]) {}
        return { for _ in 0..<$0 { keep(object: try resolveInherited(child)) } }
    }
}

@inline(never)
private func resolveInherited(_ container: Container) throws(ResolutionError) -> Small {
    try container.resolve()
}

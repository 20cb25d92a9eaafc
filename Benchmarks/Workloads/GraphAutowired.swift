// The graph of Graph.swift, registered by initializers: the parameters' types are the edges.

import Armory

extension Workload {
    static let graphAutowired = Workload(
        "graph-autowired", "the same seven objects, autowired by their initializers", against: "baseline-graph"
    ) {
        let container = try Container {
            Singleton((any Repository).self, MemoryRepository.init)
            Transient(Level5.init)
            Transient(Level4.init)
            Transient(Level3.init)
            Transient(Level2.init)
            Transient(Level1.init)
            Transient(Root.init)
        }
        return { for _ in 0..<$0 { keep(object: try resolveRoot(container)) } }
    }
}

@inline(never)
private func resolveRoot(_ container: Container) throws(ResolutionError) -> Root {
    try container.resolve()
}

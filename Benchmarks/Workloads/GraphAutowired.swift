// The graph of Graph.swift, registered by initializers: the parameters' types are the edges.

import Armory

extension Workload {
    static let graphAutowired = Workload(
        "graph-autowired", "the same seven objects, autowired by their initializers", against: "baseline-graph"
    ) {
        let container = Container()
        try container.register(Singleton((any Repository).self, MemoryRepository.init))
        try container.register(Transient(Level5.init))
        try container.register(Transient(Level4.init))
        try container.register(Transient(Level3.init))
        try container.register(Transient(Level2.init))
        try container.register(Transient(Level1.init))
        try container.register(Transient(Root.init))
        container.freeze()
        return { for _ in 0..<$0 { keep(object: try resolveRoot(container)) } }
    }
}

@inline(never)
private func resolveRoot(_ container: Container) throws(ResolutionError) -> Root {
    try container.resolve()
}

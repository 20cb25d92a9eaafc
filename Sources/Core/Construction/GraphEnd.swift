internal import CCore

extension Resolver {
    /// Something to call when the graph that the factory belongs to is complete: after those that are added later.
    func addGraphEnd() -> GraphEnd {
        let end = GraphEnd()
        unsafe thread.pointee.graph_ends += 1
        unsafe StandaloneCell.keep(end, inGraphOf: thread)
        return end
    }
}

extension Making {
    /// The end of the graph, as a place for the bodies that are called there; nil: there are none.
    func graphEnd() -> GraphEnd? {
        guard let injections, !injections.wired.isEmpty else { return nil }
        return resolver.addGraphEnd()
    }

    /// Calls the bodies at the end of the graph.
    func call(at end: GraphEnd, with instance: T) {
        let wired = injections?.wired ?? []
        end.body = { for body in wired.reversed() { body(instance) } }
    }
}

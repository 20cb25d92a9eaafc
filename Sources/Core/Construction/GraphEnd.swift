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

extension Injections {
    /// The end of the graph, as a place for the bodies that are called there; nil: there are none.
    func graphEnd(_ resolver: borrowing Resolver) -> GraphEnd? { wired.isEmpty ? nil : resolver.addGraphEnd() }

    /// Calls the bodies at the end of the graph.
    func call(at end: GraphEnd, with instance: T) {
        end.body = { [wired] in for body in wired.reversed() { body(instance) } }
    }
}

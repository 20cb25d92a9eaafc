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

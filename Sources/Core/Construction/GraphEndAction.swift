internal import CCore

extension Making {
    /// Adds what notes the bodies that are called when the graph of the instance is complete, after those that are noted later;
    /// nil: there are none.
    func addGraphEndAction() -> GraphEndAction? {
        guard completion?.wired != nil else { return nil }
        let end = GraphEndAction()
        unsafe thread.pointee.graph_ends += 1
        unsafe StandaloneCell.keepAlive(end, inGraphOf: thread)
        return end
    }
}

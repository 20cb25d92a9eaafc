// What libraries ask about the path and the graph of the calling thread.

internal import CCore

extension RunningPath {
    /// Whether a cell is on the path: for a cell of the running graph, in that graph.
    package static func has(_ cell: StandaloneCell) -> Bool { position(of: cell) != nil }

    /// Whether an injection runs that began after a cell came on the path.
    package static func isInjecting(since cell: StandaloneCell) -> Bool {
        guard let position = position(of: cell), let node = unsafe ThreadNode.of(other: .current) else { return false }
        return node.frames.contains { $0.position > position && $0.build.phase == .injecting }
    }

    private static func position(of cell: StandaloneCell) -> UInt32? {
        let thread = unsafe ThreadState.current
        let begin = unsafe cell.lifetime == .graph ? thread.pointee.graph_depth : 0
        return unsafe thread.position(of: cell.slot, in: cell.home, since: begin)
    }

    /// Runs `body` in a graph of its own.
    package static func inGraph<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try unsafe ThreadState.current.inGraph(body)
    }

    /// The objects of the running graph, with their cells.
    package static var objectsOfGraph: [(cell: StandaloneCell, object: AnyObject)] {
        let thread = unsafe ThreadState.current
        return unsafe (thread.pointee.graph_begin..<thread.pointee.graph_count).compactMap { index in
            let entry = unsafe thread.pointee.graph[Int(index)]
            func read<T>(_ type: T.Type) -> AnyObject? {
                unsafe object(of: entry.instance.assumingMemoryBound(to: T.self).pointee)
            }
            let home = unsafe Home(mutating: entry.home)
            guard unsafe home.isStandalone, let cell = unsafe home.owner as? StandaloneCell,
                let object = read(cell.type)
            else { return nil }
            return (cell, object)
        }
    }
}

extension WaitForGraph {
    /// Whether the making of an instance in a graph has ended well: nobody may be given it early any more.
    func isDone(_ build: UnsafeMutableRawPointer) -> Bool {
        let build = unsafe Unmanaged<Build>.fromOpaque(build).takeUnretainedValue()
        return locked { build.phase == .done }
    }
}

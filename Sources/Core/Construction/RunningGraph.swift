// What libraries ask about the path and the graph of the calling thread.

internal import CCore

extension RunningPath {
    /// Whether a cell is on the path: for a cell of the running graph, in that graph.
    package static func isOnPath(_ cell: StandaloneCell) -> Bool { position(of: cell) != nil }

    /// How many injections run that began after a cell came on the path.
    package static func runningInjectionCount(insideCell cell: StandaloneCell) -> Int {
        guard let position = position(of: cell), let node = unsafe ThreadNode.existingNode(ofThread: .current) else {
            return 0
        }
        return node.frames.count { $0.position > position && $0.build.phase == .injecting }
    }

    /// Whether a cell's factory runs on the calling thread, and has not returned: nobody can be given the instance yet.
    package static func isConstructing(_ cell: StandaloneCell) -> Bool {
        guard let position = position(of: cell) else { return false }
        guard let node = unsafe ThreadNode.existingNode(ofThread: .current) else { return true }
        return !node.frames.contains { $0.position == position && $0.build.phase != .constructing }
    }

    private static func position(of cell: StandaloneCell) -> UInt32? {
        let thread = unsafe ThreadState.current
        let begin = unsafe cell.lifetime == .graph ? thread.pointee.graph_depth : 0
        return unsafe thread.pathPosition(of: cell.slot, in: cell.context, since: begin)
    }

    /// Runs `body` in a graph of its own.
    package static func withNewGraph<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try unsafe ThreadState.current.withNewGraph(body)
    }

    /// Puts an object into the running graph.
    ///
    /// - Parameter cell: Of the type `AnyObject` and the lifetime `graph`, without an object there; it outlives the graph.
    package static func addToGraph(_ object: AnyObject, at cell: StandaloneCell) {
        _ = unsafe ThreadState.current.addToGraph(object, cell.slot, cell.context)
    }

    /// The object that was put into the running graph.
    package static func graphObject(at cell: StandaloneCell) -> AnyObject? {
        guard let entry = unsafe ccore_in_graph(ThreadState.current, cell.slot, cell.context) else { return nil }
        return unsafe entry.pointee.instance.assumingMemoryBound(to: AnyObject.self).pointee
    }

    /// The objects of the running graph, with their cells; those that only keep a cell are left out.
    package static var graphObjects: [(cell: StandaloneCell, object: AnyObject)] {
        let thread = unsafe ThreadState.current
        return unsafe (thread.pointee.graph_begin..<thread.pointee.graph_count).compactMap { index in
            let entry = unsafe thread.pointee.graph[Int(index)]
            func read<T>(_ type: T.Type) -> AnyObject? {
                unsafe ArmoryCore.objectIfClassInstance(entry.instance.assumingMemoryBound(to: T.self).pointee)
            }
            let context = unsafe Context(mutating: entry.context)
            guard unsafe context.isStandalone, let cell = unsafe context.owner as? StandaloneCell,
                cell !== StandaloneCell.graphRetainer, let object = read(cell.type)
            else { return nil }
            return (cell, object)
        }
    }
}

extension WaitForGraph {
    /// Whether the making of an instance in a graph has ended well: nobody may be given it early any more.
    func isGraphBuildDone(_ build: UnsafeMutableRawPointer) -> Bool {
        let build = unsafe Unmanaged<Build>.fromOpaque(build).takeUnretainedValue()
        return locked { build.phase == .done }
    }
}

extension ThreadState {
    /// Runs `body` as an outermost resolve.
    ///
    /// Inside of a factory it is a graph of its own: what is not `Sendable` is shared only through the factory's resolver.
    @inline(__always)
    func runAsOutermostResolve<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        guard unsafe ccore_depth(self) == 0 else { return try unsafe withNewGraph(body) }
        defer { if unsafe pointee.graph_count != 0 { unsafe endGraph() } }
        return try body()
    }
}

// The instances of an outermost resolve that its parts share. They lie in the thread's arena.
//
//     outermost resolve        A        B              begin: 0
//       a new graph in B         |        C    D      begin: 2, and back to 0 at its end

internal import CCore

extension ThreadState {
    /// Ends the instances of the innermost graph, newest first.
    ///
    /// What a `deinit` resolves is a graph of its own, behind this one, which stays until all of it has ended.
    @inline(never)
    package func endGraph() {
        let (begin, end) = unsafe (pointee.graph_begin, pointee.graph_count)
        unsafe pointee.graph_begin = end
        if unsafe pointee.graph_ends != 0 { unsafe runGraphEndActions(begin..<end) }
        for index in (begin..<end).reversed() {
            let entry = unsafe pointee.graph[Int(index)]
            unsafe entry.slot.pointee.record?.deinitializeInstance(at: entry.instance)
            if let build = unsafe entry.build { unsafe Unmanaged<AnyObject>.fromOpaque(build).release() }
        }
        unsafe pointee.graph_count = begin
        unsafe pointee.graph_begin = begin
        if begin == 0 { unsafe ccore_arena_reset(self) }
    }

    /// Runs the actions of a graph's end, while its instances are all there.
    @inline(never)
    private func runGraphEndActions(_ entries: Range<UInt32>) {
        for index in entries.reversed() {
            let entry = unsafe pointee.graph[Int(index)]
            guard unsafe Slot(mutating: entry.slot).record?.instanceType == AnyObject.self,
                let end = unsafe entry.instance.assumingMemoryBound(to: AnyObject.self).pointee as? GraphEndAction
            else { continue }
            unsafe pointee.graph_ends -= 1
            end.body?()
            end.body = nil
        }
    }

    /// Adds an instance to the graph.
    ///
    /// - Parameter build: Its unfinished making.
    @inline(__always)
    func addToGraph<T>(
        _ instance: T, _ slot: Slot, _ context: Context, _ build: UnsafeMutableRawPointer? = nil
    ) -> UnsafeMutablePointer<T> {
        let place = unsafe ccore_graph_add(self, slot, context, build, MemoryLayout<T>.size, MemoryLayout<T>.alignment)
        return unsafe place.initializeMemory(as: T.self, to: instance)
    }
}

/// What is called at the end of a graph.
final class GraphEndAction {
    /// Nil: nothing is, or not yet.
    var body: (() -> Void)?
}

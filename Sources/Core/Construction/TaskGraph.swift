// The instances of the lifetime graph in one outermost resolve that awaits.
//
//     task --> factory that awaits --> a part, on a thread: its arena --finished--> TaskGraph --> the parts that follow, also of
//                                                                                                 child tasks
//
// A part is a making that does not await, with all that it needs. Child tasks have parts at the same time, and a caller may hand what it
// gets to another task. So the parts share only instances that threads may share.

internal import CCore

@safe
final class TaskGraph: Sendable {
    struct Key: Hashable {
        fileprivate let slot: UInt
        fileprivate let context: UInt

        init(_ slot: Slot, _ context: Context) {
            self.slot = UInt(bitPattern: slot)
            self.context = UInt(bitPattern: context)
        }
    }

    /// The builds of instances that are made by awaiting; changed with the wait-for graph locked.
    let builds = Guarded<[Key: TaskBuild]>([:])
    /// The instances that were made, in boxes of their type.
    private let instances = Guarded<[Key: any AnyObject & Sendable]>([:])
    /// What one part at a time has, as long as it makes an instance that the others may use.
    let reentrantLock = ReentrantLock()

    func hasInstanceInTaskGraph(for key: Key) -> Bool { instances.withLock { $0[key] } != nil }

    /// The instance of a slot; nil: there is none yet.
    func instanceInTaskGraph<T>(for key: Key, as type: T.Type = T.self) -> T? {
        // The key proves the type.
        instances.withLock { $0[key] }.map { unsafe unsafeDowncast($0, to: MadeInstance<T>.self).instance }
    }

    /// Keeps an instance; the first one of a key stays.
    func storeInTaskGraph<T>(_ instance: T, for key: Key, of handle: any AnyObject & Sendable) {
        let entry = MadeInstance(instance, of: handle)
        instances.withLock { instances in
            if instances[key] == nil { instances[key] = entry }
        }
    }

    /// Keeps those of a thread's instances that are finished, and that threads may share.
    ///
    /// - Parameter entries: The positions of the instances in the thread's graph.
    func storeFinishedInTaskGraph(_ entries: Range<UInt32>, ofThread thread: ThreadState) {
        for index in entries {
            let entry = unsafe thread.pointee.graph[Int(index)]
            let slot = unsafe Slot(mutating: entry.slot)
            guard let record = unsafe slot.record, record.isShareable,
                unsafe entry.build.map({ unsafe WaitForGraph.shared.isGraphBuildDone($0) }) ?? true
            else { continue }
            let context = unsafe Context(mutating: entry.context)
            func storeInstance<T>(_ type: T.Type) {
                unsafe storeInTaskGraph(
                    entry.instance.assumingMemoryBound(to: T.self).pointee, for: Key(slot, context),
                    of: context.container)
            }
            storeInstance(record.instanceType)
        }
    }
}

/// One instance of a type that its place proves.
final class MadeInstance<T>: @unchecked Sendable {  // Immutable. In a graph, threads may share the instance.
    let instance: T
    /// The handle that it was made for: the memory of another one is not taken for it as long as the instance is kept.
    private let handle: any AnyObject & Sendable

    init(_ instance: T, of handle: any AnyObject & Sendable) {
        self.instance = instance
        self.handle = handle
    }
}

extension ThreadState {
    /// Runs `body`, which does not await, as a part of a task's graph; nil: as a graph of its own.
    func withNewGraph<R, E: Error>(partOf whole: TaskGraph? = nil, _ body: () throws(E) -> R) throws(E) -> R {
        let (begin, depth, around) = unsafe (pointee.graph_begin, pointee.graph_depth, pointee.task_graph)
        unsafe pointee.graph_begin = unsafe pointee.graph_count
        unsafe pointee.graph_depth = unsafe ccore_depth(self)
        unsafe pointee.task_graph = unsafe whole.map {
            unsafe UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque())
        }
        defer {
            // What was not finished before may be now.
            unsafe whole?.storeFinishedInTaskGraph(pointee.graph_begin..<pointee.graph_count, ofThread: self)
            unsafe endGraph()
            unsafe pointee.graph_begin = begin
            unsafe pointee.graph_depth = depth
            unsafe pointee.task_graph = unsafe around
        }
        return try body()
    }

    /// The task's graph of which the innermost graph is a part; nil: it is a graph of its own.
    var taskGraph: TaskGraph? {
        unsafe pointee.task_graph.map { unsafe Unmanaged<TaskGraph>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension Making {
    /// The instance of the running graph.
    ///
    /// If the graph is a part of a task's and threads may share the instance, an earlier part may have made it, or one that runs now.
    func resolveInGraph() throws(ResolutionError) -> T {
        guard let whole = unsafe thread.taskGraph, unsafe slot.record?.isShareable ?? false,
            unsafe ccore_in_graph(thread, slot, context) == nil
        else { return try resolveInThreadGraph() }
        let key = unsafe TaskGraph.Key(slot, context)
        if let known: T = whole.instanceInTaskGraph(for: key) { return known }
        return try unsafe whole.reentrantLock.withLockOrWithout(waitingAtMost: context.pointee.wait_limit) {
            () throws(ResolutionError) in
            if let known: T = whole.instanceInTaskGraph(for: key) { return known }
            let first = unsafe thread.pointee.graph_count
            defer { unsafe whole.storeFinishedInTaskGraph(first..<thread.pointee.graph_count, ofThread: thread) }
            return try resolveInThreadGraph()
        }
    }
}

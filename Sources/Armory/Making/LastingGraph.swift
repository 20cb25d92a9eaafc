// A graph that continues after its outermost resolve: a lazy dependency that was created in it resolves in it later.
//
//     born       in a factory, when the first lazy dependency of the graph is made; its thread has the turn
//     kept       no thread has the turn: its objects are held weakly, so that those that keep the graph can end; a
//                resolution that awaits holds them strongly until it is over
//     lent       a thread resolves in it: the thread's own graph waits in a home meanwhile, so that neither graph gets
//                the other's instances
//
// One thread at a time resolves in a graph.

@safe
package final class LastingGraph: AnyLastingGraph, @unchecked Sendable {  // Each field says who guards it.
    /// Whether a resolution that awaits uses the graph: it continues after a thread has left the graph, so the graph
    /// holds its objects until it ends.
    private let holdsInstances: Bool
    /// The held objects; nil: no resolution that awaits uses the graph, or that resolution is over.
    ///
    /// Guarded by the registry's lock.
    private var held: [AnyObject]?

    /// Creates a graph without instances.
    ///
    /// - Parameter holdsInstances: Whether it holds its objects as long as a resolution in it goes on.
    package init(holdsInstances: Bool = false) {
        self.holdsInstances = holdsInstances
        held = holdsInstances ? [] : nil
        super.init()
        Census.begin(.lastingGraph)
    }

    /// Releases the held instances: the resolution is over.
    package func letGoOfInstances() { hold(nil) }

    private func hold(_ objects: [AnyObject]?) {
        let old = ThreadRegistry.shared.withLock { () -> [AnyObject]? in
            guard let old = held else { return nil }
            held = objects
            return old
        }
        // Their `deinit` is user code: not under the lock.
        withExtendedLifetime(old) {}
    }

    deinit {
        // A graph that nothing keeps after its resolve still has its thread's turn.
        if unsafe arena != nil { WaitForGraph.shared.leave(ObjectIdentifier(self)) }
        Census.end(.lastingGraph)
    }

    /// Makes the graph of the thread's running resolve a lasting one, and returns it; nil: no resolve runs.
    package static func running(on context: UnsafeMutablePointer<ThreadContext>) -> LastingGraph? {
        guard unsafe !context.isOutermost else { return nil }
        if let lasting = unsafe context.pointee.graph.lasting {
            return unsafe unsafeDowncast(lasting, to: LastingGraph.self)
        }
        let graph = LastingGraph()
        unsafe WaitForGraph.shared.begin(ObjectIdentifier(graph), of: ThreadNode.of(context))
        unsafe graph.arena = context.graph
        unsafe graph.level = context.pointee.graph.level
        unsafe context.pointee.graph.lastings = (context.pointee.graph.lastings ?? []) + [graph]
        // The marker makes the graph non-empty, because the end of a resolve ignores the lasting graph of an empty arena.
        unsafe context.pointee.graph.insert(graph.marker, UInt(0))
        return graph
    }

    /// The graph of `running`, if the instance that is made now belongs to it, else nil.
    ///
    /// The instance does not belong to it if it is made for one that a container keeps, which outlives the graph and
    /// may be another container's.
    static func ofInstance(on context: UnsafeMutablePointer<ThreadContext>) -> LastingGraph? {
        let isOfGraph = unsafe context.path.allSatisfy { slot in
            unsafe !Slot(identifier: slot).binding.lifetime.sharesInstances
        }
        return isOfGraph ? unsafe running(on: context) : nil
    }

    /// Stands for a slot in the thread's arena: no slot has this address.
    private var marker: UInt { unsafe Unmanaged.passUnretained(self).word }

    override func keep(_ context: UnsafeMutablePointer<ThreadContext>) {
        unsafe keepInstances(of: context)
        unsafe arena = nil
        WaitForGraph.shared.leave(ObjectIdentifier(self))
    }

    /// Keeps the finished instances of the graph.
    ///
    /// Unfinished ones belong to a resolve further out; the graph makes them anew.
    private func keepInstances(of context: UnsafeMutablePointer<ThreadContext>) {
        let instances = unsafe context.pointee.graph.kept { entry, slot in
            unsafe slot != marker && entry.build.map { WaitForGraph.shared.phase(of: $0) == .done } ?? true
        }
        unsafe ThreadRegistry.shared.keep(instances, of: context, in: self)
        if holdsInstances { hold(instances.compactMap { $0.strong() }) }
    }

    /// Makes the calls that wait for the end of the graph.
    override func resolveEnded(_ context: UnsafeMutablePointer<ThreadContext>) {
        unsafe ThreadNode.of(context).callWired(of: self)
    }

    /// Calls `body`, whose resolves run in this graph and not in the thread's own.
    ///
    /// - Parameter findsAll: Whether they find all instances of the graph: the call belongs to its objects. Otherwise they
    ///   find the shareable ones, because another thread may be using the others.
    /// - Throws: The errors of `body`; a `WaitFault` if another thread uses the graph and waits for this one, or uses
    ///   it for too long.
    package func resolve<R>(waitLimit: Duration?, findsAll: Bool, _ body: () throws -> R) throws -> R {
        func resolve() throws -> R { findsAll ? try body() : try unsafe context.inNewLevel(body) }
        let context = unsafe ThreadContext.current
        if unsafe context.pointee.graph.lasting === self { return try resolve() }
        let (me, deadline) = (unsafe ThreadNode.of(context), Deadline(after: waitLimit))
        guard try WaitForGraph.shared.enter(ObjectIdentifier(self), by: me, deadline: deadline) else {
            return try unsafe resolveAgain(context, resolve)
        }
        return try unsafe resolveOnLoan(context, all: findsAll, resolve)
    }

    /// Resolves in a graph that runs further out on this thread.
    private func resolveAgain<R>(
        _ context: UnsafeMutablePointer<ThreadContext>, _ body: () throws -> R
    ) throws -> R {
        guard let other = unsafe arena else { return try unsafe context.inNewLevel(body) }
        let isElsewhere = unsafe other != context.graph
        if isElsewhere { unsafe ThreadRegistry.shared.exchangeGraphs(of: context, and: other, isHome: true) }
        defer {
            if isElsewhere { unsafe ThreadRegistry.shared.exchangeGraphs(of: context, and: other, isHome: true) }
        }
        return try unsafe context.inLevel(level, body)
    }

    private func resolveOnLoan<R>(
        _ context: UnsafeMutablePointer<ThreadContext>, all: Bool, _ body: () throws -> R
    ) throws -> R {
        let home = UnsafeMutablePointer<GraphArena>.allocate(capacity: 1)
        unsafe home.initialize(to: GraphArena(nil))
        unsafe ThreadRegistry.shared.exchangeGraphs(of: context, and: home, isHome: true)
        unsafe context.pointee.graph.lastings = [self]
        unsafe level = context.pointee.graph.level
        unsafe arena = context.graph
        isOnLoan = true
        let (levelStart, outermostTop) = unsafe (context.pointee.levelStart, context.pointee.outermostTop)
        unsafe (context.pointee.levelStart, context.pointee.outermostTop) = unsafe (context.pathPosition, 0)
        unsafe ThreadRegistry.shared.lend(self, all: all, to: context)
        defer {
            unsafe keepInstances(of: context)
            unsafe context.pointee.graph.lastings = nil
            unsafe ThreadRegistry.shared.exchangeGraphs(of: context, and: home, isHome: false)
            unsafe (context.pointee.levelStart, context.pointee.outermostTop) = (levelStart, outermostTop)
            isOnLoan = false
            unsafe arena = nil
            WaitForGraph.shared.leave(ObjectIdentifier(self))
            // Releases the graph's instances that have no other reference: user code may run.
            unsafe home.pointee.tearDown()
            unsafe home.deinitialize(count: 1)
            unsafe home.deallocate()
            unsafe resolveEnded(context)
        }
        return try body()
    }
}

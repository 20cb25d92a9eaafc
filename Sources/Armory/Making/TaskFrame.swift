// A resolution that awaits, as it travels with its task and the task's children: the path, the graph, the container.
//
//     resolveAsync(A) --> frame A --> frame B --> frame C          the path, outermost first; each names the one around
//                           \----------- root -----------/          the graph that all of them share
//
// A task-local holds the frame of the running factory, so that every resolve inside the factory belongs to the frame.
// It may come through the resolver, through a container, in a child task, or in a sync factory further in. The
// factory's end cuts the frame off: a task that the factory started and left behind begins a new resolution, and holds
// nothing of the container.

internal import Synchronization

/// Whether there has been a frame in this process.
private let framesHaveBegun = Atomic<Bool>(false)

/// One async factory that runs, or waits for its dependencies.
package final class TaskFrame: @unchecked Sendable {  // `live` is guarded by `lock`; the rest is immutable.
    @TaskLocal static var innermost: TaskFrame?

    /// How many factories may await one another: a longer chain counts as endless.
    static let maximalDepth = 10_000

    /// The state of a frame as long as its factory runs.
    struct Live {
        /// The container that the factory runs for; `container` on the floors that know the type.
        let owner: any SlotOwner
        let root: TaskRoot
        let parent: TaskFrame?
        /// The build that others wait for, the factory's own or one around it; nil: only the caller waits.
        let build: TaskBuild?
        let depth: Int
    }

    let binding: Binding
    private let lock = Lock()
    private var live: Live?

    /// - Parameter owner: A `Container`: the floors that know the type cast it.
    /// - Parameter build: The build that others wait for; nil: the build of the frame around, if there is one.
    init(_ binding: Binding, in owner: any SlotOwner, under asker: Asker, _ build: TaskBuild?) {
        self.binding = binding
        let parent = asker.frame?.current
        live = Live(
            owner: owner, root: asker.root ?? TaskRoot(), parent: asker.frame,
            build: build ?? parent?.build, depth: (parent?.depth ?? 0) + 1)
        if !framesHaveBegun.load(ordering: .relaxed) { framesHaveBegun.store(true, ordering: .relaxed) }
        Census.begin(.taskFrame)
    }

    deinit {
        Census.end(.taskFrame)
    }

    /// The state of the frame; nil: the factory has returned.
    var current: Live? { lock.withLock { live } }

    /// Cuts the frame off, because the factory has returned.
    func end() {
        let ended = lock.withLock { live.take() }
        // Released after the lock: the container and the instances that were made may end with it.
        withExtendedLifetime(ended) {}
    }

    /// The frame of the running code; nil: it belongs to none, or the factory that started it has returned.
    static var running: TaskFrame? {
        // Relaxed: code that runs in a frame runs after its beginning. A program without async factories reads no
        // task-local.
        guard framesHaveBegun.load(ordering: .relaxed) else { return nil }
        return innermost.flatMap { $0.current == nil ? nil : $0 }
    }

    /// The frames from the outermost to this one.
    var chain: [TaskFrame] {
        var chain = [self]
        while let parent = chain[chain.count - 1].current?.parent { chain.append(parent) }
        return chain.reversed()
    }

    /// The registrations of the frames from the outermost to this one.
    var bindings: [Binding] { chain.map(\.binding) }

    /// Whether this frame, or one around it, makes the registration for the same container.
    func isMaking(_ binding: Binding, in owner: any SlotOwner) -> Bool {
        chain.contains { $0.binding === binding && ($0.current.map { $0.owner === owner } ?? false) }
    }
}

/// The asker: the running factory, and the resolution that it is part of.
struct Asker: Sendable {
    let frame: TaskFrame?
    let root: TaskRoot?

    /// - Parameters:
    ///   - frame: The frame of the running factory, if there is one.
    ///   - root: The resolution, if no factory runs.
    ///   - graph: A lasting graph that the resolution takes place in, whether a factory runs or not.
    init(_ frame: TaskFrame?, _ root: TaskRoot? = nil, inGraph graph: LastingGraph? = nil) {
        let current = frame?.current
        self.frame = current == nil ? nil : frame
        self.root = graph.map { TaskRoot(in: $0) } ?? current?.root ?? root
    }

    /// The build that others wait for and that the asker is part of.
    var build: TaskBuild? { frame?.current?.build }

    /// The asker's path.
    var bindings: [Binding] { frame?.bindings ?? [] }

    /// The asker's path and the registration that it asks for.
    func path(to binding: Binding) -> [Binding] { bindings + [binding] }
}

/// The graph of one outermost resolve that awaits, and the builds in it.
final class TaskRoot: @unchecked Sendable {  // `graph` is guarded by `lock`, `builds` by that of `TaskWaits`.
    private let lock = Lock()
    private var graph: LastingGraph?
    private let isOwner: Bool
    /// The builds of instances with the lifetime graph.
    var builds: [BuildKey: TaskBuild] = [:]

    /// A registration, and the container that asks.
    struct BuildKey: Hashable {
        let binding: ObjectIdentifier
        let container: ObjectIdentifier
    }

    /// - Parameter graph: The lasting graph of the resolution; nil: it is a call from outside.
    init(in graph: LastingGraph? = nil) {
        self.graph = graph
        isOwner = graph == nil
    }

    deinit {
        if isOwner { graph?.letGoOfInstances() }
    }

    /// The graph, created when a container that may have instances in it first asks.
    func graph(ifMayHaveGraphs mayHaveGraphs: @autoclosure () -> Bool) -> LastingGraph? {
        lock.withLock {
            if graph == nil, mayHaveGraphs() { graph = LastingGraph(holdsInstances: true) }
            return graph
        }
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The registrations on the calling thread's path, after those of its task around.
    var wholePath: [Binding] {
        let own = unsafe bindings
        guard let frame = TaskFrame.running else { return own }
        let around = frame.bindings
        // An instance that is completed after its factory has returned is on both paths.
        return around + (own.first === around.last ? own.dropFirst() : own[...])
    }
}

extension AsyncResolver {
    init(owner: any AnyObject & Sendable, _ frame: TaskFrame) {
        self.init(owner: owner, frameObject: frame)
    }

    var frame: TaskFrame { unsafe unsafeDowncast(frameObject, to: TaskFrame.self) }

    /// Calls `body` as a part of the resolution, also in a task that has inherited nothing from the factory's task.
    func inFrame<R>(_ body: () async throws -> R) async throws -> R {
        guard TaskFrame.running !== frame else { return try await body() }
        return try await TaskFrame.$innermost.withValue(frame) { try await body() }
    }
}

// A resolution that awaits, as it travels with its task and the task's children: the path, the graph, the container.
//
//     resolveAsync(A) --> frame A --> frame B --> frame C          the path, outermost first; each names the one around it
//                           \----------- root -----------/          the graph that all of them share
//
// The frame of the factory that runs is in a task-local, so that whoever asks in it belongs to it: through the resolver, through a
// container, in a child task, in a sync factory further in. Its end cuts it off: a task that the factory started and left behind
// begins anew, and holds nothing of the container's.

internal import Synchronization

/// Whether there has been a frame in this process.
private let framesHaveBegun = Atomic<Bool>(false)

/// One async factory that runs, or waits for what it needs.
package final class TaskFrame: @unchecked Sendable {  // `live` is guarded by `lock`; the rest is immutable.
    @TaskLocal static var innermost: TaskFrame?

    /// So many factories may await one another: more is taken for a chain without an end.
    static let maximalDepth = 10_000

    /// What is there as long as the factory runs.
    struct Live {
        /// The container that asks; `container` on the floors that know the type.
        let owner: any SlotOwner
        let root: TaskRoot
        let parent: TaskFrame?
        /// What waits for the factory, it or one around it: nil, nobody but its caller.
        let build: TaskBuild?
        let depth: Int
    }

    let binding: AnyBinding
    private let lock = Lock()
    private var live: Live?

    /// - Parameter build: What others wait for; nil: what others wait for around it.
    init(_ binding: AnyBinding, in owner: any SlotOwner, under asker: Asker, _ build: TaskBuild?) {
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

    /// What there is of it; nil: the factory has returned.
    var current: Live? { lock.withLock { live } }

    /// Cuts it off.
    func end() {
        let ended = lock.withLock {
            defer { live = nil }
            return live
        }
        // Let go of after the lock: the container may end, and what was made.
        withExtendedLifetime(ended) {}
    }

    /// The frame that the running code belongs to; nil: it belongs to none, or the factory that started it has returned.
    static var running: TaskFrame? {
        // Relaxed: whoever runs in a frame comes after its beginning. A program that awaits nothing reads no task-local.
        guard framesHaveBegun.load(ordering: .relaxed) else { return nil }
        return innermost.flatMap { $0.current == nil ? nil : $0 }
    }

    /// The frames from the outermost to this one.
    var chain: [TaskFrame] {
        var chain = [self]
        while let parent = chain[chain.count - 1].current?.parent { chain.append(parent) }
        return chain.reversed()
    }

    /// The registrations on the way to this one, the last.
    var bindings: [AnyBinding] { chain.map(\.binding) }

    /// Whether the registration is being made here or around here, for the same container.
    func isMaking(_ binding: AnyBinding, in owner: any SlotOwner) -> Bool {
        chain.contains { $0.binding === binding && ($0.current.map { $0.owner === owner } ?? false) }
    }
}

/// Who asks: the factory that runs, and the resolution that it is part of.
struct Asker: Sendable {
    let frame: TaskFrame?
    let root: TaskRoot?

    init(_ frame: TaskFrame?, _ root: TaskRoot? = nil) {
        let current = frame?.current
        self.frame = current == nil ? nil : frame
        self.root = current?.root ?? root
    }

    /// As above, but in a graph that is kept, where there is one.
    init(_ frame: TaskFrame?, inGraph graph: KeptGraph?) {
        let current = frame?.current
        self.frame = current == nil ? nil : frame
        root = graph.map { TaskRoot(in: $0) } ?? current?.root
    }

    /// What others wait for and the asker is part of.
    var build: TaskBuild? { frame?.current?.build }

    /// The asker's path.
    var bindings: [AnyBinding] { frame?.bindings ?? [] }

    /// The asker's path and what it asks for.
    func path(to binding: AnyBinding) -> [AnyBinding] { bindings + [binding] }
}

/// What one outermost resolve that awaits has for itself: its graph.
final class TaskRoot: @unchecked Sendable {  // `graph` is guarded by `lock`, `builds` by that of `TaskWaits`.
    private let lock = Lock()
    private var graph: KeptGraph?
    private let isOwner: Bool
    /// Instances of the lifetime graph that are being made.
    var builds: [Place: TaskBuild] = [:]

    /// A registration, and the container that asks.
    struct Place: Hashable {
        let binding: ObjectIdentifier
        let container: ObjectIdentifier
    }

    /// The resolution of a call from outside.
    init() {
        isOwner = true
    }

    /// A resolution in a graph that somebody keeps.
    init(in graph: KeptGraph) {
        self.graph = graph
        isOwner = false
    }

    deinit {
        if isOwner { graph?.letGoOfInstances() }
    }

    /// The graph, made when a container first may have instances in it.
    func graph(ifMayHaveGraphs mayHaveGraphs: @autoclosure () -> Bool) -> KeptGraph? {
        lock.withLock {
            if graph == nil, mayHaveGraphs() { graph = KeptGraph(holdsInstances: true) }
            return graph
        }
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The registrations on the way to what the calling thread makes innermost, with those of its task around.
    var wholePath: [AnyBinding] {
        let own = unsafe bindings
        guard let frame = TaskFrame.running else { return own }
        let around = frame.bindings
        // What completes an instance after its factory has returned stands on both.
        return around + (own.first === around.last ? own.dropFirst() : own[...])
    }
}

extension AsyncResolver {
    init(owner: any AnyObject & Sendable, _ frame: TaskFrame) {
        self.init(owner: owner, frameObject: frame)
    }

    var frame: TaskFrame { unsafe unsafeDowncast(frameObject, to: TaskFrame.self) }
}

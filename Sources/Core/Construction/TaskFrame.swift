// A resolution that awaits, as it travels with its task and the task's children: the path, and the graph.
//
//     resolveAsync(A) --> frame A --> frame B --> frame C          the path, outermost first; each names the one around
//                           \----------- graph ----------/          what all of them share
//
// A task-local holds the frame of the running factory, so that every resolve inside the factory belongs to the frame: through its
// resolver, through a container, in a child task, or in a factory further in that does not await. The factory's end cuts the frame
// off: a task that the factory has left behind begins a new resolution, and holds nothing of the container.

internal import CCore

/// One factory that awaits, and runs or waits for its dependencies.
@safe
final class TaskFrame: @unchecked Sendable {  // Immutable but for `live`, which has a lock of its own.
    @TaskLocal static var innermost: TaskFrame?

    /// How many factories may await one another: a longer chain counts as endless.
    static let maximalDepth = 10_000

    /// What a frame has as long as its factory runs.
    @safe
    struct LiveState {
        let container: any AnyObject & Sendable
        let parent: TaskFrame?
        let graph: TaskGraph
        /// The build that others wait for, the factory's own or one around it; nil: only the caller waits.
        let build: TaskBuild?
        /// The cells that were awaited for the factory's decorators and injections, and whose factories declined.
        var declined: [Slot] = unsafe []
    }

    let slot: Slot
    let context: Context
    let step: ResolutionError.Step
    private let live: Guarded<LiveState?>

    /// - Parameter build: The build of the factory; nil: that of the frame around, if there is one.
    init(_ slot: Slot, _ context: Context, under asker: Asker, _ build: TaskBuild?) {
        unsafe self.slot = unsafe slot
        unsafe self.context = unsafe context
        step = unsafe slot.step
        let around = asker.frame?.liveState
        live = Guarded(
            unsafe LiveState(
                container: context.container, parent: around == nil ? nil : asker.frame,
                graph: asker.graph ?? TaskGraph(), build: build ?? around?.build))
    }

    /// The frame's state; nil: the factory has returned.
    var liveState: LiveState? { live.withLock { $0 } }

    /// Notes that a cell was awaited in vain, so that who asks for it without awaiting learns why.
    func noteFactoryDeclined(of slot: Slot) { live.withLock { unsafe $0?.declined.append(slot) } }

    /// Whether the factory has not returned.
    var isRunning: Bool { live.withLock { $0 != nil } }

    /// Runs `body`, which uses the slot or the context: they are kept as long as the factory runs; nil: it has returned.
    @discardableResult
    func performIfFactoryIsRunning<R>(_ body: () -> R) -> R? {
        liveState.map { live in withExtendedLifetime(live) { body() } }
    }

    /// Cuts the frame off, because the factory has returned.
    func releaseLiveState() {
        // Released after the lock: the container and the instances may go with it.
        let former = live.withLock { $0.take() }
        withExtendedLifetime(former) {}
    }

    /// The frame of the running code; nil: it belongs to none, or its factory has returned.
    static var running: TaskFrame? { innermost.flatMap { $0.isRunning ? $0 : nil } }

    /// The frame around; nil: there is none, or the factory has returned.
    ///
    /// Read alone, because paths are put together under the lock of the wait-for graph: if the factory returns meanwhile, a copy of the
    /// whole state would be the last one that holds the user's objects.
    private var parent: TaskFrame? { live.withLock { $0?.parent } }

    /// The frames from the outermost to this one.
    var chain: [TaskFrame] {
        var chain = [self]
        while let parent = chain[chain.count - 1].parent { chain.append(parent) }
        return chain.reversed()
    }

    /// The steps of the frames from the outermost to this one.
    var steps: [ResolutionError.Step] { chain.map(\.step) }
}

extension ThreadState {
    /// Notes for each cell on the path, and on that of the task, that its making asks for more than it declares: what comes of
    /// it depends on the container.
    package func markPathAsDependingOnUndeclared() {
        unsafe levels.forEach { unsafe Slot(mutating: $0.slot).markAsDependingOnUndeclared() }
        TaskFrame.innermost?.markPathAsDependingOnUndeclared()
    }
}

extension TaskFrame {
    /// Notes for each making of the chain that runs that it asks for more than it declares.
    func markPathAsDependingOnUndeclared() {
        for frame in chain { frame.performIfFactoryIsRunning { unsafe frame.slot.markAsDependingOnUndeclared() } }
    }
}

extension Slot {
    fileprivate func markAsDependingOnUndeclared() {
        guard unsafe kind == .kept, let context = unsafe pointee.context else { return }
        unsafe context.locked { unsafe setMark(ccore_wide) }
    }
}

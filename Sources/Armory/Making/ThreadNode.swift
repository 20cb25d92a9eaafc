/// A thread's node in the wait-for graph: its current wait, and the unfinished instances that it holds.
///
/// Created when the thread first makes an instance on the slow path or waits at a gate, and kept until the thread ends.
/// The fast path needs it to make a kept instance, so the first one of a thread takes the slow path.
@safe
package final class ThreadNode: @unchecked Sendable {  // Each field says who guards it.
    let condition = Condition()
    /// The target that the thread sleeps on.
    ///
    /// Guarded by the wait-for graph's lock.
    var target: WaitTarget?
    /// Set to make the sleeping thread look again, because the graph has changed in its favour.
    ///
    /// Guarded by the wait-for graph's lock.
    var mustLookAgain = false
    /// Set to make the sleeping thread end its innermost injection, which is put off.
    ///
    /// Guarded by the wait-for graph's lock.
    var mustGiveWay = false
    /// The builds whose instances the thread took early for builds that are not finished, oldest first.
    ///
    /// A build that finishes takes the entries that were added since it began. Used only by the thread, except that who
    /// puts off the injection of a sleeping thread counts anew, with the wait-for graph locked.
    var early: [AnyBuild] = [] { didSet { recount() } }
    /// The builds that run, outermost first.
    ///
    /// Changed only by the thread; others read it while the thread sleeps, with the wait-for graph locked.
    var frames: [Frame] = [] { didSet { recount() } }
    /// The injections that were put off.
    ///
    /// Used only by the thread.
    var putOffs: [PutOff] = [] { didSet { recount() } }
    /// The calls to make when the outermost resolve has ended, in the order in which the instances were made.
    ///
    /// Used only by the thread.
    var wired: [WiredCall] = []
    /// The gates that the thread has entered, outermost first.
    ///
    /// Guarded by the wait-for graph's lock.
    var gates: [Gate] = []
    /// The number that the system gives the thread.
    let thread = Platform.threadNumber
    /// The thread that makes the instance that this one waited for last.
    ///
    /// Used only by the thread, which writes it with the wait-for graph locked.
    var lastMaker: UInt64?
    /// How often the thread has slept.
    ///
    /// Used only by the thread.
    var sleepCount = 0
    /// The thread's context, whose path others read while the thread sleeps.
    let context: UnsafeMutablePointer<ThreadContext>

    private init(context: UnsafeMutablePointer<ThreadContext>) {
        unsafe self.context = unsafe context
        Census.begin(.threadNode)
    }

    deinit {
        Census.end(.threadNode)
    }

    /// Returns the node of a context's thread, which is the calling one.
    package static func of(_ context: UnsafeMutablePointer<ThreadContext>) -> ThreadNode {
        if let node = unsafe context.pointee.node {
            return unsafe unsafeDowncast(node, to: ThreadNode.self)
        }
        let node = unsafe ThreadNode(context: context)
        unsafe context.pointee.node = node
        return node
    }

    /// Notes that the thread holds the build's unfinished instance.
    ///
    /// Requires that the wait-for graph is locked, or that the build belongs to the thread's own graph.
    func takeEarly(_ build: AnyBuild) {
        build.wasTakenEarly = true
        early.append(build)
    }

    /// Removes and returns the unfinished instances that were taken since `mark`; from now on the calling build answers
    /// for them.
    func claimEarly(since mark: Int) -> [AnyBuild] {
        guard early.count > mark else { return [] }
        defer { early.removeSubrange(mark...) }
        return Array(early[mark...])
    }
}

/// A target that a thread can sleep on.
package enum WaitTarget {
    case build(AnyBuild)
    case gate(Gate)
    /// The turn of an object, by its identity.
    case turn(ObjectIdentifier)

    var isGate: Bool {
        if case .gate = self { true } else { false }
    }

    /// Whether the wait can be cut short to break a circle.
    ///
    /// Guarded by the wait-for graph's lock.
    var canYield: Bool {
        switch self {
        case .build(let build): build.canBeTakenEarly
        case .gate: true
        case .turn: false
        }
    }

    /// The thread that ends the wait; nil: it is over.
    ///
    /// Guarded by the wait-for graph's lock.
    var owner: ThreadNode? {
        switch self {
        case .build(let build): build.isUnfinished ? build.owner : nil
        case .gate(let gate): gate.running
        case .turn(let turn): WaitForGraph.shared.turns[turn]
        }
    }

    /// Guarded by the wait-for graph's lock.
    var isOver: Bool { owner == nil }
}

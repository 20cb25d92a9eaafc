/// A thread's part in the wait-for graph: what it waits for, and which unfinished instances it holds.
///
/// Made when the thread first builds something that others share, and kept for its next builds.
@safe
package final class Resolution: @unchecked Sendable {  // Each field says who guards it.
    let condition = Condition()
    /// What the thread sleeps on.
    ///
    /// Guarded by the wait-for graph's lock.
    var target: WaitTarget?
    /// Set to have the sleeping thread look again, because the graph has changed in its favour.
    ///
    /// Guarded by the wait-for graph's lock.
    var mustLookAgain = false
    /// Set to have the sleeping thread end its innermost injection, which is put off.
    ///
    /// Guarded by the wait-for graph's lock.
    var mustGiveWay = false
    /// The builds whose instances the thread took early and whose takers are not finished, oldest first.
    ///
    /// A build that finishes takes those that came since it began. The thread's own.
    var early: [AnyBuild] = []
    /// The builds that run, outermost first.
    ///
    /// Changed by the thread alone; others read it while the thread sleeps, with the wait-for graph locked.
    var frames: [Frame] = []
    /// The injections that were put off.
    ///
    /// The thread's own.
    var putOffs: [PutOff] = []
    /// What is to be called when the outermost resolve has ended, in the order in which the instances were made.
    ///
    /// The thread's own.
    var wired: [WiredCall] = []
    /// The gates that the thread has entered, outermost first.
    ///
    /// Guarded by the wait-for graph's lock.
    var gates: [Gate] = []
    /// What the system calls the thread.
    let thread = Platform.threadNumber
    /// The thread that makes what this one has waited for last.
    ///
    /// The thread's own, written with the wait-for graph locked.
    var lastMaker: UInt64?
    /// How often the thread has slept.
    ///
    /// The thread's own.
    var sleepCount = 0
    /// The thread's context, whose path others read while the thread sleeps.
    let context: UnsafeMutablePointer<ThreadContext>

    private init(context: UnsafeMutablePointer<ThreadContext>) {
        unsafe self.context = unsafe context
        Census.begin(.resolution)
    }

    deinit {
        Census.end(.resolution)
    }

    /// The part of the thread of this context, which is the calling one.
    package static func of(_ context: UnsafeMutablePointer<ThreadContext>) -> Resolution {
        if let resolution = unsafe context.pointee.resolution {
            return unsafe unsafeDowncast(resolution, to: Resolution.self)
        }
        let resolution = unsafe Resolution(context: context)
        unsafe context.pointee.resolution = resolution
        return resolution
    }

    /// Notes that the thread holds the build's unfinished instance.
    ///
    /// The wait-for graph is locked, or the build is of the thread's own graph.
    func takeEarly(_ build: AnyBuild) {
        build.wasTakenEarly = true
        early.append(build)
        recount()
    }

    /// The unfinished instances that were taken since `mark`, which the calling build answers for from here on.
    func claimEarly(since mark: Int) -> [AnyBuild] {
        guard early.count > mark else { return [] }
        let taken = Array(early[mark...])
        early.removeSubrange(mark...)
        recount()
        return taken
    }
}

/// What a thread can sleep on.
package enum WaitTarget {
    case build(AnyBuild)
    case gate(Gate)
    /// What one thread at a time does.
    case turn(Turn)

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

    /// Guarded by the wait-for graph's lock.
    var isOver: Bool {
        switch self {
        case .build(let build): !build.isUnfinished
        case .gate(let gate): gate.holders.isEmpty
        case .turn(let turn): turn.user == nil
        }
    }
}

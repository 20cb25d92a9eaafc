// One attempt to make an instance that tasks wait for, and those tasks.
//
//     waiter --waits for--> build --is made by--> a task, which waits by waiters of its own

/// What does not depend on the type of the instance.
class TaskBuild: @unchecked Sendable {  // Every `var` is guarded by the lock of `TaskWaits`.
    let binding: AnyBinding
    /// What the slot goes back to where nothing comes of it; nil: it has none.
    let slot: (identifier: UInt, previousState: UInt)?
    /// The frame of the factory.
    var frame: TaskFrame?
    /// The task that runs it; nil: its first asker's does.
    var task: Task<Void, Never>?
    /// Who waits for it.
    var waiters: [ObjectIdentifier: TaskWaiter] = [:]
    /// By what it waits itself.
    var waits: [ObjectIdentifier: TaskWaiter] = [:]
    /// Whose call began it, as long as that waits.
    var beginner: TaskWaiter?
    /// Whether everybody has left who waited for it.
    var isAbandoned = false

    init(_ binding: AnyBinding, slot: (identifier: UInt, previousState: UInt)? = nil) {
        self.binding = binding
        self.slot = slot
        Census.begin(.taskBuild)
    }

    deinit {
        Census.end(.taskBuild)
    }
}

final class TaskBuildOf<T>: TaskBuild, @unchecked Sendable {  // As `TaskBuild`.
    /// The instance, written before the waiters are told, and read after.
    var instance: T?
}

extension TaskBuild {
    /// The build as its slot's key has shown it to be.
    ///
    /// See `AnyBinding.typed`.
    @unsafe
    func typed<T>(as type: T.Type) -> TaskBuildOf<T> {
        unsafe Unmanaged<TaskBuildOf<T>>.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
    }
}

/// One task's wait for a build.
final class TaskWaiter: @unchecked Sendable {  // Every `var` is guarded by the lock of `TaskWaits`.
    enum Outcome {
        /// The instance is there.
        case ready
        /// The factory threw, and this one's call had begun it.
        case failed(ResolutionError)
        /// Nothing came of it: the asker looks again.
        case again
        /// The waiting task was cancelled.
        case cancelled
        /// The limit has passed; what was waited for, with the way to it.
        case timedOut([AnyBinding])
    }

    let target: TaskBuild
    /// Who asks.
    let frame: TaskFrame?
    /// What the asker is part of.
    let asker: TaskBuild?
    /// How long it may take.
    let limit: Duration?
    /// Whether its call has begun the build.
    let isBeginner: Bool
    var continuation: CheckedContinuation<Outcome, Never>?
    var outcome: Outcome?

    init(for target: TaskBuild, _ asker: Asker, limit: Duration?, isBeginner: Bool = false) {
        self.target = target
        frame = asker.frame
        self.asker = asker.build
        self.limit = limit
        self.isBeginner = isBeginner
    }
}

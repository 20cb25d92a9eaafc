// One attempt to make an instance that tasks wait for, and those tasks.
//
//     waiter --waits for--> build --is made by--> a task, which has other waiters

/// The part of a task build that does not depend on the instance's type.
class TaskBuild: @unchecked Sendable {  // Every `var` is guarded by the lock of `TaskWaits`.
    let binding: Binding
    /// The slot, and the state that it returns to if the build fails; nil: the build has no slot.
    let slot: (identifier: UInt, previousState: UInt)?
    /// The frame of the factory.
    var frame: TaskFrame?
    /// The task that runs the factory; nil: the task of the first asker runs it.
    var task: Task<Void, Never>?
    /// The waiters for this build.
    var waiters: [ObjectIdentifier: TaskWaiter] = [:]
    /// The waiters by which the build's own factory waits.
    var waits: [ObjectIdentifier: TaskWaiter] = [:]
    /// Whether all waiters have left.
    var isAbandoned = false

    init(_ binding: Binding, slot: (identifier: UInt, previousState: UInt)? = nil) {
        self.binding = binding
        self.slot = slot
        Census.begin(.taskBuild)
    }

    deinit {
        Census.end(.taskBuild)
    }
}

final class TaskBuildOf<T>: TaskBuild, @unchecked Sendable {  // As `TaskBuild`.
    /// The instance, written before the waiters are resumed, and read after.
    var instance: T?
}

extension TaskBuild {
    /// The build, cast to the type that its slot's key proves.
    ///
    /// Not checked: a caller may hold the metatype of a subclass as that of a superclass. Instances of both are references.
    @unsafe
    func typed<T>(as type: T.Type) -> TaskBuildOf<T> {
        unsafe Unmanaged<TaskBuildOf<T>>.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
    }
}

/// One task's wait for a build.
final class TaskWaiter: @unchecked Sendable {  // Every `var` is guarded by the lock of `TaskWaits`.
    enum Outcome {
        /// The instance exists.
        case ready
        /// The factory threw, and this waiter's call had begun the build.
        case failed(ResolutionError)
        /// The build failed: the asker looks again.
        case again
        /// The waiting task was cancelled.
        case cancelled
        /// The limit has passed; holds the path to the registration that was waited for.
        case timedOut([Binding])
    }

    let target: TaskBuild
    /// The frame of the asker.
    let frame: TaskFrame?
    /// The build that the asker is part of.
    let asker: TaskBuild?
    /// How long the wait may take.
    let limit: Duration?
    /// Whether the waiter's call has begun the build.
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

// One attempt of a task to make an instance that others wait for, and the tasks that wait.
//
//     task --waiter--> cell --is made by--> task build --waits by--> waiter --> cell ...
//                        |
//                        +-- or by a thread, which sleeps for threads only
//
// A task waits by a continuation and blocks no thread. A thread never waits for a task.

internal import CCore

/// An attempt that a task makes.
///
/// The wait-for graph's lock guards every `var`.
final class TaskBuild: @unchecked Sendable {
    /// The task that runs the factory; nil: the asker's own task does.
    var task: Task<Void, Never>?
    /// The frame of the factory.
    var frame: TaskFrame?
    /// The waiters by which the build's own factory waits.
    var waits: [TaskWaiter] = []
    /// Whether nobody waits any more, so that the run was cancelled.
    var isAbandoned = false
}

/// What a task waits for: a cell, or the build of an instance of its graph.
@safe
enum TaskTarget {
    case cell(Slot)
    case build(TaskBuild)

    /// What the waiters are found by.
    var key: UInt {
        switch self {
        case .cell(let slot): UInt(bitPattern: slot)
        case .build(let build): UInt(bitPattern: ObjectIdentifier(build))
        }
    }
}

/// One task's wait.
///
/// The wait-for graph's lock guards every `var`.
package final class TaskWaiter: @unchecked Sendable {
    let target: TaskTarget
    /// The path of the asker, to what it asks for.
    package let steps: [ResolutionError.Step]
    /// The build that the asker is part of.
    let asker: TaskBuild?
    /// The frame of the factory that asks; nil: none does.
    private let frame: TaskFrame?
    /// Whether this wait has begun the making: it gets the error, whatever it is about.
    let hasBegunMaking: Bool
    /// Opens when the wait is over, with the reason why the asker does not look again: the factory threw, the waiting task was
    /// cancelled, or the limit has passed.
    let gate = Gate<ResolutionError?>()
    var isOver = false
    /// An instance that nobody else may hold, until the waiter has looked again; set before the wait is over, and not changed after it.
    var held: AnyObject?

    init(
        _ target: TaskTarget, _ steps: [ResolutionError.Step], _ asker: TaskBuild?, _ frame: TaskFrame?,
        hasBegunMaking: Bool = false
    ) {
        self.hasBegunMaking = hasBegunMaking
        self.target = target
        self.steps = steps
        self.asker = asker
        self.frame = frame
    }

    /// Whether the asker's build needs what this waits for: no factory on the way from the build to the asker has returned, and left the
    /// asker behind.
    var isNeeded: Bool {
        // A build whose task has just begun does not know its frame yet.
        guard let own = asker?.frame, let frame else { return true }
        // A chain ends where a factory has returned.
        return own.isRunning && frame.chain.contains { $0 === own }
    }
}

// MARK: Waiting

extension WaitForGraph {
    /// Adds a waiter; throws the circle that its wait would close.
    ///
    /// The graph is locked.
    func addWaiter(_ waiter: TaskWaiter) throws(ResolutionError) {
        if let me = waiter.asker, waiter.isNeeded, let links = findCycle(from: waiter.target, to: me) {
            // Where the asker's own path leads back, it is the circle. Else the others' ways follow.
            let asked = waiter.steps[waiter.steps.count - 1]
            let isOwn = waiter.steps.dropLast().contains { $0.key == asked.key }
            let path = isOwn ? waiter.steps : links.reduce(waiter.steps) { $0 + $1.steps.suffix(1) }
            throw ResolutionError(.cycle, path[path.count - 1].key, path: path, location: asked.location)
        }
        waiters[waiter.target.key, default: []].append(waiter)
        waiter.asker?.waits.append(waiter)
    }

    /// The waits that lead from a target back to a build; nil: there is no circle.
    private func findCycle(from target: TaskTarget, to me: TaskBuild) -> [TaskWaiter]? {
        var visited: Set<ObjectIdentifier> = []
        var open: [(target: TaskTarget, links: [TaskWaiter])] = [(target, [])]
        while let way = open.popLast() {
            guard let build = way.target.build else { continue }
            if build === me { return way.links }
            guard visited.insert(ObjectIdentifier(build)).inserted else { continue }
            // Reversed: the first wait is followed first.
            open += build.waits.reversed().filter(\.isNeeded).map { ($0.target, way.links + [$0]) }
        }
        return nil
    }

    /// Waits without blocking a thread, at most for a time in nanoseconds; then the asker looks again.
    ///
    /// - Parameter begin: Starts the making that this waits for, when a cancellation would reach it.
    func wait(
        for waiter: TaskWaiter, within limit: UInt64, startingMakingBy begin: () -> Void = {}
    ) async throws(ResolutionError) {
        // A century is for ever: clocks do not count to the longest durations.
        let alarm =
            limit >= 3_200_000_000_000_000_000
            ? nil
            : Alarms.shared.scheduleAlarm(after: .nanoseconds(limit)) {
                self.failWait(of: waiter) {
                    ResolutionError(.timedOut, at: waiter.steps, detail: waiter.target.makerDetail)
                }
            }
        defer { if let alarm { Alarms.shared.cancelAlarm(alarm) } }
        let failure = await withTaskCancellationHandler {
            begin()
            return await waiter.gate.waitUntilOpen()
        } onCancel: {
            failWait(of: waiter) { ResolutionError(.cancelled, at: waiter.steps, underlying: CancellationError()) }
        }
        if let failure { throw failure }
    }

    /// Ends a wait with an error before it is over; the last waiter cancels the build.
    private func failWait(of waiter: TaskWaiter, _ failure: () -> ResolutionError) {
        var abandoned: Task<Void, Never>?
        let resume = locked { () -> (() -> Void)? in
            guard !waiter.isOver else { return nil }
            let key = waiter.target.key
            waiters[key]?.removeAll { $0 === waiter }
            if waiters[key]?.isEmpty == true {
                waiters[key] = nil
                if let build = waiter.target.build, !build.isAbandoned {
                    build.isAbandoned = true
                    abandoned = build.task
                }
            }
            return endWaitReturningResume(of: waiter, failure: failure())
        }
        resume?()
        // The factory's cancellation handlers run in this call.
        abandoned?.cancel()
    }

    /// Ends a wait; the caller, which holds the lock, calls the result when it has unlocked.
    private func endWaitReturningResume(of waiter: TaskWaiter, failure: ResolutionError? = nil) -> () -> Void {
        waiter.isOver = true
        waiter.asker?.waits.removeAll { $0 === waiter }
        return { waiter.gate.openAndResumeWaiters(with: failure) }
    }

    /// Ends every wait for a target; the caller, which holds the lock, calls the results when it has unlocked.
    ///
    /// - Parameters:
    ///   - failure: What the factory threw; who waits gets it too.
    ///   - instance: The instance, if the cell does not hold it.
    func endWaitsReturningResumes(
        for key: UInt, failure: MakingFailure?, keepingAlive instance: AnyObject? = nil
    ) -> [() -> Void] {
        (waiters.removeValue(forKey: key) ?? []).map { waiter in
            waiter.held = instance
            guard let failure, waiter.hasBegunMaking || !failure.error.isCallerSpecific else {
                return endWaitReturningResume(of: waiter)
            }
            return endWaitReturningResume(of: waiter, failure: failure.rebasedError(to: waiter.steps))
        }
    }
}

extension TaskTarget {
    /// The build of a task that makes the target.
    ///
    /// The wait-for graph is locked.
    var build: TaskBuild? {
        switch self {
        case .build(let build): return build
        case .cell(let slot):
            guard case .object(let object)? = unsafe slot.maker else { return nil }
            return object as? TaskBuild
        }
    }

    /// The path of the thread or task that is waited for.
    ///
    /// The wait-for graph is locked.
    fileprivate var makerDetail: ResolutionError.Detail {
        if case .cell(let slot) = self, build == nil {
            return unsafe .other(WaitTarget.cell(slot).awaitedThreadSteps, isTask: false)
        }
        return .other(build?.frame?.steps ?? [], isTask: true)
    }
}

// Which task waits for which build, across all containers of the process: a circle is found before a task waits in it.
//
//     build A --waits by--> waiter --for--> build B --waits by--> waiter --for--> build A       refused: a cycle
//
// The lock is never held while user code runs, and no thread sleeps here: a waiter is a continuation. Threads that run
// sync factories wait for each other in the `WaitForGraph`, and never for a task, so no circle leads through both.

package final class TaskWaits: @unchecked Sendable {  // `builds` and what the builds say is guarded by `lock`.
    package static let shared = TaskWaits()

    private let lock = Lock()
    /// The builds of slots, by the slots' addresses.
    private var builds: [UInt: TaskBuild] = [:]

    private init() {}

    func withLock<R>(_ body: () -> R) -> R { lock.withLock(body) }

    /// The answer to an asker of an instance.
    enum Joined<T> {
        /// The instance exists.
        case instance(T)
        /// The instance is being made, or this call begins the build.
        case waits(TaskWaiter, TaskBuildOf<T>, begins: Bool)
        /// The container has ended.
        case closed
        /// The build waits for the asker, along this path.
        case circle([Binding])
    }
}

extension TaskWaits {
    /// How many tasks wait for builds of slots.
    package var waiterCount: Int { lock.withLock { builds.values.reduce(0) { $0 + $1.waiters.count } } }
}

extension TaskWaits {
    /// Waits until the builds that were given up have ended.
    ///
    /// - Parameters:
    ///   - owner: The container that the builds are for.
    ///   - limit: How long to wait at most; nil: until all have ended.
    func awaitAbandoned(of owner: any SlotOwner, within limit: Duration?) async {
        // Of each build the frame, which is asked without the lock: it may be the last holder of its container.
        let abandoned = lock.withLock {
            builds.values.compactMap { build in
                build.isAbandoned ? build.task.map { (task: $0, frame: build.frame) } : nil
            }
        }
        let tasks = abandoned.filter { $0.frame?.current?.owner === owner }.map(\.task)
        guard !tasks.isEmpty else { return }
        try? await TimeLimit(limit).run { for task in tasks { await task.value } }
    }
}

// MARK: Beginning

extension TaskWaits {
    /// Joins the build of a slot, or begins one.
    ///
    /// Requires that the slot stays alive during the call: it is on the thread's path, or, for a custom lifetime, the
    /// caller has a reference to its holder.
    func join<T>(
        _ slot: Slot, as type: T.Type, _ binding: Binding, _ asker: Asker, limit: Duration?
    ) -> Joined<T> {
        lock.lock()
        defer { lock.unlock() }
        while true {
            let state = unsafe slot.state
            if state == SlotState.ready { return .instance(unsafe slot.instance(as: type).pointee) }
            if state == SlotState.closed { return .closed }
            if state == SlotState.weak, let alive = unsafe slot.loadSharedPinned(as: type) { return .instance(alive) }
            // An empty slot has no build. An entry under its address is that of an earlier slot, which was freed after its
            // instance was published, and whose build has not ended yet.
            if state != SlotState.empty, let build = unsafe builds[slot.identifier] {
                return wait(for: unsafe build.typed(as: type), asker, limit: limit)
            }
            guard state == SlotState.empty || state == SlotState.weak, unsafe slot.claim(from: state) else { continue }
            let build = unsafe TaskBuildOf<T>(binding, slot: (slot.identifier, state))
            unsafe builds[slot.identifier] = build
            return begin(build, asker)
        }
    }

    /// Joins the build of an instance of the asker's graph, or begins one.
    func join<T>(
        _ key: TaskRoot.BuildKey, in root: TaskRoot, as type: T.Type, _ binding: Binding, _ asker: Asker,
        limit: Duration?
    ) -> Joined<T> {
        lock.lock()
        defer { lock.unlock() }
        if let build = root.builds[key] {
            return wait(for: unsafe build.typed(as: type), asker, limit: limit)
        }
        let build = TaskBuildOf<T>(binding)
        root.builds[key] = build
        return begin(build, asker)
    }

    private func begin<T>(_ build: TaskBuildOf<T>, _ asker: Asker) -> Joined<T> {
        // The call that begins the build has no limit: it makes the instance itself.
        let waiter = TaskWaiter(for: build, asker, limit: nil, isBeginner: true)
        enter(waiter)
        return .waits(waiter, build, begins: true)
    }

    private func wait<T>(for build: TaskBuildOf<T>, _ asker: Asker, limit: Duration?) -> Joined<T> {
        if let me = asker.build, let links = circle(from: build, to: me) {
            return .circle(registrations(of: links, from: build, asker))
        }
        let waiter = TaskWaiter(for: build, asker, limit: limit)
        enter(waiter)
        return .waits(waiter, build, begins: false)
    }

    private func enter(_ waiter: TaskWaiter) {
        waiter.target.waiters[ObjectIdentifier(waiter)] = waiter
        waiter.asker?.waits[ObjectIdentifier(waiter)] = waiter
    }
}

// MARK: Circles

extension TaskWaits {
    /// The waits that lead from a build to the one that the asker is part of; nil if there are none.
    private func circle(from build: TaskBuild, to me: TaskBuild) -> [TaskWaiter]? {
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(build)]
        // Not recursive: a path may be as long as the number of builds.
        var cameBy: [ObjectIdentifier: TaskWaiter] = [:]
        var open = [build]
        while let next = open.popLast() {
            guard next !== me else {
                var links: [TaskWaiter] = []
                var last = next
                while last !== build, let link = cameBy[ObjectIdentifier(last)], let from = link.asker {
                    links.append(link)
                    last = from
                }
                return links.reversed()
            }
            for link in next.waits.values where visited.insert(ObjectIdentifier(link.target)).inserted {
                cameBy[ObjectIdentifier(link.target)] = link
                open.append(link.target)
            }
        }
        return nil
    }

    /// The asker's path, then each build on the circle with the registrations that are made in it without a separate
    /// task, up to the first one that is on the path already.
    private func registrations(of links: [TaskWaiter], from build: TaskBuild, _ asker: Asker) -> [Binding] {
        let own = asker.frame?.chain ?? []
        var bindings = own.map(\.binding) + [build.binding]
        var last = build
        for link in links {
            if own.contains(where: { $0 === last.frame }) { break }
            let chain = link.frame?.chain ?? []
            let start = chain.lastIndex { $0 === last.frame } ?? chain.endIndex - 1
            bindings += chain.dropFirst(start + 1).map(\.binding)
            bindings.append(link.target.binding)
            last = link.target
        }
        return bindings
    }
}

// MARK: Waiting

extension TaskWaits {
    /// Waits without blocking a thread.
    func outcome(of waiter: TaskWaiter) async -> TaskWaiter.Outcome {
        let alarm = waiter.limit.map { limit in Alarms.shared.set(after: limit) { self.expire(waiter) } }
        defer { if let alarm { Alarms.shared.remove(alarm) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known = lock.withLock { () -> TaskWaiter.Outcome? in
                    if waiter.outcome == nil { waiter.continuation = continuation }
                    return waiter.outcome
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            leave(waiter, .cancelled)
        }
    }

    /// Removes a waiter before its build has ended.
    private func leave(_ waiter: TaskWaiter, _ outcome: TaskWaiter.Outcome) {
        var abandoned: Task<Void, Never>?
        let resume = lock.withLock { () -> (() -> Void)? in
            guard waiter.outcome == nil else { return nil }
            abandoned = takeOut(waiter)
            return endWait(of: waiter, as: outcome)
        }
        resume?()
        // The factory's cancellation handlers run in this call.
        abandoned?.cancel()
    }

    /// Removes a waiter, and returns the build's task if no other waiter is left.
    private func takeOut(_ waiter: TaskWaiter) -> Task<Void, Never>? {
        let build = waiter.target
        build.waiters[ObjectIdentifier(waiter)] = nil
        guard build.waiters.isEmpty, !build.isAbandoned else { return nil }
        build.isAbandoned = true
        return build.task
    }

    /// Sets the outcome of a waiter; the caller, which holds the lock, calls the result when it has unlocked.
    private func endWait(of waiter: TaskWaiter, as outcome: TaskWaiter.Outcome) -> (() -> Void)? {
        waiter.outcome = outcome
        waiter.asker?.waits[ObjectIdentifier(waiter)] = nil
        defer { waiter.continuation = nil }
        return waiter.continuation.map { continuation in { continuation.resume(returning: outcome) } }
    }

    /// Ends a wait whose limit has passed.
    private func expire(_ waiter: TaskWaiter) {
        let frame = lock.withLock { waiter.target.frame }
        leave(waiter, .timedOut(frame?.bindings ?? [waiter.target.binding]))
    }
}

// MARK: Ending

extension TaskWaits {
    /// Sets the task that makes the instance.
    ///
    /// Called before the asker that has begun the build waits: until then, its waiter keeps the build from being abandoned.
    func set(_ task: Task<Void, Never>, of build: TaskBuild) {
        lock.withLock { build.task = task }
    }

    /// Ends a build whose instance is published, or is in the asker's graph.
    ///
    /// The slot may be freed already: it is not used.
    func succeed<T>(_ build: TaskBuildOf<T>, _ instance: T, at entry: (TaskRoot, TaskRoot.BuildKey)? = nil) {
        // No waiter reads it before it is resumed.
        build.instance = instance
        end(build, at: entry) { _ in .ready }
    }

    /// Ends a build that failed: the call that began it gets the error, and the others look again.
    func fail(_ build: TaskBuild, _ error: ResolutionError?, at entry: (TaskRoot, TaskRoot.BuildKey)? = nil) {
        end(build, at: entry, leavesSlot: true) { waiter in
            guard waiter.isBeginner, !build.isAbandoned, let error else { return .again }
            return .failed(error)
        }
    }

    private func end(
        _ build: TaskBuild, at entry: (root: TaskRoot, key: TaskRoot.BuildKey)?, leavesSlot: Bool = false,
        outcome: (TaskWaiter) -> TaskWaiter.Outcome
    ) {
        let resumes = lock.withLock { () -> [() -> Void] in
            if let slot = build.slot {
                // A later slot may have the address: see `join`.
                if builds[slot.identifier] === build { builds[slot.identifier] = nil }
                // Only the build changes this state.
                if leavesSlot { unsafe Slot(identifier: slot.identifier).leave(for: slot.previousState) }
            }
            if let entry { entry.root.builds[entry.key] = nil }
            let resumes = build.waiters.values.compactMap { endWait(of: $0, as: outcome($0)) }
            (build.waiters, build.task) = ([:], nil)
            return resumes
        }
        for resume in resumes { resume() }
    }
}

extension Slot {
    /// Lets a task make the instance; false if the state has changed.
    fileprivate func claim(from state: UInt) -> Bool {
        // Acquire: sees what the state stood for. Release: pairs with the acquire in `state`.
        unsafe exchange(state, for: SlotState.awaited)
    }
}

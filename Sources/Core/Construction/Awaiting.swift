// What a task does at a cell: it takes the instance, joins its making, or claims it. Then the makings that await: of a kept instance in
// a separate task, from its beginning to its publication; of others in the asker's task.
//
//     ask --> ready: taken
//         +-> empty: claimed by a task build, whose task runs factory --> injections (do not await) --> published --> waiters
//         +-> being made, by a task or a thread: waits by a continuation, and looks again

internal import CCore

/// Who asks: the running factory, if there is one, and the resolution that it is part of.
struct Asker: Sendable {
    let frame: TaskFrame?
    /// The graph, if it is not that of the running factory.
    var ownGraph: TaskGraph?

    static var running: Asker { Asker(frame: TaskFrame.running) }
    /// The running factory, for a resolve without its resolver: a graph of its own.
    static var inNewGraph: Asker {
        TaskFrame.running.map { Asker(frame: $0, ownGraph: TaskGraph()) } ?? Asker(frame: nil)
    }

    var build: TaskBuild? { frame?.liveState?.build }
    /// The graph that the resolve is a part of; nil: it is an outermost one.
    var graph: TaskGraph? { ownGraph ?? frame?.liveState?.graph }
    /// The same asker, for several resolves that are parts of one graph.
    var sharingOneGraph: Asker { Asker(frame: frame, ownGraph: graph ?? TaskGraph()) }
    var steps: [ResolutionError.Step] { frame?.steps ?? [] }
    /// Whether no resolver asks.
    var isOutsideFactories: Bool { frame == nil || ownGraph != nil }
}

extension AsyncResolver {
    /// The frame of the resolver's own factory.
    var ownFrame: TaskFrame {
        // The core makes no other resolver.
        unsafe unsafeDowncast(frame, to: TaskFrame.self)
    }

    /// Runs a resolve for the factory that runs in this task, which may use a resolver that another one has got.
    ///
    /// In a task without a factory, such as a detached one, it is the resolver's own, if that has not returned.
    func withCurrentAsker<T>(_ resolve: (Asker) async throws(ResolutionError) -> T) async throws(ResolutionError) -> T {
        guard TaskFrame.running == nil, ownFrame.isRunning else { return try await resolve(.running) }
        // A making that does not await has its path from the task.
        let result = await TaskFrame.$innermost.withValue(ownFrame) { () async -> Result<T, ResolutionError> in
            do throws(ResolutionError) { return .success(try await resolve(.running)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}

extension Slot {
    /// Whether it has a factory of its own.
    var hasFactory: Bool { [.kept, .weak, .transient, .graph].contains(unsafe kind) }
}

/// What a task gets at a cell.
@safe
enum Acquisition<T> {
    case instance(T)
    /// The task waits; the cell is made by another one, or by the build that this call has begun.
    case waits(TaskWaiter, begun: TaskBuild?)
    /// The cell is the caller's to make, on its thread.
    case claimed
    case closed
}

extension WaitForGraph {
    /// Takes the instance of a cell, joins who makes it, or claims it.
    ///
    /// - Parameter own: Makes it if it is empty, on the caller's thread; nil: a task makes it.
    func takeJoinOrClaimCell<T>(
        _ slot: Slot, as type: T.Type, for asker: Asker, maker own: Maker?
    ) throws(ResolutionError) -> Acquisition<T> {
        // Before the lock: a frame that has ended meanwhile may let go of the user's objects.
        let (steps, around) = unsafe (asker.steps + [slot.step], asker.build)
        // Released after the lock: if nobody else holds it any more, its `deinit` runs here.
        var held: AnyObject?
        defer { withExtendedLifetime(held) {} }
        return try locked { () throws(ResolutionError) -> Acquisition<T> in
            let context = unsafe slot.pointee.context.unsafelyUnwrapped
            let build = TaskBuild()
            unsafe ccore_lock_context(context)
            let claim = unsafe slot.claimLocked(
                for: own ?? .object(build), in: context, awaits: own == nil, releaseAfterUnlock: &held)
            if claim == .wait || claim == .make && own == nil { unsafe slot.setMark(ccore_watched) }
            // The base's instance, if the cell shares one; a shared instance is in the storage alone.
            let place = unsafe ccore_instance(slot) ?? slot.pointee.storage
            unsafe ccore_unlock_context(context)
            switch claim {
            case .take:
                let storage = unsafe place.unsafelyUnwrapped
                return .instance(unsafe storage.assumingMemoryBound(to: T.self).pointee)
            case .refuse, .await: return .closed
            case .make where own != nil: return .claimed
            case .make, .wait:
                let waiter = unsafe TaskWaiter(
                    .cell(slot), steps, around, asker.frame, hasBegunMaking: claim == .make)
                try addWaiter(waiter)
                if claim == .make { unsafe taskBuilds[context, default: []].append(build) }
                return .waits(waiter, begun: claim == .make ? build : nil)
            }
        }
    }

    /// Cancels the factories that await for a context which ends.
    func cancelBuilds(of context: Context) {
        let tasks = locked { unsafe (taskBuilds[context] ?? []).compactMap(\.task) }
        for task in tasks { task.cancel() }
    }
}

extension WaitForGraph {
    /// Joins the build of an instance of a task's graph, or begins one; nil: the instance exists.
    func joinOrBeginBuild(
        _ graph: TaskGraph, _ key: TaskGraph.Key, _ slot: Slot, _ asker: Asker
    ) throws(ResolutionError) -> (TaskWaiter, begun: TaskBuild?)? {
        let (steps, around) = unsafe (asker.steps + [slot.step], asker.build)
        return try locked { () throws(ResolutionError) -> (TaskWaiter, begun: TaskBuild?)? in
            let known = graph.builds.withLock { $0[key] }
            // Since the asker has looked, a build may have ended.
            guard known != nil || !graph.hasInstanceInTaskGraph(for: key) else { return nil }
            let build = known ?? TaskBuild()
            let waiter = TaskWaiter(.build(build), steps, around, asker.frame)
            guard known == nil else {
                try addWaiter(waiter)
                return (waiter, nil)
            }
            graph.builds.withLock { $0[key] = build }
            // The asker makes it itself: who looks for a circle has to find that it needs it.
            around?.waits.append(waiter)
            return (waiter, build)
        }
    }

    /// Ends the build of an instance of a task's graph.
    func endTaskGraphBuild(
        _ build: TaskBuild, of key: TaskGraph.Key, in graph: TaskGraph, _ asker: Asker,
        wakingWith failure: MakingFailure?
    ) {
        let around = asker.build
        let resumes = locked {
            around?.waits.removeAll { $0.target.build === build }
            graph.builds.withLock { $0[key] = nil }
            return endWaitsReturningResumes(for: TaskTarget.build(build).key, failure: failure)
        }
        for resume in resumes { resume() }
    }
}

// MARK: The making

/// The making of what a slot's factory makes that awaits.
@safe
struct AwaitedMaking<T>: @unchecked Sendable {  // Who makes it keeps the handle, and so the slot.
    let slot: Slot
    let context: Context
    /// The handle that the factory runs for.
    let container: any AnyObject & Sendable
    let factory: @Sendable (AsyncResolver) async throws -> T
    /// Awaits what the decorators and injections resolve without awaiting, and returns it, to be held until they have it; nil: nothing.
    let prefetch: (@Sendable (TaskFrame) async throws -> [any Sendable])?

    /// - Parameter factory: Makes the instance; nil: the slot's own factory does.
    init(
        _ slot: Slot, _ context: Context, _ factory: (@Sendable (AsyncResolver) async throws -> T)? = nil,
        prefetch: (@Sendable (TaskFrame) async throws -> [any Sendable])?
    ) {
        self.prefetch = prefetch
        unsafe self.slot = unsafe slot
        unsafe self.context = unsafe context
        container = unsafe context.container
        self.factory =
            unsafe factory ?? ccore_factory(slot).assumingMemoryBound(to: AwaitedFactory<T>.self).pointee.make
    }

    // MARK: Kept

    /// Starts the task of a build that has claimed the cell.
    func startTask(of build: TaskBuild, for asker: Asker) {
        let frame = unsafe TaskFrame(slot, context, under: asker, build)
        let task = Task { await runFactoryAndPublish(in: frame) }
        let isAbandoned = WaitForGraph.shared.locked {
            (build.task, build.frame) = (task, frame)
            return build.isAbandoned
        }
        // An asker that has left since the claim did not find the task, nor did an end of the context.
        if unsafe isAbandoned || context.isEnding { task.cancel() }
    }

    private func runFactoryAndPublish(in frame: TaskFrame) async {
        do {
            let (made, held) = try await TaskFrame.$innermost.withValue(frame) {
                let held = try await prefetch?(frame)
                return (try await factory(AsyncResolver(owner: container, frame: frame)), held)
            }
            publishInstance(made, madeIn: frame)
            withExtendedLifetime(held) {}
        } catch {
            let isClosed = unsafe context.isEnding
            let described =
                isClosed ? unsafe ThreadState.current.closedError(for: slot) : frame.resolutionError(wrapping: error)
            let failure = MakingFailure(error: described, position: frame.chain.count - 1)
            frame.releaseLiveState()
            unsafe WaitForGraph.shared.endMaking(of: slot, succeeded: false, failure)
        }
    }

    private func publishInstance(_ made: T, madeIn frame: TaskFrame) {
        // A shared instance is always made in full: whether it is an object is looked at there.
        guard unsafe slot.kind == .weak || slot.record?.isInjected ?? false else {
            let storage = unsafe slot.pointee.storage.unsafelyUnwrapped.assumingMemoryBound(to: T.self)
            unsafe storage.initialize(to: made)
            frame.releaseLiveState()
            return unsafe WaitForGraph.shared.endMaking(of: slot, succeeded: true, nil)
        }
        defer { frame.releaseLiveState() }
        // If it fails, or is given up with what it came to hold, its build tells those who wait.
        TaskFrame.$innermost.withValue(frame) {
            let thread = unsafe ThreadState.current
            try? unsafe thread.withNewGraph(partOf: frame.liveState?.graph) { () throws(ResolutionError) in
                _ = try unsafe Making<T>(slot, context, thread) { _ in made }.injectAndPublish(made)
            }
        }
    }

    // MARK: Not kept

    /// Makes an instance in the asker's task.
    func makeInCurrentTask(for asker: Asker, _ build: TaskBuild? = nil) async throws(ResolutionError) -> T {
        try checkCanStartFactory(for: asker)
        return try await unsafe TaskFrame.runInNewFrame(slot, context, under: asker, build) { resolver in
            let held = try await prefetch?(resolver.ownFrame)
            defer { withExtendedLifetime(held) {} }
            let made = try await factory(resolver)
            guard unsafe slot.record?.isInjected ?? false else { return made }
            let thread = unsafe ThreadState.current
            return try unsafe thread.withNewGraph(partOf: resolver.ownFrame.liveState?.graph) {
                () throws(ResolutionError) in
                try unsafe Making<T>(slot, context, thread) { _ in made }.resolveTransient()
            }
        }
    }

    /// Throws if the factory must not be started.
    func checkCanStartFactory(for asker: Asker) throws(ResolutionError) {
        guard unsafe ccore_is_open(context) else {
            throw unsafe ThreadState.current.closedError(for: slot, in: context)
        }
        if Task.isCancelled {
            throw unsafe ResolutionError(
                .cancelled, at: asker.steps + [slot.step], underlying: CancellationError())
        }
        let chain = asker.frame?.chain ?? []
        if chain.count >= TaskFrame.maximalDepth {
            throw unsafe ThreadState.current.makeError(
                .tooDeep, at: slot,
                .words(
                    headline:
                        unsafe "\(slot.step.key.type) is too deep in the graph: \(chain.count) factories await one another.",
                    fix: "make the chain of dependencies shorter, or look for a factory that asks for ever more."))
        }
        // A kept one is looked for in the wait-for graph: it may be made by another build. A factory that has returned, and left the
        // asker behind, is not repeated; another handle may be where its own one was.
        let isRepeated =
            unsafe slot.pointee.kind != SlotKind.kept.rawValue
            && slot.pointee.flags & UInt8(ccore_repeatable) == 0
            && chain.contains { unsafe $0.slot == slot && $0.context == context && $0.isRunning }
        if isRepeated { throw unsafe ThreadState.current.makeError(.cycle, at: slot) }
    }
}

extension TaskFrame {
    /// Runs a factory that awaits, or a part of it, in the asker's task.
    static func runInNewFrame<R>(
        _ slot: Slot, _ context: Context, under asker: Asker, _ build: TaskBuild? = nil,
        _ body: (AsyncResolver) async throws -> R
    ) async throws(ResolutionError) -> R {
        let container = unsafe context.container
        let frame = unsafe TaskFrame(slot, context, under: asker, build)
        if let build { WaitForGraph.shared.locked { build.frame = frame } }
        defer { frame.releaseLiveState() }
        do {
            return try await $innermost.withValue(frame) {
                try await body(AsyncResolver(owner: container, frame: frame))
            }
        } catch {
            throw frame.resolutionError(wrapping: error)
        }
    }

    /// The error of the frame's slot, whose factory threw.
    func resolutionError(wrapping error: any Error, detail: ResolutionError.Detail = .none) -> ResolutionError {
        unsafe ResolutionError.wrapping(error, thrownAt: step, chain.count - 1, steps, detail: detail).errorNotingEnd(
            of: context)
    }
}

extension AsyncResolver {
    /// Runs a part of the factory that does not await, with a resolver of its own graph.
    package func withResolver<R>(_ body: (borrowing Resolver) throws -> R) throws -> R {
        let frame = ownFrame
        let thread = unsafe ThreadState.current
        defer { withExtendedLifetime(owner) {} }
        return try unsafe thread.withNewGraph(partOf: frame.liveState?.graph) {
            // As a factory's: a container that is asked in it makes a graph of its own.
            guard unsafe thread.pushSlotAllowingRepeat(frame.slot, frame.context) else {
                throw unsafe thread.cycleOrTooDeepError(at: frame.slot)
            }
            defer { unsafe ccore_pop(thread) }
            return try unsafe body(Resolver(frame.slot, frame.context, thread))
        }
    }
}

// Makings that await: of a kept instance in a task of its own, from its beginning to its publication; of others in the asker's task.

internal import CCore

/// The making of what a slot's factory makes that awaits.
@safe
struct AwaitedMaking<T>: @unchecked Sendable {  // Who makes it keeps the handle, and so the slot.
    let slot: Slot
    let home: Home
    /// The handle that the factory runs for.
    let container: any AnyObject & Sendable
    let factory: @Sendable (AsyncResolver) async throws -> T

    /// - Parameter factory: Makes the instance; nil: the slot's own factory does.
    init(
        _ slot: Slot, _ home: Home, _ container: any AnyObject & Sendable,
        _ factory: (@Sendable (AsyncResolver) async throws -> T)? = nil
    ) {
        unsafe self.slot = unsafe slot
        unsafe self.home = unsafe home
        self.container = container
        self.factory =
            unsafe factory ?? ccore_factory(slot).assumingMemoryBound(to: AwaitedFactory<T>.self).pointee.make
    }

    // MARK: Kept

    /// Starts the task of a build that has claimed the cell.
    func start(_ build: TaskBuild, _ asker: Asker) {
        let frame = unsafe TaskFrame(slot, home, of: container, under: asker.frame, build)
        // The asker does not wait before the build knows its task: who leaves has to be able to cancel it.
        let task = Task { await run(frame) }
        WaitForGraph.shared.set(task, frame, of: build)
        // Who has closed the home since the claim did not find the task.
        if unsafe home.isClosed { task.cancel() }
    }

    private func run(_ frame: TaskFrame) async {
        do {
            let made = try await TaskFrame.$innermost.withValue(frame) {
                try await factory(AsyncResolver(owner: container, frame: frame))
            }
            publish(made, frame)
        } catch {
            let isClosed = unsafe home.isClosed
            let described = isClosed ? unsafe Asker(frame: frame.current?.parent).closed(slot) : frame.describe(error)
            let failure = MakingFailure(error: described, position: frame.chain.count - 1)
            frame.end()
            unsafe WaitForGraph.shared.end(slot, succeeded: false, failure)
        }
    }

    private func publish(_ made: T, _ frame: TaskFrame) {
        // A shared instance is always made in full: whether it is an object is looked at there.
        guard unsafe slot.kind == .weak || slot.record?.isInjected ?? false else {
            let storage = unsafe slot.pointee.storage.unsafelyUnwrapped.assumingMemoryBound(to: T.self)
            unsafe storage.initialize(to: made)
            frame.end()
            return unsafe WaitForGraph.shared.end(slot, succeeded: true, nil)
        }
        defer { frame.end() }
        // If it fails, or is given up with what it came to hold, its build tells those who wait.
        TaskFrame.$innermost.withValue(frame) {
            let thread = unsafe ThreadState.current
            try? unsafe thread.inGraph { () throws(ResolutionError) in
                try unsafe Making<T>(slot, home, thread) { _ in made }.completeAwaited(made)
            }
        }
    }

    // MARK: Not kept

    /// Makes an instance in the asker's task.
    func make(_ asker: Asker, _ build: TaskBuild? = nil) async throws(ResolutionError) -> T {
        try check(asker)
        let frame = unsafe TaskFrame(slot, home, of: container, under: asker.frame, build)
        if let build { WaitForGraph.shared.locked { build.frame = frame } }
        defer { frame.end() }
        do {
            return try await TaskFrame.$innermost.withValue(frame) {
                let made = try await factory(AsyncResolver(owner: container, frame: frame))
                guard unsafe slot.record?.isInjected ?? false else { return made }
                let thread = unsafe ThreadState.current
                return try unsafe thread.inGraph { () throws(ResolutionError) in
                    try unsafe Making<T>(slot, home, thread) { _ in made }.obtainTransient()
                }
            }
        } catch {
            throw frame.describe(error)
        }
    }

    /// Throws if the factory must not be started.
    func check(_ asker: Asker) throws(ResolutionError) {
        let step = unsafe slot.step
        let steps = asker.steps + [step]
        guard unsafe ccore_is_open(home) else { throw unsafe asker.closed(slot) }
        if Task.isCancelled {
            throw ResolutionError(
                .cancelled, step.key, path: steps, location: step.location, underlying: CancellationError())
        }
        let chain = asker.frame?.chain ?? []
        if chain.count >= TaskFrame.maximalDepth {
            throw ResolutionError(
                .tooDeep, step.key, path: steps, location: step.location,
                detail: .words(
                    headline:
                        "\(TypeName.of(step.key.type)) is too deep in the graph: \(chain.count) factories await one another.",
                    fix: "make the chain of dependencies shorter, or look for a factory that asks for ever more."))
        }
        // A kept one is looked for in the wait-for graph: it may be made by another build. A factory that has returned, and left the
        // asker behind, is not repeated; another handle may be where its own one was.
        let isRepeated =
            unsafe slot.pointee.kind != SlotKind.kept.rawValue
            && slot.pointee.flags & UInt8(ccore_repeatable) == 0
            && chain.contains { unsafe $0.slot == slot && $0.home == home && $0.isRunning }
        if isRepeated { throw ResolutionError(.cycle, step.key, path: steps, location: step.location) }
    }
}

extension TaskFrame {
    /// The error of the frame's slot, whose factory threw.
    func describe(_ error: any Error) -> ResolutionError { .of(error, thrownAt: step, chain.count - 1, steps) }
}

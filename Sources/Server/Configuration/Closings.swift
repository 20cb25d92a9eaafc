// The end of the versions of one object.
//
//     made --> open --+-- the last user has ended --> closing --> closed
//                     |                                             ^
//                     +-- the container ends -----------------------+
//
// Each version that has a hook lives in a separate container, its home, which contains only this object. So the hooks,
// their order and their limits are those of any singleton. The thread that removes the home from `open` closes it, once.
//
// Invariant: a version stays open until the versions that were created from it are closed: each keeps its source.

#if Configuration
internal import Armory

/// The versions of one object that are not closed.
final class Closings: Sendable {
    private struct State {
        /// The homes, in order of creation.
        var open: [Container] = []
        var running: [ObjectIdentifier: Running] = [:]
        var isOver = false
    }

    private let state = Guarded(State())
    /// Whether some hook awaits.
    private let awaits: Bool

    /// A home whose hooks await, and that is being closed.
    private struct Running {
        let task: Task<Void, Never>
        /// The reload that released the version; nil: another user did.
        let reload: Reload?
        /// The version that the object was created from, until the hooks have ended.
        var source: AnyVersion?
    }

    init(awaits: Bool) { self.awaits = awaits }

    /// Notes a new version; returns false if the container has ended.
    func add(_ owner: Container) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.open.append(owner)
            return true
        }
    }

    /// Closes a version whose last user has ended, unless it is closed; does not wait for hooks that await.
    ///
    /// - Parameter source: The version that the object was created from, which is kept until the hooks have ended.
    func begin(_ owner: Container, keeping source: AnyVersion?) {
        let reload = Reload.current
        let isTaken = state.withLock { state in
            guard let index = state.open.firstIndex(where: { $0 === owner }) else { return false }
            state.open.remove(at: index)
            guard awaits else { return true }
            let id = ObjectIdentifier(owner)
            // Detached: the current container of the last user has ended.
            let task = Task.detached {
                // The reload waits for this task, so it must refuse a reload that a hook calls.
                await Reload.$current.withValue(reload) {
                    owner.report(await Self.errors(of: owner))
                    self.finish(id)
                }
            }
            state.running[id] = Running(task: task, reload: reload, source: source)
            return true
        }
        if isTaken, !awaits { owner.report(owner.close()) }
    }

    /// Releases the source of an object whose hooks have ended, and then removes its home: who waits for the home waits
    /// also for the end of the source.
    private func finish(_ id: ObjectIdentifier) {
        // Without the lock: the end of the source is user code.
        _ = state.withLock { $0.running[id]?.source.take() }
        _ = state.withLock { $0.running.removeValue(forKey: id) }
    }

    /// Waits until the versions whose closing has begun are closed.
    ///
    /// - Parameter reload: The reload that has begun it. The hooks of others may wait for this reload, because they may
    ///   call a reload themselves. Nil: all.
    func finishBegun(by reload: Reload? = nil) async {
        let tasks = state.withLock {
            $0.running.values.compactMap { reload == nil || $0.reload === reload ? $0.task : nil }
        }
        for task in tasks { await task.value }
    }

    /// Closes all versions, also those in use, because the container ends.
    ///
    /// - Throws: An error of a hook; further errors are reported.
    func endAll() async throws {
        var first: ResolutionError?
        for owner in takeAll() { first = owner.report(await Self.errors(of: owner), after: first) }
        await finishBegun()
        if let first { throw first }
    }

    /// Closes all versions by hooks that do not await.
    ///
    /// - Throws: An error of a hook; further errors are reported.
    func endAllNow() throws {
        var first: ResolutionError?
        for owner in takeAll() { first = owner.report(owner.close(), after: first) }
        if let first { throw first }
    }

    /// Takes out the open versions, in reverse order of creation.
    private func takeAll() -> [Container] {
        state.withLock { state in
            state.isOver = true
            defer { state.open = [] }
            return state.open.reversed()
        }
    }

    private static func errors(of owner: Container) async -> [ResolutionError] {
        do {
            try await owner.shutdown()
            return []
        } catch {
            return error.faults
        }
    }
}

extension Container {
    /// Reports the errors of hooks that no caller receives.
    func report(_ errors: some Sequence<ResolutionError>) {
        for error in errors { configuration.reportFailure?(error) }
    }

    /// Reports the errors of hooks except the very first one, and returns that one.
    fileprivate func report(_ errors: [ResolutionError], after first: ResolutionError?) -> ResolutionError? {
        report(errors.dropFirst(first == nil ? 1 : 0))
        return first ?? errors.first
    }
}
#endif

// The end of the versions of one object.
//
//     made --> open --+-- the last user has ended --> closing --> closed
//                     |                                             ^
//                     +-- the container ends -----------------------+
//
// Each version that has a hook lives in a separate container, its home, which contains only this object. So the hooks,
// their order and their limits are those of any singleton. The thread that removes the home from `open` closes it, once.

#if Configuration
internal import Armory

/// The versions of one object that are not closed.
final class Closings: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    private let lock = Lock()
    /// The homes, in order of making.
    private var open: [Container] = []
    private var running: [ObjectIdentifier: Task<Void, Never>] = [:]
    private var isOver = false
    /// Whether some hook awaits.
    private let awaits: Bool

    init(awaits: Bool) { self.awaits = awaits }

    /// Notes a new version; returns false if the container has ended.
    func add(_ home: Container) -> Bool {
        lock.withLock {
            guard !isOver else { return false }
            open.append(home)
            return true
        }
    }

    /// Closes a version whose last user has ended, unless it is closed; does not wait for hooks that await.
    func begin(_ home: Container) {
        let isTaken = lock.withLock {
            guard let index = open.firstIndex(where: { $0 === home }) else { return false }
            open.remove(at: index)
            guard awaits else { return true }
            let id = ObjectIdentifier(home)
            // Detached: the current container of the last user has ended.
            running[id] = Task.detached {
                home.report(await Self.errors(of: home))
                self.lock.withLock { self.running[id] = nil }
            }
            return true
        }
        if isTaken, !awaits { home.report(home.close()) }
    }

    /// Waits until the versions whose closing has begun are closed.
    func finishBegun() async {
        for task in lock.withLock({ Array(running.values) }) { await task.value }
    }

    /// Closes all versions, also those in use, because the container ends.
    ///
    /// - Throws: An error of a hook; further errors are reported.
    func endAll() async throws {
        var first: ResolutionError?
        for home in takeAll() { first = home.report(await Self.errors(of: home), after: first) }
        await finishBegun()
        if let first { throw first }
    }

    /// Closes all versions by hooks that do not await.
    ///
    /// - Throws: An error of a hook; further errors are reported.
    func endAllNow() throws {
        var first: ResolutionError?
        for home in takeAll() { first = home.report(home.close(), after: first) }
        if let first { throw first }
    }

    /// Takes out the open versions, in reverse order of making.
    private func takeAll() -> [Container] {
        lock.withLock {
            isOver = true
            defer { open = [] }
            return open.reversed()
        }
    }

    private static func errors(of home: Container) async -> [ResolutionError] {
        do {
            try await home.shutdown()
            return []
        } catch {
            return error.faults
        }
    }
}

extension Container {
    /// Reports the errors of hooks that no caller receives.
    fileprivate func report(_ errors: some Sequence<ResolutionError>) {
        for error in errors { configuration.reportFailure?(error) }
    }

    /// Reports the errors of hooks except the very first one, and returns that one.
    fileprivate func report(_ errors: [ResolutionError], after first: ResolutionError?) -> ResolutionError? {
        report(errors.dropFirst(first == nil ? 1 : 0))
        return first ?? errors.first
    }
}
#endif

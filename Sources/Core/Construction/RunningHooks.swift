// Hooks that await, and the ends that wait for them. A hook may shut down the handle whose end it is a part of: that does not wait for it.
//
//     task of the hook --task-local--> [RunningHooks] --> the contexts whose ends wait
//
// A task that a hook has left behind goes on with the list. Hooks in it that are over count no longer: by then another context
// may be where such a one was.

/// Hooks that run, and the contexts whose ends wait for them.
final class RunningHooks: Sendable {
    @TaskLocal private static var all: [RunningHooks] = []

    /// The addresses of the contexts.
    private let contexts: [UInt]
    private let isOver = Guarded(false)

    private init(_ contexts: [UInt]) { self.contexts = contexts }

    /// The contexts whose ends wait for hooks that the running code is part of, by their addresses.
    static var awaitingContexts: [UInt] { running.flatMap(\.contexts) }

    private static var running: [RunningHooks] { all.filter { !$0.isOver.withLock(\.self) } }

    /// Runs hooks that the ends of some contexts wait for.
    static func runAsHooks<R>(awaitedByContexts contexts: [UInt], _ body: () async -> R) async -> R {
        let hooks = RunningHooks(contexts)
        defer { hooks.isOver.withLock { $0 = true } }
        return await $all.withValue(running + [hooks]) { await body() }
    }
}

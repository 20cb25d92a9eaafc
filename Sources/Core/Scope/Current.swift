// The container for code that was given none, innermost first.
//
//     the factory that runs on this thread, or awaits     its container, or the scope that it makes the instance for
//     the task's                                          the innermost of: a scope whose body runs; what was made current
//     the process's default                               set once; nothing in a task that outlives its scope

internal import CCore

extension Container: CurrentContainer {
    @usableFromInline package var container: Container? { self }
    @usableFromInline package var isExpired: Bool { false }
}

extension Container {
    /// The container of the running code: that of the factory which runs, else that of the task, else the process's default.
    ///
    /// That of the task is the innermost of those that `asCurrent` has set and of the scopes whose bodies it is part of.
    /// In a task that outlives its scope there is none. A factory that asks for it has an instance that no overriding container shares.
    ///
    /// - Complexity: One lock; in a factory one for each kept instance on the path.
    public static var current: Container? { currentPlace?.container }

    /// The container of the running code, and the view of the factory which runs.
    fileprivate static var currentPlace: (container: Container, view: Int)? {
        let thread = unsafe ThreadState.current
        // A standalone cell has no handle: its factory belongs to the one around.
        if let level = unsafe thread.levels.last(where: { unsafe !$0.context.isStandalone }) {
            unsafe thread.markPathAsDependingOnUndeclared()
            return unsafe (level.context.container, Slot(mutating: level.slot).view)
        }
        if let frame = TaskFrame.running, let container = frame.liveState?.container as? Container {
            frame.markPathAsDependingOnUndeclared()
            return unsafe (container, frame.slot.view)
        }
        let reference = CurrentContainerReference.ofCurrentTask
        return (reference.current ?? (reference.hasEnded ? nil : defaultContainer)).map { ($0, 0) }
    }

    /// Whether the current scope of the task has ended: the task outlives it.
    package static var currentHasEnded: Bool {
        CurrentContainerReference.ofCurrentTask.hasEnded && CurrentContainerReference.ofCurrentTask.current == nil
    }

    /// What was made current in the task; nil: a scope whose body runs is, or nothing.
    package static var currentChoice: (any CurrentContainer)? { CurrentContainerReference.ofCurrentTask.choice }

    /// Calls `body` with another current container of the task.
    package static func withCurrent<R>(_ container: any CurrentContainer, _ body: () throws -> R) rethrows -> R {
        try CurrentContainerReference.taskLocal.withValue(
            CurrentContainerReference.ofCurrentTask.replacingContainer(with: container)
        ) {
            try body()
        }
    }

    /// Calls `body`, which awaits, with another current container of the task and its child tasks.
    @inlinable
    @inline(__always)
    package static func withCurrent<R>(
        _ container: any CurrentContainer, _ body: () async throws -> R
    ) async rethrows -> R {
        try await CurrentContainerReference.taskLocal.withValue(
            CurrentContainerReference.taskLocal.get().replacingContainer(with: container)
        ) { try await body() }
    }

    // MARK: The default

    private static var defaultContainer: Container? {
        unsafe ccore_get_default().map { unsafe Unmanaged<Container>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Sets the process's default, which is never released; false: there is one already.
    package static func setDefaultContainer(_ container: Container) -> Bool {
        let kept = unsafe Unmanaged.passRetained(container)
        if unsafe ccore_set_default(nil, kept.toOpaque()) { return true }
        unsafe kept.release()
        return false
    }

    /// Removes the default, for tests: no thread uses it meanwhile.
    package static func clearDefaultContainer() {
        guard let known = unsafe ccore_get_default(), unsafe ccore_set_default(known, nil) else { return }
        unsafe Unmanaged<Container>.fromOpaque(known).release()
    }
}

extension DeferredSource {
    /// That of the running code; nil: no container is current.
    package static var current: DeferredSource? {
        Container.currentPlace.map {
            unsafe DeferredSource($0.container, view: $0.view, askedBy: ThreadState.current.runningType)
        }
    }
}

// MARK: The main actor

extension Container {
    /// Calls `body`, in which factories of the main actor run without being awaited.
    ///
    /// ```swift
    /// @MainActor func open(_ container: Container) throws -> Desk {
    ///     try container.onMainActor { try $0.resolve(Desk.self) }       // Singleton(Desk.init), with @MainActor init()
    /// }
    /// ```
    ///
    /// All forms of resolving work in it: by a name, with arguments, by a typed key, by a property wrapper. So do the dependencies of what
    /// is resolved. A factory that awaits anything else is ``ResolutionError/Code/asynchronous`` here too, and so is an instance that a
    /// task is creating at the same time.
    ///
    /// - Parameter body: The code to run, with the container.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: A few instructions more than `body`.
    @MainActor
    public func onMainActor<R, E: Error>(_ body: (Container) throws(E) -> R) throws(E) -> R {
        let thread = unsafe ThreadState.current
        let before = unsafe thread.pointee.on_main_actor
        unsafe thread.pointee.on_main_actor = 1
        // `body` does not await, so that it ends on this thread.
        defer { unsafe thread.pointee.on_main_actor = before }
        return try body(self)
    }
}

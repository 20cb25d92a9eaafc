// The container for code that was given none: a property wrapper, or a lazy dependency in a plain stored property.
//
//     the container whose factory or injection runs on this thread
//     else that of enclosing code that does not await    container.asCurrent { ... }, container.withScope { ... }
//     else the task's                 the same two with await; asCurrent too, for tasks that are started in it;
//                                     a request's scope, which is opened at its first use
//     else the process's default      Container.setDefault(container), once, at start

internal import Synchronization

extension Container {
    /// The container for code that was given none, such as ``Lazy/init(named:container:fileID:line:)`` and the property
    /// wrappers.
    ///
    /// Inside a factory or an injection, it is the container that the instance is created in. A deferred dependency
    /// that is created there also sees the registrations that the registration's module hides.
    ///
    /// Otherwise it is the container of ``asCurrent(_:)-7pwnr``, or the scope whose body runs. Child tasks and tasks
    /// created by `Task { }` inherit it, except from ``withScope(_:seeds:fileID:line:_:)``. Otherwise it is the container of
    /// ``setDefault(_:)``, or nil without a default.
    ///
    /// - Complexity: O(1): two loads inside a factory, and the read of a task-local outside. The first use in a request
    ///   also opens the request's scope.
    public static var current: Container? { found?.container }

    /// The current container and, inside a factory, the factory's registration; the innermost code comes first.
    private static var found: (container: Container, maker: Binding?)? {
        let context = unsafe ThreadContext.current
        if let slot = unsafe context.innermostSlot,
            let container = unsafe ContainerDirectory.shared.container(of: slot)
        {
            unsafe container.noteAsking(context.bindings)
            return unsafe (container, slot.binding)
        }
        // Code that does not await runs inside of the task, so its container comes first.
        if let current = unsafe withoutAwaiting(context) { return (current, nil) }
        if let frame = TaskFrame.running, let container = frame.current?.container {
            container.noteAsking(frame.bindings)
            return (container, frame.binding)
        }
        return (Ambient.task?.container ?? Ambient.fallback.container).map { ($0, nil) }
    }

    /// Notes that the registrations' factories ask for the current container: they may need more than they declare.
    private func noteAsking(_ bindings: [Binding]) {
        // Release: pairs with the acquires in `OverridingDerivation.isAffected`, which decided before this was known, and in
        // `clookup_stamp`.
        for binding in bindings where binding.noteAskingForCurrent() {
            control.version.wrappingAdd(1, ordering: .releasing)
        }
    }

    /// The current container for later lookups: inside a module that hides registrations, the module's view.
    ///
    /// Users never get the view: it cannot be changed, and is no container's parent.
    static var currentView: Container? {
        guard let (container, maker) = found else { return nil }
        guard let maker, maker.options.contains(.viewing), let module = maker.module else { return container }
        return Container(viewOf: container, module)
    }

    /// Calls `body` with this container as the task's current one.
    ///
    /// ```swift
    /// try container.asCurrent { try Checkout().run() }      // Checkout has `let orders = Lazy<any Orders>()`
    /// ```
    ///
    /// - Parameter body: The code to run. Calls can be nested; the innermost counts.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func asCurrent<R>(_ body: () throws -> R) rethrows -> R {
        try Ambient.$task.withValue(self) { try asCurrentOfThread(body) }
    }

    /// Runs `body` without a current container of the task, so that tasks it leaves behind hold no container.
    static func withoutCurrent<R>(_ body: () throws -> R) rethrows -> R {
        try Ambient.$task.withValue(nil, operation: body)
    }

    /// Calls `body` with this container as the current one of the code that runs on this thread.
    ///
    /// Unlike with ``asCurrent(_:)-7pwnr``, tasks that `body` starts do not inherit it. Only the thread stores it,
    /// which costs nothing.
    package func asCurrentOfThread<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let context = unsafe ThreadContext.current
        let outer = unsafe (context.pointee.current, context.pointee.currentTask)
        unsafe context.pointee.current = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        unsafe context.pointee.currentTask = Platform.taskAddress
        defer { unsafe (context.pointee.current, context.pointee.currentTask) = unsafe outer }
        return try body()
    }

    /// The container of the code that runs on this thread and does not await.
    private static func withoutAwaiting(_ context: UnsafeMutablePointer<ThreadContext>) -> Container? {
        guard let current = unsafe context.pointee.current,
            unsafe context.pointee.currentTask == Platform.taskAddress
        else { return nil }
        return unsafe Unmanaged<Container>.fromOpaque(current).takeUnretainedValue()
    }

    /// Calls `body`, which awaits, with this container as the task's current one, which its child tasks inherit.
    ///
    /// - Parameter body: The code to run. Calls can be nested; the innermost counts.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func asCurrent<R>(_ body: () async throws -> R) async rethrows -> R {
        try await Ambient.$task.withValue(self, operation: body)
    }

    /// Sets the process's default container, for code that was given none and whose task has no other one.
    ///
    /// Call it once in a process, at its start. The container is never released. If several threads set one, the first
    /// succeeds.
    ///
    /// - Throws: ``ResolutionError`` with the code `defaultIsSet` at the second call, which changes nothing.
    public static func setDefault(_ container: Container) throws(ResolutionError) {
        guard Ambient.fallback.set(container) else {
            throw ResolutionError(.defaultIsSet, key: ServiceKey(Container.self))
        }
    }

    /// Removes the default, for tests.
    ///
    /// Requires that no thread uses the default meanwhile.
    package static func forgetDefault() {
        withExtendedLifetime(Ambient.fallback.forget()) {}
    }
}

/// The current container of a task, or an object that opens one at its first use.
package protocol CurrentContainer: AnyObject, Sendable {
    /// The container; nil: only the process's default applies.
    var container: Container? { get }
}

extension Container: CurrentContainer {
    package var container: Container? { self }
}

/// The current containers of code outside of factories.
package enum Ambient {
    @TaskLocal package static var task: (any CurrentContainer)?
    fileprivate static let fallback = Fallback()
}

/// The process's default.
private struct Fallback: ~Copyable {
    /// The address of the container, with one reference to it; 0: there is none.
    private let word = Atomic<UInt>(0)

    /// Requires that no thread calls `forget` meanwhile.
    var container: Container? {
        // Acquire: pairs with the release in `set`.
        unsafe Unmanaged(word: word.load(ordering: .acquiring))?.takeUnretainedValue()
    }

    func set(_ container: Container) -> Bool {
        let kept = unsafe Unmanaged.passRetained(container)
        // Release: the container is whole; pairs with the acquire in `container`.
        if word.compareExchange(expected: 0, desired: unsafe kept.word, ordering: .releasing).exchanged { return true }
        unsafe kept.release()
        return false
    }

    func forget() -> Container? {
        // Acquire: pairs with the release in `set`.
        unsafe Unmanaged<Container>(word: word.exchange(0, ordering: .acquiring))?.takeRetainedValue()
    }
}

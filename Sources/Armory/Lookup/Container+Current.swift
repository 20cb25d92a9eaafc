// The container of code that was handed none: a property wrapper, a lazy dependency that is a plain stored value.
//
//     the one whose factory or injection is running on this thread
//     else that of the code around, which does not await     container.asCurrent { ... }, container.withScope { ... }
//     else the task's                                        the same two with await; asCurrent too, for tasks begun in it;
//                                                            a request's scope, which is opened when it is first asked for
//     else the process's default      Container.setDefault(container), once, at start

internal import Synchronization

extension Container {
    /// The container that code which was handed none takes: ``Lazy/init(named:container:fileID:line:)`` and the property wrappers.
    ///
    /// Inside a factory or an injection it is the container that the instance is made in, and what looks up later there sees what
    /// the registration's module hides; else the one of ``asCurrent(_:)-7pwnr`` or of the scope whose body runs, which child tasks
    /// and tasks made by `Task { }` inherit, but for ``withScope(_:seeds:_:)``; else that of ``setDefault(_:)``; nil where none of
    /// them is there.
    ///
    /// - Complexity: O(1): two loads inside a factory, the read of a task-local outside; the opening of a request's scope where
    ///   nothing in the request has asked for it yet.
    public static var current: Container? { found?.container }

    /// The current container, and the registration whose factory runs where it is that of a factory; innermost first.
    private static var found: (container: Container, maker: AnyBinding?)? {
        let context = unsafe ThreadContext.current
        if let slot = unsafe context.innermostSlot,
            let container = unsafe ContainerDirectory.shared.container(of: slot)
        {
            unsafe container.noteAsking(context.bindings)
            return unsafe (container, slot.binding)
        }
        // Code that does not await lies further in than the task.
        if let current = unsafe withoutAwaiting(context) { return (current, nil) }
        if let frame = TaskFrame.running, let container = frame.current?.container {
            container.noteAsking(frame.bindings)
            return (container, frame.binding)
        }
        return (Ambient.task?.container ?? Ambient.fallback.container).map { ($0, nil) }
    }

    /// Notes registrations whose factories were seen to ask for the current container: what they need is more than they say.
    private func noteAsking(_ bindings: [AnyBinding]) {
        // Release: pairs with the acquire of `Derivation`, which has decided by what was known before.
        for binding in bindings where binding.noteAskingForCurrent() {
            ledger.version.wrappingAdd(1, ordering: .releasing)
        }
    }

    /// The current container for what looks up later: inside of a module that hides something, with that.
    ///
    /// Nobody is given it: a view cannot be changed and is nobody's parent.
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
    /// - Parameter body: What to run. Calls can be nested; the innermost counts.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func asCurrent<R>(_ body: () throws -> R) rethrows -> R {
        try Ambient.$task.withValue(self) { try asCurrentOfThread(body) }
    }

    /// Runs `body`, whose tasks have no current container of their own: none is held by what they leave behind.
    static func withoutCurrent<R>(_ body: () throws -> R) rethrows -> R {
        try Ambient.$task.withValue(nil, operation: body)
    }

    /// As ``asCurrent(_:)-7pwnr``, but for tasks that `body` begins: nothing but the thread knows of it, which costs nothing.
    package func asCurrentOfThread<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let context = unsafe ThreadContext.currentByFastPointer
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
    /// - Parameter body: What to run. Calls can be nested; the innermost counts.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func asCurrent<R>(_ body: () async throws -> R) async rethrows -> R {
        try await Ambient.$task.withValue(self, operation: body)
    }

    /// Makes a container the one that code takes which was handed none, wherever no task has another.
    ///
    /// Once in a process, at its start. The container is never let go of. Of several threads that set one, the first does.
    ///
    /// - Throws: ``ResolutionError`` with the code `defaultIsSet` at the second call, which changes nothing.
    public static func setDefault(_ container: Container) throws(ResolutionError) {
        guard Ambient.fallback.set(container) else {
            throw ResolutionError(.defaultIsSet, key: ServiceKey(Container.self))
        }
    }

    /// Has no default any more, for tests of it.
    package static func forgetDefault() {
        withExtendedLifetime(Ambient.fallback.forget()) {}
    }
}

/// What can be current in a task: a container, or what opens one when it is first asked for.
package protocol CurrentContainer: AnyObject, Sendable {
    /// The container, or nil where there is none but the process's default.
    var container: Container? { get }
}

extension Container: CurrentContainer {
    package var container: Container? { self }
}

/// What is current beside the factories that run.
package enum Ambient {
    @TaskLocal package static var task: (any CurrentContainer)?
    fileprivate static let fallback = Fallback()
}

/// The process's default.
private final class Fallback: @unchecked Sendable {  // `kept` is guarded by `lock`.
    private let lock = Lock()
    private var kept: Container?

    var container: Container? { lock.withLock { kept } }

    func set(_ container: Container) -> Bool {
        lock.withLock {
            guard kept == nil else { return false }
            kept = container
            return true
        }
    }

    func forget() -> Container? {
        lock.withLock {
            defer { kept = nil }
            return kept
        }
    }
}

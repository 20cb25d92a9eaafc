/// A lifetime with a separate instance for each task, inside of ``withTaskInstances(_:)``.
///
/// ```swift
/// Kept(RequestTrace.init).lifetime(PerTask())
///
/// try await PerTask.withTaskInstances {
///     try container.resolve(RequestTrace.self)     // this task's
/// }
/// ```
///
/// The end of a task is not observable. So the innermost `withTaskInstances` call around the task releases all instances
/// created in it, by its own task and by its child tasks. Outside of such a call the error is
/// ``ResolutionError/Code/outsideTask``. A child task has a separate instance, and so has each call of `withTaskInstances`.
///
/// A task that outlives the call it was started in counts as outside of the call from then on.
///
/// No two tasks that run at the same time share an instance. But when a task has ended, a later one of the same call may get the instance
/// that it has left, because the system may give it the same identity. For an instance that must be new, call `withTaskInstances` in the task.
public struct PerTask: CustomLifetime {
    @TaskLocal private static var span: LifeSpan?

    /// The lifetime.
    public init() {}

    /// The running task.
    public func place() throws -> (some Hashable & Sendable)? {
        guard let span = Self.span, !span.isOver else { throw OutsideTask() }
        // By its hash alone: what it refers to may be gone when the closure has returned.
        return unsafe PerTaskPlace(span: span, task: withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 })
    }

    /// Runs `body` with an instance for each task, and releases the instances at its end, in reverse order of creation.
    ///
    /// Code that runs in no task can call it too, and then counts as one task.
    ///
    /// - Parameter body: Resolves instances. It may start child tasks.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public static func withTaskInstances<R>(_ body: () throws -> R) rethrows -> R {
        let span = LifeSpan()
        defer { span.end() }
        return try $span.withValue(span, operation: body)
    }

    /// Runs `body` with an instance for each task, and releases the instances at its end, in reverse order of creation.
    ///
    /// - Parameters:
    ///   - isolation: The actor that `body` runs on: the caller's.
    ///   - body: Resolves instances. It may start child tasks.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public static func withTaskInstances<R>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
    ) async rethrows -> R {
        let span = LifeSpan()
        defer { span.end() }
        return try await $span.withValue(span, operation: body, isolation: isolation)
    }
}

/// A task in a call of `withTaskInstances`.
private struct PerTaskPlace: EndingPlace, Hashable, Sendable {
    let span: LifeSpan
    /// 0: code that runs in no task.
    let task: Int
}

/// The error of code that is in no call of `withTaskInstances`.
struct OutsideTask: Error {}

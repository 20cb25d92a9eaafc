/// The lifetime of what each task has for itself, inside of ``withInstances(_:)``.
///
/// ```swift
/// Kept(RequestTrace.init).lifetime(PerTask())
///
/// try await PerTask.withInstances {
///     try container.resolve(RequestTrace.self)     // this task's
/// }
/// ```
///
/// Nobody is told when a task ends, so the instances need somebody who ends them: the innermost `withInstances` around the
/// task lets go of all that was made in it, by its own task and by its child tasks. Outside of one the error is
/// ``ResolutionError/Code/outsideTask``. A child task has an instance of its own, and so has each call of `withInstances`.
///
/// A task that outlives the call that it was started in is outside of it from then on.
public struct PerTask: CustomLifetime {
    /// A task in a call of `withInstances`.
    public struct Place: Hashable, Sendable {
        let span: LifeSpan
        /// 0: code that runs in no task.
        let task: UInt64
    }

    @TaskLocal private static var span: LifeSpan?

    /// The lifetime.
    public init() {}

    /// The running task.
    public func place() throws -> Place? {
        guard let span = Self.span, !span.isOver else { throw PlaceFault.outsideTask }
        return Place(span: span, task: Platform.currentTask)
    }

    /// Runs `body`, in which tasks have instances, and lets go of them at its end, the newest first.
    ///
    /// It is for code that runs in no task as well: that then counts as one.
    ///
    /// - Parameter body: What asks for instances. It may start child tasks.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public static func withInstances<R>(_ body: () throws -> R) rethrows -> R {
        let span = LifeSpan()
        defer { span.end() }
        return try $span.withValue(span, operation: body)
    }

    /// Runs `body`, in which tasks have instances, and lets go of them at its end, the newest first.
    ///
    /// - Parameters:
    ///   - isolation: The actor that `body` runs on: the caller's.
    ///   - body: What asks for instances. It may start child tasks.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public static func withInstances<R>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
    ) async rethrows -> R {
        let span = LifeSpan()
        defer { span.end() }
        return try await $span.withValue(span, operation: body, isolation: isolation)
    }
}

extension PerTask.Place: EndingPlace {}

/// Why an asker has no place.
enum PlaceFault: Error {
    /// It runs in no call of `PerTask.withInstances`, or in one that is over.
    case outsideTask
}

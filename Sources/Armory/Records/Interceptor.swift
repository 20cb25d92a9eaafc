/// Runs code around resolves.
///
/// ```swift
/// struct Timing: Interceptor {
///     let report: @Sendable (String, Duration) -> Void
///
///     func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T {
///         let start = ContinuousClock.now
///         defer { report(resolve.key, ContinuousClock.now - start) }     // after it, also after an error
///         return try proceed()
///     }
/// }
/// ```
///
/// Several threads may run it at the same time.
public protocol Interceptor: Sendable {
    /// Runs around one resolve.
    ///
    /// Code before `proceed()` runs before the resolve, and code after it runs after. You may call `proceed` again
    /// after an error, or not at all. `proceed` throws a ``ResolutionError``; an interceptor that catches it must
    /// return its own instance. The caller gets the errors of the interceptor: a ``ResolutionError`` unchanged, another
    /// error as the ``ResolutionError/underlying`` one of ``ResolutionError/Code/factoryFailed``.
    ///
    /// - Parameters:
    ///   - resolve: The resolve that the interceptor runs around.
    ///   - proceed: Resolves the instance.
    /// - Returns: The instance for the caller.
    func intercept<T>(_ resolve: InterceptedResolve, _ proceed: () throws -> T) throws -> T
}

/// The resolve that an ``Interceptor`` runs around.
///
/// It is valid only during the call that it is passed to.
public struct InterceptedResolve {
    let binding: Binding

    /// The key that was asked for, as in source code: `any Orders named "primary"`.
    public var key: String { binding.key.description }

    /// The type that was asked for.
    public var type: any Any.Type { binding.type }

    /// The location of the registration in the source.
    public var location: SourceLocation { binding.location }
}

@available(*, unavailable, message: "It belongs to one call.")
extension InterceptedResolve: Sendable {}

// Code around the making of instances: inside the decorators, around the factory.
//
//     resolve(T) --> instance --+-- exists
//                               +-- else: decorators --> interceptors --> factory
//                                         ............ each making ............

/// Runs code around the creation of instances whose factory does not await.
///
/// ```swift
/// struct Timing: Interceptor {
///     let report: @Sendable (String, Duration) -> Void
///
///     func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T {
///         let start = ContinuousClock.now
///         defer { report(creation.key, ContinuousClock.now - start) }     // after it, also after an error
///         return try proceed()
///     }
/// }
/// ```
///
/// It runs once for each created instance, not for each resolve: resolving an existing instance costs nothing more. A
/// ``Transient`` is created at each resolve. A type that is an ``AwaitingInterceptor`` too runs around all factories.
public protocol Interceptor: Sendable {
    /// Runs around the creation of one instance.
    ///
    /// The caller gets the errors of the interceptor: a ``ResolutionError`` unchanged, another error as the
    /// ``ResolutionError/underlying`` one of ``ResolutionError/Code/factoryFailed``.
    ///
    /// - Parameters:
    ///   - creation: The creation that the interceptor runs around.
    ///   - proceed: Runs the next interceptor, or the factory. You may call it several times, or not at all.
    /// - Returns: The instance to hand out.
    func intercept<T>(_ creation: InterceptedCreation, _ proceed: () throws -> T) throws -> T
}

/// The creation of an instance that an ``Interceptor`` runs around.
public struct InterceptedCreation: Sendable {
    let record: Record
    let steps: [ResolutionError.Step]
    /// Runs the next awaiting interceptor, or the factory.
    var next: (@Sendable () async throws(ResolutionError) -> InterceptedInstance)?

    /// The key of the registration, as in source code: `any Orders named "primary"`.
    public var key: String { record.key.description }

    /// The type of the registration.
    public var type: any Any.Type { record.key.type }

    /// The location of the registration in the source.
    public var location: CodeLocation { record.traits.location }

    /// The keys from the outermost resolve to this one, written as in ``key``.
    public var path: [String] { ResolutionError(.factoryFailed, record.key, path: steps).path }

    /// Makes an instance, for an ``AwaitingInterceptor``: runs the next one, or the factory and the injections that await.
    ///
    /// Each call creates another instance, with other dependencies if they are not kept. Child tasks may call it too. If the calling
    /// task is cancelled, so is the factory.
    ///
    /// - Returns: The instance, for the interceptor to return.
    /// - Throws: The error of the factory as a ``ResolutionError``; the code
    ///   ``ResolutionError/Code/outsideMaking`` if the creation has ended, or awaits nothing.
    public func proceed() async throws(ResolutionError) -> InterceptedInstance {
        guard let next else { throw .proceededOutsideCreation(record, path: steps) }
        return try await next()
    }
}

/// Runs code around the creation of instances whose factory awaits.
///
/// ```swift
/// struct Timing: AwaitingInterceptor {
///     let report: @Sendable (String, Duration) -> Void
///
///     func intercept(_ creation: InterceptedCreation) async throws -> InterceptedInstance {
///         let start = ContinuousClock.now
///         defer { report(creation.key, ContinuousClock.now - start) }     // after it, also after an error
///         return try await creation.proceed()
///     }
/// }
/// ```
///
/// It runs once for each created instance, not for each resolve. All tasks that wait for a kept instance share it, and
/// an existing instance is resolved without it, also without `await`. So a retry or a deadline applies to the creation,
/// however many tasks wait. A ``Transient`` is created at each resolve.
///
/// It may be an actor. Several tasks may run it at the same time.
public protocol AwaitingInterceptor: Sendable {
    /// Runs around the creation of one instance.
    ///
    /// You may call `proceed()` several times, in child tasks, or not at all. The caller gets the errors of the
    /// interceptor: a ``ResolutionError`` unchanged, another error as the ``ResolutionError/underlying`` one of
    /// ``ResolutionError/Code/factoryFailed``.
    ///
    /// The task is cancelled when no task waits for the instance any more. An interceptor that waits or repeats must
    /// then end: otherwise the next resolve waits for it.
    ///
    /// - Parameter creation: The creation that the interceptor runs around.
    /// - Returns: An instance that `proceed()` has returned in this call.
    func intercept(_ creation: InterceptedCreation) async throws -> InterceptedInstance
}

/// An instance that ``InterceptedCreation/proceed()`` has created, for the interceptor to return.
///
/// It is `Sendable` whatever the type of the instance, because it gives no access to it: child tasks may return it.
public struct InterceptedInstance: Sendable {
    /// The instance: a `TransferBox`.
    let made: any Sendable
    /// The creation that the instance belongs to.
    let making: MakingIdentity
}

/// The identity of the creation of one instance.
///
/// It holds nothing: an interceptor that keeps an instance must not keep the container's records, which hold the
/// interceptor.
final class MakingIdentity: Sendable {}

/// An interceptor, in the form for factories that await, in the one for those that do not, or in both.
struct Interception: Sendable {
    let plain: (any Interceptor)?
    let awaiting: (any AwaitingInterceptor)?

    /// Whether it runs around a factory.
    func applies(to record: Record) -> Bool { record.awaits ? awaiting != nil : plain != nil }
}

extension ResolutionError.Code {
    /// An interceptor proceeded when its creation had ended, or returned an instance of another one.
    public static let outsideMaking = Self("outsideMaking")
}

extension ResolutionError {
    /// The error of a call of `proceed()` that is not one of this creation.
    static func proceededOutsideCreation(_ record: Record, path: [Step]) -> ResolutionError {
        ResolutionError(
            .outsideMaking, record.key, path: path, at: record.location,
            "The interceptor of \(record.key) called proceed() too late, or returned the instance of another call.",
            fix: "call proceed() before the interceptor returns, and return the instance of that call.")
    }
}

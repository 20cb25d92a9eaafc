// What an adapter for a server supplies.

public import Armory

/// Work that comes in and gets a scope: a request, a call, a job, a message.
///
/// This is all that an adapter for a server supplies:
///
/// ```swift
/// struct Job: IncomingWork {
///     let order: Order
///     let logger: Logger
///
///     var seeds: [ScopeSeed] { [ScopeSeed(order), ScopeSeed(logger).named(.request)] }
///
///     func closingFailed(_ error: ResolutionError) {
///         logger.error("The instances of the job could not be closed.", metadata: ["error": "\(error)"])
///     }
/// }
/// ```
public protocol IncomingWork: Sendable {
    /// The values that the scope contains, for types that are registered as ``Armory/Seeded``.
    ///
    /// It is read when the scope is opened, at its first use, by any thread. So work that uses no scope does not pay for them.
    var seeds: [ScopeSeed] { get }

    /// Receives the errors of hooks that no caller can get, because the work has failed too, or its result was handed on.
    ///
    /// Called at most once for each work, if there are errors.
    ///
    /// - Parameter error: The error, whose ``Armory/ResolutionError/faults`` are those of the hooks.
    func closingFailed(_ error: ResolutionError)
}

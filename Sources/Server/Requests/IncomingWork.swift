// What an adapter for a server supplies.

public import Armory

#if Logging
public import Logging
#endif

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

    #if Logging
    /// The logger of the work, with the metadata that tells it from other work, such as an ID.
    ///
    /// It is `Logger.current` while the work runs, in its task and the child tasks. By default, `Logger.current` stays what it is
    /// outside of the work. A type that conforms declares the property as visible as the type itself is: otherwise the default counts.
    /// It is there with the trait `Logging`.
    var logger: Logger { get }
    #endif

    /// Receives the errors of hooks that no caller can get, because the work has failed too, or its result was handed on.
    ///
    /// Called at most once for each work, if there are errors.
    ///
    /// - Parameter error: The error, whose ``Armory/ResolutionError/faults`` are those of the hooks.
    func closingFailed(_ error: ResolutionError)
}

#if Logging
extension IncomingWork {
    /// The logger of the code around.
    public var logger: Logger { Logger.current }
}
#endif

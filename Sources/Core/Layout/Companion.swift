// What the features keep for a container, and what they are told of its end. So a container has hooks that stop its instances, reports and
// limits, and the engine knows none of them.

/// What the features keep for a container.
package protocol ContainerCompanion: AnyObject, Sendable {
    /// How long a shutdown may take as a whole if its caller sets no limit; nil: as long as it takes.
    var endLimit: Duration? { get }
    /// Whether ``errorsOfNeverStarted(beforeClosing:)`` is called.
    var observesClosings: Bool { get }
    /// What has to happen first now that an end of the container is asked for, perhaps not for the first time.
    ///
    /// No lock is held here, nor in the other calls.
    func requestEndReturningFirstStep() -> EndStep
    /// The instances of these registrations are closed next, in this order.
    ///
    /// - Returns: Errors, which come before those of hooks.
    func errorsOfNeverStarted(beforeClosing records: [Record]) -> [ResolutionError]
    /// Receives the error of a hook that cannot be thrown to a caller.
    func reportHookError(_ failure: ResolutionError)
    /// What is told of a missing key.
    ///
    /// - Parameters:
    ///   - key: The key that is not registered.
    ///   - handle: The container or scope that was asked.
    ///   - asker: The registration whose factory asks; nil: it is the outermost resolve.
    func describeMiss(of key: ServiceKey, in handle: HandleReference, for asker: Record?) -> MissDescription
    /// Which instance would outlive what it holds.
    ///
    /// - Parameters:
    ///   - held: A registration whose scope is not open where it is asked for.
    ///   - askers: The registrations of the same container or scope whose factories ask for it, innermost first.
    /// - Returns: The registration that would hold its instance too long, and what is said of it; nil: none would.
    func findHolder(outliving held: Record, among askers: [Record]) -> (holder: Record, miss: MissDescription)?
    /// What is told of an instance whose factory awaits. A lock of the core may be held.
    ///
    /// - Parameter record: A registration that is asked for without awaiting, before its instance exists.
    /// - Returns: What is said of it; nil: the core's words.
    func errorWords(ofUnawaited record: Record) -> (any ErrorWords)?
}

/// What has to happen before a container is closed.
package enum EndStep {
    /// Work that an end begins with, until a deadline; it returns errors of hooks.
    package typealias Work = @Sendable (_ deadline: ContinuousClock.Instant?) async -> [ResolutionError]

    /// Nothing.
    case close
    /// This work, while the container is open; the caller ends it afterwards.
    case run(Work)
    /// Another caller ends it.
    case wait
}

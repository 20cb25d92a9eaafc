/// How a scope ended: the argument of the hook
/// ``KeepingRegistration/onShutdown(within:_:)-(_,(Self.Instance,ScopeEnd)->Void)``.
///
/// A unit of work commits if the body returned, and rolls back if it threw.
public enum ScopeEnd: Sendable {
    /// The body returned, or the code that opened the scope ended it as completed.
    ///
    /// A container that is no scope ends like this too.
    case completed
    /// The body threw this error, for example a `CancellationError`. For a scope that was released without being ended,
    /// the error is a ``ResolutionError`` with the code `notEnded`.
    case failed(any Error)

    /// Whether the scope ended without an error.
    public var isCompleted: Bool {
        if case .completed = self { true } else { false }
    }
}

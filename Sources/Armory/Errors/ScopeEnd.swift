/// How a scope has ended: what ``KeepingRegistration/onShutdown(within:_:)-(_,(Instance,ScopeEnd)->Void)`` is told.
///
/// A unit of work commits what it has done where the body has returned, and rolls it back where that threw.
public enum ScopeEnd: Sendable {
    /// The body has returned, or whoever opened the scope has said so; a container that is no scope ends like this too.
    case completed
    /// The body threw this, a `CancellationError` for one. Of a scope that was released and that nobody has ended, it is a
    /// ``ResolutionError`` with the code `notEnded`.
    case failed(any Error)

    /// Whether the body has returned.
    public var isCompleted: Bool {
        if case .completed = self { true } else { false }
    }
}

/// A weak reference to a handle.
final class WeakHandle: WeakOwner, @unchecked Sendable {  // As `WeakOwner`.
    weak let object: Container?

    init(_ object: Container) { self.object = object }
}

/// Who ends a scope: the handle around it leads to its object, weakly if that may go at any time, which makes each count of its references
/// slower.
package enum ScopeHolder {
    /// `withScope`, when its body has ended; the end of the handle around it waits for that.
    case body
    /// An object that calls `letGo` before it releases the scope.
    case object
    /// A user, who may release it at any time.
    case user
}

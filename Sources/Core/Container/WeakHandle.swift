/// A weak reference to a handle.
final class WeakHandle: WeakOwner, @unchecked Sendable {  // As `WeakOwner`.
    weak let object: Container?

    init(_ object: Container) { self.object = object }
}

/// The code that ends a scope.
///
/// The handle around a scope leads to its object. If the object may go at any time, the reference is weak, which makes each count of the
/// object's references slower.
package enum ScopeHolder {
    /// `withScope`, when its body has ended; the end of the handle around it waits for that.
    case body
    /// An object that calls `releaseHoldByOuter` before it releases the scope.
    case object
    /// A user, who may release it at any time.
    case user
}

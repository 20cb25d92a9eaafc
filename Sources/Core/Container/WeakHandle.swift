/// A weak reference to a handle.
final class WeakHandle: WeakOwner, @unchecked Sendable {  // As `WeakOwner`.
    weak let object: Container?

    init(_ object: Container) { self.object = object }
}

/// A weak reference to a handle.
final class WeakHandle: Sendable {
    weak let object: Container?

    init(_ object: Container) {
        self.object = object
    }
}

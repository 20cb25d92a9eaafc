/// A weak reference to a container, or to none.
///
/// Swift's `weak` would move the reference counts of the container out of the object, which makes each later retain and
/// release of it slow.
struct WeakContainer: @unchecked Sendable {  // Immutable; `Container` is `Sendable`.
    /// Keeps the memory of the container, but not the container.
    ///
    /// It is never read: that would trap at a container that is gone.
    private unowned let memory: Container?
    private let address: UInt

    init(_ container: Container?) {
        memory = container
        address = container.map { unsafe Unmanaged.passUnretained($0).word } ?? 0
    }

    /// Whether it refers to none, and never did.
    var isNone: Bool { address == 0 }

    /// The container; nil: its last strong reference is gone, or there was none.
    var container: Container? {
        // Keeps `memory`: the compiler does not know that `address` needs it.
        defer { withExtendedLifetime(self) {} }
        guard let reference = unsafe Unmanaged<Container>(word: address) else { return nil }
        return unsafe Platform.tryRetain(reference.toOpaque()) ? reference.takeRetainedValue() : nil
    }
}

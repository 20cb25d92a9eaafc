/// A weak reference to an object of a Swift class, or to none.
///
/// Swift's `weak` would move the reference counts out of the object, which makes each later retain and release of it slow.
package struct WeakReference<Object: AnyObject & Sendable>: @unchecked Sendable {  // Immutable, as its parts are.
    /// Keeps the memory of the object, but not the object.
    ///
    /// It is never read: that would trap at an object that is gone.
    private unowned let memory: Object?
    private let address: UInt

    package init(_ object: Object?) {
        memory = object
        // Not `map`: where the type is not known at compile time, the runtime would look up the closure's.
        address = if let object { UInt(bitPattern: ObjectIdentifier(object)) } else { 0 }
    }

    /// Whether it refers to none, and never did.
    var isNone: Bool { address == 0 }

    /// The object; nil: its last strong reference is gone, or there was none.
    package var object: Object? {
        // Keeps `memory`: the compiler does not know that `address` needs it.
        defer { withExtendedLifetime(self) {} }
        guard let reference = unsafe Unmanaged<Object>(word: address) else { return nil }
        return unsafe Platform.tryRetain(reference.toOpaque()) ? reference.takeRetainedValue() : nil
    }
}

// What the slot of a shared registration holds: a weak reference to the latest instance, and the bits of the value
// that refers to it.
//
// A value of class type, and an existential that holds an object, has the object's address in its first word; the
// words after it are metadata and witness tables, which do not change and need no release. So the value can be
// put together again from those words and a strong reference. `init` verifies this for the value at hand.
//
// A cell is immutable. When its instance has died and another was made, the slot gets another cell, and the old one
// is retired like a slot, because a reader may be in it.

@usableFromInline
package final class SharedCell: Sendable {
    /// Up to eight words: an existential of six protocols.
    @usableFromInline typealias Words = (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt)

    @usableFromInline weak let object: (any AnyObject & Sendable)?
    @usableFromInline let words: Words

    /// Nil where the value is not an object or hides it behind another layout.
    package init?<T>(_ value: T) {
        guard MemoryLayout<T>.size <= MemoryLayout<Words>.size,
            let object = ObjectIdentity.object(of: value)
        else { return nil }
        var words: Words = (0, 0, 0, 0, 0, 0, 0, 0)
        unsafe withUnsafeBytes(of: value) { bytes in
            unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyMemory(from: bytes) }
        }
        guard words.0 == UInt(bitPattern: ObjectIdentifier(object)) else { return nil }
        self.words = words
        // The registration demanded a `Sendable` type, or its owner said `unchecked`.
        self.object = unsafe unsafeBitCast(object, to: (any AnyObject & Sendable).self)
        Census.begin(.cell)
    }

    deinit {
        Census.end(.cell)
    }

    /// The instance, strong, or nil when it has died.
    @inlinable
    @inline(__always)
    func load<T>(as type: T.Type) -> T? {
        guard let object else { return nil }
        // The strong reference goes into the value that is put together below.
        _ = unsafe Unmanaged.passRetained(object)
        var words = words
        return unsafe _withUnprotectedUnsafeMutableBytes(of: &words) { bytes in
            unsafe bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: T.self).move()
        }
    }

    package static func release(_ address: UInt) {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return }
        unsafe Unmanaged<SharedCell>.fromOpaque(pointer).release()
    }
}

/// Finds the object in a value.
package enum ObjectIdentity {
    /// The object that the value is, also behind a protocol and in an optional; nil for a value type.
    package static func object<T>(of value: T) -> AnyObject? {
        func isClass<D>(_ type: D.Type) -> Bool { D.self is AnyClass }
        // The dynamic type is asked first: bridging would put a value type in a box.
        let dynamicType: any Any.Type = Swift.type(of: value as Any)
        if isClass(dynamicType) { return value as AnyObject }
        return (dynamicType as? any Wrapping.Type)?.object(in: value)
    }
}

/// A type whose values may have another value in them.
private protocol Wrapping {
    static func object<T>(in value: T) -> AnyObject?
}

extension Optional: Wrapping {
    fileprivate static func object<T>(in value: T) -> AnyObject? {
        (value as? Self)?.flatMap { ObjectIdentity.object(of: $0) }
    }
}

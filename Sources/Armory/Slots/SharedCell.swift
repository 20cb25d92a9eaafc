// The content of a shared registration's slot: a weak reference to the latest instance, and the bits of the value that
// refers to it.
//
// A value of class type, or an existential of an object, has the object's address in its first word. The other words
// are metadata and witness tables, which do not change and need no release. So the value can be rebuilt from those
// words and a strong reference. `init` verifies this layout for each value.
//
// A cell is immutable. If its instance was released and another one created, the slot gets a new cell. The old cell is
// retired like a slot, because a reader may still use it.

package final class SharedCell: Sendable {
    /// Eight words, enough for an existential of six protocols.
    typealias Words = (UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt)

    weak let object: (any AnyObject & Sendable)?
    let words: Words
    /// The size of the value in bytes; read in C, as the other fields are.
    private let size: Int

    /// Creates a cell for an object; nil if the value is not an object or has another layout.
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
        size = MemoryLayout<T>.size
        // The registration required a `Sendable` type, or the user declared it as `unchecked`.
        self.object = unsafe unsafeBitCast(object, to: (any AnyObject & Sendable).self)
        Census.begin(.cell)
    }

    deinit {
        Census.end(.cell)
    }

    /// A strong reference to the instance, or nil if it was released.
    @inline(__always)
    func load<T>(as type: T.Type) -> T? {
        guard let object else { return nil }
        // The strong reference becomes part of the value that is rebuilt below.
        _ = unsafe Unmanaged.passRetained(object)
        var words = words
        return unsafe _withUnprotectedUnsafeMutableBytes(of: &words) { bytes in
            unsafe bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: T.self).move()
        }
    }
}

/// Finds the object in a value.
package enum ObjectIdentity {
    /// The object in the value, also behind a protocol or in an optional; nil for a value type.
    package static func object<T>(of value: T) -> AnyObject? {
        func isClass<D>(_ type: D.Type) -> Bool { D.self is AnyClass }
        // The dynamic type is checked first, because bridging would box a value type.
        let dynamicType: any Any.Type = Swift.type(of: value as Any)
        if isClass(dynamicType) { return value as AnyObject }
        return (dynamicType as? any Wrapping.Type)?.object(in: value)
    }

    /// Whether the value is an object, and its first word the reference to it.
    static func isReference<T>(_ value: T) -> Bool {
        guard let object = object(of: value) else { return false }
        let word = unsafe withUnsafeBytes(of: value) { unsafe $0.loadUnaligned(as: UInt.self) }
        return word == UInt(bitPattern: ObjectIdentifier(object))
    }
}

/// A type whose values can contain another value.
private protocol Wrapping {
    static func object<T>(in value: T) -> AnyObject?
}

extension Optional: Wrapping {
    fileprivate static func object<T>(in value: T) -> AnyObject? {
        (value as? Self)?.flatMap { ObjectIdentity.object(of: $0) }
    }
}

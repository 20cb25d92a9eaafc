/// A reference as a word, for atomics and for lists whose release must not release the objects.
extension Unmanaged {
    /// The reference to the object with this address; nil for 0.
    @unsafe
    @inline(__always)
    init?(word: UInt) {
        guard let address = unsafe UnsafeRawPointer(bitPattern: word) else { return nil }
        unsafe self = unsafe .fromOpaque(address)
    }

    /// The object's address.
    @inline(__always)
    var word: UInt { unsafe UInt(bitPattern: toOpaque()) }
}

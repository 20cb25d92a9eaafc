// The only file that looks at a value as words: see the list in Design.md.

extension RegistrationName {
    /// Whether both texts are stored as the same two words: the same literal, or the same few characters.
    ///
    /// Only a shortcut: where it is false, the bytes are compared.
    @inlinable
    @inline(__always)
    func hasSameStorage(as other: RegistrationName) -> Bool {
        unsafe unsafeBitCast(text, to: (UInt64, UInt64).self) == unsafeBitCast(other.text, to: (UInt64, UInt64).self)
    }
}

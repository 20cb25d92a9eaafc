public import CCore

/// The usual qualifier: a name that distinguishes several registrations of one type.
///
/// Declare the names once and use them with a leading dot:
///
/// ```swift
/// extension Name {
///     static let primary: Name = "primary"
/// }
/// let database = try container.resolve(Database.self, named: .primary)
/// ```
///
/// Two names are equal if their characters are the same bytes in UTF-8. A name hashes its characters when it is created, so a name
/// that is declared once is cheaper than a literal at every use.
public struct RegistrationName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    @usableFromInline let text: String
    /// XXH3-64 of the characters.
    @usableFromInline package let textHash: UInt64

    /// Creates a name with the given characters.
    public init(_ text: String) { self.init(stringLiteral: text) }

    /// Creates a name from a literal.
    @inlinable
    @inline(__always)
    public init(stringLiteral text: String) {
        self.text = text
        // Inlined, so that the compiler knows where the bytes of a literal are.
        textHash =
            unsafe text.utf8.withContiguousStorageIfAvailable { unsafe ccore_hash_bytes($0.baseAddress, $0.count) }
            ?? Self.hash(of: text)
    }

    /// The hash of a text that has no bytes of its own, as Darwin's bridged ones.
    @usableFromInline
    @inline(never)
    static func hash(of text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { unsafe ccore_hash_bytes($0.baseAddress, $0.count) }
    }

    /// The characters of the name.
    public var description: String { text }

    /// Whether the characters are the same bytes.
    @inlinable
    public static func == (left: RegistrationName, right: RegistrationName) -> Bool {
        left.textHash == right.textHash && (left.isStored(as: right) || left.hasBytes(of: right))
    }

    /// Compares the bytes, because `String`'s own `==` treats an "é" of one code point and one of two as equal.
    @usableFromInline
    @inline(never)
    func hasBytes(of other: RegistrationName) -> Bool { text.utf8.elementsEqual(other.text.utf8) }

    /// Hashes the characters.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(textHash) }
}

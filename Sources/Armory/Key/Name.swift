/// The usual qualifier: a name that distinguishes several registrations of one type.
///
/// Declare the names once and use them with a leading dot:
///
/// ```swift
/// extension Name {
///     static let primary: Name = "primary"
///     static let replica: Name = "replica"
/// }
/// let database = try container.resolve(Database.self, named: .replica)
/// ```
///
/// Two names are equal if their characters are the same bytes in UTF-8. A name hashes its characters when it is
/// created, so a name that is declared once is cheaper than a literal at every use. Any other `Hashable & Sendable`
/// value can be a qualifier too: see ``Container/resolve(_:qualifier:)->T``. A `Name` never equals a `String`.
public struct Name: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    @usableFromInline let text: String
    @usableFromInline let textHash: UInt

    /// Creates a name with the given characters.
    public init(_ text: String) {
        self.text = text
        textHash = KeyHash.hash(text)
    }

    /// Creates a name from a literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// The characters of the name.
    public var description: String { text }

    /// Whether the characters are the same.
    @inlinable
    public static func == (left: Name, right: Name) -> Bool {
        left.textHash == right.textHash && (left.isStored(as: right) || left.hasBytes(of: right))
    }

    /// Whether the texts are stored as the same two words: the same literal, or the same few characters.
    @inlinable
    @inline(__always)
    func isStored(as other: Name) -> Bool {
        unsafe unsafeBitCast(text, to: (UInt, UInt).self) == unsafeBitCast(other.text, to: (UInt, UInt).self)
    }

    /// Compares the bytes, because `String`'s own `==` treats an "é" of one code point and one of two as equal.
    @usableFromInline
    @inline(never)
    func hasBytes(of other: Name) -> Bool {
        text.utf8.elementsEqual(other.text.utf8)
    }

    /// Hashes the characters.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(textHash)
    }
}

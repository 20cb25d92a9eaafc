/// The usual qualifier: a name that tells apart several registrations of one type.
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
/// Two names are equal when their characters are, byte for byte in UTF-8. A name hashes its characters when it is made:
/// a name that is declared once is cheaper than a literal at every use. Any other `Hashable & Sendable` value can be a
/// qualifier too: see ``Container/resolve(_:qualifier:)->T``. A `Name` never equals a `String` qualifier.
public struct Name: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    @usableFromInline let text: String
    @usableFromInline let textHash: UInt

    /// A name with the given characters.
    public init(_ text: String) {
        self.text = text
        textHash = KeyHash.hash(text)
    }

    /// A name written as a literal.
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

    /// Whether the two words of the texts are the same: one literal, or the same few characters.
    @inlinable
    @inline(__always)
    func isStored(as other: Name) -> Bool {
        unsafe unsafeBitCast(text, to: (UInt, UInt).self) == unsafeBitCast(other.text, to: (UInt, UInt).self)
    }

    /// Not the texts' own `==`, to which "é" is the same in one character and in two.
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

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
/// Two names are equal when their characters are. Any other `Hashable & Sendable` value can be a qualifier too:
/// see ``Container/resolve(_:qualifier:)``. A `Name` never equals a `String` qualifier.
public struct Name: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    @usableFromInline let text: String

    /// A name with the given characters.
    @inlinable
    public init(_ text: String) {
        self.text = text
    }

    /// A name written as a literal.
    @inlinable
    public init(stringLiteral text: StaticString) {
        self.text = text.description
    }

    /// The characters of the name.
    public var description: String { text }
}

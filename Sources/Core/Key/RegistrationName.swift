public import CCore

/// A name that distinguishes several registrations of one type: a text, or any other value that can be compared.
///
/// Declare the names once and use them with a leading dot:
///
/// ```swift
/// extension RegistrationName {
///     static let primary: RegistrationName = "primary"
///     static let europe = RegistrationName(Region.europe)
/// }
/// let database = try container.resolve(Database.self, named: .primary)
/// ```
///
/// Two names are equal if their values have the same type and are equal; so a `Substring` is another name than the equal `String`. Texts
/// are compared by their bytes in UTF-8. A name hashes its value when it is
/// created, so a name that is declared once is cheaper than one that is created at every use; a name that is no text needs memory too.
public struct RegistrationName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    @usableFromInline let text: String
    /// XXH3-64 of the characters, or the hash of the value; the highest bit tells which, so that a text never has a value's.
    ///
    ///     0 | 63 bits of the text's hash          1 | 63 bits of the value's hash
    @usableFromInline package let textHash: UInt64
    /// The value, if it is no text.
    @usableFromInline let value: AnyQualifier?

    /// The bit of `textHash` that says: a value.
    package static let valueBit: UInt64 = 1 << 63

    /// Creates a name from a value: a `String` is the same name as the literal.
    @inlinable
    public init(_ value: some Hashable & Sendable) {
        if let text = value as? String, type(of: value) == String.self {
            self.init(stringLiteral: text)
        } else {
            self.init(ofValue: value)
        }
    }

    @usableFromInline
    @inline(never)
    init<Q: Hashable & Sendable>(ofValue value: Q) {
        if Q.self == RegistrationName.self, let name = value as? RegistrationName {
            self = name
        } else {
            let value = Qualifier(value)
            (text, textHash, self.value) = ("", value.word, value)
        }
    }

    /// The name that is a part of a key.
    init(of qualifier: AnyQualifier) {
        if qualifier.isName, let name = qualifier.boxed as? RegistrationName {
            self = name
        } else {
            (text, textHash, value) = ("", qualifier.word, qualifier)
        }
    }

    /// Creates a name from a literal.
    @inlinable
    @inline(__always)
    public init(stringLiteral text: String) {
        self.text = text
        value = nil
        // Inlined, so that the compiler knows where the bytes of a literal are.
        let hash =
            unsafe text.utf8.withContiguousStorageIfAvailable { unsafe ccore_hash_bytes($0.baseAddress, $0.count) }
            ?? Self.utf8Hash(of: text)
        textHash = hash & ~(1 << 63)
    }

    /// The hash of a text that has no bytes of its own, as Darwin's bridged ones.
    @usableFromInline
    @inline(never)
    static func utf8Hash(of text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { unsafe ccore_hash_bytes($0.baseAddress, $0.count) }
    }

    /// The name as a part of a key.
    @usableFromInline package var qualifier: AnyQualifier { value ?? Qualifier(self) }

    /// The characters of a text, or the description of the value.
    public var description: String { value.map { "\($0.boxed)" } ?? text }

    /// Whether the texts have the same bytes, or the values are equal.
    @inlinable
    public static func == (left: RegistrationName, right: RegistrationName) -> Bool {
        guard left.textHash == right.textHash else { return false }
        return left.value == nil && left.hasSameStorage(as: right) || left.isEqual(to: right)
    }

    /// Compares the bytes, because `String`'s own `==` treats an "é" of one code point and one of two as equal.
    @usableFromInline
    @inline(never)
    func isEqual(to other: RegistrationName) -> Bool {
        value == other.value && (value != nil || text.utf8.elementsEqual(other.text.utf8))
    }

    /// Hashes the text or the value.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(textHash) }
}

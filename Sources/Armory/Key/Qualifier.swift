/// A qualifier of any type, which compares first the type and then the value by its own `==`.
@usableFromInline
package class AnyQualifier: @unchecked Sendable, CustomStringConvertible {  // Immutable; `Box` holds a Sendable value.
    @usableFromInline package let type: ObjectIdentifier

    fileprivate init(type: ObjectIdentifier) {
        self.type = type
        Census.begin(.qualifier)
    }

    deinit {
        Census.end(.qualifier)
    }

    /// Whether the values are equal; the types are already known to be.
    fileprivate func isEqual(_ other: AnyQualifier) -> Bool { false }

    /// The hash that `KeyHash` computes from the unboxed qualifier.
    package var ownHash: UInt { 0 }

    /// The value as in source code.
    package var quoted: String { "" }

    /// The value with the word that precedes it in a sentence.
    @usableFromInline package var description: String { isName ? "named \(quoted)" : "qualified by \(quoted)" }

    /// The value if it is of this type, else nil.
    package func value<K>(as type: K.Type) -> K? { nil }

    @inlinable
    @inline(__always)
    package final func equals<Q: Hashable & Sendable>(_ value: Q) -> Bool {
        unsafe type == ObjectIdentifier(Q.self)
            && unsafeDowncast(self, to: Qualifier<Q>.self).value == value
    }
}

@usableFromInline
package final class Qualifier<Q: Hashable & Sendable>: AnyQualifier, @unchecked Sendable {
    @usableFromInline package let value: Q

    package init(_ value: Q) {
        self.value = value
        super.init(type: ObjectIdentifier(Q.self))
    }

    override fileprivate func isEqual(_ other: AnyQualifier) -> Bool {
        other.equals(value)
    }

    override package var ownHash: UInt { KeyHash.hash(of: value) }

    override package var description: String {
        (value as? any QualifierDescribing)?.qualifierDescription ?? super.description
    }

    override package func value<K>(as type: K.Type) -> K? {
        // `as?` alone would also cast a qualifier of another type to `AnyHashable`.
        K.self == Q.self ? value as? K : nil
    }

    override package var quoted: String {
        value is Name ? "\"\(value)\"" : String(reflecting: value)
    }
}

/// A qualifier that only the library creates, never a user.
protocol QualifierDescribing {
    /// The text that errors put after the type.
    var qualifierDescription: String { get }
}

extension AnyQualifier: Equatable {
    @usableFromInline
    package static func == (left: AnyQualifier, right: AnyQualifier) -> Bool {
        left.type == right.type && left.isEqual(right)
    }
}

extension AnyQualifier {
    package var isName: Bool { type == ObjectIdentifier(Name.self) }
}

/// A qualifier of any type, which compares first the type and then the value by its own `==`.
@usableFromInline
package class AnyQualifier: @unchecked Sendable, CustomStringConvertible {  // Immutable; its value is `Sendable`.
    @usableFromInline package let type: ObjectIdentifier

    fileprivate init(type: ObjectIdentifier) {
        self.type = type
        Census.begin(.qualifier)
    }

    deinit {
        Census.end(.qualifier)
    }

    /// The value; the subclass has it.
    fileprivate var boxed: any Hashable & Sendable { type }

    /// The hash of the key of a type with this qualifier.
    package final func hash(with type: ObjectIdentifier) -> UInt { KeyHash.hash(type, boxed) }

    /// The value as in source code.
    package final var quoted: String { isName ? "\"\(boxed)\"" : String(reflecting: boxed) }

    /// The value as an argument of a call, with its label.
    package final var argument: String { "\(isName ? "named" : "qualifier"): \(quoted)" }

    /// The value with the word that precedes it in a sentence.
    @usableFromInline package final var description: String {
        (boxed as? any QualifierDescribing)?.qualifierDescription
            ?? (isName ? "named \(quoted)" : "qualified by \(quoted)")
    }

    /// The value if it is of this type, else nil.
    package final func value<K>(as type: K.Type) -> K? {
        // `as?` alone would also cast a qualifier of another type to `AnyHashable`.
        self.type == ObjectIdentifier(type) ? boxed as? K : nil
    }

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

    override fileprivate var boxed: any Hashable & Sendable { value }
}

extension AnyQualifier {
    /// Whether a user cannot write the value, because it belongs to this library or to one on top of it.
    package final var isOfLibrary: Bool { boxed is any QualifierDescribing }
}

/// A qualifier that only the library and the libraries on top of it create, never a user.
package protocol QualifierDescribing {
    /// The text that errors put after the type.
    var qualifierDescription: String { get }
}

extension AnyQualifier: Hashable {
    @usableFromInline
    package static func == (left: AnyQualifier, right: AnyQualifier) -> Bool { left.equals(right.boxed) }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(KeyHash.hash(of: boxed))
    }
}

extension AnyQualifier {
    package var isName: Bool { type == ObjectIdentifier(Name.self) }
}

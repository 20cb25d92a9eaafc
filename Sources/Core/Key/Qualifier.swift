// What distinguishes several registrations of one type: a name, or any other value that can be compared.
//
//     type ^ hash of the qualifier, odd: the key's first word --XXH3--> entry --> slot --> Qualifier<Q>: Q.self, value
//                                                                                               |
//                                                             compared with `==`, because two keys may have one first word

/// A qualifier of any type.
@usableFromInline
package class AnyQualifier: @unchecked Sendable {  // Immutable; its value is `Sendable`.
    @usableFromInline let type: ObjectIdentifier
    /// The hash for the key's first word.
    package let word: UInt64

    fileprivate init(type: ObjectIdentifier, word: UInt64) { (self.type, self.word) = (type, word) }

    /// The value; the subclass has it.
    package var boxed: any Hashable & Sendable { type }

    /// Where the value lies: a `QualifierValue<Q>`.
    ///
    /// It goes with this object.
    package var address: UnsafeRawPointer { fatalError("the subclass has it") }

    fileprivate static func hashWord<Q: Hashable & Sendable>(ofQualifierValue value: Q) -> UInt64 {
        // Asked for first: a cast takes a name out of an optional, which is another value.
        if Q.self == RegistrationName.self, let name = value as? RegistrationName { return name.textHash }
        return UInt64(truncatingIfNeeded: value.hashValue) | RegistrationName.valueBit
    }
}

/// A qualifier as look-ups compare it: in memory of its own, which they read without counting references.
@frozen
@usableFromInline
struct QualifierValue<Q: Hashable & Sendable>: Sendable {
    @usableFromInline let type: ObjectIdentifier
    @usableFromInline let value: Q
}

@safe
@usableFromInline
package final class Qualifier<Q: Hashable & Sendable>: AnyQualifier, @unchecked Sendable {  // As `AnyQualifier`.
    private let memory: UnsafeMutablePointer<QualifierValue<Q>>

    @usableFromInline
    package init(_ value: Q) {
        unsafe memory = .allocate(capacity: 1)
        unsafe memory.initialize(to: QualifierValue(type: ObjectIdentifier(Q.self), value: value))
        super.init(type: ObjectIdentifier(Q.self), word: AnyQualifier.hashWord(ofQualifierValue: value))
    }

    deinit {
        unsafe memory.deinitialize(count: 1)
        unsafe memory.deallocate()
    }

    override package var boxed: any Hashable & Sendable { unsafe memory.pointee.value }
    override package var address: UnsafeRawPointer { unsafe UnsafeRawPointer(memory) }
}

extension UnsafeRawPointer {
    /// Whether the qualifier that lies here has this type and equals this value.
    @unsafe
    @inlinable
    @inline(__always)
    func hasQualifierValue<Q: Hashable & Sendable>(equalTo value: Q) -> Bool {
        // The type comes first, whatever the type of the value.
        unsafe load(as: ObjectIdentifier.self) == ObjectIdentifier(Q.self)
            && assumingMemoryBound(to: QualifierValue<Q>.self).pointee.value == value
    }

    /// Whether the qualifier that lies here is this name, stored as the same words; false says nothing.
    @unsafe
    @inlinable
    @inline(__always)
    func hasSameStorage(as name: RegistrationName) -> Bool {
        guard unsafe load(as: ObjectIdentifier.self) == ObjectIdentifier(RegistrationName.self) else { return false }
        let own = unsafe assumingMemoryBound(to: QualifierValue<RegistrationName>.self)
        return unsafe own.pointee.value.textHash == name.textHash && own.pointee.value.hasSameStorage(as: name)
    }
}

extension AnyQualifier: Hashable {
    @usableFromInline
    package static func == (left: AnyQualifier, right: AnyQualifier) -> Bool {
        guard left !== right else { return true }
        guard left.type == right.type, left.word == right.word else { return false }
        // Most are names: of one type that is known here, nothing has to be asked of the runtime.
        if left.isName { return left.name == right.name }
        func isEqual<Q: Hashable & Sendable>(_ value: Q) -> Bool {
            unsafe left.address.hasQualifierValue(equalTo: value)
        }
        return isEqual(right.boxed)
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

/// A qualifier that a library on top of this one creates, never a user.
package protocol QualifierDescribing {
    /// The text that errors put after the type.
    var qualifierDescription: String { get }
}

extension AnyQualifier: CustomStringConvertible {
    package final var isName: Bool { type == ObjectIdentifier(RegistrationName.self) }

    /// The value of one that is a name.
    fileprivate final var name: RegistrationName {
        unsafe address.assumingMemoryBound(to: QualifierValue<RegistrationName>.self).pointee.value
    }

    /// The value, if it has this type; a text as a `String`, and any value as a name.
    package final func value<Q>(as type: Q.Type) -> Q? {
        if Q.self == RegistrationName.self { return RegistrationName(of: self) as? Q }
        return isName && Q.self == String.self ? name.description as? Q : boxed as? Q
    }

    /// Whether a library on top of this one made it, and no user.
    final var isInternal: Bool { !isName && boxed is any QualifierDescribing }

    /// The value as in source code.
    package final var quoted: String { isName ? "\"\(boxed)\"" : String(reflecting: boxed) }

    /// The value as an argument of a call.
    package final var spelled: String { isName ? quoted : "RegistrationName(\(quoted))" }

    /// The value with the word that precedes it in a sentence.
    @usableFromInline package final var description: String {
        (boxed as? any QualifierDescribing)?.qualifierDescription
            ?? "named \(quoted)"
    }
}

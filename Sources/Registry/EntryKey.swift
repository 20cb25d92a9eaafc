package import ArmoryCore
internal import CCore

/// What an entry is found by: a type, a name, and whatever else a library tells entries apart by.
///
///     word    the type's address, or an odd number of the type, the name and the rest --XXH3--> place in the table
@safe
package struct EntryKey: Sendable {
    package let type: any Any.Type
    /// The first word of the key's place in a table.
    let word: UInt64
    private let text: Text
    /// What only few keys have, such as arguments or a parameter.
    ///
    /// Its `==` is the user's, and so runs without a lock.
    package let further: AnyQualifier?

    private enum Text: Sendable {
        case none
        case name(RegistrationName)
        case constant(StaticString)
    }

    package init(_ type: any Any.Type, _ name: RegistrationName? = nil, further: AnyQualifier? = nil) {
        self.init(type, name.map { .name($0) } ?? .none, name?.textHash, further)
    }

    /// A key whose name is a constant of the program, such as `#function`.
    package init(_ type: any Any.Type, constant: StaticString, further: AnyQualifier? = nil) {
        self.init(type, .constant(constant), constant.textHash, further)
    }

    private init(_ type: any Any.Type, _ text: Text, _ textHash: UInt64?, _ further: AnyQualifier?) {
        self.type = type
        self.text = text
        self.further = further
        let address = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
        let rest = (textHash ?? 0) ^ (further.map { $0.word &* 0x9E37_79B9_7F4A_7C15 } ?? 0)
        word = textHash == nil && further == nil ? address : ccore_qualified(address, rest)
    }

    /// The key with something further.
    package func with(_ further: AnyQualifier) -> EntryKey {
        switch text {
        case .none: EntryKey(type, further: further)
        case .name(let name): EntryKey(type, name, further: further)
        case .constant(let constant): EntryKey(type, constant: constant, further: further)
        }
    }

    /// The name as text; nil: there is none.
    package var name: String? {
        switch text {
        case .none: nil
        case .name(let name): name.description
        case .constant(let constant): constant.description
        }
    }

    /// Whether the keys are equal, without regard to `further`.
    func isAlike(_ other: EntryKey) -> Bool {
        guard word == other.word, type == other.type else { return false }
        return switch (text, other.text) {
        case (.none, .none): true
        case (.name(let left), .name(let right)): left == right
        case (.constant(let left), .constant(let right)): left.isEqual(to: right)
        default: false
        }
    }

    /// The key for messages.
    package var shown: ServiceKey { ServiceKey(type, qualifier: name.map { RegistrationName($0).qualifier }) }
}

extension EntryKey: Equatable {
    /// Runs the user's `==` for what only few keys have.
    package static func == (left: EntryKey, right: EntryKey) -> Bool {
        left.isAlike(right) && left.further == right.further
    }
}

extension StaticString {
    fileprivate var textHash: UInt64 {
        guard hasPointerRepresentation else { return RegistrationName(description).textHash }
        return unsafe ccore_hash_bytes(utf8Start, utf8CodeUnitCount) & ~RegistrationName.valueBit
    }

    /// Whether the characters are the same bytes; usually both are the same constant.
    fileprivate func isEqual(to other: StaticString) -> Bool {
        guard hasPointerRepresentation, other.hasPointerRepresentation else { return description == other.description }
        guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
        return unsafe utf8Start == other.utf8Start
            || UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount).elementsEqual(
                UnsafeBufferPointer(start: other.utf8Start, count: utf8CodeUnitCount))
    }
}

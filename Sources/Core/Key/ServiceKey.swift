internal import CCore

/// The key of a registration: the identity of a type and an optional qualifier.
///
/// Two keys are equal if both parts are equal; equal hashes are never enough.
package struct ServiceKey: Hashable, Sendable {
    package let type: any Any.Type
    package let qualifier: AnyQualifier?

    package init(_ type: any Any.Type, qualifier: AnyQualifier? = nil) {
        self.type = type
        self.qualifier = qualifier
    }

    /// The first word of the key's entry in a layout: the address of the type, or an odd number.
    package var word: UInt64 {
        let type = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
        return qualifier.map { ccore_qualified(type, $0.word) } ?? type
    }

    /// Whether a map by this type has it: by the values of the names, for `String` those that are texts, for `RegistrationName` all.
    package func hasQualifier(ofType type: any Any.Type) -> Bool {
        guard let qualifier else { return false }
        if type == RegistrationName.self { return !qualifier.isInternal }
        return qualifier.type == ObjectIdentifier(type == String.self ? RegistrationName.self : type)
    }

    /// Whether a key has the same type, or one of the same name.
    package func isNear(_ other: ServiceKey) -> Bool {
        type == other.type || TypeName.sourceName(of: type) == TypeName.sourceName(of: other.type)
    }

    package static func == (left: ServiceKey, right: ServiceKey) -> Bool {
        left.type == right.type && left.qualifier == right.qualifier
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

extension ServiceKey: CustomStringConvertible {
    /// The key as in source code: `any Orders named "primary"`.
    package var description: String { description(withTypeName: TypeName.sourceName(of: type)) }

    /// The key, with the name that its type has among others.
    package func description(usingNames names: TypeNames) -> String { description(withTypeName: names.name(of: type)) }

    /// The type as an argument, followed by the name: `(any Orders).self, named: "primary"`.
    package func swiftCode(usingNames names: TypeNames) -> String {
        let type = "\(TypeName.parenthesized(names.name(of: type))).self"
        return qualifier.map { "\(type), named: \($0.spelled)" } ?? type
    }

    private func description(withTypeName name: String) -> String { qualifier.map { "\(name) \($0)" } ?? name }
}

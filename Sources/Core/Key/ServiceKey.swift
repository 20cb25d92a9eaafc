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

    /// Whether it has a qualifier of this type.
    package func isQualified(by type: any Any.Type) -> Bool { qualifier?.type == ObjectIdentifier(type) }

    package static func == (left: ServiceKey, right: ServiceKey) -> Bool {
        left.type == right.type && left.qualifier == right.qualifier
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

extension ServiceKey: CustomStringConvertible {
    /// The key as in source code: `any Orders named "primary"`.
    package var description: String { described(TypeName.of(type)) }

    /// The key with the name of its module: `any Shop.Orders named "primary"`.
    package var fullDescription: String { described(TypeName.full(of: type)) }

    /// The type as an argument, followed by the name or the qualifier: `(any Orders).self, named: "primary"`.
    package var spelled: String { spelled(TypeName.of(type)) }

    /// The same, with the name of the module.
    package var fullySpelled: String { spelled(TypeName.full(of: type)) }

    private func described(_ name: String) -> String { qualifier.map { "\(name) \($0)" } ?? name }

    private func spelled(_ name: String) -> String {
        let type = TypeName.isExistential(type) && name != "Any" ? "(\(name)).self" : "\(name).self"
        return qualifier.map { "\(type), \($0.argument)" } ?? type
    }
}

/// The key of a registration: the identity of a type and an optional qualifier.
///
/// Two keys are equal if both parts are equal; equal hashes are never enough.
package struct ServiceKey: Sendable {
    package let type: any Any.Type
    package let qualifier: AnyQualifier?

    package init(_ type: any Any.Type, qualifier: AnyQualifier? = nil) {
        self.type = type
        self.qualifier = qualifier
    }

    package var typeIdentifier: ObjectIdentifier { ObjectIdentifier(type) }
}

extension ServiceKey: Hashable {
    package static func == (left: ServiceKey, right: ServiceKey) -> Bool {
        left.type == right.type && left.qualifier == right.qualifier
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(tableHash)
    }

    /// The hash under which the registration table keeps the key.
    package var tableHash: UInt {
        qualifier?.hash(with: typeIdentifier) ?? KeyHash.hash(typeIdentifier)
    }
}

extension ServiceKey: CustomStringConvertible {
    /// The key as in source code: `any Orders named "primary"`.
    package var description: String {
        guard let qualifier else { return TypeName.of(type) }
        return "\(TypeName.of(type)) \(qualifier)"
    }
}

/// A type's name as in source code.
package enum TypeName {
    package static func of(_ type: any Any.Type) -> String {
        if let sugared = type as? any Sugared.Type { return sugared.spelling }
        let name = _typeName(type, qualified: false)
        return isExistential(type) && !name.hasPrefix("any ") ? "any \(name)" : name
    }

    /// The name of the type's optional.
    package static func optional(of type: any Any.Type) -> String {
        isExistential(type) ? "(\(of(type)))?" : "\(of(type))?"
    }

    /// Whether the type is a protocol or a composition of protocols.
    ///
    /// True also for `Any`.
    package static func isExistential(_ type: any Any.Type) -> Bool {
        // The first word of every metadata record is its kind; the numbers are part of the stable ABI
        // (swift/ABI/MetadataKind.def: Existential, ExtendedExistential).
        let kind = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
        return kind == 0x303 || kind == 0x307
    }

    /// Whether one metatype may stand for a `Sendable` type and for one that is not: `any P & Sendable` and `any P`, `any C &
    /// Sendable` and the class `C`.
    ///
    /// So the type is a protocol, a class, or a generic type, function or tuple with one of them in it.
    static func hidesSendable(_ type: any Any.Type) -> Bool {
        guard !isExistential(type) else { return true }
        // The name of a type that is not generic ends with its kind, V for a structure and O for an enumeration. In the
        // others, `_p` ends the name of a protocol type, `yp` is `Any`, `Xl` is `AnyObject`, and C ends the name of a class
        // (docs/ABI/Mangling.rst). More may match, because of their names.
        guard let name = _mangledTypeName(type), let last = name.last else { return true }
        return !"VO".contains(last) && ["_p", "yp", "Xl", "C"].contains(where: name.contains)
    }
}

extension TypeName {
    /// Whether the type is generic, and an argument of it is the resolver of a factory that awaits.
    static func isGenericOverResolver(_ type: any Any.Type) -> Bool {
        let name = _typeName(type, qualified: true)
        return name.utf8.contains(UInt8(ascii: "<")) && name.contains("Armory.AsyncResolver")
    }
}

extension TypeName {
    /// Whether the type's name is `name`, ignoring `any` and `Optional`.
    package static func isSpelledLike(_ type: any Any.Type, _ name: String) -> Bool {
        core(of(type)) == core(name)
    }

    /// The type's name without `any` and `Optional`.
    package static func core(of type: any Any.Type) -> String { String(core(of(type))) }

    private static func core(_ name: String) -> Substring {
        var name = Substring(name)
        if name.hasSuffix("?") { name = name.dropLast() }
        if name.hasPrefix("(any ") { name = name.dropFirst().dropLast() }
        if name.hasPrefix("any ") { name = name.dropFirst(4) }
        return name
    }
}

/// A type with a shorter spelling in source code.
protocol Sugared {
    static var spelling: String { get }
}

extension Optional: Sugared {
    static var spelling: String { TypeName.optional(of: Wrapped.self) }
}

extension Array: Sugared {
    static var spelling: String { "[\(TypeName.of(Element.self))]" }
}

extension Dictionary: Sugared {
    static var spelling: String { "[\(TypeName.of(Key.self)): \(TypeName.of(Value.self))]" }
}

/// What a type consists of, and which types it is converted to.
enum TypeStructure {
    /// The types in a tuple without labels; any other type is its only element.
    static func elements(of type: any Any.Type) -> [any Any.Type] {
        // Metadata of a tuple type, of which the stable ABI (swift/ABI/Metadata.h) fixes the words:
        //     kind | number of elements | labels | type, offset | type, offset | . . .
        let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
        guard unsafe metadata.load(as: UInt.self) == tupleKind,
            unsafe metadata.load(fromByteOffset: 16, as: UInt.self) == 0
        else { return [type] }
        return unsafe (0..<metadata.load(fromByteOffset: 8, as: Int.self)).map { index in
            unsafe metadata.load(fromByteOffset: 24 + 16 * index, as: Any.Type.self)
        }
    }

    /// The types of the arguments that a factory takes as `First`, or as `(First, Second, (Rest...))`.
    static func arguments(in type: any Any.Type) -> [any Any.Type] {
        let parts = elements(of: type)
        guard parts.count == 3 else { return parts }
        let rest = elements(of: parts[2])
        return parts[..<2] + (rest.count == 1 ? [parts[2]] : rest)
    }

    /// The type in an optional; nil: the type is no optional.
    static func wrapped(in type: any Any.Type) -> (any Any.Type)? { (type as? any Wrapping.Type)?.wrapped }

    /// Whether `value as T` compiles for a value of another type, because it becomes an optional, or because its type
    /// conforms to the protocol or inherits from the class.
    static func isConverted(_ type: any Any.Type, as other: any Any.Type) -> Bool {
        func isCertain<P>(_ other: P.Type) -> Bool { Conformance.isCertain(of: type, to: other) }
        return type == other || _openExistential(other, do: isCertain)
            || wrapped(in: other).map { isConverted(type, as: $0) } ?? false
    }

    /// A number of the stable ABI (swift/ABI/MetadataKind.def).
    private static let tupleKind: UInt = 0x301
}

/// An optional, whatever it wraps.
private protocol Wrapping {
    static var wrapped: any Any.Type { get }
}

extension Optional: Wrapping {
    static var wrapped: any Any.Type { Wrapped.self }
}

extension TypeName {
    /// The types of a factory's arguments, as in source code.
    static func ofArguments(_ type: any Any.Type) -> String {
        let names = TypeStructure.arguments(in: type).map(of)
        return names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
    }

    /// Whether the type is a value of the standard library or of Foundation, such as a number, a text, a duration, a date,
    /// or a collection of them.
    ///
    /// Programs seldom register such types.
    static func isPlainValue(_ type: any Any.Type) -> Bool {
        guard !isExistential(type), !(type is AnyClass) else { return false }
        let names = _typeName(type, qualified: true).split { "<>, ".contains($0) }
        return names.allSatisfy { ["Swift", "Foundation", "FoundationEssentials"].contains($0.prefix { $0 != "." }) }
    }
}

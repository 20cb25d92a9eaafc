/// A type's name as in source code, for messages.
package enum TypeName {
    /// The name without modules: `any Orders`, `[any Orders]`, `Int?`.
    package static func sourceName(of type: any Any.Type) -> String { sourceName(of: type, qualifying: []) }

    /// The name, in which some types have that of their module and of the types around them: `any Shop.Orders`.
    ///
    /// - Parameter leaves: The last parts of these types' names.
    static func sourceName(of type: any Any.Type, qualifying leaves: Set<Substring>) -> String {
        if let sugared = type as? any Sugared.Type {
            return sugared.typeDisplayName { sourceName(of: $0, qualifying: leaves) }
        }
        var name = String(describing: type)
        // Patterns cost more than all else of a message, and few names need them.
        if !leaves.isEmpty || name.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) {
            name = sourceName(fromRuntimeName: String(reflecting: type), qualifying: leaves)
        }
        return isExistential(type) && !["Any", "AnyObject"].contains(name) ? "any \(name)" : name
    }

    /// A name of the runtime as in source code: `G<any R<Self.R.T == Int>>` is `G<any R<Int>>`.
    private static func sourceName(fromRuntimeName name: String, qualifying leaves: Set<Substring>) -> String {
        // The runtime sorts the types that a protocol is given, which keeps their order in the standard library alone.
        let isOrdered = !name.contains(", Self.")
        return name.replacing(/\(extension in [^)]*\):|\(unknown context at [^)]*\)\./, with: "")
            .replacing(/\((\w+) in \w+\)/) { $0.1 }
            .replacing(/Pack\{([^{}]*)\}/) { $0.1 }
            .replacing(/Self\.(Swift\.)?(?:\w+\.)*(\w+ == )/) { isOrdered || $0.1 != nil ? "" : $0.2 }
            .replacing(path) { leaves.contains($0.leaf) ? $0.0 : $0.leaf }
    }

    /// The types in a type's name: the last part of each name, and the whole.
    static func namesOfTypes(mentionedInNameOf type: any Any.Type) -> [(leaf: Substring, whole: Substring)] {
        let leaf = String(describing: type)
        var whole = String(reflecting: type)
        // A private type has the mark of its file, in one of two ways.
        if whole.utf8.contains(UInt8(ascii: "(")) {
            whole.replace(/\(unknown context at \$(\w+)\)/) { "_\($0.1)" }
            whole.replace(/\((\w+) in (\w+)\)/) { "\($0.2).\($0.1)" }
        }
        // Most names are those of a type alone, which need no pattern.
        let isPlain = !whole.utf8.contains { $0 < UInt8(ascii: ".") || $0 == UInt8(ascii: "<") }
        if isPlain, !leaf.utf8.contains(UInt8(ascii: ".")) { return [(leaf[...], whole[...])] }
        // The pattern finds no path of a type inside of a generic one: `Box<Int>.Lid`.
        let own = leaf.utf8.contains(UInt8(ascii: "<")) ? [] : [(leaf: leaf[...], whole: whole[...])]
        return own + whole.matches(of: path).map { ($0.leaf, $0.0) }
    }

    /// The name of a type with all that is around it.
    private static var path: Regex<(Substring, leaf: Substring)> {
        /(?:[\w`]+\.)+?(?<leaf>[\w`]+(?:\.Type|\.Protocol)*)(?![\w`.])/
    }

    /// Whether the type is a protocol or a composition of protocols; true also for `Any`.
    package static func isExistential(_ type: any Any.Type) -> Bool {
        // The metatype of such a type is written so, the one of any other type as `T.Type`.
        String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
    }

    /// A name in parentheses, if a `?` or `.self` behind it would belong to a part of it.
    package static func parenthesized(_ name: String) -> String {
        name.hasPrefix("any ") || name.hasPrefix("@") || name.hasPrefix("(") && name.contains(" -> ")
            ? "(\(name))" : name
    }
}

/// A type with a shorter spelling in source code.
package protocol Sugared {
    /// - Parameter name: Names the types that it is made of.
    static func typeDisplayName(namingPartsBy name: (any Any.Type) -> String) -> String
}

extension Optional: Sugared {
    package static func typeDisplayName(namingPartsBy name: (any Any.Type) -> String) -> String {
        "\(TypeName.parenthesized(name(Wrapped.self)))?"
    }
}

extension Array: Sugared {
    package static func typeDisplayName(namingPartsBy name: (any Any.Type) -> String) -> String {
        "[\(name(Element.self))]"
    }
}

extension Dictionary: Sugared {
    package static func typeDisplayName(namingPartsBy name: (any Any.Type) -> String) -> String {
        "[\(name(Key.self)): \(name(Value.self))]"
    }
}

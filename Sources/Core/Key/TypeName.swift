/// A type's name as in source code, for messages.
package enum TypeName {
    /// The name without modules: `any Orders`, `[any Orders]`, `Int?`.
    package static func of(_ type: any Any.Type) -> String {
        if let sugared = type as? any Sugared.Type { return sugared.spelling }
        let name = String(describing: type)
        return isExistential(type) && !["Any", "AnyObject"].contains(name) ? "any \(name)" : name
    }

    /// The name with its module: `any Shop.Orders`.
    package static func full(of type: any Any.Type) -> String {
        // What is private has its file's mark in it: `Shop.(unknown context at $1234).Orders`.
        let name = String(reflecting: type).replacing(/\(unknown context at [^)]*\)\./, with: "")
        return isExistential(type) && !["Any", "Swift.AnyObject"].contains(name) ? "any \(name)" : name
    }

    /// Whether the type is a protocol or a composition of protocols; true also for `Any`.
    package static func isExistential(_ type: any Any.Type) -> Bool {
        // The metatype of such a type is written so, the one of any other type as `T.Type`.
        String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
    }

    /// The name of the type's optional.
    package static func optional(of type: any Any.Type) -> String {
        isExistential(type) ? "(\(of(type)))?" : "\(of(type))?"
    }
}

/// A type with a shorter spelling in source code.
package protocol Sugared {
    static var spelling: String { get }
}

extension Optional: Sugared {
    package static var spelling: String { TypeName.optional(of: Wrapped.self) }
}

extension Array: Sugared {
    package static var spelling: String { "[\(TypeName.of(Element.self))]" }
}

extension Dictionary: Sugared {
    package static var spelling: String { "[\(TypeName.of(Key.self)): \(TypeName.of(Value.self))]" }
}

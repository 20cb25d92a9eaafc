extension TypeName {
    /// Whether one metatype may stand for a `Sendable` type and for one that is not: `any P & Sendable` and `any P`, `any C & Sendable` and
    /// the class `C`.
    ///
    /// So the type is a protocol, a class, or made of others, of which one may be.
    static func isSendabilityUnknown(fromMetatype type: any Any.Type) -> Bool {
        isExistential(type) || type is AnyClass || String(describing: type).contains { "<(".contains($0) }
    }

    /// Whether the type is generic, and an argument of it is the resolver of a factory that awaits.
    static func isGenericOverResolver(_ type: any Any.Type) -> Bool {
        let name = String(reflecting: type)
        return name.contains("<") && name.contains("ArmoryCore.AsyncResolver")
    }
}

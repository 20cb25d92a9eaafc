/// The qualifier of a registration that is private in its module.
struct Hidden: Hashable, Sendable {
    let module: ModuleIdentity
    let qualifier: AnyQualifier?

    static func qualifier(_ qualifier: AnyQualifier?, in module: ModuleIdentity) -> AnyQualifier {
        Qualifier(Hidden(module: module, qualifier: qualifier))
    }

    static func == (left: Hidden, right: Hidden) -> Bool {
        left.module == right.module && left.qualifier == right.qualifier
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(module)
        hasher.combine(qualifier?.ownHash)
    }
}

extension Hidden: QualifierDescribing {
    var qualifierDescription: String {
        [qualifier?.description, "private in \(module)"].compactMap(\.self).joined(separator: ", ")
    }
}

extension AnyQualifier {
    /// The module and the user's qualifier, if this is the qualifier of a private registration.
    var hidden: Hidden? { type == ObjectIdentifier(Hidden.self) ? value(as: Hidden.self) : nil }
}

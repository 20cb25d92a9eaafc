/// The qualifier of a registration that is private in its module.
struct Hidden: Hashable, Sendable {
    let module: ModuleIdentity
    let qualifier: AnyQualifier?

    static func qualifier(_ qualifier: AnyQualifier?, in module: ModuleIdentity) -> AnyQualifier {
        Qualifier(Hidden(module: module, qualifier: qualifier))
    }
}

extension Hidden: QualifierDescribing {
    var qualifierDescription: String {
        [qualifier?.description, "private in \(module)"].compactMap(\.self).joined(separator: ", ")
    }
}

extension AnyQualifier {
    /// The module and the user's qualifier, if this is the qualifier of a private registration.
    var hidden: Hidden? { value(as: Hidden.self) }
}

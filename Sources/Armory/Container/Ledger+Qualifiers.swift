// The order of a type's registrations, for lists of them. A type with one registration, unqualified, has no entry.

extension Ledger {
    /// Notes a key that is new.
    func list(_ key: ServiceKey) {
        guard let qualifier = key.qualifier, !qualifier.isHidden else { return }
        qualifiers[ObjectIdentifier(key.type), default: []].append(qualifier)
    }

    /// Notes the qualifier of a registration in the place of an equal one, so that no other is kept.
    func list(_ key: ServiceKey, inPlaceOf old: AnyQualifier?) {
        guard let qualifier = key.qualifier, let old, old !== qualifier else { return }
        let type = ObjectIdentifier(key.type)
        guard let index = qualifiers[type]?.firstIndex(where: { $0 === old }) else { return }
        qualifiers[type]?[index] = qualifier
    }

    /// Forgets a key that is gone.
    func unlist(_ key: ServiceKey) {
        guard let qualifier = key.qualifier else { return }
        let type = ObjectIdentifier(key.type)
        qualifiers[type]?.removeAll { $0 === qualifier }
        if qualifiers[type]?.isEmpty ?? false { qualifiers[type] = nil }
    }
}

extension AnyQualifier {
    /// Whether it is that of a registration which a module hides.
    var isHidden: Bool { value(as: Hidden.self) != nil }
}

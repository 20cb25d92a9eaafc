/// The identity of a contribution.
final class ContributionIdentity: Sendable {}

/// The qualifier of a registration that is part of a list and is never resolved on its own.
struct Contribution: Hashable, Sendable {
    let identity: ContributionIdentity
    /// The qualifier that the registration was given; lists are filtered by it.
    let tag: AnyQualifier?

    static func == (left: Contribution, right: Contribution) -> Bool { left.identity === right.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}

extension Contribution: QualifierDescribing {
    var qualifierDescription: String {
        ["in its list", tag?.description].compactMap(\.self).joined(separator: ", ")
    }
}

extension AnyQualifier? {
    /// Whether a filtered list contains the registration with this qualifier.
    func isMatched(by filter: AnyQualifier?) -> Bool {
        guard let filter else { return true }
        guard let self else { return false }
        return self == filter || self.value(as: Contribution.self)?.tag == filter
    }
}

extension AnyQualifier {
    /// The key in a map for a registration with this qualifier; for a contribution, its tag.
    func mapKey<K>(as type: K.Type) -> K? {
        value(as: type) ?? value(as: Contribution.self)?.tag?.value(as: type)
    }
}

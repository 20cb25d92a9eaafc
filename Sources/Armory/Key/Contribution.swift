/// What makes a contribution itself.
final class ContributionIdentity: Sendable {}

/// The qualifier of a registration that is one of a list: nobody asks for it alone.
struct Contribution: Hashable, Sendable {
    let identity: ContributionIdentity
    /// The qualifier that the registration was given, by which a list is filtered.
    let tag: AnyQualifier?

    static func == (left: Contribution, right: Contribution) -> Bool { left.identity === right.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}

extension Contribution: QualifierDescribing {
    var qualifierDescription: String {
        ["in its list", tag?.description].compactMap(\.self).joined(separator: ", ")
    }
}

/// All registrations of a type, also if the program registers a list of the type itself.
struct All<Instance>: ComposedType, Sugared {
    let instances: [Instance]

    static func composition(_ qualifier: AnyQualifier?) -> Composition { .list(Instance.self, qualifier) }

    static func composed<Members: MemberSource>(
        _ qualifiers: [AnyQualifier?], from members: borrowing Members
    ) throws(ResolutionError) -> Self where Members: ~Escapable {
        All(instances: try [Instance].composed(qualifiers, from: members))
    }

    static var spelling: String { [Instance].spelling }
}

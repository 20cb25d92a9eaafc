// The forms in which a dependency may be asked for without being registered in that form.

extension Optional: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: Wrapped.self, qualifier: qualifier, kind: .optional)
    }

    package static func resolve(
        through resolver: Resolver, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> Wrapped? {
        try resolver.container.lookUpOptional(Wrapped.self, key: qualifier)
    }
}

extension Array: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: Element.self, qualifier: qualifier, kind: .list)
    }

    package static func resolve(
        through resolver: Resolver, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> [Element] {
        let container = resolver.container
        return try container.nonEmpty(container.members(of: Element.self, filter: qualifier), as: Self.self, qualifier)
            .map(\.instance)
    }
}

extension Dictionary: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: Value.self, qualifier: qualifier, kind: .map(qualifiers: Key.self))
    }

    package static func resolve(
        through resolver: Resolver, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> [Key: Value] {
        let container = resolver.container
        var map: [Key: Value] = [:]
        // Members whose qualifier is no key of the map are not created.
        let members = try container.nonEmpty(
            container.members(of: Value.self, filter: qualifier) { $0?.mapKey(as: Key.self) != nil }, as: Self.self,
            qualifier)
        for member in members {
            if let key = member.qualifier?.mapKey(as: Key.self) { map[key] = member.instance }
        }
        return map
    }
}

// Types that lead to other keys: an optional, a list, a map. Nobody registers them. Their slot has the slots of the others as edges,
// and no level of its own on the path.
//
//     [any Sink]  --composed--> slot: edges [first][second][third]        members in the order of their registrations
//     Sink?       --composed--> slot: edges [the sink's], or none         none: there is no sink
//     Owned<Sink> --composed--> slot: edges [the sink's]                  the type itself resolves it

internal import CCore

/// What a composed type leads to.
package enum Composition: Sendable {
    /// One key, which may be missing.
    case optional(ServiceKey)
    /// One key, which the type resolves itself, in the view of who asks.
    case wrapped(ServiceKey)
    /// All registrations of a type; with a qualifier, those that have it.
    case list(any Any.Type, AnyQualifier?)
    /// The registrations of a type whose qualifiers have this type.
    case map(any Any.Type, by: any Any.Type)

    /// The type of the members.
    var memberType: any Any.Type {
        switch self {
        case .optional(let key), .wrapped(let key): key.type
        case .list(let type, _), .map(let type, by: _): type
        }
    }
}

/// A type that is put together from the instances of other keys.
package protocol ComposedType {
    /// Whether it resolves what it wraps later, when the program calls it: a cycle may lead through it, and it may wrap what is missing.
    static var isDeferred: Bool { get }

    /// What it is without members, if that is always the same.
    static var emptyInstance: Self? { get }

    /// The tag of a scope of its own, in which it resolves what it wraps; nil: it has none.
    static var scopeTag: ScopeTag? { get }

    /// What the type leads to under a qualifier.
    static func composition(forQualifier qualifier: AnyQualifier?) -> Composition

    /// Puts it together.
    ///
    /// - Parameters:
    ///   - qualifiers: The qualifiers of the members.
    ///   - members: Has the instance of each member; nil: its factory declined, or it is the factory that asks.
    static func assembleInstance<Members: MemberSource>(
        memberQualifiers qualifiers: [AnyQualifier?], from members: borrowing Members
    ) throws(ResolutionError) -> Self where Members: ~Escapable
}

/// The members of a composed type, by their positions: they are resolved here, or a task has awaited them before.
package protocol MemberSource: ~Escapable {
    /// Where what a deferred type wraps is resolved.
    var deferred: DeferredSource { get }

    func resolveMember<M>(at position: Int, _ type: M.Type) throws(ResolutionError) -> M?

    /// The member of a wrapped type, in a new scope inside of the handle, and that scope.
    func resolveInNewScope<M>(_ type: M.Type, tag: ScopeTag) throws(ResolutionError) -> (M, scope: HandleReference)
}

extension Optional: ComposedType {
    package static var emptyInstance: Self? { .some(nil) }

    package static func composition(forQualifier qualifier: AnyQualifier?) -> Composition {
        .optional(ServiceKey(Wrapped.self, qualifier: qualifier))
    }

    package static func assembleInstance<Members: MemberSource>(
        memberQualifiers qualifiers: [AnyQualifier?], from members: borrowing Members
    ) throws(ResolutionError) -> Self where Members: ~Escapable {
        try qualifiers.isEmpty ? nil : members.resolveMember(at: 0, Wrapped.self)
    }
}

extension Array: ComposedType {
    package static var emptyInstance: Self? { [] }

    package static func composition(forQualifier qualifier: AnyQualifier?) -> Composition {
        .list(Element.self, qualifier)
    }

    package static func assembleInstance<Members: MemberSource>(
        memberQualifiers qualifiers: [AnyQualifier?], from members: borrowing Members
    ) throws(ResolutionError) -> Self where Members: ~Escapable {
        var list: Self = []
        for position in qualifiers.indices {
            if let member = try members.resolveMember(at: position, Element.self) { list.append(member) }
        }
        return list
    }
}

extension Dictionary: ComposedType {
    package static var emptyInstance: Self? { [:] }

    package static func composition(forQualifier qualifier: AnyQualifier?) -> Composition {
        .map(Value.self, by: Key.self)
    }

    package static func assembleInstance<Members: MemberSource>(
        memberQualifiers qualifiers: [AnyQualifier?], from members: borrowing Members
    ) throws(ResolutionError) -> Self where Members: ~Escapable {
        var map: Self = [:]
        for (position, qualifier) in qualifiers.enumerated() {
            guard let key = qualifier?.value(as: Key.self) else { continue }
            if let member = try members.resolveMember(at: position, Value.self) { map[key] = member }
        }
        return map
    }
}

extension ComposedType {
    package static var isDeferred: Bool { false }
    package static var emptyInstance: Self? { nil }
    package static var scopeTag: ScopeTag? { nil }

    private static var isList: Bool {
        switch composition(forQualifier: nil) {
        case .list, .map: true
        case .optional, .wrapped: false
        }
    }

    /// Whether it is a map, or an optional one.
    static var isMap: Bool {
        switch composition(forQualifier: nil) {
        case .map: true
        case .optional(let wrapped), .wrapped(let wrapped):
            (wrapped.type as? any ComposedType.Type)?.isMap ?? false
        case .list: false
        }
    }

    /// Whether it may have no members.
    ///
    /// An empty list of values is an error: `[UInt8]` is more likely a secret whose registration was forgotten. So is one of a composed
    /// type, which has no registrations.
    package static var mayBeEmpty: Bool {
        switch composition(forQualifier: nil) {
        case .optional: true
        case .wrapped: false
        case .list(let type, _), .map(let type, by: _):
            if let type = type as? any ComposedType.Type {
                type.wrappedType.map(isClassOrExistential) ?? false
            } else {
                isClassOrExistential(type)
            }
        }
    }

    private static func isClassOrExistential(_ type: any Any.Type) -> Bool {
        type is AnyClass || TypeName.isExistential(type)
    }

    /// The innermost type that it wraps; nil: it wraps none.
    private static var wrappedType: (any Any.Type)? {
        guard case .wrapped(let wrapped) = composition(forQualifier: nil) else { return nil }
        guard let type = wrapped.type as? any ComposedType.Type else { return wrapped.type }
        return type.wrappedType
    }

    /// A key for the slot without members, which stands for every qualifier that nothing is registered under.
    static var emptyKey: ServiceKey { ServiceKey(Empty<Self>.self) }

    /// The record of the type, whose slot has the members as edges.
    static func makeComposedRecord(qualifier: AnyQualifier?, memberQualifiers: [AnyQualifier?]) -> Record {
        var parts = Record.Parts()
        parts.members = Record.Members(qualifiers: memberQualifiers, areAll: isList)
        return Record(Self.self, .transient, qualifier: qualifier, at: CodeLocation(), parts: parts) { resolver in
            try assembleInstance(memberQualifiers: memberQualifiers, from: resolver)
        }
    }
}

/// Stands for a composed type without members.
private enum Empty<Composed> {}

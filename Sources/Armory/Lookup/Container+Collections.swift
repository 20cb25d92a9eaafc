// All registrations of a type: as a list in the order of registration, or as a map by qualifier.
//
//     parents first, each in its order of registration: all registrations of T, with any qualifier or none, and
//     all contributions to the list of T
//
// If a child registers a key of a parent too, the child's registration takes the parent's place. The collector, an
// instance that asks for the list while it is created, is not in the list.

extension Container {
    /// Resolves all registrations of a type.
    ///
    /// Outside of a factory, each registration is resolved separately: if several of them need a `Graph` instance, each
    /// gets another one. In a factory, they are one graph; of the factory's graph, they get instances that threads may
    /// share.
    ///
    /// - Parameter type: The type of the registrations.
    /// - Returns: The instances in the order of registration, those of parents first; empty if the type has none.
    /// - Throws: ``ResolutionError`` if one of the instances cannot be created.
    /// - Complexity: O(*k*) for *k* registrations of the type, and a lock; O(*n*) at the first call after a change.
    public func resolveAll<T>(_ type: T.Type = T.self) throws(ResolutionError) -> [T] {
        try apart { () throws(ResolutionError) in try members(of: type, filter: nil).map(\.instance) }
    }

    /// Resolves all registrations of a type under a name.
    ///
    /// A name may have several registrations if they are ``Registration/contributed()``. Otherwise it works like
    /// ``resolveAll(_:)``.
    ///
    /// - Throws: ``ResolutionError`` if one of the instances cannot be created.
    public func resolveAll<T>(_ type: T.Type = T.self, named name: Name) throws(ResolutionError) -> [T] {
        try apart { () throws(ResolutionError) in try members(of: type, filter: Qualifier(name)).map(\.instance) }
    }

    /// Resolves all registrations of a type under a qualifier.
    ///
    /// - Throws: ``ResolutionError`` if one of the instances cannot be created.
    public func resolveAll<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> [T] {
        try apart { () throws(ResolutionError) in try members(of: type, filter: Qualifier(qualifier)).map(\.instance) }
    }

    /// Resolves the registrations of a type whose qualifiers are wanted; returns the instances with their qualifiers.
    func members<T>(
        of type: T.Type, filter: AnyQualifier?, isWanted: (AnyQualifier?) -> Bool = { _ in true }
    ) throws(ResolutionError) -> [(qualifier: AnyQualifier?, instance: T)] {
        view?.recorder?.note([T].self, filter)
        if let fault = (view?.base ?? self).closedFault(of: [T].self) { throw fault }
        let asker = unsafe ThreadContext.current.innermostBinding
        var members: [(qualifier: AnyQualifier?, instance: T)] = []
        for key in memberKeys(of: type) where key.qualifier.isMatched(by: filter) && isWanted(key.qualifier) {
            guard let binding = registered(key), !isCollector(asker, binding) else { continue }
            let member: T? = try withOptionalRoom { room throws(ResolutionError) in
                try unlessDeclined { () throws(ResolutionError) in
                    try unsafe lookUpExact(Request(type, key.qualifier), room, isAsked: false)
                }
            }
            guard let instance = member else { continue }
            members.append((key.qualifier, instance))
        }
        return members
    }

    /// Whether the binding itself asks for the list, or is an outer record or an alias of the binding that asks.
    func isCollector(_ asker: Binding?, _ binding: Binding) -> Bool {
        guard let asker else { return false }
        if asker === binding || asker.isInner(of: binding) { return true }
        let base = binding.base
        guard base.options.contains(.alias), let target = base.dependencies.first?.key else { return false }
        return registered(target).map { $0 === asker || asker.isInner(of: $0) } ?? false
    }
}

extension Dependency {
    /// Whether a list of the type may be empty: a list of a protocol or a class may.
    ///
    /// An empty list of values is an error, because a registration of the list itself was probably forgotten: `[UInt8]`
    /// is more likely a secret than a list of bytes that are registered one by one.
    package var mayBeEmpty: Bool { TypeName.isExistential(type) || type is AnyClass }
}

extension Container {
    func nonEmpty<T, Form>(
        _ members: [(qualifier: AnyQualifier?, instance: T)], as form: Form.Type, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> [(qualifier: AnyQualifier?, instance: T)] {
        guard members.isEmpty, !Dependency(type: T.self).mayBeEmpty else { return members }
        throw unsafe missingFault(ServiceKey(form, qualifier: qualifier), ThreadContext.current)
    }
}

// All registrations of a type: as a list in the order of registration, or as a map by qualifier.
//
//     parents first, each in its order of registration: whatever is found by T, with any qualifier or none, and
//     what is contributed to the list of T
//
// A key that a child registers too is the child's, in the parent's place. Who asks for the list while it is made, the
// collector, is not in it.

internal import Synchronization

extension Container {
    /// The instances of all registrations of a type.
    ///
    /// Asked for outside of a factory, each is resolved by itself, so that a `Graph` instance which several of them need is
    /// one for each.
    ///
    /// - Parameter type: The type they are registered under.
    /// - Returns: The instances in the order of registration, those of parents first; empty where there are none.
    /// - Throws: ``ResolutionError`` where one of them cannot be made.
    /// - Complexity: O(*k*) for *k* registrations of the type, and a lock; O(*n*) at the first call after a change.
    public func resolveAll<T>(_ type: T.Type = T.self) throws(ResolutionError) -> [T] {
        try members(of: type, filter: nil).map(\.instance)
    }

    /// The instances of all registrations of a type under a name.
    ///
    /// There may be several where they are ``Registration/contributed()``. All else is as for ``resolveAll(_:)``.
    ///
    /// - Throws: ``ResolutionError`` where one of them cannot be made.
    public func resolveAll<T>(_ type: T.Type = T.self, named name: Name) throws(ResolutionError) -> [T] {
        try members(of: type, filter: Qualifier(name)).map(\.instance)
    }

    /// The instances of all registrations of a type under a qualifier.
    ///
    /// - Throws: ``ResolutionError`` where one of them cannot be made.
    public func resolveAll<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> [T] {
        try members(of: type, filter: Qualifier(qualifier)).map(\.instance)
    }

    /// The instances of a type with their qualifiers, of those whose qualifiers are wanted.
    func members<T>(
        of type: T.Type, filter: AnyQualifier?, isWanted: (AnyQualifier?) -> Bool = { _ in true }
    ) throws(ResolutionError) -> [(qualifier: AnyQualifier?, instance: T)] {
        view?.recorder?.note([T].self, filter)
        guard !(view?.base ?? self).meetsClosed else { throw ResolutionError(.closed, key: ServiceKey([T].self)) }
        let asker = unsafe ThreadContext.current.innermostBinding
        var members: [(qualifier: AnyQualifier?, instance: T)] = []
        for key in memberKeys(of: type) where key.qualifier.isMatched(by: filter) && isWanted(key.qualifier) {
            guard let binding = registered(key), !isCollector(asker, binding) else { continue }
            let member = try unlessDeclined { () throws(ResolutionError) in
                try lookUpExact(type, key.qualifier, isAsked: false)
            }
            guard let instance = member else { continue }
            members.append((key.qualifier, instance))
        }
        return members
    }

    /// Whether the binding is the one that asks for the list, or stands for it.
    func isCollector(_ asker: AnyBinding?, _ binding: AnyBinding) -> Bool {
        guard let asker else { return false }
        if asker === binding || asker.isInner(of: binding) { return true }
        let base = binding.base
        guard base.options.contains(.alias), let target = base.dependencies.first?.key else { return false }
        return registered(target).map { $0 === asker || asker.isInner(of: $0) } ?? false
    }
}

extension Dependency {
    /// Whether a list of it may have nobody in it: one of a protocol or a class may.
    ///
    /// A list of values that nobody has registered is a value that was forgotten: `[UInt8]` is more likely a secret than a
    /// list of bytes which are registered one by one.
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

// MARK: As parameters

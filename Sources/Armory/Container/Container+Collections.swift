// All registrations of a type: as a list in the order of registration, or as a map by qualifier.
//
//     parents first, each in its order of registration:
//       T              the registration without a qualifier
//       T named "a"    those with one
//       T in its list  those that were contributed
//
// A key that a child registers too is the child's, in the parent's place. Who asks for the list while it is made, the
// collector, is not in it.

extension Container {
    /// The instances of all registrations of a type.
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

    /// The instances of a type with their qualifiers.
    func members<T>(
        of type: T.Type, filter: AnyQualifier?
    ) throws(ResolutionError) -> [(qualifier: AnyQualifier?, instance: T)] {
        let base = view?.base ?? self
        view?.recorder?.note([T].self, filter)
        let asker = unsafe ThreadContext.current.bindings.last
        var members: [(qualifier: AnyQualifier?, instance: T)] = []
        for qualifier in base.memberQualifiers(of: type) where qualifier.isMatched(by: filter) {
            guard let binding = base.registered(ServiceKey(type, qualifier: qualifier)),
                !base.isCollector(asker, binding)
            else { continue }
            guard let instance = try base.lookUpExact(type, qualifier) else { continue }
            members.append((qualifier, instance))
        }
        return members
    }

    /// Whether the binding is the one that asks for the list, or stands for it.
    private func isCollector(_ asker: AnyBinding?, _ binding: AnyBinding) -> Bool {
        guard let asker else { return false }
        if asker === binding { return true }
        guard binding.options.contains(.alias), let target = binding.dependencies.first else { return false }
        return registered(target.key) === asker
    }

    /// What is registered under a key, here or in an ancestor.
    func registered(_ key: ServiceKey) -> AnyBinding? {
        let hash = key.tableHash
        let context = unsafe ThreadContext.pinned()
        var binding: AnyBinding?
        if case .slot(let address) = unsafe find(key, hash: hash, context),
            unsafe Slot(address).state != SlotState.absent
        {
            binding = unsafe Slot(address).binding
        } else if let found = unsafe findInherited(key, context) {
            binding = unsafe found.slot.binding
        }
        unsafe context.unpin()
        return binding
    }

    /// The qualifiers of a type's registrations, those of parents first; nil is that of the one without.
    func memberQualifiers(of type: any Any.Type) -> [AnyQualifier?] {
        guard !ancestors.isEmpty else { return ownQualifiers(of: type) }
        var seen: Set<ServiceKey> = []
        return (ancestors.reversed() + [self]).flatMap { container in
            container.ownQualifiers(of: type).filter { seen.insert(ServiceKey(type, qualifier: $0)).inserted }
        }
    }

    private func ownQualifiers(of type: any Any.Type) -> [AnyQualifier?] {
        let listed = ledger.lock.withLock { ledger.qualifiers[ObjectIdentifier(type)] ?? [] }
        return [nil] + listed
    }
}

extension AnyQualifier? {
    /// Whether a list that is filtered has what is registered under this qualifier.
    func isMatched(by filter: AnyQualifier?) -> Bool {
        guard let filter else { return true }
        guard let self else { return false }
        return self == filter || self.value(as: Contribution.self)?.tag == filter
    }
}

// MARK: As parameters

extension Array: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: Element.self, qualifier: qualifier, count: .list)
    }

    package static func resolve(
        in container: Container, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> [Element] {
        try container.members(of: Element.self, filter: qualifier).map(\.instance)
    }
}

extension Dictionary: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: Value.self, qualifier: qualifier, count: .map(qualifiers: Key.self))
    }

    package static func resolve(
        in container: Container, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> [Key: Value] {
        var map: [Key: Value] = [:]
        for member in try container.members(of: Value.self, filter: qualifier) {
            if let key = member.qualifier?.value(as: Key.self) { map[key] = member.instance }
        }
        return map
    }
}

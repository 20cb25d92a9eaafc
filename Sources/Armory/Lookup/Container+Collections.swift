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

    /// What is registered under a key, here or in an ancestor; in a module's view, first what the module hides.
    func registered(_ key: ServiceKey) -> AnyBinding? {
        if let view {
            let hidden = view.module.map {
                ServiceKey(key.type, qualifier: Hidden.qualifier(key.qualifier, in: $0))
            }
            return hidden.flatMap { view.base.registered($0) } ?? view.base.registered(key)
        }
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

    /// The keys of a type's registrations, those of parents first; in a module's view, with those that the module hides.
    func memberKeys(of type: any Any.Type) -> [ServiceKey] {
        let base = view?.base ?? self
        var seen: Set<ServiceKey> = []
        var keys: [ServiceKey] = []
        for container in base.listOrder {
            for key in container.ownKeys(of: type) {
                guard let key = key.seen(by: view?.module), seen.insert(key).inserted else { continue }
                keys.append(key)
            }
        }
        return keys
    }

    /// The ancestors and this container, each once and after its own parents.
    private var listOrder: [Container] {
        guard !ancestors.isEmpty else { return [self] }
        var order: [Container] = []
        func visit(_ container: Container) {
            guard !order.contains(where: { $0 === container }) else { return }
            for parent in container.parents { visit(parent) }
            order.append(container)
        }
        visit(self)
        return order
    }

    private func ownKeys(of type: any Any.Type) -> [ServiceKey] {
        // Let go of after the lock: a qualifier's end may be code of the user's.
        var outdated: [ServiceKey] = []
        defer { withExtendedLifetime(outdated) {} }
        return ledger.lock.withLock {
            // Relaxed: the lock orders it.
            let version = ledger.version.load(ordering: .relaxed)
            let known = ledger.lists[ObjectIdentifier(type)]
            if let known, known.version == version { return known.keys }
            outdated = known?.keys ?? []
            var found: [(number: UInt, key: ServiceKey)] = []
            unsafe table.forEachSlot { address in
                let slot = unsafe Slot(address)
                let binding = unsafe slot.binding
                guard binding.type == type, unsafe slot.state != SlotState.absent else { return }
                guard unsafe !table.isForAnother(slot) else { return }
                found.append((unsafe slot.number, binding.key))
            }
            let keys = found.sorted { $0.number < $1.number }.map(\.key)
            ledger.lists[ObjectIdentifier(type)] = (version, keys)
            return keys
        }
    }
}

extension ServiceKey {
    /// The key as a module's registrations see it, or, where there is no module, all others; nil: they do not.
    fileprivate func seen(by module: ModuleIdentity?) -> ServiceKey? {
        guard let hidden = qualifier?.hidden else { return self }
        return hidden.module == module ? ServiceKey(type, qualifier: hidden.qualifier) : nil
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

extension AnyQualifier {
    /// What a map has a registration with this qualifier under: of a contribution, its tag.
    func mapKey<K>(as type: K.Type) -> K? {
        value(as: type) ?? value(as: Contribution.self)?.tag?.value(as: type)
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

extension Array: DependencyForm {
    package static func dependency(_ qualifier: AnyQualifier?) -> Dependency {
        Dependency(type: Element.self, qualifier: qualifier, count: .list)
    }

    package static func resolve(
        in container: Container, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> [Element] {
        try container.nonEmpty(container.members(of: Element.self, filter: qualifier), as: Self.self, qualifier)
            .map(\.instance)
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
        // What has no key of the map's is not made.
        let members = try container.nonEmpty(
            container.members(of: Value.self, filter: qualifier) { $0?.mapKey(as: Key.self) != nil }, as: Self.self,
            qualifier)
        for member in members {
            if let key = member.qualifier?.mapKey(as: Key.self) { map[key] = member.instance }
        }
        return map
    }
}

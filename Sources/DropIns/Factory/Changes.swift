// The changes of one factory of a container: under the lock its options and its cell, then its instances elsewhere.

internal import ArmoryCore
internal import ArmoryRegistry

// Read once from a factory: a copy takes long.
extension FactoryIdentity {
    func setScope(_ scope: Scope?) { container.manager.setScope(scope, of: self) }
    func register(_ closure: AnyClosure) { container.manager.register(closure, for: self) }
    func reset(_ options: FactoryResetOptions) { container.manager.reset(options, of: self) }

    func change(unless isSet: (SharedOptions) -> Bool = { _ in false }, _ body: (inout Options) -> Void) {
        container.manager.changeOptions(of: self, unless: isSet, body)
    }
}

extension ContainerManager {
    /// Changes options of a factory, unless `once()` protects them.
    ///
    /// - Parameters:
    ///   - isSet: Whether nothing is to be changed: a property sets its options at each read.
    ///   - body: Changes the options. Both run with the lock held, so they may only read and store existing values.
    func changeOptions(
        of factory: FactoryIdentity, unless isSet: (SharedOptions) -> Bool,
        _ body: (inout Options) -> Void
    ) {
        var old: SharedOptions?
        change(factory) { entry in
            guard entry.options.value.isOnce == factory.isOnce, !isSet(entry.options) else { return }
            old = entry.change(body)
        }
        // Released outside of the lock: the old options hold closures of the user.
        withExtendedLifetime(old) {}
    }

    /// Sets the scope of a factory, unless `once()` protects it; another one releases the instance of the former.
    func setScope(_ scope: Scope?, of factory: FactoryIdentity) {
        var leaving = Leaving()
        var changed: (entry: FactoryEntry, keeper: Scope)?
        change(factory) { entry in
            let options = entry.options
            guard options.value.scope !== scope, options.value.isOnce == factory.isOnce else { return }
            entry.renew(&leaving) { $0.scope = scope }
            let keeper = self.scope(of: entry.options)
            leaving.add(entry.move(to: keeper.registry == nil ? keeper : nil), of: entry)
            if entry.hasParameters { changed = (entry, keeper) }
        }
        registry.release(leaving)
        guard let (entry, keeper) = changed else { return }
        registry.letGoParameters(of: entry) { $0.scope !== keeper }
    }

    /// Registers a closure, unless `once()` protects the factory.
    func register(_ closure: AnyClosure, for factory: FactoryIdentity) {
        let isOwn = !isAutoRegistering
        var reported: ReportedEntry?
        forget(factory, isFinal: isOwn, alsoSingletons: isOwn) { candidate, leaving in
            guard candidate.options.value.isOnce == factory.isOnce else { return false }
            candidate.renew(&leaving, isOwn: isOwn) { $0.registration = closure }
            if registry.events != nil {
                reported = ReportedEntry(candidate, candidate.options.value.scope?.lifetime ?? .transient)
            }
            return true
        }
        if let reported { registry.events?.registered(reported) }
    }

    /// Removes registrations and options of a factory, or its instances; the container does not register itself first.
    func reset(_ options: FactoryResetOptions, of factory: FactoryIdentity) {
        switch options {
        case .none: break
        case .all:
            forget(factory, isFirstUse: false) { entry, leaving in
                entry.renew(&leaving, isOwn: true) { $0 = Options() }
                return true
            }
        case .registration:
            let isOwn = !isAutoRegistering
            forget(factory, isFirstUse: false, isFinal: false, alsoSingletons: isOwn) { entry, leaving in
                entry.renew(&leaving, isOwn: isOwn) { $0.registration = nil }
                return true
            }
        case .context:
            forget(factory, isFirstUse: false) { entry, leaving in
                leaving.add(entry.change { $0.contexts = ContextClosures() })
                return false
            }
        case .scope: forget(factory, isFirstUse: false) { _, _ in true }
        }
    }

    /// Releases the instances of a factory.
    ///
    /// - Parameters:
    ///   - isFirstUse: Whether the container registers itself before, if it has not.
    ///   - isFinal: Whether existing instances go; if not, only those that are being made are not kept.
    ///   - alsoSingletons: Whether those of singleton scopes go. A registration by `autoRegister()` leaves them to other containers.
    ///   - body: Returns whether any go. Runs with the lock held.
    private func forget(
        _ factory: FactoryIdentity, isFirstUse: Bool = true, isFinal: Bool = true, alsoSingletons: Bool = true,
        _ body: (FactoryEntry, inout Leaving) -> Bool
    ) {
        var leaving = Leaving()
        var forgotten: (entry: FactoryEntry, scope: Scope)?
        change(factory, isFirstUse: isFirstUse) { entry in
            // That of before: the options may go.
            let scope = scope(of: entry.options)
            guard body(entry, &leaving) else { return }
            leaving.add(entry.empty(evenIfMade: isFinal), of: entry)
            forgotten = (entry, scope)
        }
        registry.release(leaving)
        guard let (entry, scope) = forgotten else { return }
        if registry.locked({ entry.hasParameters }) { registry.letGoParameters(of: entry, evenIfMade: isFinal) }
        guard alsoSingletons, let registry = scope.registry else { return }
        let place = registry.place(of: singletonKey(of: entry, factory), at: entry.location)
        registry.letGoAll(of: place, evenIfMade: isFinal)
    }

    /// The key of a factory in singleton scopes.
    func singletonKey(of entry: FactoryEntry, _ factory: FactoryIdentity) -> EntryKey {
        if let known = registry.locked({ entry.singletonKey }) { return known }
        let owner = SingletonOwner.of(factory.location, type(of: factory.container))
        let key = EntryKey(entry.key.type, RegistrationName("\(owner).\(entry.key.name ?? "")"))
        registry.locked { entry.singletonKey = key }
        return key
    }
}

extension Registry {
    /// Releases the instance of a factory's place, and those for its parameters.
    fileprivate func letGoAll(of place: Place, evenIfMade: Bool) {
        var leaving = Leaving()
        let hasParameters = locked {
            leaving.add(place.empty(evenIfMade: evenIfMade), of: place)
            return place.hasParameters
        }
        release(leaving)
        if hasParameters { letGoParameters(of: place, evenIfMade: evenIfMade) }
    }
}

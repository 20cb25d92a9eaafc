// What changes a container as a whole: resets, and saving and restoring.

internal import ArmoryCore
internal import ArmoryRegistry

// MARK: Resetting

extension ContainerManager {
    /// Removes registrations, options and instances.
    ///
    /// Any thread may call it while others resolve. An instance that is being created meanwhile goes to its callers and
    /// is not kept. Singletons stay: see ``Scope/Singleton/reset()``.
    ///
    /// - Parameter options: The part to remove; by default everything, and the container registers itself again at its
    ///   next use.
    /// - Complexity: O(*n*) in the number of factories and instances.
    public func reset(options: FactoryResetOptions = .all) {
        switch options {
        case .none: break
        case .all:
            var old: State?
            let isRegisteringItself = isAutoRegistering
            registry.letGo { place, leaving in
                (place as? FactoryEntry)?.renew(&leaving) { $0 = Options() }
                return true
            } also: {
                old = state
                state = State()
                prepareAgain(isRegisteringItself: isRegisteringItself)
            }
            withExtendedLifetime(old) {}
        case .registration:
            let isRegisteringItself = isAutoRegistering
            registry.changePlaces { places, leaving in
                for place in places { leaving.add(place.empty(evenIfMade: false), of: place) }
                for case let entry as FactoryEntry in places {
                    entry.renew(&leaving) { $0.registration = nil }
                }
                prepareAgain(isRegisteringItself: isRegisteringItself)
                return ([], [])
            }
        case .context:
            registry.changePlaces { places, leaving in
                for case let entry as FactoryEntry in places {
                    leaving.add(entry.change { $0.contexts = ContextClosures() })
                }
                return ([], [])
            }
        case .scope: registry.letGo { _ in true }
        }
    }

    /// Releases the instances of one scope, which this container keeps.
    ///
    /// A singleton scope is not the container's: see ``Scope/Singleton/reset()``.
    public func reset(scope: Scope) {
        if scope.registry != nil { return logger("FACTORY: Singleton scope not managed by container") }
        registry.letGo { $0.scope === scope }
    }

    /// Whether there is nothing of a kind in this container.
    ///
    /// - Parameter options: The kind: registrations, closures of contexts, or instances; `all` for any of them.
    public func isEmpty(_ options: FactoryResetOptions) -> Bool {
        let saved = registry.savedPlaces()
        func isEmpty(_ isAbsent: (Options) -> Bool) -> Bool {
            saved.allSatisfy { $0.options.map { isAbsent($0.value) } ?? true }
        }
        let hasNoInstance = saved.allSatisfy { $0.cell == nil }
        return switch options {
        case .all: isEmpty { $0.registration == nil && $0.contexts.isEmpty } && hasNoInstance
        case .none: true
        case .registration: isEmpty { $0.registration == nil }
        case .context: isEmpty(\.contexts.isEmpty)
        case .scope: hasNoInstance
        }
    }
}

// MARK: Saving

extension ContainerManager {
    /// Saves registrations, options and instances, so that ``pop()`` restores them.
    ///
    /// Any thread may call it while others resolve. An instance that is being created meanwhile is not saved.
    ///
    /// - Complexity: O(*n*) in the number of factories and instances.
    public func push() {
        var saved: (State, Preparation)?
        let places = registry.savedPlaces { saved = (state, preparation) }
        guard let (state, preparation) = saved else { return }
        registry.locked { pushed.append(Pushed(places: places, state: state, preparation: preparation)) }
    }

    /// Restores what the last ``push()`` has saved; does nothing without one.
    ///
    /// All factories change at once: a thread that resolves meanwhile gets the instance of before or the restored one.
    ///
    /// - Complexity: O(*n*) in the number of factories and instances.
    public func pop() {
        let isRegisteringItself = isAutoRegistering
        var gone: (Pushed, State)?
        registry.changePlaces { places, leaving in
            guard let last = pushed.popLast() else { return ([], []) }
            gone = (last, state)
            state = last.state
            if last.preparation != .done {
                prepareAgain(isRegisteringItself: isRegisteringItself)
            } else if preparation == .needed {
                preparation = .done
            }
            let known = Set(last.places.map { ObjectIdentifier($0.place) })
            // Their keys may have got other places meanwhile.
            let returning = Set(last.places.filter { !$0.place.isListed }.map { ObjectIdentifier($0.place.family) })
            let removed = places.filter { place in
                guard !known.contains(ObjectIdentifier(place)) else { return false }
                if let entry = place as? FactoryEntry {
                    entry.renew(&leaving) { $0 = Options() }
                    if place.scope?.lifetime != .graph { leaving.add(place.empty(), of: place) }
                }
                guard place.isOfParameter else { return false }
                // A place in a running graph stays, so that the graph has one instance.
                return place.scope?.lifetime != .graph || returning.contains(ObjectIdentifier(place.family))
                    || place.isUnused(&leaving.held)
            }
            for saved in last.places { saved.restore(&leaving) }
            return (removed, last.places.map(\.place).filter { !$0.isListed })
        }
        // Held until here: it has closures and instances of the user.
        withExtendedLifetime(gone) {}
    }
}

extension SavedPlace {
    /// Lets the place be as it was; the registry is locked.
    fileprivate func restore(_ leaving: inout Leaving) {
        if let entry = place as? FactoryEntry, let options {
            entry.renew(&leaving) { $0 = options.value }
        }
        if hasParameters { place.hasParameters = true }
        let former = place.restore(cell, scope, lastUse: lastUse)
        // The same one has not left.
        if former !== cell { leaving.add(former, of: place) }
    }
}

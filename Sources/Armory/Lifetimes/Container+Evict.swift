// Letting kept instances go before their lifetime is over.

extension Container {
    /// Closes and releases all instances of a ``Kept`` registration; the next resolve creates another one.
    ///
    /// The registration may be a parent's: then the parent's instances are closed, whoever has asked for them. Code that still holds an
    /// instance keeps it, although it is closed. An instance that is being created is not kept: callers that wait for it get it,
    /// and then it is closed. ``shutdown(within:outcome:)`` waits for that.
    ///
    /// - Parameters:
    ///   - type: The type of the registration.
    ///   - name: The name of the registration; nil: it has none.
    /// - Returns: The errors of the hooks that ran during this call. From the first hook that awaits on, those of an instance
    ///   run in a task,
    ///   for which ``shutdown(within:outcome:)`` waits, and ``Configuration/reportFailure`` receives their errors. Empty if the
    ///   type has no such registration, or if the container ends, because that closes the instances.
    /// - Complexity: Linear in the number of instances.
    @discardableResult
    public func evict<T>(_ type: T.Type, named name: RegistrationName? = nil) -> [ResolutionError] {
        evictEntries(of: ServiceKey(type, qualifier: name?.qualifier)) { $1.all }
    }

    /// Closes and releases the instance that a ``Kept`` registration has for a value of its arguments, in all places of its lifetime.
    ///
    /// ```swift
    /// container.evict(TenantDatabase.self, arguments: tenant.id)      // the tenant has moved to another server
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the registration.
    ///   - name: The name of the registration; nil: it has none.
    ///   - first: The first argument.
    ///   - rest: The other arguments.
    /// - Returns: The errors of the hooks that ran during this call, as without arguments.
    /// - Complexity: O(1); linear in the number of instances if the lifetime has several places.
    @discardableResult
    public func evict<T, First, each Rest>(
        _ type: T.Type, named name: RegistrationName? = nil, arguments first: First, _ rest: repeat each Rest
    ) -> [ResolutionError] {
        let all = ArgumentTuple(first, repeat each rest)
        return evictEntries(of: ServiceKey(type, qualifier: name?.qualifier)) {
            ArgumentTuple<repeat each Rest>.isEmpty
                ? $0.entries(withArguments: first, in: $1) : $0.entries(withArguments: all, in: $1)
        }
    }

    private func evictEntries(
        of key: ServiceKey, selectedBy entries: (any AnyKeptRoute, KeptStore) -> [KeptEntry]
    ) -> [ResolutionError] {
        guard let place = customLifetimeRegistration(for: key),
            let route = place.record.rare?.parts.route as? any AnyKeptRoute,
            let store = place.container.existingStore(of: place.record) as? KeptStore
        else { return [] }
        return store.evictEntries(entries(route, store))
    }

    /// The number of instances of a type's registration with a custom lifetime, or of places for them.
    package func keptInstanceCount<T>(of type: T.Type) -> Int {
        guard let place = customLifetimeRegistration(for: ServiceKey(type)) else { return 0 }
        return (place.container.existingStore(of: place.record) as? KeptStore)?.count ?? 0
    }
}

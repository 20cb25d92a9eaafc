// Forgetting instances, here and in the parents.

internal import Armory

extension Container {
    /// Forgets the instances of a scope, here and in the parents.
    ///
    /// Holders keep their instances. The next resolve creates another one.
    ///
    /// - Parameter objectScope: The scope.
    public func resetObjectScope(_ objectScope: any ObjectScopeProtocol) {
        reset { entry, _ in entry.scope === objectScope }
    }

    /// Forgets the instances of a scope, here and in the parents.
    ///
    /// - Parameter objectScope: The scope.
    public func resetObjectScope(_ objectScope: ObjectScope) {
        resetObjectScope(objectScope as any ObjectScopeProtocol)
    }

    /// Forgets the instances of one service in a scope, here and in the parents.
    ///
    /// - Parameters:
    ///   - objectScope: The scope.
    ///   - serviceType: The type of the service, under any name and with any arguments.
    public func resetObjectScope<Service>(_ objectScope: any ObjectScopeProtocol, serviceType: Service.Type) {
        reset { entry, type in entry.scope === objectScope && type == Service.self }
    }

    /// Forgets the instances of one service in a scope, here and in the parents.
    ///
    /// - Parameters:
    ///   - objectScope: The scope.
    ///   - serviceType: The type of the service, under any name and with any arguments.
    public func resetObjectScope<Service>(_ objectScope: ObjectScope, serviceType: Service.Type) {
        resetObjectScope(objectScope as any ObjectScopeProtocol, serviceType: serviceType)
    }

    private func reset(_ isReset: (any AnyServiceEntry, _ type: any Any.Type) -> Bool) {
        settle()
        let entries = engine.companions.compactMap { key, companion -> (any AnyServiceEntry)? in
            guard let entry = (companion as? any Companion)?.entry else { return nil }
            return isReset(entry, key.type) ? entry : nil
        }
        let identities = Set(entries.map { ObjectIdentifier($0) })
        engine.forget { identities.contains(ObjectIdentifier($0)) }
        for entry in entries { entry.forgetStored(in: self) }
        parent?.reset(isReset)
    }
}

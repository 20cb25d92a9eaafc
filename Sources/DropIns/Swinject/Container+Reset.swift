// Forgetting instances, here and in the parents.

internal import ArmoryCore
internal import ArmoryRegistry

extension Container {
    /// Forgets the instances of a scope, here and in the parents.
    ///
    /// Holders keep their instances. The next resolve creates another one.
    ///
    /// - Parameter objectScope: The scope.
    public func resetObjectScope(_ objectScope: any ObjectScopeProtocol) {
        reset { scope, _ in scope === objectScope }
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
    public func resetObjectScope(_ objectScope: any ObjectScopeProtocol, serviceType: any Any.Type) {
        reset { scope, record in scope === objectScope && record.foundType == serviceType }
    }

    /// Forgets the instances of one service in a scope, here and in the parents.
    ///
    /// - Parameters:
    ///   - objectScope: The scope.
    ///   - serviceType: The type of the service, under any name and with any arguments.
    public func resetObjectScope(_ objectScope: ObjectScope, serviceType: any Any.Type) {
        resetObjectScope(objectScope as any ObjectScopeProtocol, serviceType: serviceType)
    }

    private func reset(_ isReset: (_ scope: any ObjectScopeProtocol, any AnyRecord) -> Bool) {
        // The scopes graph and transient keep nothing.
        for record in ownRecords {
            let scope = record.target.shownSettings.scope
            if scope !== ObjectScope.graph, scope !== ObjectScope.transient, isReset(scope, record) {
                record.target.forget()
            }
        }
        parent?.reset(isReset)
    }
}

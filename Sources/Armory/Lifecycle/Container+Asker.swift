// What a factory may know about the caller that asks for its instance.

extension Container {
    /// The registered type whose factory asks for the instance that this thread is creating; nil: code outside of
    /// factories asks.
    package static var askingType: (any Any.Type)? {
        let bindings = unsafe ThreadContext.current.bindings
        guard let made = bindings.last else { return nil }
        return bindings.last { $0.type != made.type }?.type
    }

    /// Whether the scope may have been opened with a value for the registration.
    fileprivate func isSeeded(_ binding: Binding) -> Bool {
        // The lookup asks the source.
        if seeds != nil { return true }
        let pin = Pin()
        var state = SlotState.absent
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(binding)) { state = unsafe Slot(address).state }
        pin.end()
        return state == SlotState.ready
    }
}

extension Resolver {
    /// A value that the scope around the instance was opened with; nil: it was opened without one.
    ///
    /// The call is not noted as a dependency of the caller.
    package func seed<T>(_ type: T.Type, named name: Name) -> T? {
        let base = container.view?.base ?? container
        let key = ServiceKey(type, qualifier: Qualifier(name))
        guard let binding = base.registered(key), let scope = base.scopeContainer(of: binding), scope.isSeeded(binding)
        else { return nil }
        return try? base.lookUp(type, key: key.qualifier)
    }
}

// Injecting into what the container has not made.

internal import Synchronization

extension Container {
    /// Completes an instance that somebody else has made as if the container had: runs the ``Registration/inject(dependsOn:_:)``
    /// bodies of the registration of its type.
    ///
    /// ```swift
    /// Graph(Window.self) { Window() }
    ///     .inject { window, resolver in window.toolbar = try resolver() }
    ///
    /// try container.inject(into: existing)
    /// ```
    ///
    /// The registration's own factory is not called. Of a `Graph` registration the instance is that of the graph: what
    /// the bodies ask for, and asks for the type in its turn, is given this instance. The container does not keep it, whatever
    /// the registration's lifetime is.
    ///
    /// What is there already is neither decorated nor intercepted: decorators and interceptors of the registration do not run.
    ///
    /// - Parameters:
    ///   - instance: The instance; a value is changed in place.
    ///   - name: The name of the registration; nil: the one without.
    /// - Throws: ``ResolutionError``: `missing` where the type is not registered, `closed`, or what a body met. A value is then as
    ///   it was.
    /// - Complexity: That of making it, but for the factory.
    public func inject<T>(into instance: inout T, named name: Name? = nil) throws(ResolutionError) {
        instance = try injected(instance, name.map { Qualifier($0) })
    }

    /// Completes an object that somebody else has made as if the container had: see the form for values.
    ///
    /// The registration is that of the object's own class. Where that is not registered it is that of `T`. So foreign code may hand
    /// over what it has made as a superclass, or as `AnyObject`.
    ///
    /// - Parameters:
    ///   - instance: The object.
    ///   - name: The name of the registration; nil: the one without.
    /// - Throws: ``ResolutionError``: `missing` where the type is not registered, `closed`, or what a body met. What the bodies did
    ///   before stays done.
    public func inject<T: AnyObject>(into instance: T, named name: Name? = nil) throws(ResolutionError) {
        let qualifier = name.map { Qualifier($0) }
        let ownClass: any Any.Type = Swift.type(of: instance as AnyObject)
        func inject<Own>(as type: Own.Type) throws(ResolutionError) -> Bool {
            guard type != T.self, registered(ServiceKey(type, qualifier: qualifier)) != nil,
                let own = instance as? Own
            else { return false }
            _ = try injected(own, qualifier)
            return true
        }
        if try !inject(as: ownClass) { _ = try injected(instance, qualifier) }
    }

    private func injected<T>(_ instance: T, _ qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        let base = view?.base ?? self
        let key = ServiceKey(T.self, qualifier: qualifier)
        let hash = key.tableHash
        let context = unsafe ThreadContext.pinned()
        if case .slot(let address) = unsafe base.find(key, hash: hash, context),
            unsafe Slot(address).state != SlotState.absent
        {
            let slot = unsafe Slot(address)
            return unsafe slot.state == SlotState.scoped
                ? try unsafe base.inject(instance, as: PlacedSlot(base, slot), context)
                : try unsafe base.injectBehindInterceptors(instance, slot, context)
        }
        guard let found = try unsafe base.findPlaced(key, context) else {
            unsafe context.unpin()
            throw base.notThereFault(key)
        }
        return try unsafe base.inject(instance, as: found, context)
    }

    /// Injects the instance as one of the registration, in the view that an instance of it would be made in.
    ///
    /// The thread is pinned, and is not any more when this returns.
    private func inject<T>(
        _ instance: T, as found: PlacedSlot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let place = try unsafe place(of: found, context)
        return try unsafe place.container.lend { container throws(ResolutionError) in
            try unsafe container.injectBehindInterceptors(instance, place.slot, context)
        }
    }

    /// Injects the instance as one of the slot's registration, or of the record that interceptors lie around.
    ///
    /// Pinning as above.
    private func injectBehindInterceptors<T>(
        _ instance: T, _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        guard let inner = unsafe slot.binding.intercepted else {
            return try unsafe injectInPlace(instance, slot, context)
        }
        defer { withExtendedLifetime(inner) {} }
        let place = try unsafe place(ofInner: inner, context)
        return try unsafe place.container.lend { container throws(ResolutionError) in
            try unsafe container.injectInPlace(instance, place.slot, context)
        }
    }
}

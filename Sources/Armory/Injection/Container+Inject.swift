// Injecting into instances that the container did not create.

extension Container {
    /// Completes an instance created elsewhere: runs the ``Registration/inject(dependsOn:_:)`` bodies of the
    /// registration of its type.
    ///
    /// ```swift
    /// Graph(Window.self) { Window() }
    ///     .inject { window, resolver in window.toolbar = try resolver() }
    ///
    /// try container.inject(into: existing)
    /// ```
    ///
    /// The registration's own factory is not called. For a `Graph` registration, the instance becomes the instance of
    /// the graph: dependencies that the bodies resolve, and that need the type themselves, get this instance. The
    /// container does not keep it, whatever the registration's lifetime is.
    ///
    /// Decorators and interceptors of the registration do not run, because the instance already exists.
    ///
    /// - Parameters:
    ///   - instance: The instance; a value is changed in place.
    ///   - name: The name of the registration; nil means the registration without a name.
    /// - Throws: ``ResolutionError``: `missing` if the type is not registered, `closed`, or the error of a body. A
    ///   value is then unchanged.
    /// - Complexity: The cost of creating the instance, without the factory.
    public func inject<T>(into instance: inout T, named name: Name? = nil) throws(ResolutionError) {
        let given = instance
        instance = try apart { () throws(ResolutionError) in try injected(given, name.map { Qualifier($0) }) }
    }

    /// Completes an object created elsewhere.
    ///
    /// This is the form for objects; see the form for values. It uses the registration of the object's own class or, if
    /// that is not registered, the registration of `T`. So foreign code may pass its object as a superclass or as
    /// `AnyObject`.
    ///
    /// - Parameters:
    ///   - instance: The object.
    ///   - name: The name of the registration; nil means the registration without a name.
    /// - Throws: ``ResolutionError``: `missing` if the type is not registered, `closed`, or the error of a body.
    ///   Changes that the bodies have already made remain.
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
        try apart { () throws(ResolutionError) in
            if try !inject(as: ownClass) { _ = try injected(instance, qualifier) }
        }
    }

    private func injected<T>(_ instance: T, _ qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        let base = view?.base ?? self
        let key = ServiceKey(T.self, qualifier: qualifier)
        let hash = key.tableHash
        var pin = Pin()
        if case .slot(let address) = unsafe base.find(key, hash: hash, &pin),
            unsafe Slot(address).state != SlotState.absent
        {
            let slot = unsafe Slot(address)
            return unsafe slot.state == SlotState.scoped
                ? try unsafe base.inject(instance, as: PinnedSlot(base, slot, pin))
                : try unsafe base.injectBehindInterceptors(instance, slot, pin)
        }
        guard let found = try unsafe base.findInFamily(key, pin) else { throw base.notThereFault(key) }
        return try unsafe base.inject(instance, as: found)
    }

    /// Injects into the instance by the registration, in the view in which the registration would create it.
    private func inject<T>(
        _ instance: T, as found: consuming PinnedSlot
    ) throws(ResolutionError) -> T {
        try unsafe instanceSlot(of: found).hand { container, slot, pin throws(ResolutionError) in
            try unsafe container.injectBehindInterceptors(instance, slot, pin)
        }
    }

    /// Injects into the instance by the slot's registration or, if interceptors wrap it, by the intercepted record.
    private func injectBehindInterceptors<T>(
        _ instance: T, _ slot: Slot, _ pin: consuming Pin
    ) throws(ResolutionError) -> T {
        guard let inner = unsafe slot.binding.intercepted else {
            return try unsafe injectGiven(instance, slot, pin)
        }
        defer { withExtendedLifetime(inner) {} }
        return try unsafe instanceSlot(ofInner: inner, pin).hand { container, slot, pin throws(ResolutionError) in
            try unsafe container.injectGiven(instance, slot, pin)
        }
    }
}

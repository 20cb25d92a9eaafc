// Lookup of sites: instances that the caller brings a factory for. See SiteBinding.swift.
//
//     take(at: key, as: T, factory)
//          |
//       the slot of the key -- none ---------> adds a record for T and the lifetime, and looks up again
//          |
//          |-- of a substitute --------------> the result of its factory, as T
//          |-- of another type than T -------> the existing instance, as T; else the key gets a record for any type
//          v
//       ready, or in the running graph? -----> that instance
//          |
//       created as the lifetime says, with the caller's factory
//       made as the lifetime says, by what the caller has brought

internal import Synchronization

extension Container {
    /// The instance of a site, created if necessary.
    ///
    /// - Parameter passingSubstitutes: Whether this call ignores a substitute of the key.
    /// - Throws: ``ResolutionError``.
    package func take<T>(
        at key: SiteKey, _ lifetime: Lifetime, as type: T.Type, passingSubstitutes: Bool = false,
        _ factory: CallerFactory<T>
    ) throws(ResolutionError) -> T {
        while true {
            let context = unsafe ThreadContext.pinned()
            if let slot = unsafe findSite(key, passingSubstitutes: passingSubstitutes) {
                // Holds a reference: the check for an instance unpins the thread.
                let binding = unsafe slot.binding
                // A graph may have an instance of any type from an earlier record.
                let isExact = binding.isSite && (lifetime != .graph || type != Any.self)
                if isExact, binding.instanceType == type, binding.lifetime == lifetime {
                    if let instance = try unsafe take(slot, lifetime, factory, context) { return instance }
                    continue
                }
                if let substitute = binding as? any SubstituteRecord {
                    return try unsafe substitute.value(as: type, in: slot, of: self, context)
                }
                guard let record = binding as? any SiteRecord else {
                    unsafe context.unpin()
                    throw ResolutionError(.missing, key: key.serviceKey)
                }
                if let other = try unsafe takeOther(slot, record, key, lifetime, factory, context) { return other }
                continue
            }
            unsafe context.unpin()
            try addSite(SiteBinding<T>(key, lifetime))
        }
    }

    /// The substitute's value for a site; nil: there is no substitute.
    ///
    /// - Throws: ``ResolutionError``.
    package func substituted<T>(at key: SiteKey, as type: T.Type) throws(ResolutionError) -> T? {
        let context = unsafe ThreadContext.pinned()
        guard let slot = unsafe findSite(key), let substitute = unsafe slot.binding as? any SubstituteRecord else {
            unsafe context.unpin()
            return nil
        }
        return try unsafe substitute.value(as: type, in: slot, of: self, context)
    }

    /// The existing instance of a site, in the running graph or kept.
    ///
    /// - Throws: ``ResolutionError``, also if there is no instance.
    package func present<T>(at key: SiteKey, as type: T.Type) throws(ResolutionError) -> T {
        let context = unsafe ThreadContext.pinned()
        var instance: Any?
        if let slot = unsafe findSite(key) {
            let binding = unsafe slot.binding
            if let substitute = binding as? any SubstituteRecord {
                return try unsafe substitute.value(as: type, in: slot, of: self, context)
            }
            instance = try unsafe (binding as? any SiteRecord)?.present(in: slot, of: self, context)
        }
        unsafe context.unpin()
        guard let instance else { throw unsafe siteFault(.notThere(key.text), key, context) }
        guard let result = instance as? T else {
            throw unsafe siteFault(.wrongType(wanted: type, given: Swift.type(of: instance)), key, context)
        }
        return result
    }

    /// The path to the requested site, as text.
    package static func path(to key: SiteKey) -> String {
        let keys = unsafe ThreadContext.current.wholePath.steps.map(\.key) + [key.serviceKey]
        return keys.map(\.description).joined(separator: " → ")
    }

    /// The error for a site's instance of an unexpected type.
    ///
    /// The path may contain the site's own record.
    package static func wrongTypeError(_ key: SiteKey, wanted: any Any.Type, given: any Any.Type) -> ResolutionError {
        ResolutionError(
            .factoryFailed, key: key.serviceKey, path: unsafe ThreadContext.current.wholePath.steps,
            underlying: SiteFault.wrongType(wanted: wanted, given: given))
    }

    /// Substitutes a factory for a site: its callers get the factory's result, which is called each time.
    ///
    /// The site's kept instance stays below the substitute, and is available again when the substitute is removed. A
    /// second substitute replaces the first.
    ///
    /// - Throws: ``ResolutionError`` with the code `closed`.
    package func substitute<T>(
        at key: SiteKey, _ type: T.Type, by factory: @escaping @Sendable () -> T
    ) throws(ResolutionError) {
        let record = SubstituteBinding<T>(key) { _ in factory() }
        unsafe try change(record.key) { old, hash throws(ResolutionError) in
            unsafe layOnTop(record, over: old, hash: hash)
        }
    }

    /// Removes the substitute of a site, if there is one.
    ///
    /// - Throws: ``ResolutionError`` with the code `closed`.
    package func removeSubstitute(at key: SiteKey) throws(ResolutionError) {
        unsafe try change(key.serviceKey) { old, hash throws(ResolutionError) in
            guard let old = unsafe old else { return [] }
            return unsafe removeTop(old, hash: hash)
        }
    }
}

// MARK: Finding

extension Container {
    /// The slot of a site's key; nil: nothing is registered.
    ///
    /// Requires a pinned thread.
    func findSite(_ key: SiteKey, passingSubstitutes: Bool = false) -> Slot? {
        var found: Slot?
        if let name = key.name {
            let type = ObjectIdentifier(key.owner)
            unsafe found = table.find(qualifiedHash: KeyHash.hash(type, name)) { address in
                unsafe Slot(address).withBinding(AnyBinding.self) { binding in
                    ObjectIdentifier(binding.type) == type && binding.isQualified(by: name)
                }
            }.slot.map { unsafe Slot($0) }
        } else {
            unsafe found = table.find(ObjectIdentifier(key.owner)).slot.map { unsafe Slot($0) }
        }
        guard var slot = unsafe found else { return nil }
        // A writer never waits for readers while it holds the lock.
        if passingSubstitutes { unsafe slot = control.lock.withLock { unsafe base(of: slot) } }
        return unsafe slot.state == SlotState.absent ? nil : slot
    }

    /// Adds a site, unless the key is registered.
    private func addSite(_ record: AnyBinding) throws(ResolutionError) {
        unsafe try change(record.key) { found, hash throws(ResolutionError) in
            guard let found = unsafe found else { return unsafe insert(makeSlot(record), key: record.key, hash: hash) }
            guard unsafe base(of: found).state == SlotState.absent else { return [] }
            return unsafe put(record, hash: hash, insteadOf: found)
        }
    }

    private func siteFault(
        _ fault: SiteFault, _ key: SiteKey, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> ResolutionError {
        let path = unsafe context.wholePath.steps + [ResolutionError.Step(key: key.serviceKey, location: nil)]
        return ResolutionError(.factoryFailed, key: key.serviceKey, path: path, underlying: fault)
    }
}

// MARK: Taking

extension Container {
    /// The instance of a slot that has the caller's type and lifetime; nil: look up the key again.
    ///
    /// Requires a pinned thread, and unpins it. So do the functions below.
    private func take<T>(
        _ slot: Slot, _ lifetime: Lifetime, _ factory: CallerFactory<T>, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T? {
        switch lifetime {
        case .graph:
            if let entry = unsafe context.pointee.graph.find(slot.identifier), unsafe entry.pointee.build == nil {
                unsafe context.unpin()
                return unsafe GraphArena.value(of: entry, as: T.self).pointee
            }
        case .transient: break
        case .singleton, .shared, .scoped, .custom:
            if unsafe slot.state == SlotState.ready {
                let instance = unsafe slot.instance(as: T.self).pointee
                unsafe context.unpin()
                return instance
            }
            if unsafe slot.state == SlotState.weak, let instance = unsafe slot.loadShared(as: T.self) {
                unsafe context.unpin()
                return instance
            }
        }
        return try unsafe obtain(slot, lifetime, factory, context)
    }

    /// The instance of a slot; nil: its record was exchanged meanwhile.
    ///
    /// - Parameter isBegun: Whether the instance is in the running graph or being created.
    private func obtain<T>(
        _ slot: Slot, _ lifetime: Lifetime, _ factory: CallerFactory<T>, _ context: UnsafeMutablePointer<ThreadContext>,
        isBegun: Bool = false
    ) throws(ResolutionError) -> T? {
        try unsafe entering(slot, context) { _ throws(any Error) -> T? in
            if unsafe context.isTooDeepForLibraries { throw PathFault.tooDeep }
            // The record may have been exchanged while the thread waited for its turn.
            if unsafe !isBegun && slot.state == SlotState.absent { return .none }
            do {
                return .some(try unsafe factory.obtain(slot, lifetime, in: self, context))
            } catch ConstructionFault.exchanged {
                return .none
            }
        }
    }

    /// The instance of a slot that has another type or lifetime; nil: look up the key again.
    private func takeOther<T>(
        _ slot: Slot, _ record: any SiteRecord, _ key: SiteKey, _ lifetime: Lifetime, _ factory: CallerFactory<T>,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T? {
        guard record.lifetime == lifetime else {
            // Another lifetime means another instance: an instance of the first lifetime does not count.
            unsafe context.unpin()
            return try take(at: key.variant("\(lifetime)"), lifetime, as: T.self, factory)
        }
        if lifetime == .transient {
            // No instance is shared, so the types may differ from call to call.
            return try unsafe takeAny(slot, lifetime, factory, context)
        }
        if let present = try unsafe record.present(in: slot, of: self, context) {
            if let instance = present as? T { return instance }
            // Several types with one name, for example in a generic function: each is a separate site.
            return try take(at: key.variant(TypeName.of(T.self)), lifetime, as: T.self, factory)
        }
        guard record.instanceType == Any.self else {
            try exchange(record, for: SiteBinding<Any>(key, lifetime))
            return nil
        }
        unsafe context.pinWithFence()
        guard let slot = unsafe findSite(key, passingSubstitutes: true), unsafe slot.binding === record else {
            unsafe context.unpin()
            return nil
        }
        return try unsafe takeAny(slot, lifetime, factory, context)
    }

    /// The instance of a slot that accepts any type.
    private func takeAny<T>(
        _ slot: Slot, _ lifetime: Lifetime, _ factory: CallerFactory<T>, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        try unsafe entering(slot, context) { _ throws(any Error) in
            if unsafe context.isTooDeepForLibraries { throw PathFault.tooDeep }
            if lifetime == .transient { return try unsafe factory.obtain(slot, lifetime, in: self, context) }
            let instance = try unsafe factory.erased.obtain(slot, lifetime, in: self, context)
            guard let result = instance as? T else {
                throw SiteFault.wrongType(wanted: T.self, given: Swift.type(of: instance))
            }
            return result
        }
    }

    /// The existing instance of a slot.
    func present<T>(
        in slot: Slot, as type: T.Type, _ lifetime: Lifetime, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T? {
        switch lifetime {
        case .transient:
            defer { unsafe context.unpin() }
            return unsafe ThreadNode.of(context).injecting(slot, as: type)
        case .graph:
            guard let entry = unsafe context.pointee.graph.find(slot.identifier) else {
                if T.self == Any.self, let former = unsafe context.formerSite(of: slot) {
                    return try unsafe former.record.present(in: former.slot, of: self, context).flatMap { $0 as? T }
                }
                unsafe context.unpin()
                return nil
            }
            if unsafe entry.pointee.build == nil {
                unsafe context.unpin()
                return unsafe GraphArena.value(of: entry, as: type).pointee
            }
        case .singleton, .shared, .scoped, .custom:
            let state = unsafe slot.state
            if state == SlotState.ready {
                let instance = unsafe slot.instance(as: type).pointee
                unsafe context.unpin()
                return instance
            }
            guard SlotState.isBuild(state) else {
                let instance: T? = state == SlotState.weak ? unsafe slot.loadShared(as: type) : nil
                unsafe context.unpin()
                return instance
            }
        }
        // The instance is being created: a call that closes a cycle gets it early.
        // If its creation is given up meanwhile, there is no instance.
        return try unsafe obtain(
            slot, lifetime, CallerFactory<T>(isRepeatable: true, injection: nil) { throw ConstructionFault.exchanged },
            context, isBegun: true)
    }
}

extension ThreadNode {
    /// The instance of a transient slot that is being injected, innermost first.
    fileprivate func injecting<T>(_ slot: Slot, as type: T.Type) -> T? {
        for frame in frames.reversed() where unsafe HazardList.load(frame.position) == slot.identifier {
            // The build has the slot's type.
            if let build = frame.build as? Build<T>, build.phase == .injecting {
                takeEarly(build)
                return build.instance
            }
        }
        return nil
    }
}

extension SiteKey {
    /// The name as written in errors.
    var text: String { serviceKey.text }

    /// The key of another site with the same name.
    fileprivate func variant(_ text: String) -> SiteKey {
        SiteKey(owner, name.map { Name("\($0) as \(text)") } ?? Name("as \(text)"))
    }
}

extension CallerFactory {
    /// The same factory for instances of type `Any`.
    fileprivate var erased: CallerFactory<Any> {
        let injection = injection
        return CallerFactory<Any>(
            isRepeatable: isRepeatable,
            injection: injection.map { injection in
                { value in
                    guard var instance = value as? T else { return }
                    try injection(&instance)
                    value = instance
                }
            },
            factory: factory)
    }
}

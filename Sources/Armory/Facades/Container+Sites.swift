// The slow path to the instances of sites. See SiteBinding.swift.
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

extension Container {
    /// The instance of a site, created if necessary.
    ///
    /// - Parameter definition: The key whose substitute is used, if there is one; nil: the site's own key.
    /// - Throws: ``ResolutionError``.
    package func take<T>(
        at key: SiteKey, substitutedAt definition: SiteKey? = nil, _ lifetime: Lifetime, as type: T.Type,
        _ factory: CallerFactory<T>
    ) throws(ResolutionError) -> T {
        while true {
            do throws(ResolutionError) {
                switch unsafe locate(key, definition ?? key, lifetime, type) {
                case .instance(let instance): return instance
                case .slot(let slot): return try unsafe obtain(slot, Pin(of: ThreadContext.current), factory)
                case .other: return try takeOnce(at: key, substitutedAt: definition ?? key, lifetime, as: type, factory)
                }
            } catch  where error.isExchanged {
                // The record was exchanged meanwhile: the key is looked up again.
            }
        }
    }

    /// Where the instance of a site is.
    @unsafe
    private enum Location<T> {
        case instance(T)
        /// The slot to create it in; the thread is pinned.
        case slot(Slot)
        case other
    }

    /// Looks for the instance or the slot of a site with exactly this lifetime and type, and without a substitute.
    ///
    /// A separate function, because its frame need not be on the stack while the instance is created.
    #if !DEBUG
    @inline(__always)
    #endif
    private func locate<T>(
        _ key: SiteKey, _ definition: SiteKey, _ lifetime: Lifetime, _ type: T.Type
    ) -> Location<T> {
        var pin = Pin()
        guard unsafe findSubstitute(definition, &pin) == nil, let slot = unsafe findSite(key, &pin),
            unsafe slot.binding.isSite, unsafe slot.binding.lifetime == lifetime,
            unsafe slot.binding.instanceType == type, lifetime != .graph || type != Any.self
        else {
            pin.end()
            return unsafe .other
        }
        if let instance = unsafe existing(in: slot, as: type, pin) {
            pin.end()
            return unsafe .instance(instance)
        }
        unsafe pin.handOver()
        return unsafe .slot(slot)
    }

    private func takeOnce<T>(
        at key: SiteKey, substitutedAt definition: SiteKey, _ lifetime: Lifetime, as type: T.Type,
        _ factory: CallerFactory<T>
    ) throws(ResolutionError) -> T {
        var pin = Pin()
        if let slot = unsafe findSubstitute(definition, &pin) { return try unsafe takeSubstitute(slot, pin) }
        guard let slot = unsafe findSite(key, &pin) else {
            pin.end()
            try addSite(SiteBinding(T.self, key, lifetime))
            throw exchanged(key)
        }
        let binding = unsafe slot.binding
        guard binding.isSite else {
            pin.end()
            throw ResolutionError(.missing, key: key.serviceKey)
        }
        guard binding.lifetime == lifetime else {
            // Another lifetime means another instance: an instance of the first lifetime does not count.
            pin.end()
            return try take(at: key.variant("\(lifetime)"), lifetime, as: type, factory)
        }
        // Transient instances are not shared, so their types may differ from call to call. A graph may have an instance
        // from an earlier record.
        guard binding.instanceType == type && (lifetime != .graph || type != Any.self) || lifetime == .transient else {
            pin.end()
            return try takeOther(key, lifetime, factory)
        }
        if let instance = unsafe existing(in: slot, as: type, pin) {
            pin.end()
            return instance
        }
        return try unsafe obtain(slot, pin, factory)
    }

    /// The existing instance of a site, in the running graph or kept, or that of its substitute.
    ///
    /// - Throws: ``ResolutionError``, also if there is no instance.
    package func present<T>(at key: SiteKey, as type: T.Type) throws(ResolutionError) -> T {
        var pin = Pin()
        if let slot = unsafe findSubstitute(key, &pin) { return try unsafe takeSubstitute(slot, pin) }
        guard let instance = try present(at: key, pin) else { throw siteFault(.notThere(key.text), key) }
        guard let result = instance as? T else {
            throw siteFault(.wrongType(wanted: type, given: Swift.type(of: instance)), key)
        }
        return result
    }

    /// The error for a site's instance of an unexpected type.
    ///
    /// The path may contain the site's own record.
    package static func wrongTypeError(_ key: SiteKey, wanted: any Any.Type, given: any Any.Type) -> ResolutionError {
        ResolutionError(
            .factoryFailed, key: key.serviceKey, path: unsafe ThreadContext.current.wholePath.steps,
            underlying: SiteFault.wrongType(wanted: wanted, given: given))
    }

    private func siteFault(_ fault: SiteFault, _ key: SiteKey) -> ResolutionError {
        let path = unsafe ThreadContext.current.wholePath.steps
        return ResolutionError(
            .factoryFailed, key: key.serviceKey,
            path: path + [ResolutionError.Step(key: key.serviceKey, location: nil)], underlying: fault)
    }
}

// MARK: Substitutes

extension Container {
    /// Substitutes a factory for a site: its callers get the factory's result, which is called each time.
    ///
    /// The site's kept instance stays below the substitute, and is available again when the substitute is removed. A
    /// second substitute replaces the first.
    ///
    /// - Throws: ``ResolutionError`` with the code `closed`.
    package func substitute(at key: SiteKey, by factory: @escaping @Sendable () -> Any) throws(ResolutionError) {
        let record = SiteBinding(key, substitute: { _ in factory() })
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

    private func takeSubstitute<T>(
        _ slot: Slot, _ pin: consuming Pin
    ) throws(ResolutionError) -> T {
        try unsafe obtain(slot, pin) { binding in
            // A dependency of a substitute may lead to the substitute again, without an endless cycle.
            CallerFactory(isRepeatable: true) {
                let value = try unsafe binding.factory(of: Any.self)(Resolver(owner: self))
                guard let result = value as? T else {
                    throw SiteFault.wrongSubstitute(
                        binding.key.text, wanted: T.self, given: Swift.type(of: value))
                }
                return result
            }
        }
    }
}

// MARK: Finding

extension Container {
    /// The slot of a key in this container itself; nil: nothing is registered.
    @inline(__always)
    func find(_ key: SiteKey, _ pin: inout Pin) -> Slot? {
        let found =
            if let name = key.name {
                unsafe find(
                    key.owner, name, hash: KeyHash.hash(ObjectIdentifier(key.owner), name), &pin)
            } else {
                unsafe table.find(ObjectIdentifier(key.owner))
            }
        guard case .slot(let address) = unsafe found, unsafe Slot(address).state != SlotState.absent else { return nil }
        return unsafe Slot(address)
    }

    private func findSubstitute(_ key: SiteKey, _ pin: inout Pin) -> Slot? {
        guard let slot = unsafe find(key, &pin), unsafe slot.isSubstitute else { return nil }
        return unsafe slot
    }

    /// The slot of a site, below its substitute.
    private func findSite(_ key: SiteKey, _ pin: inout Pin) -> Slot? {
        guard let top = unsafe find(key, &pin) else { return nil }
        guard unsafe top.isSubstitute else { return unsafe top }
        // A writer never waits for readers while it holds the lock.
        let slot = unsafe control.lock.withLock { unsafe base(of: top) }
        return unsafe slot.state == SlotState.absent ? nil : slot
    }

    /// Adds a site, unless the key is registered.
    private func addSite(_ record: Binding) throws(ResolutionError) {
        unsafe try change(record.key) { found, hash throws(ResolutionError) in
            if let found = unsafe found, unsafe base(of: found).state != SlotState.absent { return [] }
            return unsafe put(record, hash: hash, insteadOf: found)
        }
    }
}

extension ResolutionError {
    var isExchanged: Bool {
        if case .exchanged? = underlying as? ConstructionFault { true } else { false }
    }
}

extension Slot {
    fileprivate var isSubstitute: Bool { unsafe withBinding { $0.source == .substitute } }
}

extension SiteKey {
    /// The name as written in errors.
    fileprivate var text: String { serviceKey.text }

    /// The key of another site with the same name.
    fileprivate func variant(_ text: String) -> SiteKey {
        SiteKey(owner, name.map { Name("\($0) as \(text)") } ?? Name("as \(text)"))
    }
}

// MARK: Taking

extension Container {
    /// The instance of a slot, created with a caller's factory if necessary.
    func obtain<T>(
        _ slot: Slot, _ pin: consuming Pin,
        by factory: (Binding) throws -> CallerFactory<T>
    ) throws(ResolutionError) -> T {
        let context = unsafe pin.context
        return try unsafe entering(slot, pin) { binding throws(any Error) in
            if unsafe context.isTooDeepForLibraries { throw PathFault.tooDeep }
            return try unsafe factory(binding).obtain(slot, in: self, context)
        }
    }

    /// The instance of a site whose record may have another type.
    private func takeOther<T>(
        _ key: SiteKey, _ lifetime: Lifetime, _ factory: CallerFactory<T>
    ) throws(ResolutionError) -> T {
        if let present = try present(at: key, Pin()) {
            if let instance = present as? T { return instance }
            // Several types with one name, for example in a generic function: each is a separate site.
            return try take(at: key.variant(TypeName.of(T.self)), lifetime, as: T.self, factory)
        }
        var pin = Pin()
        let slot = unsafe findSite(key, &pin)
        guard let slot = unsafe slot, unsafe slot.binding.instanceType == Any.self else {
            let record = unsafe slot?.binding
            pin.end()
            if let record { try exchange(record, for: SiteBinding(Any.self, key, lifetime)) }
            throw exchanged(key)
        }
        // Another thread may have created an instance of another type meanwhile.
        guard let instance = try unsafe obtain(slot, pin, factory.erased) as? T else { throw exchanged(key) }
        return instance
    }

    /// The instance of a site's slot, unless the record was exchanged while the thread waited for its turn.
    @inline(always)
    private func obtain<T>(
        _ slot: Slot, _ pin: consuming Pin, _ factory: CallerFactory<T>
    ) throws(ResolutionError) -> T {
        let context = unsafe pin.context
        return try unsafe entering(slot, pin) { _ throws(any Error) in
            if unsafe context.isTooDeepForLibraries { throw PathFault.tooDeep }
            guard unsafe slot.state != SlotState.absent else { throw ConstructionFault.exchanged }
            return try unsafe factory.obtain(slot, in: self, context)
        }
    }

    /// The error after which a key is looked up again.
    private func exchanged(_ key: SiteKey) -> ResolutionError {
        ResolutionError(.factoryFailed, key: key.serviceKey, underlying: ConstructionFault.exchanged)
    }

    /// The existing instance of a site.
    private func present(
        at key: SiteKey, _ pin: consuming Pin
    ) throws(ResolutionError) -> Any? {
        guard let slot = unsafe findSite(key, &pin), unsafe slot.binding.isSite else { return nil }
        return try unsafe present(in: slot, as: slot.binding.instanceType, pin)
    }

    private func present<T>(
        in slot: Slot, as type: T.Type, _ pin: consuming Pin
    ) throws(ResolutionError) -> Any? {
        // Read first: an instance that another thread finishes meanwhile exists below.
        let isBuild = unsafe SlotState.isBuild(slot.state)
        if let instance = unsafe existing(in: slot, as: type, pin) {
            pin.end()
            return instance
        }
        let context = unsafe pin.context
        let isBegun: Bool
        var instance: T?
        switch unsafe slot.binding.lifetime {
        case .transient:
            isBegun = false
            instance = unsafe ThreadNode.of(context).injecting(slot, as: type)
        case .graph:
            isBegun = unsafe context.pointee.graph.find(slot.identifier) != nil
            if !isBegun, type == Any.self, let former = unsafe context.formerSite(of: slot) {
                return try unsafe present(in: former, as: former.binding.instanceType, pin)
            }
        case .singleton, .shared, .scoped, .custom:
            isBegun = isBuild
        }
        guard isBegun else {
            pin.end()
            return instance
        }
        // The instance is being created: a call that closes a cycle gets it early.
        // If its creation is given up meanwhile, there is no instance.
        unsafe pin.handOver()
        _ = try unlessDeclined { () throws(ResolutionError) in
            instance = try unsafe obtain(slot, Pin(of: context)) { _ in
                CallerFactory<T>(isRepeatable: true) { throw Declined() }
            }
            return true
        }
        return instance
    }

    /// The instance of a slot that is ready, alive, or finished in the running graph; nil: there is none.
    private func existing<T>(in slot: Slot, as type: T.Type, _ pin: borrowing Pin) -> T? {
        switch unsafe slot.state {
        case SlotState.ready: return unsafe slot.instance(as: type).pointee
        case SlotState.weak: return unsafe slot.loadShared(as: type)
        default:
            guard unsafe slot.binding.lifetime == .graph,
                let entry = unsafe pin.context.pointee.graph.find(slot.identifier),
                unsafe entry.pointee.build == nil
            else { return nil }
            return unsafe GraphArena.value(of: entry, as: type).pointee
        }
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

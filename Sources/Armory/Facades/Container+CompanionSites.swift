// Sites with companions. A library that has scopes keeps a companion with each record: the companion knows the scope, and
// whether the instance still counts.
//
//     take(at: key, lifetime, factory)
//          |
//       the record of the key ------- none -------------------------------> adds one with a new companion
//          |
//       the same lifetime, and a current companion? -- no ----------------> replaces it, and its instance
//          |
//       ready, or in the running graph, or created with the caller's factory

internal import Synchronization

extension Container {
    /// The instance of a site whose record has a companion, created if necessary.
    ///
    /// - Parameters:
    ///   - key: The key. Its type is that of the instances.
    ///   - location: The location of the site in the source.
    ///   - isCurrent: Whether a companion still counts. If not, its record is replaced, and its instance is released.
    ///   - makeCompanion: Creates the companion of a new record.
    ///   - factory: Returns the factory for the record of a companion. None of the three may run user code.
    /// - Throws: ``ResolutionError``; with the code `declined` if the factory threw ``Declined``.
    package func take<T, Companion: AnyObject & Sendable>(
        at key: SiteKey, _ lifetime: Lifetime, as type: T.Type, _ location: SourceLocation,
        where isCurrent: (Companion) -> Bool, or makeCompanion: () -> Companion,
        by factory: (Companion) -> CallerFactory<T>
    ) throws(ResolutionError) -> T {
        while true {
            var pin = Pin()
            let slot = unsafe find(key, &pin)
            let old = unsafe slot?.binding
            if let slot = unsafe slot, let companion = old?.companionObject(as: Companion.self),
                old?.lifetime == lifetime, isCurrent(companion)
            {
                do throws(ResolutionError) {
                    let factory = factory(companion)
                    guard control.events == nil else { return try unsafe obtainReported(slot, pin, factory) }
                    guard lifetime == .singleton else { return try unsafe obtain(slot, pin) { _ in factory } }
                    return try unsafe makeKept(pin, slot, by: factory.factory) { context throws(ResolutionError) in
                        try unsafe obtain(slot, Pin(of: context)) { _ in factory }
                    } finish: {
                        try unsafe factory.construction(slot, in: self, $1).finishKept($0)
                    }
                } catch {
                    // The record was removed meanwhile: the key is looked up again.
                    guard error.isExchanged else { throw error }
                    continue
                }
            }
            pin.end()
            if let old, !old.isSite { return try resolveNative(at: key) }
            let measures = old?.measured ?? control.events?.newMeasures
            try put(SiteBinding(type, key, lifetime, makeCompanion(), location, measures), insteadOf: old)
        }
    }

    /// The instance of a site, whose resolve is reported and noted as an edge of the graph.
    @inline(never)
    private func obtainReported<T>(
        _ slot: Slot, _ pin: consuming Pin, _ factory: CallerFactory<T>
    ) throws(ResolutionError) -> T {
        let record = unsafe slot.binding
        let isResolve = factory.note?.isResolve != false
        do throws(ResolutionError) {
            let instance = try unsafe obtain(slot, pin) { _ in factory }
            if isResolve { control.noteResolve(of: record) }
            return instance
        } catch {
            // The caller has got an instance that is not kept.
            if isResolve, error.code == .declined, factory.note?.isNew == true { control.noteResolve(of: record) }
            throw error
        }
    }

    /// The instance of a native registration under the key of a site.
    ///
    /// A separate function, because generic code looks up the type of an optional even on another path.
    @inline(never)
    private func resolveNative<T>(at key: SiteKey) throws(ResolutionError) -> T {
        guard let instance = try resolveExact(T.self, named: key.name) else {
            throw ResolutionError(.missing, key: key.serviceKey)
        }
        return instance
    }

    /// Puts a site's record in place of another record, unless the key has a third one by now.
    ///
    /// - Parameter old: The record to replace; nil: there is none.
    private func put(_ record: SiteBinding, insteadOf old: Binding?) throws(ResolutionError) {
        unsafe try change(record.key) { found, hash throws(ResolutionError) in
            if let found = unsafe found, unsafe found.state != SlotState.absent {
                guard let old, unsafe found.binding === old else { return [] }
            }
            return unsafe put(record, hash: hash, insteadOf: found)
        }
    }

    /// Puts a site's record with a companion in place of any other.
    ///
    /// The former instance is released, and the next ``take(at:_:as:_:where:or:by:)`` creates one.
    package func put<T>(
        _ companion: some AnyObject & Sendable, at key: SiteKey, _ lifetime: Lifetime, as type: T.Type,
        _ location: SourceLocation
    ) throws(ResolutionError) {
        unsafe try change(key.serviceKey) { found, hash throws(ResolutionError) in
            let measures = unsafe found?.binding.measured ?? control.events?.newMeasures
            return unsafe put(
                SiteBinding(type, key, lifetime, companion, location, measures), hash: hash, insteadOf: found)
        }
    }

    /// Removes the record of a site with a companion, and its instance.
    ///
    /// An instance that is being created meanwhile goes to its callers and is not kept.
    package func removeSite(at key: SiteKey) throws(ResolutionError) {
        var pin = Pin()
        let isThere = unsafe find(key, &pin) != nil
        pin.end()
        guard isThere else { return }
        unsafe try change(key.serviceKey) { found, hash throws(ResolutionError) in
            guard let found = unsafe found, unsafe found.state != SlotState.absent,
                unsafe found.binding.companionObject(as: AnyObject.self) != nil
            else { return [] }
            return unsafe unlink(found, hash: hash)
        }
    }

    /// Removes the records of the sites for whose companions the closure returns true, and their instances, all at once.
    ///
    /// - Parameter isRemoved: It runs with locks held, so it must not run user code.
    package func removeSites(where isRemoved: (AnyObject) -> Bool) {
        func isToGo(_ slot: Slot) -> Bool {
            unsafe slot.binding.companionObject(as: AnyObject.self).map(isRemoved) ?? false
        }
        _ = writeTable {
            var isAny = false
            unsafe writtenTable.forEachSlot { if unsafe isToGo(Slot($0)) { isAny = true } }
            // A table from which nothing goes would grow.
            return isAny ? unsafe rebuildTable { unsafe !isToGo($0) } : nil
        }
    }

    /// The companions of the sites that keep an instance now, in no particular order.
    package func companionsWithInstances() -> [AnyObject] {
        control.lock.withLock {
            guard !control.isClosed else { return [] }
            var companions: [AnyObject] = []
            unsafe writtenTable.forEachSlot { address in
                let slot = unsafe Slot(address)
                let state = unsafe slot.state
                guard state == SlotState.ready || state == SlotState.weak,
                    let companion = unsafe slot.binding.companionObject(as: AnyObject.self)
                else { return }
                companions.append(companion)
            }
            return companions
        }
    }

    /// The instance that a site of this container keeps now; nil: there is none.
    package func keptInstance<T>(at key: SiteKey, as type: T.Type) -> T? {
        var pin = Pin()
        var instance: T?
        if let slot = unsafe find(key, &pin), unsafe slot.binding.isSite, unsafe slot.binding.instanceType == type {
            switch unsafe slot.state {
            case SlotState.ready: instance = unsafe slot.instance(as: type).pointee
            case SlotState.weak: instance = unsafe slot.loadShared(as: type)
            default: break
            }
        }
        pin.end()
        return instance
    }
}

extension Binding {
    /// The companion that a site's record holds; nil: it holds none.
    ///
    /// One library adds all the sites of a container, so it knows the class.
    fileprivate func companionObject<Companion: AnyObject>(as type: Companion.Type) -> Companion? {
        guard isSite, let companion = unsafe companion,
            unsafe companion != UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        else { return nil }
        return unsafe Unmanaged<Companion>.fromOpaque(companion).takeUnretainedValue()
    }
}

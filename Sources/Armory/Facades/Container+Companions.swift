// Registrations with companions: a library's objects, kept with the records, which tell how to create an instance.

internal import CLookup

extension Container {
    /// Adds a companion's registration.
    ///
    /// Without it, the form for any registration would look up the type of this one and its conformance.
    package func register<T>(_ registration: Companioned<T>) throws(ResolutionError) {
        try register(registration.definition.erased)
    }

    /// Resolves a companion's registration: returns the existing instance, or the one that `factory` creates.
    ///
    /// - Parameter factory: Gets the companion, once. May run even if the instance exists.
    /// - Returns: The instance; nil: the type is not registered in this container itself.
    /// - Throws: ``ResolutionError``, with the code `declined` if the factory threw ``Declined``.
    package func resolve<T>(
        _ type: T.Type, named name: Name?, by factory: (AnyObject) -> CallerFactory<T>
    ) throws(ResolutionError) -> T? {
        var pin = Pin()
        guard let slot = unsafe find(SiteKey(type, name), &pin) else { return nil }
        return try unsafe obtain(slot, pin) { binding in
            guard let companion = unsafe binding.companion else { throw Declined("it has no companion") }
            return factory(unsafe Unmanaged<AnyObject>.fromOpaque(companion).takeUnretainedValue())
        }
    }

    /// The living instance of a `Shared` registration in this container itself; nil: there is none.
    ///
    /// Faster than ``resolve(_:named:by:)``: nothing is prepared for a factory. A container with subscribers returns nil,
    /// because only the slow path reports.
    package func livingInstance<T>(_ type: T.Type, named name: Name?) -> T? {
        var pin = Pin()
        guard control.events == nil, let slot = unsafe find(SiteKey(type, name), &pin),
            unsafe slot.state == SlotState.weak
        else { return nil }
        let context = unsafe pin.handOver()
        let instance: T? = try? withOptionalRoom { room in
            unsafe clookup_take_shared(context, slot.address, room.assumingMemoryBound(to: UInt.self))
        }
        if instance == nil { unsafe Pin(of: context).end() }
        return instance
    }

    /// The companion that is registered for a key in this container itself.
    package func companion(of type: any Any.Type, named name: Name?) -> (isThere: Bool, companion: AnyObject?) {
        var pin = Pin()
        guard let slot = unsafe find(SiteKey(type, name), &pin) else { return (false, nil) }
        let address = unsafe slot.withBinding { unsafe $0.companion }
        let companion = unsafe address.map { unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
        pin.end()
        return (true, companion)
    }

    /// Replaces the registration of one companion by that of another; false: the first one is no longer registered.
    package func replace(
        _ companion: AnyObject, by registration: some Registration
    ) throws(ResolutionError) -> Bool {
        let binding = registration.definition.binding
        var isReplaced = false
        unsafe try change(binding.key) { old, hash throws(ResolutionError) in
            isReplaced = false
            guard let old = unsafe old, unsafe old.state != SlotState.absent,
                unsafe old.binding.companion == UnsafeRawPointer(Unmanaged.passUnretained(companion).toOpaque())
            else { return [] }
            isReplaced = true
            return unsafe put(binding, hash: hash, insteadOf: old)
        }
        return isReplaced
    }

    /// Forgets the instances of the companions for which `isForgotten` returns true, all at once.
    ///
    /// Locks are held while `isForgotten` runs: it must not run user code.
    package func forget(where isForgotten: (AnyObject) -> Bool) {
        _ = unsafe forget { (slot: Slot) in
            guard unsafe keepsInstance(slot), let companion = unsafe slot.binding.companion else { return false }
            return unsafe isForgotten(Unmanaged<AnyObject>.fromOpaque(companion).takeUnretainedValue())
        }
    }

    /// The keys whose factories run on this thread, outermost first.
    package static var path: [String] {
        unsafe ThreadContext.current.wholePath.steps.map(\.key.description)
    }
}

// What is not ready: found further away, made, or missing.

internal import CCore

extension Container {
    /// The instance of a slot that is made at each resolve, for a caller that is not known to run in a factory.
    @usableFromInline
    @inline(never)
    func resolveUnreadyTransient<T>(_ slot: Slot, _ context: Context) throws(ResolutionError) -> T {
        let thread = unsafe ccore_known_thread()
        guard unsafe ccore_push_first(thread, slot, context) else { return try unsafe resolveUnready(slot) }
        return try unsafe thread.runOutermostFactory { () throws -> T in try unsafe slot.callFactory(context, thread) }
    }

    /// As `resolveUnready`, with a name; one that is no text is looked up here.
    @usableFromInline
    @inline(never)
    func resolveUnready<T>(_ slot: Slot, named name: RegistrationName) throws(ResolutionError) -> T {
        if let value = name.value { return try resolve(T.self, qualifiedBy: value) }
        if unsafe ccore_is_scoped(slot), let instance = unsafe ccore_instance(ccore_scoped_slot(slot, context)) {
            return withExtendedLifetime(self) { unsafe instance.assumingMemoryBound(to: T.self).pointee }
        }
        guard unsafe ccore_is_missing(slot) else { return try unsafe resolveUnready(slot) }
        guard let found = unsafe context.findInOnDemandTable(keyWord(T.self), named: name) else {
            return try resolve(T.self, qualifiedBy: name.qualifier)
        }
        guard let instance = unsafe ccore_instance(found) else { return try unsafe resolveUnready(found) }
        return withExtendedLifetime(self) { unsafe instance.assumingMemoryBound(to: T.self).pointee }
    }

    /// The instance of a slot that was not ready; of the one for what is missing, that of the type, without a qualifier.
    @usableFromInline
    @inline(never)
    func resolveUnready<T>(_ found: Slot) throws(ResolutionError) -> T {
        if unsafe found.pointee.kind == UInt8(ccore_weak), let object = unsafe found.holdWeakInstance() {
            defer { withExtendedLifetime(self) {} }
            return unsafe found.readWeakInstance(ofRetainedObject: object)
        }
        let thread = unsafe ThreadState.current
        if unsafe ccore_is_scoped(found) && ccore_depth(thread) == 0 && ccore_is_open(context) {
            // As `resolve` does it, which has more to decide.
            defer {
                if unsafe thread.pointee.graph_count != 0 { unsafe thread.endGraph() }
                withExtendedLifetime(self) {}
            }
            return try unsafe resolveCellInstance(ccore_scoped_slot(found, context), thread)
        }
        var slot = unsafe found
        if unsafe ccore_is_missing(slot) {
            // A type's word is even, so it is that of one key.
            if let found = unsafe ccore_find_met(context.pointee.met, keyWord(T.self), 0) {
                if unsafe ccore_is_direct(found) { return try unsafe resolveUnreadyTransient(found, context) }
                unsafe slot = unsafe found.slotInKeepingScope(seenFrom: context)
            } else {
                unsafe slot = try unsafe context.findSlot(for: ServiceKey(T.self), thread)
            }
            if let instance = unsafe ccore_instance(slot) {
                return unsafe instance.assumingMemoryBound(to: T.self).pointee
            }
        }
        // A cell asks its own context alone, which may be an open parent's.
        guard unsafe ccore_is_open(context) || !slot.kind.checksOwnContext else {
            throw unsafe thread.closedError(for: slot, in: context)
        }
        defer { withExtendedLifetime(self) {} }
        return try unsafe thread.runAsOutermostResolve { () throws(ResolutionError) in
            try unsafe resolveSlot(slot, context, thread)
        }
    }

    /// A new instance of a slot, made from arguments, for a caller that is not known to run in a factory.
    @usableFromInline
    @inline(never)
    func makeFromArguments<T, Arguments>(
        _ slot: Slot, _ arguments: Arguments, named qualifier: AnyQualifier? = nil
    ) throws(ResolutionError) -> T {
        guard unsafe slot.pointee.flags & UInt8(ccore_plain) != 0, unsafe slot.acceptsArguments(Arguments.self),
            unsafe ccore_push_first(ccore_known_thread(), slot, context)
        else { return try unsafe makeFromArgumentsOnSlowPath(slot, qualifier, arguments) }
        let thread = unsafe ccore_known_thread()
        return try unsafe thread.runOutermostFactory { () throws -> T in
            try unsafe slot.callFactory(context, thread, arguments)
        }
    }

    /// A new instance of a slot made from arguments, if there is one, inside of a factory or in full.
    @inline(never)
    private func makeFromArgumentsOnSlowPath<T, Arguments>(
        _ found: Slot, _ qualifier: AnyQualifier?, _ arguments: Arguments
    ) throws(ResolutionError) -> T {
        let thread = unsafe ThreadState.current
        var slot = unsafe found
        if unsafe ccore_is_missing(slot) {
            unsafe slot = try unsafe context.findSlot(for: ServiceKey(T.self, qualifier: qualifier), thread)
        }
        defer { withExtendedLifetime(self) {} }
        return try unsafe thread.runAsOutermostResolve { () throws(ResolutionError) in
            try unsafe thread.resolveSlot(slot, context, passingArguments: arguments)
        }
    }
}

extension ThreadState {
    /// Runs the factory of the outermost slot, which is on the path, and ends its graph.
    @inline(__always)
    fileprivate func runOutermostFactory<T>(_ run: () throws -> T) throws(ResolutionError) -> T {
        var hasFailed = false
        defer { if !hasFailed { unsafe endOutermost() } }
        do { return try run() } catch {
            hasFailed = true
            try unsafe endOutermostAndThrow(error)
        }
    }

    @inline(__always)
    private func endOutermost() {
        unsafe ccore_pop(self)
        if unsafe pointee.graph_count != 0 { unsafe endGraph() }
    }

    /// As `rethrow` and `endOutermost`.
    @inline(never)
    private func endOutermostAndThrow(_ error: consuming any Error) throws(ResolutionError) -> Never {
        defer { unsafe endOutermost() }
        try unsafe rethrow(error)
    }
}

extension Resolver {
    /// The instance of a slot of the view that is not ready: made, or found further away.
    ///
    /// Not inlined into clients: of a factory that asks in several places, most of the code would be this.
    @usableFromInline
    @inline(never)
    func resolveUnready<T>(_ slot: Slot) throws(ResolutionError) -> T {
        try unsafe resolveUnkeptOrScoped(slot, context, thread) { () throws(ResolutionError) in
            guard unsafe ccore_is_missing(slot) else { return try unsafe resolveByKind(slot, context, thread) }
            // In a view, a public key goes before one found on demand.
            guard unsafe self.slot.pointee.number == 0, let instance = unsafe ccore_hit_met(context, keyWord(T.self))
            else { return try resolveByFullSearch(nil) }
            return unsafe instance.assumingMemoryBound(to: T.self).pointee
        }
    }

    /// The instance for a parameter that is not ready.
    ///
    /// - Parameter bound: Its slot; nil: it is looked up by its key.
    @usableFromInline
    @inline(never)
    func resolveParameter<T>(_ position: Int, _ bound: Slot?) throws(ResolutionError) -> T {
        guard let bound = unsafe bound else { return try resolveParameterByKey(position) }
        return try unsafe resolveUnkeptOrScoped(bound, context, thread) { () throws(ResolutionError) in
            try unsafe resolveByKind(bound, context, thread)
        }
    }

    /// The instance for a parameter that is looked up by its key.
    @inline(never)
    private func resolveParameterByKey<T>(_ position: Int) throws(ResolutionError) -> T {
        guard unsafe slot.pointee.flags & UInt8(ccore_has_qualified) == 0 else {
            return try unsafe readOrResolve(slot(ofParameter: position), context, thread)
        }
        return try resolve()
    }

    /// The instance of a key that the view's own table does not have.
    func resolveByFullSearch<T>(_ qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        try unsafe readOrResolve(findIfMissing(nil, ServiceKey(T.self, qualifier: qualifier)), context, thread)
    }

    /// As `resolveByFullSearch`, with a name; one that is no text is looked up here.
    ///
    /// One frame for a nested level: the look-up has returned when the factory runs.
    @usableFromInline
    @inline(never)
    func resolveNamedByFullSearch<T>(_ name: RegistrationName) throws(ResolutionError) -> T {
        try unsafe readOrResolve(findByFullSearch(T.self, named: name), context, thread)
    }

    @inline(never)
    private func findByFullSearch(_ type: any Any.Type, named name: RegistrationName) throws(ResolutionError) -> Slot {
        // In a view, what is public goes before what was found on demand.
        if name.value == nil, unsafe slot.pointee.number == 0,
            let found = unsafe context.findInOnDemandTable(ServiceKey(type).word, named: name),
            unsafe ccore_instance(found) != nil
        {
            return unsafe found
        }
        return try unsafe findIfMissing(nil, ServiceKey(type, qualifier: name.qualifier))
    }

    /// The slot that was found, or that of the public table, or further away.
    func findIfMissing(_ found: Slot?, _ key: ServiceKey) throws(ResolutionError) -> Slot {
        if let found = unsafe found, unsafe !ccore_is_missing(found) { return unsafe found }
        return try unsafe context.findSlot(for: key, thread, inView: slot.view)
    }
}

extension Context {
    /// The slot of a named key that was found on demand; without an object for the name.
    fileprivate func findInOnDemandTable(_ type: UInt64, named name: RegistrationName) -> Slot? {
        let word = ccore_qualified(type, name.textHash)
        var others: UInt32 = 0
        while let slot = unsafe ccore_find_met(pointee.met, word, others) {
            if let record = unsafe slot.pointee.record, unsafe record.pointee.type == type,
                unsafe record.pointee.qualifier?.hasQualifierValue(equalTo: name) ?? false
            {
                return unsafe slot.kind == .late ? slot.slotInKeepingScope(seenFrom: self) : slot
            }
            others += 1
        }
        return nil
    }

    /// The object that users hold.
    var container: Container { unsafe Unmanaged<Container>.fromOpaque(pointee.owner).takeUnretainedValue() }

    /// The same, as layouts know it.
    var lateCellKeeper: any LateCellKeeper { unsafe container }

    /// The slot of a key.
    ///
    /// - Parameter view: The view of the factory that asks.
    func findSlot(for key: ServiceKey, _ thread: ThreadState, inView view: Int = 0) throws(ResolutionError) -> Slot {
        guard let slot = unsafe layout.findSlot(for: key, inView: view) else { throw unsafe notFoundError(key, thread) }
        return unsafe slot
    }

    /// The error of a key that leads nowhere.
    func notFoundError(_ key: ServiceKey, _ thread: ThreadState) -> ResolutionError {
        let container = unsafe container
        let steps = unsafe thread.steps
        let key = key.wrapped ?? key
        let path = steps + [ResolutionError.Step(key)]
        func makeError(
            _ code: ResolutionError.Code, _ detail: ResolutionError.Detail, at place: CodeLocation? = nil
        ) -> ResolutionError {
            ResolutionError(code, key, path: path, location: place ?? steps.last?.location, detail: detail)
        }
        guard unsafe ccore_is_open(self) else { return unsafe makeError(.closed, .ended(ended)) }
        guard let features = container.companion else {
            return unsafe makeError(.missing, .near(container.nearRegistrations(to: key)))
        }
        let asker = unsafe steps.isEmpty ? nil : thread.askingSlot?.record
        let miss = features.describeMiss(of: key, in: container.reference, for: asker)
        return unsafe makeError(miss.code, .featureWords(miss.words), at: miss.location)
    }
}

extension ServiceKey {
    /// The key that a type of this one wraps: the missing one.
    fileprivate var wrapped: ServiceKey? {
        guard let type = type as? any ComposedType.Type,
            case .wrapped(let wrapped) = type.composition(forQualifier: qualifier)
        else {
            return nil
        }
        return wrapped.wrapped ?? wrapped
    }
}

extension Container {
    /// Registrations of the same type, or of a type of the same name: the first ones, of this handle and then of its parents.
    func nearRegistrations(to key: ServiceKey) -> [ResolutionError.Step] {
        var near: [ResolutionError.Step] = []
        for handle in [reference] + (layout.ancestors?.all ?? []) where near.count < 3 {
            let own = handle.layout.plan.entries.lazy.filter { $0.tableView == 0 && $0.record.key.isNear(key) }
            near += own.prefix(3 - near.count).map(\.record.step)
        }
        return near
    }
}

// Lookup by a key with a boxed qualifier: for qualifiers that are given at registration and not at the call, and for
// types that define how they are resolved. Not specialised.
//
//     lookUp(T, key)
//        |
//     exact       this container's table, then the ancestors'; in a module's view, first the keys that the module hides
//        | nothing
//     form        T is an optional, a list, a lazy dependency . . .: it looks up its parts, here
//        | none
//     just in time    T defines how it is created: Container+JustInTime.swift
//        | no definition
//     missing

extension Container {
    /// Resolves a key, or else the type by its own definition.
    @usableFromInline
    package func lookUp<T>(_ type: T.Type, key qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        try withRoom { room in unsafe lookUp(Request(type, qualifier), room) }
    }

    /// Resolves a key; nil: the key is not registered, or its factory declines.
    @usableFromInline
    package func lookUpOptional<T>(_ type: T.Type, key qualifier: AnyQualifier?) throws(ResolutionError) -> T? {
        try withOptionalRoom { room throws(ResolutionError) in
            try unsafe lookUpOptional(Request(type, qualifier), room)
        }
    }

    /// Resolves a key with arguments.
    ///
    /// - Parameter argumentType: The type of the arguments; nil: the lookup has none.
    func lookUp<T, Arguments>(
        _ type: T.Type, key qualifier: AnyQualifier?, _ argumentType: (any Any.Type)?, _ arguments: Arguments
    ) throws(ResolutionError) -> T {
        try withRoom { room in
            unsafe withUnsafePointer(to: arguments) { arguments in
                unsafe lookUp(Request(type, qualifier, argumentType, Arguments.self, at: arguments), room)
            }
        }
    }

    /// Resolves a request into a room.
    @usableFromInline
    func lookUp(_ request: Request, _ room: UnsafeMutableRawPointer) -> ResolutionError? {
        do throws(ResolutionError) {
            if try unsafe lookUpExact(request, room) { return nil }
            if try unsafe lookUpForm(request, room) { return nil }
            if try unsafe justInTime(request, room) { return nil }
            return notThereFault(request.key)
        } catch {
            return error
        }
    }

    /// Resolves a request into a room; false: the key is not registered, or its factory declines.
    func lookUpOptional(_ request: Request, _ room: UnsafeMutableRawPointer) throws(ResolutionError) -> Bool {
        try unlessDeclined { () throws(ResolutionError) in
            if try unsafe lookUpExact(request, room) { return true }
            if request.argumentType == nil, let form = request.type as? any DependencyForm.Type {
                return isMissing(form.dependency(request.qualifier)) ? false : try unsafe lookUpForm(request, room)
            }
            return try unsafe justInTime(request, room)
        }
    }

    /// Returns the result of `body`; false: the factory of the requested instance declines.
    func unlessDeclined(_ body: () throws(ResolutionError) -> Bool) throws(ResolutionError) -> Bool {
        do throws(ResolutionError) {
            return try body()
        } catch {
            try throwUnlessDeclined(error)
            return false
        }
    }

    /// Throws the error, unless it says that the factory of the requested instance declined.
    @inline(never)
    func throwUnlessDeclined(_ error: ResolutionError) throws(ResolutionError) {
        guard error.code == .declined, unsafe error.isDecline(atDepth: ThreadContext.current.wholePath.steps.count)
        else { throw error }
    }

    /// Whether the dependency is an empty list that must not be empty.
    func isMissing(_ list: Dependency) -> Bool {
        switch list.kind {
        case .list, .map: !list.mayBeEmpty && memberKeys(of: list.type).isEmpty
        case .one, .optional, .unknown, .layers, .choice: false
        }
    }

    /// Boxes a qualifier for a key.
    @usableFromInline
    func box(_ qualifier: some Hashable & Sendable) -> AnyQualifier { Qualifier(qualifier) }
}

// MARK: Exactly this key

extension Container {
    /// Resolves the registration of exactly this key; nil: the key is not registered.
    package func lookUpExact<T>(_ type: T.Type, _ qualifier: AnyQualifier?) throws(ResolutionError) -> T? {
        try withOptionalRoom { room throws(ResolutionError) in
            try unsafe lookUpExact(Request(type, qualifier), room)
        }
    }

    /// Resolves the registration of exactly this key; false: the key is not registered.
    ///
    /// If the registration was removed and no other container has one, a request without arguments returns false, and
    /// one with arguments throws `removed`.
    ///
    /// - Parameter isAsked: Whether a closure asks for the key; false for each member of a list.
    func lookUpExact(
        _ request: Request, _ room: UnsafeMutableRawPointer, isAsked: Bool = true
    ) throws(ResolutionError) -> Bool {
        if let view { return try unsafe view.lookUpExact(request, room, isAsked: isAsked) }
        let key = request.key
        let hash = key.tableHash
        var pin = Pin()
        if case .slot(let address) = unsafe find(key, hash: hash, &pin) {
            return try unsafe takeUnlessRemoved(Slot(address), request, room, pin)
        }
        let stamp = traits.known?.stamp
        if let found = try unsafe findInFamily(key, pin) {
            let slot = unsafe keptSlot(of: found, key)
            _ = try unsafe isMade(take(found, request, room))
            if let stamp, let slot { traits.known?.remember(key.typeIdentifier, slot, since: stamp) }
            return true
        }
        if hasMetClosed { throw unsafe missingFault(key, ThreadContext.current) }
        return false
    }

    /// Resolves a slot of the own table; false: the registration was removed, and no other container has one.
    func takeUnlessRemoved(
        _ slot: Slot, _ request: Request, _ room: UnsafeMutableRawPointer, _ pin: consuming Pin
    ) throws(ResolutionError) -> Bool {
        guard request.argumentType == nil, unsafe slot.state == SlotState.absent else {
            return try unsafe isMade(take(slot, request, room, pin))
        }
        let binding = unsafe slot.binding
        // The slot may be freed during the search for another one. The last reference must not be released while the
        // thread is pinned.
        defer { withExtendedLifetime(binding) {} }
        guard let found = try unsafe findInsteadOfRemoved(binding, pin) else { return false }
        return try unsafe isMade(take(found, request, room))
    }

    /// True, after a resolve has returned no error.
    private func isMade(_ error: ResolutionError?) throws(ResolutionError) -> Bool {
        if let error { throw error }
        return true
    }
}

// MARK: Forms

extension Container {
    /// Resolves a type that looks up its parts; false: it is none.
    private func lookUpForm(_ request: Request, _ room: UnsafeMutableRawPointer) throws(ResolutionError) -> Bool {
        if request.argumentType != nil {
            guard let form = request.type as? any OptionalForm.Type else { return false }
            try unsafe form.initialize(room, in: self, request)
            return true
        }
        func resolve<Form: DependencyForm>(_ form: Form.Type) throws(ResolutionError) {
            let instance = try form.resolve(through: Resolver(owner: self), request.qualifier)
            unsafe room.initializeMemory(as: form, to: instance)
        }
        guard let form = request.type as? any DependencyForm.Type else { return false }
        try resolve(form)
        return true
    }
}

/// An optional whose value is created from arguments.
private protocol OptionalForm {
    static func initialize(
        _ room: UnsafeMutableRawPointer, in container: Container, _ request: Request
    ) throws(ResolutionError)
}

extension Optional: OptionalForm {
    fileprivate static func initialize(
        _ room: UnsafeMutableRawPointer, in container: Container, _ request: Request
    ) throws(ResolutionError) {
        let request = request.with(type: Wrapped.self, qualifier: request.qualifier)
        let instance: Wrapped? = try withOptionalRoom { room throws(ResolutionError) in
            try unsafe container.lookUpOptional(request, room)
        }
        unsafe room.initializeMemory(as: Wrapped?.self, to: instance)
    }
}

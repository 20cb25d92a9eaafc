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
        if let instance = try lookUpExact(type, qualifier, nil, ()) { return instance }
        if let form = type as? any DependencyForm.Type { return try resolve(form, as: type, qualifier) }
        if let instance = try justInTime(type, qualifier, nil, ()) { return instance }
        throw notThereFault(ServiceKey(type, qualifier: qualifier))
    }

    /// Resolves a key; nil: the key is not registered, or its factory declines.
    @usableFromInline
    package func lookUpOptional<T>(_ type: T.Type, key qualifier: AnyQualifier?) throws(ResolutionError) -> T? {
        try unlessDeclined { () throws(ResolutionError) in
            if let instance = try lookUpExact(type, qualifier, nil, ()) { return instance }
            if let form = type as? any DependencyForm.Type {
                return isMissing(form.dependency(qualifier)) ? nil : try resolve(form, as: type, qualifier)
            }
            return try justInTime(type, qualifier, nil, ())
        }
    }

    /// Returns the result of `body`; nil: the factory of the requested instance declines.
    func unlessDeclined<T>(_ body: () throws(ResolutionError) -> T?) throws(ResolutionError) -> T? {
        do throws(ResolutionError) {
            return try body()
        } catch {
            try throwUnlessDeclined(error)
            return nil
        }
    }

    /// Throws the error, unless it says that the factory of the requested instance declined.
    @inline(never)
    func throwUnlessDeclined(_ error: ResolutionError) throws(ResolutionError) {
        guard error.code == .declined, unsafe error.isDecline(atDepth: ThreadContext.current.wholePath.steps.count)
        else {
            throw error
        }
    }

    /// Whether the dependency is an empty list that must not be empty.
    func isMissing(_ list: Dependency) -> Bool {
        switch list.count {
        case .list, .map: !list.mayBeEmpty && memberKeys(of: list.type).isEmpty
        case .one, .optional, .unknown, .layers: false
        }
    }

    /// Resolves the registration of exactly this key; nil: the key is not registered.
    ///
    /// - Parameters:
    ///   - argumentType: The type of the arguments; nil: the lookup has none. If the registration was removed and no
    ///     other container has one, a lookup without arguments returns nil, and one with arguments throws `removed`.
    ///   - isAsked: Whether a closure asks for the key; false for each member of a list.
    func lookUpExact<T, Arguments>(
        _ type: T.Type, _ qualifier: AnyQualifier?, _ argumentType: (any Any.Type)?, _ arguments: Arguments,
        isAsked: Bool = true
    ) throws(ResolutionError) -> T? {
        if let view { return try view.lookUpExact(type, qualifier, argumentType, arguments, isAsked: isAsked) }
        let key = ServiceKey(type, qualifier: qualifier)
        let hash = key.tableHash
        let context = unsafe ThreadContext.pinned()
        if case .slot(let address) = unsafe find(key, hash: hash, context) {
            let slot = unsafe Slot(address)
            guard argumentType == nil, unsafe slot.state == SlotState.absent else {
                return try unsafe take(slot, type, given: argumentType, arguments, context)
            }
            let binding = unsafe slot.binding
            // The slot may be freed during the search for another one.
            defer { withExtendedLifetime(binding) {} }
            guard let found = try unsafe findInsteadOfRemoved(binding, context) else { return nil }
            return try unsafe take(found, type, context)
        }
        if let found = try unsafe findPlaced(key, context) {
            return try unsafe take(found, type, given: argumentType, arguments, context)
        }
        if unsafe endMissing(context) { throw unsafe missingFault(key, context) }
        return nil
    }

    /// Creates an instance from arguments.
    @usableFromInline
    func lookUp<T, Arguments>(
        _ type: T.Type, key qualifier: AnyQualifier?, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> T {
        if let instance = try lookUpExact(type, qualifier, argumentType, arguments) { return instance }
        if let form = type as? any OptionalForm.Type {
            return try resolve(form, as: type, qualifier, argumentType, arguments)
        }
        if let instance = try justInTime(type, qualifier, argumentType, arguments) { return instance }
        throw notThereFault(ServiceKey(type, qualifier: qualifier))
    }

    /// Creates an instance from arguments; nil: the key is not registered, or its factory declines.
    fileprivate func lookUpOptional<T, Arguments>(
        _ type: T.Type, key qualifier: AnyQualifier?, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> T? {
        try unlessDeclined { () throws(ResolutionError) in
            if let instance = try lookUpExact(type, qualifier, argumentType, arguments) { return instance }
            return try justInTime(type, qualifier, argumentType, arguments)
        }
    }

    /// Boxes a qualifier for a key.
    @usableFromInline
    func box(_ qualifier: some Hashable & Sendable) -> AnyQualifier { Qualifier(qualifier) }

    private func resolve<T, Form: DependencyForm>(
        _ form: Form.Type, as type: T.Type, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> T {
        let instance = try form.resolve(through: Resolver(owner: self), qualifier)
        // `Form` is `T` itself, cast to the protocol.
        return unsafe unsafeBitCast(instance, to: type)
    }

    private func resolve<T, Form: OptionalForm, Arguments>(
        _ form: Form.Type, as type: T.Type, _ qualifier: AnyQualifier?, _ argumentType: any Any.Type,
        _ arguments: Arguments
    ) throws(ResolutionError) -> T {
        let instance = try form.resolve(in: self, qualifier, argumentType, arguments)
        // `Form` is `T` itself, cast to the protocol.
        return unsafe unsafeBitCast(instance, to: type)
    }
}

/// An optional whose value is created from arguments.
private protocol OptionalForm {
    static func resolve<Arguments>(
        in container: Container, _ qualifier: AnyQualifier?, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> Self
}

extension Optional: OptionalForm {
    fileprivate static func resolve<Arguments>(
        in container: Container, _ qualifier: AnyQualifier?, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> Wrapped? {
        try container.lookUpOptional(Wrapped.self, key: qualifier, argumentType, arguments)
    }
}

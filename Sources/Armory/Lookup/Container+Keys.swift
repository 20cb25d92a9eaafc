// Looking up by a key whose qualifier is boxed: for what is told at registration and not at the call, and for types that say
// themselves how they are had. Not specialised.
//
//     lookUp(T, key)
//        |
//     exact       the own table, then the ancestors'; in a module's view first what the module hides
//        | nothing
//     form        T is an optional, a list, a lazy one . . .: it looks up what it is made of, here
//        | none
//     just in time    T says itself how it is made: Container+JustInTime.swift
//        | it does not
//     missing

extension Container {
    /// The instance of a key, or of what the type says itself.
    @usableFromInline
    package func lookUp<T>(_ type: T.Type, key qualifier: AnyQualifier?) throws(ResolutionError) -> T {
        if let instance = try lookUpExact(type, qualifier) { return instance }
        if let form = type as? any DependencyForm.Type { return try resolve(form, as: type, qualifier) }
        if let instance = try justInTime(type, qualifier) { return instance }
        throw notThereFault(ServiceKey(type, qualifier: qualifier))
    }

    /// The instance of a key, or nil when nothing is registered for it.
    @usableFromInline
    package func lookUpOptional<T>(_ type: T.Type, key qualifier: AnyQualifier?) throws(ResolutionError) -> T? {
        try unlessDeclined { () throws(ResolutionError) in
            if let instance = try lookUpExact(type, qualifier) { return instance }
            if let form = type as? any DependencyForm.Type {
                return isMissing(form.dependency(qualifier)) ? nil : try resolve(form, as: type, qualifier)
            }
            return try justInTime(type, qualifier)
        }
    }

    /// What `body` gives, or nil where the factory of what it asks for declines.
    func unlessDeclined<T>(_ body: () throws(ResolutionError) -> T?) throws(ResolutionError) -> T? {
        do throws(ResolutionError) {
            return try body()
        } catch {
            return try missing(unlessDeclined: error)
        }
    }

    /// Nil where the error says that what was asked for has declined.
    @usableFromInline
    @inline(never)
    func missing<T>(unlessDeclined error: ResolutionError) throws(ResolutionError) -> T? {
        guard error.code == .declined, unsafe error.isDecline(atDepth: ThreadContext.current.wholePath.steps.count)
        else {
            throw error
        }
        return nil
    }

    /// Whether it is a list that is missing where nobody is in it.
    func isMissing(_ list: Dependency) -> Bool {
        switch list.count {
        case .list, .map: !list.mayBeEmpty && memberKeys(of: list.type).isEmpty
        case .one, .optional, .unknown, .layers: false
        }
    }

    /// The instance of what is registered under this very key.
    @usableFromInline
    func lookUpExact<T>(
        _ type: T.Type, _ qualifier: AnyQualifier?, isAsked: Bool = true
    ) throws(ResolutionError) -> T? {
        if let view { return try view.lookUpExact(type, qualifier, isAsked: isAsked) }
        let key = ServiceKey(type, qualifier: qualifier)
        let hash = key.tableHash
        let context = unsafe ThreadContext.pinned()
        if case .slot(let address) = unsafe find(key, hash: hash, context) {
            let slot = unsafe Slot(address)
            guard unsafe slot.state == SlotState.absent else { return try unsafe take(slot, type, context) }
            let binding = unsafe slot.binding
            // The slot may go while another one is looked for.
            defer { withExtendedLifetime(binding) {} }
            guard let found = try unsafe findInsteadOfRemoved(binding, context) else { return nil }
            return try unsafe take(found, type, context)
        }
        if let found = try unsafe findPlaced(key, context) { return try unsafe take(found, type, context) }
        if unsafe endMissing(context) { throw unsafe missingFault(key, context) }
        return nil
    }

    /// A new instance from arguments.
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

    /// A new instance from arguments, or nil where nothing is registered for the key.
    fileprivate func lookUpOptional<T, Arguments>(
        _ type: T.Type, key qualifier: AnyQualifier?, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> T? {
        try unlessDeclined { () throws(ResolutionError) in
            if let instance = try lookUpExact(type, qualifier, argumentType, arguments) { return instance }
            return try justInTime(type, qualifier, argumentType, arguments)
        }
    }

    /// A new instance from arguments, of what is registered under this very key.
    func lookUpExact<T, Arguments>(
        _ type: T.Type, _ qualifier: AnyQualifier?, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> T? {
        if let view { return try view.lookUpExact(type, qualifier, argumentType, arguments) }
        let key = ServiceKey(type, qualifier: qualifier)
        let hash = key.tableHash
        let context = unsafe ThreadContext.pinned()
        if case .slot(let address) = unsafe find(key, hash: hash, context) {
            return try unsafe take(Slot(address), type, argumentType, arguments, context)
        }
        if let found = try unsafe findPlaced(key, context) {
            return try unsafe take(found, type, argumentType, arguments, context)
        }
        if unsafe endMissing(context) { throw unsafe missingFault(key, context) }
        return nil
    }

    /// A qualifier as a key has it.
    @usableFromInline
    func box(_ qualifier: some Hashable & Sendable) -> AnyQualifier { Qualifier(qualifier) }

    private func resolve<T, Form: DependencyForm>(
        _ form: Form.Type, as type: T.Type, _ qualifier: AnyQualifier?
    ) throws(ResolutionError) -> T {
        let instance = try form.resolve(through: Resolver(owner: self), qualifier)
        // `T` is `Form`: the one is the other, asked whether it is a form.
        return unsafe unsafeBitCast(instance, to: type)
    }

    private func resolve<T, Form: OptionalForm, Arguments>(
        _ form: Form.Type, as type: T.Type, _ qualifier: AnyQualifier?, _ argumentType: any Any.Type,
        _ arguments: Arguments
    ) throws(ResolutionError) -> T {
        let instance = try form.resolve(in: self, qualifier, argumentType, arguments)
        // As above.
        return unsafe unsafeBitCast(instance, to: type)
    }
}

/// An optional of what is made from arguments.
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

// Resolving with run-time arguments.

public import Synchronization

extension Container {
    /// Resolves a new instance, created from an argument.
    ///
    /// The instance may hold the argument, so it may go to another task only if the argument may.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - argument: A value of exactly the type that the registration names.
    /// - Throws: ``ResolutionError``; its code is `wrongArguments` if the registration takes another type.
    @inlinable
    @inline(__always)
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        try lookUp(type, Argument.self, argument)
    }

    /// Resolves a new instance, created from several arguments.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - first: The first argument.
    ///   - second: The second argument.
    ///   - rest: The other arguments, in the order of the registration.
    /// - Throws: ``ResolutionError``; its code is `wrongArguments` if the registration takes other types.
    @inlinable
    @inline(__always)
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, arguments first: First, _ second: Second, _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        try lookUp(
            type, (First, Second, repeat each Rest).self, (first, second, (repeat each rest)))
    }

    /// Resolves a new instance registered under a name and created from an argument.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name given by ``Registration/named(_:)``.
    ///   - argument: A value of exactly the type that the registration names.
    /// - Throws: ``ResolutionError``; its code is `wrongArguments` if the registration takes another type.
    @inlinable
    @inline(__always)
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, named name: Name, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        try lookUp(type, qualifier: name, Argument.self, argument)
    }

    /// Resolves a new instance registered under a name and created from several arguments.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name given by ``Registration/named(_:)``.
    ///   - first: The first argument.
    ///   - second: The second argument.
    ///   - rest: The other arguments, in the order of the registration.
    /// - Throws: ``ResolutionError``; its code is `wrongArguments` if the registration takes other types.
    @inlinable
    @inline(__always)
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, named name: Name, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        try lookUp(
            type, qualifier: name, (First, Second, repeat each Rest).self,
            (first, second, (repeat each rest)))
    }

    /// Resolves a new instance registered under a qualifier and created from an argument.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - qualifier: A value equal to the one given to ``Registration/qualified(by:)``, of the same type.
    ///   - argument: A value of exactly the type that the registration names.
    /// - Throws: ``ResolutionError``; its code is `wrongArguments` if the registration takes another type.
    @inlinable
    @inline(__always)
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        try lookUp(type, qualifier: qualifier, Argument.self, argument)
    }

    /// Resolves a new instance registered under a qualifier and created from several arguments.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - qualifier: A value equal to the one given to ``Registration/qualified(by:)``, of the same type.
    ///   - first: The first argument.
    ///   - second: The second argument.
    ///   - rest: The other arguments, in the order of the registration.
    /// - Throws: ``ResolutionError``; its code is `wrongArguments` if the registration takes other types.
    @inlinable
    @inline(__always)
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        try lookUp(
            type, qualifier: qualifier, (First, Second, repeat each Rest).self,
            (first, second, (repeat each rest)))
    }
}

// MARK: The walk

extension Container {
    /// Looks up a registration with arguments.
    ///
    /// - Parameters:
    ///   - argumentType: The type by which the binding identifies its arguments.
    ///   - arguments: The value that is passed to the factory; its own type may differ from `argumentType`.
    @inlinable
    @inline(__always)
    func lookUp<T, Arguments>(
        _ type: T.Type, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> T {
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe table.find(ObjectIdentifier(type)) else {
            return try unsafe takeInherited(type, argumentType, arguments, context)
        }
        return try unsafe take(Slot(address), type, argumentType, arguments, context)
    }

    @inlinable
    @inline(__always)
    func lookUp<T, Arguments, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> T {
        let hash = KeyHash.hash(ObjectIdentifier(type), qualifier)
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe find(type, qualifier, hash: hash, context) else {
            return try unsafe takeInherited(type, qualifier: qualifier, hash: hash, argumentType, arguments, context)
        }
        return try unsafe take(Slot(address), type, argumentType, arguments, context)
    }

    /// Creates a new instance of a slot.
    ///
    /// The thread is pinned on entry and unpinned on return.
    @inlinable
    @inline(__always)
    func take<T, Arguments>(
        _ slot: Slot, _ type: T.Type, _ argumentType: any Any.Type, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let top = unsafe context.hazards.pointee.pathTop.load(ordering: .relaxed)
        guard unsafe slot.state == SlotState.arguments,
            unsafe slot.withBinding(AnyBinding.self, { $0.argumentType == argumentType }),
            unsafe !context.isBlocked(top: top, mark: slot.mark) || context.makesWay(for: slot.identifier)
        else {
            return try unsafe takeSlowly(slot, type, argumentType, arguments, context)
        }
        let marks = unsafe context.pointee.pathMarks
        unsafe context.push(slot.identifier, mark: slot.mark, at: top)
        unsafe context.unpin()
        do {
            let instance = try unsafe slot.withBinding(ArgumentBinding<T, Arguments>.self) {
                binding throws(any Error) in
                try binding.factory(Resolver(owner: self), arguments)
            }
            unsafe context.pop(to: top, marks: marks)
            if unsafe context.pointee.graph.count != 0 { unsafe context.endResolve() }
            return instance
        } catch {
            throw unsafe fail(error, context, top: top, marks: marks)
        }
    }
}

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
        let entry = unsafe context.pathEntry
        guard unsafe slot.state == SlotState.arguments,
            unsafe slot.withBinding(AnyBinding.self, { $0.argumentType == argumentType }),
            unsafe !context.isBlocked(slot, at: entry)
        else {
            return try unsafe takeSlowly(slot, type, argumentType, arguments, context)
        }
        unsafe context.enter(slot, at: entry)
        do {
            let instance = try unsafe slot.withBinding(ArgumentBinding<T, Arguments>.self) {
                try $0.argumentFactory(Resolver(owner: self), arguments)
            }
            unsafe context.leave(entry)
            return instance
        } catch {
            throw unsafe fail(error, context, entry)
        }
    }

    /// Resolves the instance of a slot, for code that serves lookups with and without arguments.
    ///
    /// - Parameter argumentType: The type of the arguments; nil: the lookup has none.
    func take<T, Arguments>(
        _ slot: Slot, _ type: T.Type, given argumentType: (any Any.Type)?, _ arguments: Arguments,
        _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        guard let argumentType else { return try unsafe take(slot, type, context) }
        return try unsafe take(slot, type, argumentType, arguments, context)
    }
}

// Resolving: the fast path, which the compiler specialises in the client's module. A ready singleton and a plain
// transient are handled here in full; every other case is one call to Container+Slow.swift.

public import Synchronization

extension Container {
    /// Resolves the instance registered for a type.
    ///
    /// - Parameter type: The type of the registration; inferred if omitted.
    /// - Returns: The instance. In an outermost call only the caller holds it, unless its lifetime shares it, so it
    ///   need not be `Sendable`. Inside a factory use the resolver instead: there, an instance from the container may
    ///   belong to the graph that is being built, and the compiler cannot see that.
    /// - Throws: ``ResolutionError``.
    /// - Complexity: O(1) and without a lock for an existing instance; otherwise the cost of the factories.
    @inlinable
    @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self) throws(ResolutionError) -> sending T {
        try lookUp(type)
    }

    /// Resolves the instance of an optional's type, or returns nil if none is registered.
    ///
    /// This is `resolveOptional` for contexts that expect an optional.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolve<W>(_ type: W?.Type = W?.self) throws(ResolutionError) -> sending W? {
        try lookUpWrapped(W.self)
    }

    /// Resolves the instance registered for a type under a name.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name given by ``Registration/named(_:)``.
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T>(
        _ type: T.Type = T.self, named name: Name
    ) throws(ResolutionError) -> sending T {
        try lookUp(type, qualifier: name)
    }

    /// Resolves the instance registered for a type under a qualifier.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - qualifier: A value equal to the one given to ``Registration/qualified(by:)``, of the same type.
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> sending T {
        try lookUp(type, qualifier: qualifier)
    }

    /// Resolves the instance of an optional's type registered under a name, or returns nil if there is none.
    ///
    /// This is `resolveOptional` for contexts that expect an optional.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolve<W>(
        _ type: W?.Type = W?.self, named name: Name
    ) throws(ResolutionError) -> sending W? {
        try lookUpWrapped(W.self, qualifier: name)
    }

    /// Resolves the instance of an optional's type registered under a qualifier, or returns nil if there is none.
    ///
    /// This is `resolveOptional` for contexts that expect an optional.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolve<W>(
        _ type: W?.Type = W?.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> sending W? {
        try lookUpWrapped(W.self, qualifier: qualifier)
    }

    /// Resolves the instance registered for a type, or returns nil if there is none.
    ///
    /// If the type is registered and its instance cannot be created, the result is an error, not nil.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    /// - Complexity: For a missing type, the cost of the look-up only.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(_ type: T.Type = T.self) throws(ResolutionError) -> sending T? {
        try lookUpOptional(type)
    }

    /// Resolves the instance registered for a type under a name, or returns nil if there is none.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(
        _ type: T.Type = T.self, named name: Name
    ) throws(ResolutionError) -> sending T? {
        try lookUpOptional(type, qualifier: name)
    }

    /// Resolves the instance registered for a type under a qualifier, or returns nil if there is none.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> sending T? {
        try lookUpOptional(type, qualifier: qualifier)
    }

    /// Lends the instance of a type to a closure.
    ///
    /// A singleton that exists is lent without a retain, so threads that share one busy instance do not slow each
    /// other down. Any other instance is resolved and then lent.
    ///
    /// - Parameters:
    ///   - type: The type of the registration.
    ///   - body: Uses the instance. It may resolve. It may also keep the instance, which is then retained.
    /// - Returns: The result of `body`.
    /// - Throws: ``ResolutionError``, or the error of `body`.
    @inlinable
    @inline(__always)
    public func with<T, R>(_ type: T.Type, _ body: (borrowing T) throws -> R) throws -> R {
        let context = unsafe ThreadContext.pinned()
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(type)),
            unsafe Slot(address).state == SlotState.ready
        {
            let slot = unsafe Slot(address)
            unsafe context.pushBorrow(slot.identifier)
            unsafe context.unpin()
            defer { unsafe context.popBorrow() }
            return try unsafe slot.instance(as: type).lend(body)
        }
        unsafe context.unpin()
        return try withResolved(type, body)
    }

    @inlinable
    @inline(never)
    func withResolved<T, R>(_ type: T.Type, _ body: (borrowing T) throws -> R) throws -> R {
        try body(lookUp(type))
    }
}

// MARK: The walk

extension Container {
    @inlinable
    @inline(__always)
    func lookUp<T>(_ type: T.Type) throws(ResolutionError) -> T {
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe table.find(ObjectIdentifier(type)) else {
            return try unsafe takeInherited(type, context)
        }
        return try unsafe take(Slot(address), type, context)
    }

    @inlinable
    @inline(__always)
    func lookUpOptional<T>(_ type: T.Type) throws(ResolutionError) -> T? {
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe table.find(ObjectIdentifier(type)) else {
            if unsafe !table.isAllThereIs { return try unsafe takeInheritedOptional(type, context) }
            unsafe context.unpin()
            return nil
        }
        return try unsafe takeOptional(Slot(address), type, context)
    }

    @inlinable
    @inline(__always)
    func lookUp<T, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q
    ) throws(ResolutionError) -> T {
        let hash = KeyHash.hash(ObjectIdentifier(type), qualifier)
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe find(type, qualifier, hash: hash, context) else {
            return try unsafe takeInherited(type, qualifier: qualifier, hash: hash, context)
        }
        return try unsafe take(Slot(address), type, context)
    }

    @inlinable
    @inline(__always)
    func lookUpOptional<T, Q: Hashable & Sendable>(
        _ type: T.Type, qualifier: Q
    ) throws(ResolutionError) -> T? {
        let hash = KeyHash.hash(ObjectIdentifier(type), qualifier)
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe find(type, qualifier, hash: hash, context) else {
            if unsafe !table.isAllThereIs {
                return try unsafe takeInheritedOptional(type, qualifier: qualifier, hash: hash, context)
            }
            unsafe context.unpin()
            return nil
        }
        return try unsafe takeOptional(Slot(address), type, context)
    }

    /// The slot of a qualified key.
    @inlinable
    @inline(__always)
    func find<T, Q: Hashable & Sendable>(
        _ type: T.Type, _ qualifier: Q, hash: UInt, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> RegistrationTable.Found {
        // Comparing names runs only code of this library.
        guard Q.self == Name.self else { return unsafe findUnpinned(type, qualifier, hash: hash, context) }
        return unsafe table.find(qualifiedHash: hash) { address in
            unsafe Slot(address).withBinding(AnyBinding.self) { binding in
                binding.type == type && binding.isQualified(by: qualifier)
            }
        }
    }

    @inlinable
    @inline(__always)
    func takeOptional<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T? {
        guard unsafe slot.state == SlotState.ready else { return try unsafe takeOptionalOther(slot, type, context) }
        let instance = unsafe slot.instance(as: type).pointee
        unsafe context.unpin()
        return instance
    }

    @inlinable
    @inline(never)
    func takeOptionalOther<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T? {
        if unsafe slot.state == SlotState.absent { return try unsafe takeInheritedOptional(slot, type, context) }
        do throws(ResolutionError) {
            return try unsafe take(slot, type, context)
        } catch {
            return try missing(unlessDeclined: error)
        }
    }

    /// Resolves the instance registered for the optional itself or, if there is none, for its type; otherwise returns
    /// nil.
    @inlinable
    @inline(__always)
    func lookUpWrapped<W>(_ type: W.Type) throws(ResolutionError) -> W? {
        // A closed container's error names the type without the question mark.
        if unsafe !table.isClosed, let instance = try lookUpOptional(W?.self) { return instance }
        return try lookUpOptional(type)
    }

    @inlinable
    @inline(__always)
    func lookUpWrapped<W>(_ type: W.Type, qualifier: some Hashable & Sendable) throws(ResolutionError) -> W? {
        if unsafe !table.isClosed, let instance = try lookUpOptional(W?.self, qualifier: qualifier) { return instance }
        return try lookUpOptional(type, qualifier: qualifier)
    }

    /// Resolves the instance of a slot.
    ///
    /// The thread is pinned on entry and unpinned on return.
    @inlinable
    @inline(__always)
    func take<T>(
        _ slot: Slot, _ type: T.Type, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> T {
        let state = unsafe slot.state
        if state == SlotState.ready {
            let instance = unsafe slot.instance(as: type).pointee
            unsafe context.unpin()
            return instance
        }
        guard state == SlotState.transient else {
            return state == SlotState.weak
                ? try unsafe takeShared(slot, type, context)
                : try unsafe takeOther(slot, state, type, context)
        }
        let top = unsafe context.hazards.pointee.pathTop.load(ordering: .relaxed)
        if unsafe context.isBlocked(top: top, mark: slot.mark) && !context.makesWay(for: slot.identifier) {
            return try unsafe takeSlowly(slot, type, context)
        }
        let marks = unsafe context.pointee.pathMarks
        unsafe context.push(slot.identifier, mark: slot.mark, at: top)
        unsafe context.unpin()
        do {
            let instance = try unsafe slot.withBinding(Binding<T>.self) { binding throws(any Error) in
                try binding.factory(Resolver(owner: self))
            }
            unsafe context.pop(to: top, marks: marks)
            if unsafe context.pointee.graph.count != 0 { unsafe context.endResolve() }
            return instance
        } catch {
            throw unsafe fail(error, context, top: top, marks: marks)
        }
    }
}

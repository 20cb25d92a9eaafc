// The public forms of resolving without arguments. Each calls one function of Container+LookUp.swift; both are inlined
// into the client's module. Only `with`, which lends an instance, has its own short walk.

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
        try lookUpApart(type)
    }

    /// Resolves the instance of an optional's type, or returns nil if none is registered.
    ///
    /// This is `resolveOptional` for contexts that expect an optional.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolve<W>(_ type: W?.Type = W?.self) throws(ResolutionError) -> sending W? {
        try lookUpWrapped(W.self, apart: true)
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
        try lookUp(type, qualifier: name, apart: true)
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
        try lookUp(type, qualifier: qualifier, apart: true)
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
        try lookUpWrapped(W.self, qualifier: name, apart: true)
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
        try lookUpWrapped(W.self, qualifier: qualifier, apart: true)
    }

    /// Resolves the instance registered for a type, or returns nil if there is none.
    ///
    /// If the type is registered and its instance cannot be created, the result is an error, not nil.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    /// - Complexity: For a missing type, the cost of the lookup only.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(_ type: T.Type = T.self) throws(ResolutionError) -> sending T? {
        try lookUpOptional(type, apart: true)
    }

    /// Resolves the instance registered for a type under a name, or returns nil if there is none.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(
        _ type: T.Type = T.self, named name: Name
    ) throws(ResolutionError) -> sending T? {
        try lookUpOptional(type, qualifier: name, apart: true)
    }

    /// Resolves the instance registered for a type under a qualifier, or returns nil if there is none.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> sending T? {
        try lookUpOptional(type, qualifier: qualifier, apart: true)
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
        let pin = Pin()
        if case .slot(let address) = unsafe table.find(ObjectIdentifier(type)),
            unsafe Slot(address).state == SlotState.ready
        {
            let slot = unsafe Slot(address)
            let context = unsafe pin.context
            unsafe context.pushBorrow(slot.identifier)
            pin.end()
            defer { unsafe context.popBorrow() }
            return try unsafe slot.instance(as: type).lend(body)
        }
        pin.end()
        return try withResolved(type, body)
    }
}

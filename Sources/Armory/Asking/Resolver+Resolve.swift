// The resolves of a factory: the same as those of a container. A nested result may be shared with the rest of the
// graph, so it is not `sending`.

extension Resolver {
    /// Resolves the instance registered for a type.
    ///
    /// See ``Container/resolve(_:)-5tjdy``.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T {
        try container.lookUp()
    }

    /// Short for ``resolve(_:)-84w59`` with the type inferred: `try $0()`.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func callAsFunction<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T {
        try container.lookUp()
    }

    /// Resolves the instance of an optional's type, or returns nil if none is registered.
    ///
    /// This is `resolveOptional` for contexts that expect an optional.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolve<W>(_ type: W?.Type = W?.self) throws(ResolutionError) -> W? {
        try container.lookUpWrapped(W.self)
    }

    /// Short for `resolve` if the context expects an optional: nil if nothing is registered for its type.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func callAsFunction<W>(_ type: W?.Type = W?.self) throws(ResolutionError) -> W? {
        try container.lookUpWrapped(W.self)
    }

    /// Short for `resolve` under a name: `try $0(named: .archive)`.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func callAsFunction<T>(
        _ type: T.Type = T.self, named name: Name
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, qualifier: name)
    }

    /// Short for `resolve` under a qualifier: `try $0(qualifier: Region.north)`.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func callAsFunction<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, qualifier: qualifier)
    }

    /// Short for `resolve` with a run-time argument: `try $0(arguments: customer)`.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func callAsFunction<T, Argument>(
        _ type: T.Type = T.self, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, taking: argument)
    }

    /// Resolves the instance registered for a type under a name.
    ///
    /// See ``Container/resolve(_:named:)->T``.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T>(
        _ type: T.Type = T.self, named name: Name
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, qualifier: name)
    }

    /// Resolves the instance registered for a type under a qualifier.
    ///
    /// See ``Container/resolve(_:qualifier:)->T``.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, qualifier: qualifier)
    }

    /// Resolves a new instance, created from an argument.
    ///
    /// See ``Container/resolve(_:arguments:)``.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, taking: argument)
    }

    /// Resolves a new instance, created from several arguments.
    ///
    /// See ``Container/resolve(_:arguments:_:_:)``.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, arguments first: First, _ second: Second, _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        try container.lookUp(
            type, taking: (first, second, (repeat each rest)))
    }

    /// Resolves the instance of an optional's type registered under a name, or returns nil if there is none.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolve<W>(
        _ type: W?.Type = W?.self, named name: Name
    ) throws(ResolutionError) -> W? {
        try container.lookUpWrapped(W.self, qualifier: name)
    }

    /// Resolves a new instance registered under a name and created from an argument.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, named name: Name, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, qualifier: name, taking: argument)
    }

    /// Resolves a new instance registered under a name and created from several arguments.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, named name: Name, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        try container.lookUp(
            type, qualifier: name, taking: (first, second, (repeat each rest)))
    }

    /// Resolves the instance of an optional's type registered under a qualifier, or returns nil if there is none.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolve<W>(
        _ type: W?.Type = W?.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> W? {
        try container.lookUpWrapped(W.self, qualifier: qualifier)
    }

    /// Resolves a new instance registered under a qualifier and created from an argument.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, qualifier: qualifier, taking: argument)
    }

    /// Resolves a new instance registered under a qualifier and created from several arguments.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        try container.lookUp(
            type, qualifier: qualifier, taking: (first, second, (repeat each rest)))
    }

    /// Resolves the instance registered for a type, or returns nil if there is none.
    ///
    /// See ``Container/resolveOptional(_:)->T?``.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T? {
        try container.lookUpOptional(type)
    }

    /// Resolves the instance registered for a type under a name, or returns nil if there is none.
    ///
    /// See ``Container/resolveOptional(_:named:)``.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(
        _ type: T.Type = T.self, named name: Name
    ) throws(ResolutionError) -> T? {
        try container.lookUpOptional(type, qualifier: name)
    }

    /// Resolves the instance registered for a type under a qualifier, or returns nil if there is none.
    ///
    /// See ``Container/resolveOptional(_:qualifier:)``.
    ///
    /// - Throws: ``ResolutionError``, except for a missing key.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> T? {
        try container.lookUpOptional(type, qualifier: qualifier)
    }
}

// MARK: In a new graph

extension Resolver {
    /// Resolves an instance in a new graph, so that it can be handed to an actor or to another task.
    ///
    /// ```swift
    /// Singleton { Worker(buffer: try $0.resolveInNewGraph()) }     // an actor, and a buffer that is not Sendable
    /// ```
    ///
    /// Of the running graph, the instance holds only objects that threads may share. It costs a new level of the running
    /// graph, in addition to the resolve.
    ///
    /// - Parameter type: The type of the registration; inferred if omitted.
    /// - Throws: ``ResolutionError``.
    public func resolveInNewGraph<T>(_ type: T.Type = T.self) throws(ResolutionError) -> sending T {
        try container.lookUpApart(type)
    }

    /// Resolves an instance registered under a name in a new graph, so that it can be handed to an actor or to another
    /// task.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name given by ``Registration/named(_:)``.
    /// - Throws: ``ResolutionError``.
    public func resolveInNewGraph<T>(
        _ type: T.Type = T.self, named name: Name
    ) throws(ResolutionError) -> sending T {
        try container.lookUp(type, qualifier: name, apart: true)
    }

    /// Resolves an instance registered under a qualifier in a new graph, so that it can be handed to an actor or to
    /// another task.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - qualifier: The qualifier given by ``Registration/qualified(by:)``.
    /// - Throws: ``ResolutionError``.
    public func resolveInNewGraph<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> sending T {
        try container.lookUp(type, qualifier: qualifier, apart: true)
    }
}

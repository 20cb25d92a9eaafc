// What a factory can ask: the same as of a container. A nested result may be shared with the rest of the graph, so it is
// not `sending`.

extension Resolver {
    /// The container that the instance is made in.
    @inlinable
    @inline(__always)
    var container: Container {
        // `Container` alone makes resolvers, with itself.
        unsafe unsafeDowncast(owner, to: Container.self)
    }

    /// The instance of a type.
    ///
    /// See ``Container/resolve(_:)-5tjdy``.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T {
        try container.lookUp(type)
    }

    /// Short for ``resolve(_:)-84w59`` with the type inferred: `try $0()`.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func callAsFunction<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T {
        try container.lookUp(type)
    }

    /// The instance of an optional's type, or nil when nothing is registered for it: what `resolveOptional` gives, where
    /// the context asks for an optional.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that is missing.
    @inlinable
    @inline(__always)
    public func resolve<W>(_ type: W?.Type = W?.self) throws(ResolutionError) -> W? {
        try container.lookUpWrapped(W.self)
    }

    /// Short for `resolve` where the context asks for an optional: nil when nothing is registered for its type.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that is missing.
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
        try container.lookUp(type, Argument.self, argument)
    }

    /// The instance that is registered for a type under a name.
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

    /// The instance that is registered for a type under a qualifier.
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

    /// A new instance made from an argument.
    ///
    /// See ``Container/resolve(_:arguments:)``.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, Argument.self, argument)
    }

    /// A new instance made from several arguments.
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
            type, (First, Second, repeat each Rest).self, (first, second, (repeat each rest)))
    }

    /// The instance that is registered for an optional's type under a name, or nil.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that is missing.
    @inlinable
    @inline(__always)
    public func resolve<W>(
        _ type: W?.Type = W?.self, named name: Name
    ) throws(ResolutionError) -> W? {
        try container.lookUpWrapped(W.self, qualifier: name)
    }

    /// A new instance made from an argument by what is registered under a name.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, named name: Name, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, qualifier: name, Argument.self, argument)
    }

    /// A new instance made from several arguments by what is registered under a name.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, named name: Name, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        try container.lookUp(
            type, qualifier: name, (First, Second, repeat each Rest).self,
            (first, second, (repeat each rest)))
    }

    /// The instance that is registered for an optional's type under a qualifier, or nil.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that is missing.
    @inlinable
    @inline(__always)
    public func resolve<W>(
        _ type: W?.Type = W?.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> W? {
        try container.lookUpWrapped(W.self, qualifier: qualifier)
    }

    /// A new instance made from an argument by what is registered under a qualifier.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T, Argument>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments argument: Argument
    ) throws(ResolutionError) -> T {
        try container.lookUp(type, qualifier: qualifier, Argument.self, argument)
    }

    /// A new instance made from several arguments by what is registered under a qualifier.
    ///
    /// - Throws: ``ResolutionError``.
    @inlinable
    @inline(__always)
    public func resolve<T, First, Second, each Rest>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments first: First, _ second: Second,
        _ rest: repeat each Rest
    ) throws(ResolutionError) -> T {
        try container.lookUp(
            type, qualifier: qualifier, (First, Second, repeat each Rest).self,
            (first, second, (repeat each rest)))
    }

    /// The instance of a type, or nil when nothing is registered for it.
    ///
    /// See ``Container/resolveOptional(_:)->T?``.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that is missing.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(_ type: T.Type = T.self) throws(ResolutionError) -> T? {
        try container.lookUpOptional(type)
    }

    /// The instance that is registered for a type under a name, or nil.
    ///
    /// See ``Container/resolveOptional(_:named:)``.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that is missing.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(
        _ type: T.Type = T.self, named name: Name
    ) throws(ResolutionError) -> T? {
        try container.lookUpOptional(type, qualifier: name)
    }

    /// The instance that is registered for a type under a qualifier, or nil.
    ///
    /// See ``Container/resolveOptional(_:qualifier:)``.
    ///
    /// - Throws: ``ResolutionError``, but not for a key that is missing.
    @inlinable
    @inline(__always)
    public func resolveOptional<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) throws(ResolutionError) -> T? {
        try container.lookUpOptional(type, qualifier: qualifier)
    }
}

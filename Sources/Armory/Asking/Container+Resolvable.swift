extension Container {
    /// Resolves the instance of a ``Resolvable`` type.
    ///
    /// - Parameter type: A ``Resolvable`` type without arguments; inferred if omitted.
    /// - Throws: The error of the type's initializer.
    /// - Precondition: If the initializer does not throw, no other failure occurs: see the note of ``Resolvable``.
    /// - Complexity: As for a registered type; more at the first resolve in a container.
    @inlinable
    @inline(__always)
    public func resolve<T: Resolvable>(_ type: T.Type = T.self) throws(T.Failure) -> sending T
    where T.Arguments == Void {
        try lookUp(justInTime: type, apart: true)
    }

    @inlinable
    @inline(__always)
    func lookUp<T: Resolvable>(justInTime type: T.Type, apart: Bool = false) throws(T.Failure) -> T {
        do throws(ResolutionError) {
            return try apart ? lookUpApart(type) : lookUp()
        } catch {
            throw justInTimeFailure(error, of: type)
        }
    }

    /// Resolves the instance of a ``Resolvable`` type, or returns nil if it was removed, or promised and not
    /// registered.
    ///
    /// In all other cases the result is not nil, whether or not the type was resolved before. But generic code that
    /// does not know that the type is ``Resolvable`` gets nil if the type was neither registered nor resolved before.
    ///
    /// - Parameter type: A ``Resolvable`` type without arguments; inferred if omitted.
    /// - Throws: ``ResolutionError``, with the code `justInTimeForbidden` if ``Configuration/justInTime`` forbids the
    ///   type. An error of the type's initializer is its ``ResolutionError/underlying``.
    /// - Complexity: As for a registered type; more at the first resolve in a container.
    public func resolveOptional<R: Resolvable>(
        _ type: R.Type = R.self
    ) throws(ResolutionError) -> sending R? where R.Arguments == Void {
        try apart { () throws(ResolutionError) in try lookUpOptional(type, key: nil) }
    }

    /// Resolves the instance of an optional's ``Resolvable`` type, or returns nil if it was removed.
    ///
    /// This is `resolveOptional` for contexts that expect an optional.
    ///
    /// - Throws: ``ResolutionError``, except for a removed key.
    public func resolve<R: Resolvable>(
        _ type: R?.Type = R?.self
    ) throws(ResolutionError) -> sending R? where R.Arguments == Void {
        try apart { () throws(ResolutionError) in try lookUpWrapped(justInTime: R.self) }
    }

    fileprivate func lookUpWrapped<R: Resolvable>(justInTime type: R.Type) throws(ResolutionError) -> R? {
        // The same steps as in `lookUpWrapped` for other types.
        if !isClosedNow, let instance = try lookUpOptional(R?.self) { return instance }
        return try lookUpOptional(type, key: nil)
    }

    /// Resolves the instance of a ``Resolvable`` type from arguments.
    ///
    /// - Parameters:
    ///   - type: A ``Resolvable`` type; inferred if omitted.
    ///   - arguments: The arguments of its initializer.
    /// - Throws: The error of the type's initializer.
    /// - Precondition: If the initializer does not throw, no other failure occurs: see the note of ``Resolvable``.
    /// - Complexity: As for a registered type; more at the first resolve in a container.
    @inlinable
    @inline(__always)
    public func resolve<T: Resolvable>(
        _ type: T.Type = T.self, with arguments: T.Arguments
    ) throws(T.Failure) -> T {
        try lookUp(justInTime: type, with: arguments, apart: true)
    }

    @inlinable
    @inline(__always)
    func lookUp<T: Resolvable>(
        justInTime type: T.Type, with arguments: T.Arguments, apart: Bool = false
    ) throws(T.Failure) -> T {
        do throws(ResolutionError) {
            return try lookUp(type, taking: arguments, apart: apart)
        } catch {
            throw justInTimeFailure(error, of: type)
        }
    }

    /// Returns the error that a failed resolve of the type throws; ends the process if the type's `Failure` cannot hold
    /// it.
    @usableFromInline
    @inline(never)
    func justInTimeFailure<T: Resolvable>(_ error: ResolutionError, of type: T.Type) -> T.Failure {
        // The error of this type's own initializer, not of a dependency.
        if let failure = error.underlying as? T.Failure, error.key == TypeName.of(type) { return failure }
        if let failure = error as? T.Failure { return failure }
        endProcess(error.description)
    }
}

extension Resolver {
    /// Resolves the instance of a ``Resolvable`` type.
    ///
    /// - Parameter type: A ``Resolvable`` type without arguments; inferred if omitted.
    /// - Throws: The error of the type's initializer.
    /// - Precondition: If the initializer does not throw, no other failure occurs: see the note of ``Resolvable``.
    @inlinable
    @inline(__always)
    public func resolve<T: Resolvable>(_ type: T.Type = T.self) throws(T.Failure) -> T where T.Arguments == Void {
        try container.lookUp(justInTime: type)
    }

    /// Resolves the instance of a ``Resolvable`` type: short for `resolve()`.
    ///
    /// - Throws: The error of the type's initializer.
    /// - Precondition: If the initializer does not throw, no other failure occurs: see the note of ``Resolvable``.
    @inlinable
    @inline(__always)
    public func callAsFunction<T: Resolvable>(_ type: T.Type = T.self) throws(T.Failure) -> T
    where T.Arguments == Void {
        try resolve(type)
    }

    /// Resolves the instance of a ``Resolvable`` type, or returns nil if it was removed, or promised and not
    /// registered.
    ///
    /// See ``Container/resolveOptional(_:)->R?``.
    ///
    /// - Throws: ``ResolutionError``, except for a removed key.
    public func resolveOptional<R: Resolvable>(
        _ type: R.Type = R.self
    ) throws(ResolutionError) -> R? where R.Arguments == Void {
        try container.lookUpOptional(type, key: nil)
    }

    /// Resolves the instance of an optional's ``Resolvable`` type, or returns nil if it was removed.
    ///
    /// This is `resolveOptional` for contexts that expect an optional.
    ///
    /// - Throws: ``ResolutionError``, except for a removed key.
    public func resolve<R: Resolvable>(
        _ type: R?.Type = R?.self
    ) throws(ResolutionError) -> R? where R.Arguments == Void {
        try container.lookUpWrapped(justInTime: R.self)
    }

    /// Short for `resolve` if the context expects an optional.
    ///
    /// - Throws: ``ResolutionError``, except for a removed key.
    public func callAsFunction<R: Resolvable>(
        _ type: R?.Type = R?.self
    ) throws(ResolutionError) -> R? where R.Arguments == Void {
        try container.lookUpWrapped(justInTime: R.self)
    }

    /// Resolves the instance of a ``Resolvable`` type from arguments.
    ///
    /// - Parameters:
    ///   - type: A ``Resolvable`` type; inferred if omitted.
    ///   - arguments: The arguments of its initializer.
    /// - Throws: The error of the type's initializer.
    /// - Precondition: If the initializer does not throw, no other failure occurs: see the note of ``Resolvable``.
    /// - Complexity: As for a registered type; more at the first resolve in a container.
    @inlinable
    @inline(__always)
    public func resolve<T: Resolvable>(
        _ type: T.Type = T.self, with arguments: T.Arguments
    ) throws(T.Failure) -> T {
        try container.lookUp(justInTime: type, with: arguments)
    }
}

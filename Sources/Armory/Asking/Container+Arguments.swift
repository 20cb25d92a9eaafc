// Resolving with run-time arguments.

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
        try lookUp(type, taking: argument, apart: true)
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
            type, taking: (first, second, (repeat each rest)), apart: true)
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
        try lookUp(type, qualifier: name, taking: argument, apart: true)
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
            type, qualifier: name, taking: (first, second, (repeat each rest)), apart: true)
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
        try lookUp(type, qualifier: qualifier, taking: argument, apart: true)
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
            type, qualifier: qualifier, taking: (first, second, (repeat each rest)), apart: true)
    }
}

// The resolves of a factory that awaits.

internal import CCore

extension AsyncResolver {
    /// The container that the instance is created in.
    ///
    /// Registrations that are private to the module of the factory are visible only through the resolver. No overriding container shares
    /// an instance whose factory asks for it.
    public var container: Container {
        ownFrame.noteWide()
        return owning
    }

    private var owning: Container {
        // The core makes no other resolver.
        unsafe unsafeDowncast(owner, to: Container.self)
    }

    private var view: Int { unsafe ownFrame.slot.view }

    /// Resolves a registration of a type, and awaits its factory if necessary.
    package func resolve<T>(_ type: T.Type = T.self, by qualifier: AnyQualifier?) async throws(ResolutionError) -> T {
        try await asking { (asker) async throws(ResolutionError) in
            try await owning.awaited(type, qualifier, view: view, asker)
        }
    }

    /// Resolves a new instance of a registration of a type, made from arguments, and awaits its factory if necessary.
    package func resolve<T, Arguments>(
        _ type: T.Type = T.self, by qualifier: AnyQualifier?, arguments: Arguments
    ) async throws(ResolutionError) -> T {
        let key = ServiceKey(type, qualifier: qualifier)
        return try await asking { (asker) async throws(ResolutionError) in
            try await owning.awaited(key, taking: arguments, view: view, asker)
        }
    }

    /// Resolves the instance registered for a type, and awaits its factory if necessary: `try await $0()`.
    ///
    /// - Parameter type: The type of the registration; inferred if omitted.
    /// - Throws: ``ResolutionError``.
    public func callAsFunction<T>(_ type: T.Type = T.self) async throws(ResolutionError) -> T {
        try await resolve(type, by: nil)
    }

    /// Resolves the instance registered for a type, and awaits its factory if necessary.
    ///
    /// - Parameter type: The type of the registration; inferred if omitted.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(_ type: T.Type = T.self) async throws(ResolutionError) -> T {
        try await resolve(type, by: nil)
    }

    /// Resolves the instance registered for a type under a qualifier, and awaits its factory if necessary.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - qualifier: A value equal to that of the registration, of the same type.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable
    ) async throws(ResolutionError) -> T {
        try await resolve(type, by: Qualifier(qualifier))
    }

    /// Resolves a new instance, made from arguments, and awaits its factory if necessary.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - arguments: The arguments, of exactly the type that the registration takes.
    /// - Throws: ``ResolutionError``.
    public func resolve<T, Arguments: Sendable>(
        _ type: T.Type = T.self, arguments: Arguments
    ) async throws(ResolutionError) -> T {
        try await resolve(type, by: nil, arguments: arguments)
    }

    /// Resolves a new instance of a qualified registration, made from arguments, and awaits its factory if necessary.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - qualifier: A value equal to that of the registration, of the same type.
    ///   - arguments: The arguments, of exactly the type that the registration takes.
    /// - Throws: ``ResolutionError``.
    public func resolve<T, Arguments: Sendable>(
        _ type: T.Type = T.self, qualifier: some Hashable & Sendable, arguments: Arguments
    ) async throws(ResolutionError) -> T {
        try await resolve(type, by: Qualifier(qualifier), arguments: arguments)
    }
}

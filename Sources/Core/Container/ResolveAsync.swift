// Resolving what may have to be awaited, for a caller outside and for a factory that awaits. What exists, or is made without awaiting, takes
// the walk of every resolve.

internal import CCore

extension Container {
    /// Resolves the instance registered for a type, and awaits its factory if necessary.
    ///
    /// A kept instance is made once for all waiters: in a separate task if its factory awaits, else on the caller's thread. A
    /// cancelled waiter leaves alone; without waiters, the making is cancelled too.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    /// - Returns: The instance.
    /// - Throws: ``ResolutionError``.
    /// - Complexity: O(1), and outside of awaiting factories without a lock, for an existing instance; otherwise the cost of the
    ///   factories.
    public func resolveAsync<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil
    ) async throws(ResolutionError) -> sending T {
        try await awaited(type, name?.qualifier, view: 0, .apart)
    }
}

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

    /// Resolves the instance registered for a type, and awaits its factory if necessary: `try await $0.resolve()`.
    ///
    /// - Parameters:
    ///   - type: The type of the registration; inferred if omitted.
    ///   - name: The name of the registration; nil: it has none.
    /// - Throws: ``ResolutionError``.
    public func resolve<T>(
        _ type: T.Type = T.self, named name: RegistrationName? = nil
    ) async throws(ResolutionError) -> T {
        try await resolve(type, by: name?.qualifier)
    }
}

// Closures that return nothing, which are mistakes: one of several statements without `return`, or one that creates an
// instance that cannot be copied. Without these initializers they would register `Void`.
//
// An initializer that is unavailable refuses nothing, because the compiler then takes the one that is available for every
// type. One that is isolated to an actor is taken, as the more special one, and refused, as nobody runs on that actor.
//
// The label keeps them out of Singleton(X.init), which would take the compiler longer; a trailing closure has no label.

extension Plumbing {
    /// The isolation of initializers that nobody can call; it names the mistake in the compiler's error.
    @globalActor
    public actor FactoryReturnsNothing {
        /// The actor, on which nothing runs.
        public static let shared = FactoryReturnsNothing()
    }
}

extension Plumbing.InferringRegistration where Instance == Void {
    /// Refuses a factory that returns nothing.
    @available(*, deprecated, message: "the factory returns nothing: write return, or lend what cannot be copied")
    @Plumbing.FactoryReturnsNothing
    public init(
        fileID: StaticString = #fileID, line: Int = #line,
        returningNothing factory: @escaping @Sendable () throws -> Void
    ) {
        self.init(Void.self, fileID: fileID, line: line, factory)
    }

    /// Refuses a factory that resolves its dependencies and returns nothing.
    @available(*, deprecated, message: "the factory returns nothing: write return, or lend what cannot be copied")
    @Plumbing.FactoryReturnsNothing
    public init(
        fileID: StaticString = #fileID, line: Int = #line,
        returningNothing factory: @escaping @Sendable (_ resolver: Resolver) throws -> Void
    ) {
        self.init(Void.self, fileID: fileID, line: line, factory)
    }
}

extension Plumbing.InferringRegistration where Self: SharingRegistration, Instance == Void {
    /// Refuses a factory that awaits and returns nothing.
    @available(*, deprecated, message: "the factory returns nothing: write return, or lend what cannot be copied")
    @Plumbing.FactoryReturnsNothing
    public init(
        fileID: StaticString = #fileID, line: Int = #line,
        returningNothing factory: @escaping @concurrent @Sendable () async throws -> Void
    ) {
        self.init(
            awaiting: { _ in try await factory() }, needs: { [] }, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Refuses a factory that awaits, resolves its dependencies and returns nothing.
    @available(*, deprecated, message: "the factory returns nothing: write return, or lend what cannot be copied")
    @Plumbing.FactoryReturnsNothing
    @_disfavoredOverload
    public init(
        fileID: StaticString = #fileID, line: Int = #line,
        returningNothing factory: @escaping @concurrent @Sendable (_ resolver: AsyncResolver) async throws -> Void
    ) {
        self.init(awaiting: factory, needs: nil, at: SourceLocation(fileID: fileID, line: line))
    }
}

extension ConfinedRegistration where Instance == Void {
    /// Refuses a factory that awaits and returns nothing.
    @available(*, deprecated, message: "the factory returns nothing: write return, or lend what cannot be copied")
    @Plumbing.FactoryReturnsNothing
    public init(
        fileID: StaticString = #fileID, line: Int = #line,
        returningNothing factory: @escaping @concurrent @Sendable () async throws -> sending Void
    ) {
        self.init(
            awaiting: { _ in try await factory() }, needs: { [] }, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Refuses a factory that awaits, resolves its dependencies and returns nothing.
    @available(*, deprecated, message: "the factory returns nothing: write return, or lend what cannot be copied")
    @Plumbing.FactoryReturnsNothing
    @_disfavoredOverload
    public init(
        fileID: StaticString = #fileID, line: Int = #line,
        returningNothing factory:
            @escaping @concurrent @Sendable (_ resolver: AsyncResolver) async throws -> sending Void
    ) {
        self.init(awaiting: factory, needs: nil, at: SourceLocation(fileID: fileID, line: line))
    }
}

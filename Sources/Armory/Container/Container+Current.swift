// Which container code gets that was given none: see Current.swift of the core.

extension Container {
    /// Calls `body` with this container as the task's current one.
    ///
    /// ```swift
    /// try container.asCurrent { try Checkout().run() }      // Checkout has `let orders = Lazy<any Orders>()`
    /// ```
    ///
    /// Inside a factory, the container that the instance is created in goes first. Tasks that `body` starts inherit the
    /// container, and keep it.
    ///
    /// - Parameter body: The code to run. Calls can be nested; the innermost counts.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func asCurrent<R>(_ body: () throws -> R) rethrows -> R { try Container.withCurrent(self, body) }

    /// Calls `body`, which awaits, with this container as the task's current one, which its child tasks inherit.
    ///
    /// - Parameter body: The code to run. Calls can be nested; the innermost counts.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func asCurrent<R>(_ body: () async throws -> R) async rethrows -> R {
        try await Container.withCurrent(self, body)
    }

    /// Sets the process's default container, for code that was given none and whose task has no other one.
    ///
    /// Call it once in a process, at its start. The container is never released. If several threads set one, the first
    /// succeeds.
    ///
    /// - Throws: ``ResolutionError`` with the code `defaultIsSet` at the second call, which changes nothing.
    public static func setDefault(_ container: Container) throws(ResolutionError) {
        guard setFallback(container) else { throw .defaultIsSet }
    }
}

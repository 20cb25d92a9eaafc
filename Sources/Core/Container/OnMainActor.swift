// Factories of the main actor, for code of that actor, which need not await them.
//
//     onMainActor { resolve } --> a factory of the main actor: called, as if it did not await
//                             +-> another one that awaits: the error `asynchronous`, as everywhere

internal import CCore

extension Container {
    /// Calls `body`, in which factories of the main actor run without being awaited.
    ///
    /// ```swift
    /// @MainActor func open(_ container: Container) throws -> Desk {
    ///     try container.onMainActor { try $0.resolve(Desk.self) }       // Singleton(Desk.init), with @MainActor init()
    /// }
    /// ```
    ///
    /// All forms of resolving work in it: by a name, with arguments, by a typed key, by a property wrapper. So do the dependencies of what
    /// is resolved. A factory that awaits anything else is ``ResolutionError/Code/asynchronous`` here too, and so is an instance that a
    /// task is creating at the same time.
    ///
    /// - Parameter body: The code to run, with the container.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: A few instructions more than `body`.
    @MainActor
    public func onMainActor<R, E: Error>(_ body: (Container) throws(E) -> R) throws(E) -> R {
        let thread = unsafe ThreadState.current
        let before = unsafe thread.pointee.on_main_actor
        unsafe thread.pointee.on_main_actor = 1
        // `body` does not await, so that it ends on this thread.
        defer { unsafe thread.pointee.on_main_actor = before }
        return try body(self)
    }
}

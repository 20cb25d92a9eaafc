extension Container {
    /// Ends a scope whose last references are about to be released, and returns the errors of hooks.
    ///
    /// The instances are released with the scope.
    ///
    /// Does not wait for threads that use the scope. ``shutdown(after:)`` has to, because it releases the instances
    /// itself.
    func endUnshared(_ end: ScopeEnd) async -> [ResolutionError] {
        endWithoutHooks() ? [] : await endWithHooks(end)
    }

    /// Ends a scope after `endWithoutHooks` has returned false.
    package func endWithHooks(_ end: ScopeEnd) async -> [ResolutionError] {
        guard let teardown = hookTeardown(end) else { return await endAll(end) }
        return await teardown.runAll()
    }
}

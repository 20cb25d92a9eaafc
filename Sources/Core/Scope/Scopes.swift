// Opening and closing scopes.
//
//     withScope    opens a scope, makes it the task's current handle, runs a body, and always ends the scope
//     openScope    for code that cannot be a closure: the caller ends the scope

internal import CCore

extension Container {
    /// Runs `body` with a new scope, closes the scope's instances however it ends, and throws the error of `body` as it is.
    ///
    /// Each scoped registration of the tag has one instance in the scope. While `body` runs, the scope is ``current`` in its task and
    /// the child tasks. In a task that outlives it there is no current scope, and resolving from it fails with
    /// ``ResolutionError/Code/closed``.
    ///
    /// - Parameters:
    ///   - tag: The tag of the scope.
    ///   - seeds: Values that the scope has from its beginning.
    ///   - isolation: The actor that `body` runs on: the caller's.
    ///   - fileID: The file that opens it, for listeners.
    ///   - line: The line that opens it.
    ///   - body: The code to run with the scope. Hooks learn whether it returned or threw.
    /// - Returns: The result of `body`, after everything is closed.
    /// - Throws: The error of `body`; otherwise ``ResolutionError`` with the code `shutdownFailed` if hooks threw. Before `body` runs:
    ///   `closed`. `outsideScope`: the tag is inside another one that is not open. `seedNotDeclared`: no registration keeps a seed.
    ///   `seededTwice`: two seeds are for one registration. `tooDeep`: more than 255 scopes would be open inside one another.
    /// - Complexity: Linear in the number of scoped registrations of the tag; the first scope of a tag in all registrations.
    public func withScope<R>(
        _ tag: ScopeTag = .request, seeds: [ScopeSeed] = [], isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line, _ body: (_ scope: Container) async throws -> R
    ) async throws -> R {
        let place = CodeLocation(fileID: fileID, line: line)
        let scope = try openScope(tag, seeds: seeds, for: .body, at: place)
        // After the scope's end: who shuts this handle down waits for it.
        defer { endBody(of: scope) }
        return try await CurrentContainerReference.taskLocal.withValue(
            CurrentContainerReference(opening: scope, of: self, in: CurrentContainerReference.ofCurrentTask)
        ) {
            let result: R
            do { result = try await body(scope) } catch {
                if !scope.endAtOnceIfIdle(.failed(error), bodyHasEnded: true) {
                    revokeReference(to: scope)
                    scope.reportHookErrors(await scope.endAwaitingOnlyHooks(.failed(error)))
                }
                throw error
            }
            guard !scope.endAtOnceIfIdle(.completed, bodyHasEnded: true) else { return result }
            revokeReference(to: scope)
            // Inside of the body's task-local value: a hook that shuts this handle down is a part of the body.
            try Self.throwIfAny(await scope.endAwaitingOnlyHooks(.completed), .shutdownFailed, of: tag)
            return result
        }
    }

    /// Runs `body`, which does not await, with a new scope, and closes the scope's instances however it ends.
    ///
    /// - Parameters:
    ///   - tag: The tag of the scope.
    ///   - seeds: Values that the scope has from its beginning.
    ///   - fileID: The file that opens it, for listeners.
    ///   - line: The line that opens it.
    ///   - body: The code to run with the scope.
    /// - Returns: The result of `body`. From the first hook that awaits on, the scope is closed in a task, and the errors of hooks go where
    ///   those of a released container go.
    /// - Throws: The error of `body`; otherwise ``ResolutionError`` with the code `shutdownFailed` if hooks threw before that, or `closed`,
    ///   `outsideScope`, `seedNotDeclared`, `seededTwice` or `tooDeep` before `body` runs.
    /// - Complexity: Linear in the number of scoped registrations of the tag; the first scope of a tag in all registrations.
    @_disfavoredOverload
    public func withScope<R>(
        _ tag: ScopeTag = .request, seeds: [ScopeSeed] = [], fileID: StaticString = #fileID, line: Int = #line,
        _ body: (_ scope: Container) throws -> R
    ) throws -> R {
        let place = CodeLocation(fileID: fileID, line: line)
        let scope = try openScope(tag, seeds: seeds, for: .body, at: place)
        defer { endBody(of: scope) }
        return try CurrentContainerReference.taskLocal.withValue(
            CurrentContainerReference(opening: scope, of: self, in: CurrentContainerReference.ofCurrentTask)
        ) {
            let result: R
            do { result = try body(scope) } catch {
                if !scope.endAtOnceIfIdle(.failed(error), bodyHasEnded: true) {
                    revokeReference(to: scope)
                    scope.reportHookErrors(scope.close(outcome: .failed(error)))
                }
                throw error
            }
            guard !scope.endAtOnceIfIdle(.completed, bodyHasEnded: true) else { return result }
            revokeReference(to: scope)
            try Self.throwIfAny(scope.close(), .shutdownFailed, of: tag)
            return result
        }
    }

    /// Revokes the reference of a scope whose body has ended; without hooks, the scope's end runs no user code, and everything is over.
    private func revokeReference(to scope: Container) {
        CurrentContainerReference(to: scope).revokeCurrentContainer(isScopeBodyOver: !layout.hasInstancesToClose)
    }

    /// Opens a scope that the caller ends with ``shutdown(within:outcome:)`` or ``close(outcome:)``.
    ///
    /// A scope that is released without an end is closed then, and its hooks get a failure.
    ///
    /// - Parameters:
    ///   - tag: The tag of the scope.
    ///   - seeds: Values that the scope has from its beginning.
    ///   - fileID: The file that opens it, for listeners.
    ///   - line: The line that opens it.
    /// - Returns: The scope.
    /// - Throws: ``ResolutionError`` with the code `closed`. `outsideScope`: the tag is inside another one that is not open here.
    ///   `seedNotDeclared`: no registration keeps a seed. `seededTwice`: two seeds are for one registration. `tooDeep`: more
    ///   than 255 scopes would be open inside one another.
    /// - Complexity: Linear in the number of scoped registrations of the tag; the first scope of a tag in all registrations.
    public func openScope(
        _ tag: ScopeTag = .request, seeds: [ScopeSeed] = [], fileID: StaticString = #fileID, line: Int = #line
    ) throws(ResolutionError) -> Container {
        try openScope(tag, seeds: seeds, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Opens a scope, for code that has the place.
    ///
    /// - Parameter holder: The code that ends the scope.
    package func openScope(
        _ tag: ScopeTag, seeds: [ScopeSeed], for holder: ScopeHolder = .user, at location: CodeLocation
    ) throws(ResolutionError) -> Container {
        if let outer = tag.outer, !layout.chain.contains(where: { $0.tag == outer }) {
            throw ResolutionError(
                .outsideScope, ServiceKey(Container.self),
                detail: .words(
                    headline: "A scope cannot be opened here: its tag is inside \"\(outer)\", which is not open.",
                    fix: "open the scope \"\(outer)\" first, and this one inside it."))
        }
        guard layout.depth < UInt8.max else {
            throw ResolutionError(
                .tooDeep, ServiceKey(Container.self),
                detail: .words(
                    headline: "A scope cannot be opened here: \(layout.depth) scopes are around it.",
                    fix: "open it in the container, or in a scope further out."))
        }
        return try Container(layout.scopeLayout(for: tag), in: self, for: holder, seeds: seeds, at: location)
    }
}

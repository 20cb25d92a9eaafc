// Opening and closing scopes.
//
//     withScope      opens one, makes it the task's current container, runs a body, and ends it, whatever the body does
//     openScope      for code that cannot be a body: whoever opens a scope ends it

extension Container {
    /// Runs `body` with a scope of its own, and closes all that was made in it, the newest first, however `body` ends.
    ///
    /// ```swift
    /// try await container.withScope(.request, seeds: [Seed(request)]) { scope in
    ///     try scope.resolve(OrderService.self).place(order)
    /// }
    /// ```
    ///
    /// The scope is a container: a child of this one, whose ``Container/scope`` is the tag. Each ``Scoped`` registration of the
    /// tag has one instance in it. A scope may lie in another one; the nearest of a tag counts. While `body` runs, the scope is
    /// ``Container/current`` in its task and the child tasks; to carry it into a task that stands on its own, use
    /// ``asCurrent(_:)-7pwnr`` there. A task that outlives the scope is refused with ``ResolutionError/Code/closed``.
    ///
    /// - Parameters:
    ///   - tag: What the scope is: ``ScopeTag/request`` where nothing is said.
    ///   - seeds: Values of types that ``Seeded`` registrations announce.
    ///   - isolation: The actor that `body` runs on: the caller's.
    ///   - body: Is given the scope. Hooks are told whether it has returned or thrown, a cancellation being one.
    /// - Returns: What `body` returns, when all is closed.
    /// - Throws: What `body` throws; else ``ResolutionError`` with the code `shutdownFailed` where hooks threw. Where both do, what
    ///   hooks threw goes to ``Configuration/reportFailure``. Before `body` runs: ``ResolutionError`` with the code `closed`,
    ///   `outsideScope` where the tag lies inside another that is not open here, or `seedNotDeclared`.
    public func withScope<R>(
        _ tag: ScopeTag = .request, seeds: [Seed] = [], isolation: isolated (any Actor)? = #isolation,
        _ body: (_ scope: Container) async throws -> R
    ) async throws -> R {
        var scope = try openScope(tag, seeds: seeds)
        let result: R
        do {
            result = try await scope.asCurrent { try await body(scope) }
        } catch {
            report(await Self.endAwaiting(&scope, .failed(error)))
            throw error
        }
        let failures = await Self.endAwaiting(&scope, .completed)
        guard failures.isEmpty else { throw ResolutionError(shutdown: failures) }
        return result
    }

    /// Runs `body`, which does not await, with a scope of its own, and closes all that was made in it, the newest first,
    /// however `body` ends.
    ///
    /// What closes by awaiting cannot be made in such a scope: ``ResolutionError/Code/closesAsynchronously``. A task that `body`
    /// begins does not have the scope as its current container. All else is as for ``withScope(_:seeds:isolation:_:)``.
    ///
    /// - Parameters:
    ///   - tag: What the scope is: ``ScopeTag/request`` where nothing is said.
    ///   - seeds: Values of types that ``Seeded`` registrations announce.
    ///   - body: Is given the scope.
    /// - Returns: What `body` returns, when all is closed.
    /// - Throws: As above.
    @_disfavoredOverload
    public func withScope<R>(
        _ tag: ScopeTag = .request, seeds: [Seed] = [], _ body: (_ scope: Container) throws -> R
    ) throws -> R {
        let scope = try makeScope(tag, seeds, closesAtOnce: true)
        let result: R
        do {
            result = try scope.asCurrentOfThread { try body(scope) }
        } catch {
            report(Self.end(consume scope, .failed(error)))
            throw error
        }
        let failures = Self.end(consume scope, .completed)
        guard failures.isEmpty else { throw ResolutionError(shutdown: failures) }
        return result
    }

    /// A scope that whoever opens it ends, by ``shutdown(after:)`` or ``close(after:)``: for code that cannot be a body, such as a
    /// response that is written after its handler has returned.
    ///
    /// One that is released without an end is closed then, and hooks are told that it has failed. It is nobody's current container: see ``asCurrent(_:)-7pwnr``.
    ///
    /// - Parameters:
    ///   - tag: What the scope is: ``ScopeTag/request`` where nothing is said.
    ///   - seeds: Values of types that ``Seeded`` registrations announce.
    /// - Throws: ``ResolutionError`` with the code `closed`, `outsideScope` where the tag lies inside another that is not open
    ///   here, or `seedNotDeclared`.
    public func openScope(_ tag: ScopeTag = .request, seeds: [Seed] = []) throws(ResolutionError) -> Container {
        try makeScope(tag, seeds, closesAtOnce: false)
    }

    /// As above, with seeds that are put by somebody who knows their types, which costs no closure for each.
    package func openScope(
        _ tag: ScopeTag, seeding: (_ scope: Container) throws(ResolutionError) -> Void
    ) throws(ResolutionError) -> Container {
        let scope = try makeScope(tag, [], closesAtOnce: false)
        try seeding(scope)
        return scope
    }

    /// Refuses where the container is closed, as the opening of a scope does.
    package func checkOpen() throws(ResolutionError) {
        guard !ledger.isClosed else { throw ResolutionError(.closed, key: ServiceKey(Container.self)) }
    }

    private func makeScope(
        _ tag: ScopeTag, _ seeds: [Seed], closesAtOnce: Bool
    ) throws(ResolutionError) -> Container {
        if let view { return try view.base.makeScope(tag, seeds, closesAtOnce: closesAtOnce) }
        try checkOpen()
        if tag.isNested, let outer = tag.outer, scope != outer, !ancestors.contains(where: { $0.scope == outer }) {
            throw ResolutionError(.outsideScope, key: ServiceKey(Container.self), detail: .opening(inside: outer))
        }
        let scope = Container(plan(for: tag), in: self, closesAtOnce: closesAtOnce)
        for seed in seeds { try seed.put(scope, seed.qualifier) }
        return scope
    }
}

// MARK: Ends

extension Container {
    private func report(_ failures: [ResolutionError]) {
        if !failures.isEmpty { ledger.report(failures) }
    }

    /// Ends a scope, and returns what hooks threw.
    private static func end(_ scope: consuming Container, _ end: ScopeEnd) -> [ResolutionError] {
        guard isKnownUniquelyReferenced(&scope) else { return scope.close(after: end) }
        if scope.endWithoutHooks() { return [] }
        guard var closing = scope.hooksInPlace(end) else { return scope.close(after: end) }
        // Nothing awaits: it would not have been made.
        _ = closing.runPlain()
        return closing.failures
    }

    /// As above, and awaits what awaits.
    private static func endAwaiting(_ scope: inout Container, _ end: ScopeEnd) async -> [ResolutionError] {
        isKnownUniquelyReferenced(&scope) ? await scope.endInPlace(end) : await scope.endAll(end)
    }
}

// MARK: Seeds

extension Container: SeedTarget {
    package func seed<T: Sendable>(_ value: T, _ key: ServiceKey) throws(ResolutionError) {
        if let isPut = putSeed(value, key, hash: key.tableHash) {
            if isPut { return }
            throw ResolutionError(.seededTwice, key: key, location: registered(key)?.location)
        }
        let found = registered(key)
        guard let binding = found?.chain.last as? SeededBinding<T>, binding.scope == scope else {
            throw ResolutionError(
                .seedNotDeclared, key: key, location: found?.location, detail: .seed(scope, near: nearMisses(of: key)))
        }
        let context = unsafe ThreadContext.pinned()
        let place = try unsafe ownSlot(for: binding, context)
        defer { unsafe context.unpin() }
        let isPut = unsafe place.slot.put(value) { nextOrder() }
        guard isPut else { throw ResolutionError(.seededTwice, key: key, location: binding.location) }
    }

    /// Puts a seed where an earlier scope had one; nil where the first look finds no place for it.
    private func putSeed<T>(_ value: T, _ key: ServiceKey, hash: UInt) -> Bool? {
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        guard case .slot(let address) = unsafe find(key, hash: hash, context) else { return nil }
        let slot = unsafe Slot(address)
        // A shortcut, so it is this scope's own; the key has shown the type.
        let isSeed = unsafe slot.withBinding(AnyBinding.self) { $0.isSeeded && $0.scope == scope }
        guard isSeed, unsafe table.isForAnother(slot) else { return nil }
        return unsafe slot.put(value) { nextOrder() }
    }
}

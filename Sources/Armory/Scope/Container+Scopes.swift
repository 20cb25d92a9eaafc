// Opening and closing scopes.
//
//     withScope      opens a scope, makes it the task's current container, runs a body, and always ends the scope
//     openScope      for code that cannot be a closure: the caller ends the scope

extension Container {
    /// Runs `body` with a new scope.
    ///
    /// Closes all instances of the scope in reverse order of creation, however `body` ends.
    ///
    /// ```swift
    /// try await container.withScope(.request, seeds: [Seed(request)]) { scope in
    ///     try scope.resolve(OrderService.self).place(order)
    /// }
    /// ```
    ///
    /// The scope is a child container of this one, whose ``Container/scope`` is the tag. Each ``Scoped`` registration
    /// of the tag has one instance in it. Scopes can be nested; the nearest scope of a tag counts. While `body` runs,
    /// the scope is ``Container/current`` in its task and the child tasks. To carry it into an unstructured task, use
    /// ``asCurrent(_:)-7pwnr`` there. In a task that outlives the scope, every use fails with
    /// ``ResolutionError/Code/closed``.
    ///
    /// - Parameters:
    ///   - tag: The tag of the scope; ``ScopeTag/request`` by default.
    ///   - seeds: Values for the types of ``Seeded`` registrations.
    ///   - isolation: The actor that `body` runs on: the caller's.
    ///   - fileID: The file of the call, for ``ContainerEvent/ScopeInfo``.
    ///   - line: The line of the call.
    ///   - body: The code to run with the scope. Hooks learn whether it returned or threw, for example a cancellation
    ///     error.
    /// - Returns: The result of `body`, after everything is closed.
    /// - Throws: The error of `body`; otherwise ``ResolutionError`` with the code `shutdownFailed` if hooks threw. If
    ///   both threw, the errors of the hooks go to ``Configuration/reportFailure``. Before `body` runs:
    ///   ``ResolutionError`` with the code `closed`, `outsideScope` if the tag is nested in another that is not open
    ///   here, or `seedNotDeclared`.
    public func withScope<R>(
        _ tag: ScopeTag = .request, seeds: [Seed] = [], isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: Int = #line, _ body: (_ scope: Container) async throws -> R
    ) async throws -> R {
        var scope = try openScope(tag, seeds: seeds, fileID: fileID, line: line)
        let result: R
        do {
            result = try await scope.asCurrent { try await body(scope) }
        } catch {
            control.report(await Self.endAwaiting(&scope, .failed(error)))
            throw error
        }
        let failures = await Self.endAwaiting(&scope, .completed)
        guard failures.isEmpty else { throw ResolutionError(shutdown: failures) }
        return result
    }

    /// Runs `body`, which does not await, with a new scope.
    ///
    /// Closes all instances of the scope in reverse order of creation, however `body` ends.
    ///
    /// Instances whose closing awaits cannot be created in such a scope: ``ResolutionError/Code/closesAsynchronously``.
    /// A task that `body` begins does not have the scope as its current container. Otherwise like
    /// ``withScope(_:seeds:isolation:fileID:line:_:)``.
    ///
    /// - Parameters:
    ///   - tag: The tag of the scope; ``ScopeTag/request`` by default.
    ///   - seeds: Values for the types of ``Seeded`` registrations.
    ///   - fileID: The file of the call, for ``ContainerEvent/ScopeInfo``.
    ///   - line: The line of the call.
    ///   - body: The code to run with the scope.
    /// - Returns: The result of `body`, after everything is closed.
    /// - Throws: The error of `body`, or the errors of ``withScope(_:seeds:isolation:fileID:line:_:)``.
    @_disfavoredOverload
    public func withScope<R>(
        _ tag: ScopeTag = .request, seeds: [Seed] = [], fileID: StaticString = #fileID, line: Int = #line,
        _ body: (_ scope: Container) throws -> R
    ) throws -> R {
        let opening = opening(seeds, fileID, line)
        let scope = try makeScope(tag, seeds, opening, closesAtOnce: true)
        let result: R
        do {
            result = try scope.asCurrentOfThread { try body(scope) }
        } catch {
            control.report(Self.end(consume scope, .failed(error)))
            throw error
        }
        let failures = Self.end(consume scope, .completed)
        guard failures.isEmpty else { throw ResolutionError(shutdown: failures) }
        return result
    }

    /// Opens a scope that the caller ends with ``shutdown(after:)`` or ``close(after:)``.
    ///
    /// It is for code that cannot be a closure, such as a response that is written after its handler has returned. A
    /// scope that is released without an end is closed then, and its hooks get a failure. It is not the current
    /// container of any task: see ``asCurrent(_:)-7pwnr``.
    ///
    /// - Parameters:
    ///   - tag: The tag of the scope; ``ScopeTag/request`` by default.
    ///   - seeds: Values for the types of ``Seeded`` registrations.
    ///   - fileID: The file of the call, for ``ContainerEvent/ScopeInfo``.
    ///   - line: The line of the call.
    /// - Throws: ``ResolutionError`` with the code `closed`, `outsideScope` if the tag is nested in another that is not
    ///   open here, or `seedNotDeclared`.
    public func openScope(
        _ tag: ScopeTag = .request, seeds: [Seed] = [], fileID: StaticString = #fileID, line: Int = #line
    ) throws(ResolutionError) -> Container {
        try makeScope(tag, seeds, opening(seeds, fileID, line), closesAtOnce: false)
    }

    /// Opens a scope that takes each seed from a source at the seed's first resolve.
    ///
    /// For subscribers to its opening, this container is the current one.
    package func openScope(
        _ tag: ScopeTag, seeds: any SeedSource, at location: SourceLocation
    ) throws(ResolutionError) -> Container {
        guard control.events != nil else { return try makeScope(tag, [], from: seeds, nil, closesAtOnce: false) }
        return try asCurrentOfThread { () throws(ResolutionError) in
            try makeScope(tag, [], from: seeds, ScopeOpening(location: location, seeds: seeds), closesAtOnce: false)
        }
    }

    /// The information for subscribers; nil: there are none.
    @inline(__always)
    private func opening(_ seeds: [Seed], _ fileID: StaticString, _ line: Int) -> ScopeOpening? {
        guard control.events != nil else { return nil }
        return ScopeOpening(
            location: SourceLocation(fileID: fileID, line: line), seeds: seeds.isEmpty ? nil : SeedList(seeds))
    }

    private func makeScope(
        _ tag: ScopeTag, _ seeds: [Seed], from source: (any SeedSource)? = nil, _ opening: ScopeOpening?,
        closesAtOnce: Bool
    ) throws(ResolutionError) -> Container {
        if let view {
            return try view.base.makeScope(tag, seeds, from: source, opening, closesAtOnce: closesAtOnce)
        }
        try checkOpen()
        if let outer = tag.outer, scope != outer, !ancestors.contains(where: { $0.scope == outer }) {
            throw ResolutionError(.outsideScope, key: ServiceKey(Container.self), detail: .opening(inside: outer))
        }
        let scope = Container(plan(for: tag), in: self, closesAtOnce: closesAtOnce, seeds: source, opening)
        for seed in seeds { try seed.use(.put(scope, seed.qualifier)) }
        return scope
    }
}

// MARK: Ends

extension Container {
    /// Ends a scope, and returns the errors of hooks.
    private static func end(_ scope: consuming Container, _ end: ScopeEnd) -> [ResolutionError] {
        guard isKnownUniquelyReferenced(&scope) else { return scope.close(after: end) }
        if scope.endWithoutHooks() { return [] }
        guard var teardown = scope.hookTeardown(end) else { return scope.close(after: end) }
        // No hook awaits: creating such an instance fails in this scope.
        _ = teardown.runPlain()
        return teardown.failures
    }

    /// Ends a scope, awaits hooks that await, and returns the errors of hooks.
    private static func endAwaiting(_ scope: inout Container, _ end: ScopeEnd) async -> [ResolutionError] {
        guard isKnownUniquelyReferenced(&scope) else { return await scope.endAll(end) }
        return scope.endWithoutHooks() ? [] : await scope.endWithHooks(end)
    }
}

extension Container {
    /// Ends a scope after `endWithoutHooks` has returned false, and returns the errors of hooks.
    ///
    /// The instances are released with the scope. Does not wait for threads that use the scope. ``shutdown(after:)`` has
    /// to, because it releases the instances itself.
    package func endWithHooks(_ end: ScopeEnd) async -> [ResolutionError] {
        guard let teardown = hookTeardown(end) else { return await endAll(end) }
        return await teardown.runAll()
    }
}

extension Container {
    /// Runs a closure in a separate task, which the end of this container awaits.
    package func runBeside(_ body: @escaping @Sendable () async -> Void) {
        (view?.base ?? self).control.runBeside(body)
    }
}

// MARK: Seeds

extension Container {
    func seed<T: Sendable>(_ value: T, _ key: ServiceKey) throws(ResolutionError) {
        if let isPut = putSeed(value, key, hash: key.tableHash) {
            if isPut { return }
            throw ResolutionError(.seededTwice, key: key, location: registered(key)?.location)
        }
        let binding = try seedRegistration(key)
        let place = try unsafe ownSlot(for: binding, Pin())
        let isPut = unsafe place.slot.put(value) { nextOrder() }
        unsafe place.pin.end()
        guard isPut else { throw ResolutionError(.seededTwice, key: key, location: binding.location) }
    }

    /// Returns the ``Seeded`` registration of a key in this scope, or throws that there is none.
    @discardableResult
    package func seedRegistration(_ key: ServiceKey) throws(ResolutionError) -> Binding {
        let found = registered(key)
        guard let binding = found?.chain.last, binding.isSeeded, binding.scope == scope else {
            throw ResolutionError(
                .seedNotDeclared, key: key, location: found?.location, detail: .seed(scope, near: nearMisses(of: key)))
        }
        return binding
    }

    /// Puts a seed into the slot that an earlier scope used for it; nil: the first lookup finds no such slot.
    private func putSeed<T>(_ value: T, _ key: ServiceKey, hash: UInt) -> Bool? {
        var pin = Pin()
        guard case .slot(let address) = unsafe find(key, hash: hash, &pin) else { return nil }
        let slot = unsafe Slot(address)
        // A shortcut, so this scope owns the slot. The key matches, so the type does too.
        let isSeed = unsafe slot.withBinding { $0.isSeeded && $0.scope == scope }
        guard isSeed, unsafe table.isForAnother(slot) else { return nil }
        let isPut = unsafe slot.put(value) { nextOrder() }
        pin.end()
        return isPut
    }
}

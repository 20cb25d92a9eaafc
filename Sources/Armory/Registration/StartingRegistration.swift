// Start and stop hooks of singletons.

/// A registration whose instance its container can start and stop: ``Singleton``, also unchecked.
public protocol StartingRegistration<Instance>: KeepingRegistration {}

extension StartingRegistration {
    /// Starts the instance in ``Container/start()``, after all instances that it depends on.
    ///
    /// ```swift
    /// Singleton(Database.init)
    ///     .onStart { database in try await database.connect() }
    ///     .onStop { database in await database.disconnect() }
    /// ```
    ///
    /// The instance exists by then: that call creates it at the latest. If the container ends and was not started, the
    /// hook of an instance that was created is an error, ``ResolutionError/Code/notStarted``, where errors of shutdown
    /// hooks go. Several hooks are called in the order in which they were added. The hook of a decorated registration gets
    /// the decorated instance.
    ///
    /// - Parameters:
    ///   - limit: The time limit. When it passes, the hook's task is cancelled and no longer awaited, and the
    ///     start fails. Nil: the limit of ``Container/Configuration/hookLimit``.
    ///   - fileID: The file of the hook, for errors.
    ///   - line: The line of the hook, for errors.
    ///   - body: Starts the instance. If it throws, the start fails.
    public func onStart(
        within limit: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ instance: Instance) async throws -> Void
    ) -> Self {
        addingHook(Hook(time: .start, limit: limit, location: CodeLocation(fileID: fileID, line: line), body: body))
    }

    /// Stops the instance when its container ends, before the instances that it depends on.
    ///
    /// Called once, and only if ``Container/start()`` has started the instance. While it runs, the container is open
    /// and nothing is closed: a server can answer its last requests. If it throws, the other instances are still
    /// stopped. Several hooks are called in the reverse order in which they were added.
    ///
    /// - Parameters:
    ///   - limit: The time limit. When it passes, the hook's task is cancelled, and the next hooks run. Nil: the limit
    ///     of ``Container/Configuration/hookLimit``.
    ///   - fileID: The file of the hook, for errors.
    ///   - line: The line of the hook, for errors.
    ///   - body: Stops the instance.
    public func onStop(
        within limit: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ instance: Instance) async throws -> Void
    ) -> Self {
        addingHook(Hook(time: .stop, limit: limit, location: CodeLocation(fileID: fileID, line: line), body: body))
    }
}

/// A registration whose instances a container keeps until it ends, so they can be started, stopped and closed with it.
///
/// ``Singleton``, ``Scoped`` and ``Kept`` conform, also unchecked.
public protocol KeepingRegistration<Instance>: FactoryRegistration {}

extension KeepingRegistration {
    /// Closes every instance when the container that keeps it ends, or releases it earlier.
    ///
    /// ```swift
    /// Singleton { try Database(path: "orders.db") }
    ///     .onShutdown { database in database.close() }
    /// Scoped(UnitOfWork.init)
    ///     .onShutdown { work, end in end.isCompleted ? try work.commit() : work.rollBack() }
    /// ```
    ///
    /// A container releases an instance of a ``Kept`` registration earlier if it is evicted, or if its lifetime is over. Then the
    /// instance is closed although other code may still use it.
    ///
    /// The body runs once for every created instance, in reverse order of creation, so the dependencies of an instance
    /// are still open. It can use only objects that the instance holds, because a container that is ending cannot
    /// resolve. An error does not prevent other instances from being closed; ``Container/shutdown(within:outcome:)`` says who
    /// receives it. Several bodies run in reverse order of their adding. If decorators wrap the registration, the body
    /// receives the decorated instance.
    ///
    /// - Parameters:
    ///   - fileID: The file of the hook, for errors.
    ///   - line: The line of the hook, for errors.
    ///   - body: Closes the instance.
    public func onShutdown(
        fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ instance: Instance) throws -> Void
    ) -> Self {
        addingClosing(fileID: fileID, line: line, by: .plain { instance, _ in try body(instance) })
    }

    /// Closes every instance by a body that receives how the scope's body has ended.
    ///
    /// - Parameters:
    ///   - fileID: The file of the hook, for errors.
    ///   - line: The line of the hook, for errors.
    ///   - body: Closes the instance.
    public func onShutdown(
        fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ instance: Instance, _ outcome: ScopeOutcome) throws -> Void
    ) -> Self {
        addingClosing(fileID: fileID, line: line, by: .plain(body))
    }

    /// Closes every instance by a body that awaits.
    ///
    /// ``Container/shutdown(within:outcome:)`` and the end of an awaiting ``Container/withScope(_:seeds:isolation:fileID:line:_:)``
    /// await the body. If a container is released, is closed by ``Container/close(outcome:)``, or is a scope that was opened by code which
    /// does not await, the body runs in a separate task, and the bodies of older instances run after it.
    ///
    /// - Parameters:
    ///   - limit: The time limit of the body: then its task is cancelled, and the next body runs. Nil means
    ///     ``Container/Configuration/hookLimit``.
    ///   - fileID: The file of the hook, for errors.
    ///   - line: The line of the hook, for errors.
    ///   - body: Closes the instance.
    public func onShutdown(
        within limit: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ instance: Instance) async throws -> Void
    ) -> Self {
        addingClosing(
            fileID: fileID, line: line, by: .awaiting(limit: limit) { instance, _ in try await body(instance) })
    }

    /// Closes every instance by a body that awaits and receives how the scope's body has ended.
    ///
    /// - Parameters:
    ///   - limit: The time limit of the body: then its task is cancelled, and the next body runs. Nil means
    ///     ``Container/Configuration/hookLimit``.
    ///   - fileID: The file of the hook, for errors.
    ///   - line: The line of the hook, for errors.
    ///   - body: Closes the instance.
    public func onShutdown(
        within limit: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ instance: Instance, _ outcome: ScopeOutcome) async throws -> Void
    ) -> Self {
        addingClosing(fileID: fileID, line: line, by: .awaiting(limit: limit, body))
    }

    private func addingClosing(fileID: StaticString, line: Int, by body: Closing<Instance>.Body) -> Self {
        addingClosing(Closing(at: CodeLocation(fileID: fileID, line: line), body))
    }

    /// Returns the registration with a hook that the program may not have written itself.
    package func addingClosing(_ closing: Closing<Instance>) -> Self {
        changingDefinition { $0.changeInjections { $0.closings.append(closing) } }
    }
}

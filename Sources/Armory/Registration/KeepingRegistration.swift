/// A registration whose instances a container keeps, until it ends: what can be started, stopped and closed with it.
///
/// ``Singleton``, ``Scoped`` and ``Kept`` are the ones.
public protocol KeepingRegistration<Instance>: SharingRegistration {}

extension Singleton: KeepingRegistration {}
extension Scoped: KeepingRegistration {}
extension Kept: KeepingRegistration {}

extension KeepingRegistration {
    /// Closes every instance when the container that keeps it ends, or lets go of it earlier.
    ///
    /// ```swift
    /// Singleton { try Database(path: "orders.db") }
    ///     .onShutdown { database in database.close() }
    /// Scoped(UnitOfWork.init)
    ///     .onShutdown { work, end in end.isCompleted ? try work.commit() : work.rollBack() }
    /// ```
    ///
    /// An instance goes earlier where it is replaced or reset, or its time to live is over: then it is closed though others may
    /// still use it.
    ///
    /// It is called for every instance that was made, once, with the newest first: whatever an instance was given is still open.
    /// It has to use what the instance holds: of a container that ends nothing can be resolved. What it throws keeps no
    /// other from being closed; see ``Container/shutdown(after:)`` for where it goes. Several are called in the opposite order
    /// of their adding. Where decorators lie around the registration, it is given the decorated instance.
    ///
    /// - Parameter body: Closes the instance.
    public func onShutdown(_ body: @escaping @Sendable (_ instance: Instance) throws -> Void) -> Self {
        hooked(.shutdown, within: nil, .plain { instance, _ in try body(instance) })
    }

    /// The same for what has to know how the scope's body has ended.
    ///
    /// - Parameter body: Closes the instance.
    public func onShutdown(
        _ body: @escaping @Sendable (_ instance: Instance, _ end: ScopeEnd) throws -> Void
    ) -> Self {
        hooked(.shutdown, within: nil, .plain(body))
    }

    /// The same for what awaits.
    ///
    /// ``Container/shutdown(after:)`` and the end of an awaiting ``Container/withScope(_:seeds:isolation:_:)`` await it. A scope
    /// that was opened by code that does not await refuses to make the instance. Where a container is released, or closed by
    /// ``Container/close(after:)``, the body runs in a task of its own, and the older ones after it.
    ///
    /// - Parameters:
    ///   - limit: How long it may take: then its task is cancelled, and the others' turn comes. Nil: as long as
    ///     ``Container/Configuration/hookLimit`` says.
    ///   - body: Closes the instance.
    public func onShutdown(
        within limit: Duration? = nil, _ body: @escaping @Sendable (_ instance: Instance) async throws -> Void
    ) -> Self {
        hooked(.shutdown, within: limit, .awaiting { instance, _ in try await body(instance) })
    }

    /// The same for what awaits and has to know how the scope's body has ended.
    ///
    /// - Parameters:
    ///   - limit: As above.
    ///   - body: Closes the instance.
    public func onShutdown(
        within limit: Duration? = nil,
        _ body: @escaping @Sendable (_ instance: Instance, _ end: ScopeEnd) async throws -> Void
    ) -> Self {
        hooked(.shutdown, within: limit, .awaiting(body))
    }
}

extension KeepingRegistration {
    package func hooked(_ time: HookTime, within limit: Duration?, _ body: Hook<Instance>.Body) -> Self {
        var copy = self
        copy.definition.addInjection(Injection(hook: Hook(time: time, limit: limit, body: body)))
        if time == .shutdown { copy.definition.change { $0.options.insert(.closes) } }
        return copy
    }
}

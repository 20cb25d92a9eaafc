// What a singleton says of the start and the stop of its container.

extension Singleton {
    /// Starts the instance by ``Container/start()``, after all that it depends on.
    ///
    /// ```swift
    /// Singleton(Database.init)
    ///     .onStart { database in try await database.connect() }
    ///     .onStop { database in await database.disconnect() }
    /// ```
    ///
    /// The instance is made by then, by that call at the latest. Several are called in the order of their adding. Where decorators
    /// lie around the registration, it is given the decorated instance.
    ///
    /// - Parameters:
    ///   - limit: How long it may take: then its task is cancelled, waited for no longer, and the start has failed. Nil: as long as
    ///     ``Container/Configuration/hookLimit`` says.
    ///   - body: Starts the instance. What it throws ends the start.
    public func onStart(
        within limit: Duration? = nil, _ body: @escaping @Sendable (_ instance: Instance) async throws -> Void
    ) -> Self {
        hooked(.start, within: limit, .awaiting { instance, _ in try await body(instance) })
    }

    /// Stops the instance when its container ends, before what it depends on.
    ///
    /// It is called once, where ``Container/start()`` has started the instance, and never elsewhere. While it runs, the container is
    /// open and nothing is closed: a server can answer its last requests. What it throws keeps no other from being stopped.
    /// Several are called in the opposite order of their adding.
    ///
    /// - Parameters:
    ///   - limit: How long it may take: then its task is cancelled, and the others' turn comes. Nil: as long as
    ///     ``Container/Configuration/hookLimit`` says.
    ///   - body: Stops the instance.
    public func onStop(
        within limit: Duration? = nil, _ body: @escaping @Sendable (_ instance: Instance) async throws -> Void
    ) -> Self {
        hooked(.stop, within: limit, .awaiting { instance, _ in try await body(instance) })
    }
}

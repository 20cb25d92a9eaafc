// Singletons with health checks.

public import Armory

// The two forms are in extensions of different protocols. Where both fit, as for a closure of several statements without
// `return`, the compiler takes the one of the more special protocol, which returns nothing.

extension KeepingRegistration where Self: StartingRegistration {
    /// Adds a health check whose closure returns the state.
    ///
    /// ```swift
    /// Singleton(Queue.init).health { queue in
    ///     queue.isFull ? .degraded("full") : .up
    /// }
    /// ```
    ///
    /// ``Armory/Container/health()`` runs the check if the instance exists, and never creates it. A decorated
    /// registration's check gets the decorated instance. A registration may have several checks.
    ///
    /// - Parameters:
    ///   - limit: How long the check may take. Then its task is cancelled and no longer awaited, and the state is down.
    ///     It is not run again before that task has ended.
    ///   - time: How long the state counts before the check runs again. Callers that ask while it runs share its answer.
    ///   - check: Returns the state. If it throws, the state is down, with the error's description as the text.
    public func health(
        within limit: Duration = .seconds(5), cachedFor time: Duration = .seconds(1),
        _ check: @escaping @Sendable (_ instance: Instance) async throws -> HealthState
    ) -> Self {
        addingHook(
            HealthHook { (instance: Instance) in
                // The instance may be shared: the registration's type is `Sendable`, or it says `unchecked`.
                nonisolated(unsafe) let instance = instance
                return HealthCheck(limit: limit, cacheTime: time) { unsafe try await check(instance) }
            })
    }
}

extension StartingRegistration {
    /// Adds a health check whose closure throws if the instance does not work.
    ///
    /// ```swift
    /// Singleton(Database.init).health { try await $0.ping() }
    /// ```
    ///
    /// - Parameters:
    ///   - limit: How long the check may take. Then its task is cancelled and no longer awaited, and the state is down.
    ///     It is not run again before that task has ended.
    ///   - time: How long the state counts before the check runs again. Callers that ask while it runs share its answer.
    ///   - check: Returns if the instance works. If it throws, the state is down, with the error's description as the
    ///     text.
    public func health(
        within limit: Duration = .seconds(5), cachedFor time: Duration = .seconds(1),
        _ check: @escaping @Sendable (_ instance: Instance) async throws -> Void
    ) -> Self {
        health(within: limit, cachedFor: time) { instance -> HealthState in
            try await check(instance)
            return .up
        }
    }
}

/// A health check with the instance that it checks.
struct HealthCheck: Sendable {
    let limit: Duration
    let cacheTime: Duration
    let body: @Sendable () async throws -> HealthState
}

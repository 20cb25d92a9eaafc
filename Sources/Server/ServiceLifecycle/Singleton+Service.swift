// Singletons that are services.

#if ServiceLifecycle
public import Armory
public import ServiceLifecycle

/// The effect of a service's end on the other services, as ServiceLifecycle defines it.
public typealias TerminationBehavior = ServiceGroupConfiguration.ServiceConfiguration.TerminationBehavior

/// A service and the settings of its registration.
struct ServiceEntry: Sendable {
    /// The service; nil if the instance is not one.
    let service: (any Service)?
    let limit: Duration?
    let returning: TerminationBehavior
    let throwing: TerminationBehavior
}

extension Singleton where Instance: Service {
    /// Makes ``Armory/Container/runServices(gracefulShutdownSignals:cancellationSignals:within:logger:)`` run the
    /// instance.
    ///
    /// ```swift
    /// Singleton(MailQueue.init).service()
    /// ```
    ///
    /// - Parameters:
    ///   - limit: How long the service may take to end after it was asked to. Then it is cancelled, and after the same
    ///     time again it is given up. Nil: the limit that is passed to `runServices`.
    ///   - returning: What happens to the other services when this one returns without being asked to end.
    ///   - throwing: What happens to the other services when this one throws.
    public func service(
        within limit: Duration? = nil, whenItReturns returning: TerminationBehavior = .cancelGroup,
        whenItThrows throwing: TerminationBehavior = .cancelGroup
    ) -> Self {
        service(within: limit, whenItReturns: returning, whenItThrows: throwing) { $0 }
    }
}

extension Singleton {
    /// Makes ``Armory/Container/runServices(gracefulShutdownSignals:cancellationSignals:within:logger:)`` run the
    /// service that a closure returns.
    ///
    /// Use it if the registered type is a protocol that hides the service.
    ///
    /// ```swift
    /// Singleton((any Mailer).self, MailQueue.init).service { $0 as? any Service }
    /// ```
    ///
    /// - Parameters:
    ///   - limit: How long the service may take to end after it was asked to. Then it is cancelled, and after the same
    ///     time again it is given up. Nil: the limit that is passed to `runServices`.
    ///   - returning: What happens to the other services when this one returns without being asked to end.
    ///   - throwing: What happens to the other services when this one throws.
    ///   - upcast: Returns the instance as a service; nil if this instance is not one.
    public func service(
        within limit: Duration? = nil, whenItReturns returning: TerminationBehavior = .cancelGroup,
        whenItThrows throwing: TerminationBehavior = .cancelGroup,
        _ upcast: @escaping @Sendable (_ instance: Instance) -> (any Service)?
    ) -> Self {
        listed {
            ServiceEntry(service: upcast($0), limit: limit, returning: returning, throwing: throwing)
        }
    }
}
#endif

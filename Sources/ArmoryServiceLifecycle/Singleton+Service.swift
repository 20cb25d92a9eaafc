// Singletons that are services.

#if ServiceLifecycle
public import Armory
public import ServiceLifecycle

/// What a service does to the others by its end, as ServiceLifecycle says it.
public typealias TerminationBehavior = ServiceGroupConfiguration.ServiceConfiguration.TerminationBehavior

/// A service as its registration has it.
struct ServiceEntry: Sendable {
    /// Nil: the instance is none.
    let service: (any Service)?
    let limit: Duration?
    let returning: TerminationBehavior
    let throwing: TerminationBehavior
}

extension Singleton where Instance: Service {
    /// Has ``Armory/Container/runServices(gracefulShutdownSignals:cancellationSignals:within:logger:)`` run the instance.
    ///
    /// ```swift
    /// Singleton(MailQueue.init).service()
    /// ```
    ///
    /// - Parameters:
    ///   - limit: How long it may take to end once it was told to: then it is cancelled, and after that time again given up.
    ///     Nil: as long as the call says.
    ///   - returning: What happens to the others when it returns without having been told to.
    ///   - throwing: What happens to the others when it throws.
    public func service(
        within limit: Duration? = nil, whenItReturns returning: TerminationBehavior = .cancelGroup,
        whenItThrows throwing: TerminationBehavior = .cancelGroup
    ) -> Self {
        service(within: limit, whenItReturns: returning, whenItThrows: throwing) { $0 }
    }
}

extension Singleton {
    /// The same where the registered type is a protocol that hides the service.
    ///
    /// ```swift
    /// Singleton((any Mailer).self, MailQueue.init).service { $0 as? any Service }
    /// ```
    ///
    /// - Parameters:
    ///   - limit: As above.
    ///   - returning: As above.
    ///   - throwing: As above.
    ///   - upcast: The service; nil: this instance is none.
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

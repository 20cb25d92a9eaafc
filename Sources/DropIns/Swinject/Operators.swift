// Operators for required services, as in SwinjectAutoregistration.

internal import ArmoryCore
internal import ArmoryRegistry

postfix operator ~>

/// Resolves a service whose type is inferred.
///
/// ```swift
/// container.register(Checkout.self) { r in Checkout(orders: r~>) }
/// ```
///
/// - Precondition: The service is registered.
public postfix func ~> <Service>(r: any Resolver) -> Service { required(r.resolve(Service.self)) }

/// Resolves a service: `r ~> Orders.self`.
///
/// - Precondition: The service is registered.
public func ~> <Service>(r: any Resolver, service: Service.Type) -> Service { required(r.resolve(service)) }

/// Resolves a service that is registered under a name: `r ~> (Orders.self, name: "archive")`.
///
/// - Precondition: The service is registered.
public func ~> <Service>(r: any Resolver, o: (service: Service.Type, name: String)) -> Service {
    required(r.resolve(o.service, name: o.name))
}

/// Resolves a service with an argument: `r ~> (Report.self, argument: 2026)`.
///
/// - Precondition: The service is registered with an argument of this type.
public func ~> <Service, Arg1>(r: any Resolver, o: (service: Service.Type, argument: Arg1)) -> Service {
    required(r.resolve(o.service, argument: o.argument))
}

/// Resolves a service that is registered under a name, with an argument.
///
/// - Precondition: The service is registered with an argument of this type.
public func ~> <Service, Arg1>(r: any Resolver, o: (service: Service.Type, name: String, argument: Arg1)) -> Service {
    required(r.resolve(o.service, name: o.name, argument: o.argument))
}

/// Resolves a service with two arguments: `r ~> (Report.self, arguments: 2026, "en")`.
///
/// - Precondition: The service is registered with arguments of these types.
@_disfavoredOverload  // A tuple with a name and a tuple of arguments would convert to this one, too.
public func ~> <Service, Arg1, Arg2>(r: any Resolver, o: (Service.Type, arguments: Arg1, Arg2)) -> Service {
    required(r.resolve(o.0, arguments: o.1, o.2))
}

/// Resolves a service that is registered under a name, with two arguments.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2>(
    r: any Resolver, o: (Service.Type, name: String, arguments: Arg1, Arg2)
) -> Service {
    required(r.resolve(o.0, name: o.1, arguments: o.2, o.3))
}

/// Resolves a service with three arguments.
///
/// - Precondition: The service is registered with arguments of these types.
@_disfavoredOverload  // A tuple with a name and two arguments would convert to this one, too.
public func ~> <Service, Arg1, Arg2, Arg3>(
    r: any Resolver, o: (Service.Type, arguments: Arg1, Arg2, Arg3)
) -> Service {
    required(r.resolve(o.0, arguments: o.1, o.2, o.3))
}

/// Resolves a service that is registered under a name, with three arguments.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3>(
    r: any Resolver, o: (Service.Type, name: String, arguments: Arg1, Arg2, Arg3)
) -> Service {
    required(r.resolve(o.0, name: o.1, arguments: o.2, o.3, o.4))
}

func required<Service>(_ service: Service?) -> Service {
    guard let service else {
        endUnresolved(Service.self, "\(TypeName.sourceName(of: Service.self)) is required by ~>, and was not resolved.")
    }
    return service
}

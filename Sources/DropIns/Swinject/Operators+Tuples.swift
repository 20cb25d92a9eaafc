// The same with the arguments as one tuple, `r ~> (Report.self, arguments: (2026, "en"))`: one function for each number.

/// Resolves a service with two arguments in a tuple: `r ~> (Report.self, arguments: (2026, "en"))`.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2>(
    r: any Resolver, o: (service: Service.Type, arguments: (Arg1, Arg2))
) -> Service {
    required(r.resolve(o.service, arguments: o.arguments.0, o.arguments.1))
}

/// Resolves a service that is registered under a name, with two arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2>(
    r: any Resolver, o: (service: Service.Type, name: String, arguments: (Arg1, Arg2))
) -> Service {
    required(r.resolve(o.service, name: o.name, arguments: o.arguments.0, o.arguments.1))
}

/// Resolves a service with three arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3>(
    r: any Resolver, o: (service: Service.Type, arguments: (Arg1, Arg2, Arg3))
) -> Service {
    required(r.resolve(o.service, arguments: o.arguments.0, o.arguments.1, o.arguments.2))
}

/// Resolves a service that is registered under a name, with three arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3>(
    r: any Resolver, o: (service: Service.Type, name: String, arguments: (Arg1, Arg2, Arg3))
) -> Service {
    required(r.resolve(o.service, name: o.name, arguments: o.arguments.0, o.arguments.1, o.arguments.2))
}

/// Resolves a service with four arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4>(
    r: any Resolver, o: (service: Service.Type, arguments: (Arg1, Arg2, Arg3, Arg4))
) -> Service {
    required(r.resolve(o.service, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3))
}

/// Resolves a service that is registered under a name, with four arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4>(
    r: any Resolver, o: (service: Service.Type, name: String, arguments: (Arg1, Arg2, Arg3, Arg4))
) -> Service {
    required(r.resolve(o.service, name: o.name, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3))
}

/// Resolves a service with five arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4, Arg5>(
    r: any Resolver, o: (service: Service.Type, arguments: (Arg1, Arg2, Arg3, Arg4, Arg5))
) -> Service {
    required(r.resolve(o.service, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3, o.arguments.4))
}

/// Resolves a service that is registered under a name, with five arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4, Arg5>(
    r: any Resolver, o: (service: Service.Type, name: String, arguments: (Arg1, Arg2, Arg3, Arg4, Arg5))
) -> Service {
    required(
        r.resolve(
            o.service, name: o.name, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3,
            o.arguments.4))
}

/// Resolves a service with six arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6>(
    r: any Resolver, o: (service: Service.Type, arguments: (Arg1, Arg2, Arg3, Arg4, Arg5, Arg6))
) -> Service {
    required(
        r.resolve(
            o.service, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3, o.arguments.4,
            o.arguments.5))
}

/// Resolves a service that is registered under a name, with six arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6>(
    r: any Resolver, o: (service: Service.Type, name: String, arguments: (Arg1, Arg2, Arg3, Arg4, Arg5, Arg6))
) -> Service {
    required(
        r.resolve(
            o.service, name: o.name, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3,
            o.arguments.4, o.arguments.5))
}

/// Resolves a service with seven arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7>(
    r: any Resolver, o: (service: Service.Type, arguments: (Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7))
) -> Service {
    required(
        r.resolve(
            o.service, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3, o.arguments.4,
            o.arguments.5, o.arguments.6))
}

/// Resolves a service that is registered under a name, with seven arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7>(
    r: any Resolver, o: (service: Service.Type, name: String, arguments: (Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7))
) -> Service {
    required(
        r.resolve(
            o.service, name: o.name, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3,
            o.arguments.4, o.arguments.5, o.arguments.6))
}

/// Resolves a service with eight arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8>(
    r: any Resolver, o: (service: Service.Type, arguments: (Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8))
) -> Service {
    required(
        r.resolve(
            o.service, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3, o.arguments.4,
            o.arguments.5, o.arguments.6, o.arguments.7))
}

/// Resolves a service that is registered under a name, with eight arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8>(
    r: any Resolver,
    o: (service: Service.Type, name: String, arguments: (Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8))
) -> Service {
    required(
        r.resolve(
            o.service, name: o.name, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3,
            o.arguments.4, o.arguments.5, o.arguments.6, o.arguments.7))
}

/// Resolves a service with nine arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9>(
    r: any Resolver, o: (service: Service.Type, arguments: (Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9))
) -> Service {
    required(
        r.resolve(
            o.service, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3, o.arguments.4,
            o.arguments.5, o.arguments.6, o.arguments.7, o.arguments.8))
}

/// Resolves a service that is registered under a name, with nine arguments in a tuple.
///
/// - Precondition: The service is registered with arguments of these types.
public func ~> <Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9>(
    r: any Resolver,
    o: (service: Service.Type, name: String, arguments: (Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9))
) -> Service {
    required(
        r.resolve(
            o.service, name: o.name, arguments: o.arguments.0, o.arguments.1, o.arguments.2, o.arguments.3,
            o.arguments.4, o.arguments.5, o.arguments.6, o.arguments.7, o.arguments.8))
}

// Resolving with arguments: one function for each number, as the protocol says.

extension Container {
    /// Resolves the instance of a service with an argument.
    ///
    /// - Parameters:
    ///   - serviceType: The type of the service.
    ///   - argument: The argument of the factory, with exactly the type of the factory's parameter.
    /// - Returns: The instance; nil, after a message through ``loggingFunction``, if the service is not registered with
    ///   an argument of this type.
    public func resolve<Service, Arg1>(_ serviceType: Service.Type, argument: Arg1) -> Service? {
        resolve(serviceType, name: nil, argument: argument)
    }

    /// Resolves the instance of a service that is registered under a name, with an argument.
    public func resolve<Service, Arg1>(_ serviceType: Service.Type, name: String?, argument: Arg1) -> Service? {
        typealias All = (any Resolver, Arg1)
        return resolve(Label(All.self, name, nil)) { (factory: (All) -> Any, resolver) in factory((resolver, argument))
        }
    }

    /// Resolves the instance of a service with two arguments.
    public func resolve<Service, Arg1, Arg2>(
        _ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2
    ) -> Service? {
        resolve(serviceType, name: nil, arguments: arg1, arg2)
    }

    /// Resolves the instance of a service that is registered under a name, with two arguments.
    public func resolve<Service, Arg1, Arg2>(
        _ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2
    ) -> Service? {
        typealias All = (any Resolver, Arg1, Arg2)
        return resolve(Label(All.self, name, nil)) { (factory: (All) -> Any, resolver) in
            factory((resolver, arg1, arg2))
        }
    }

    /// Resolves the instance of a service with three arguments.
    public func resolve<Service, Arg1, Arg2, Arg3>(
        _ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3
    ) -> Service? {
        resolve(serviceType, name: nil, arguments: arg1, arg2, arg3)
    }

    /// Resolves the instance of a service that is registered under a name, with three arguments.
    public func resolve<Service, Arg1, Arg2, Arg3>(
        _ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3
    ) -> Service? {
        typealias All = (any Resolver, Arg1, Arg2, Arg3)
        return resolve(Label(All.self, name, nil)) { (factory: (All) -> Any, resolver) in
            factory((resolver, arg1, arg2, arg3))
        }
    }

    /// Resolves the instance of a service with four arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4>(
        _ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4
    ) -> Service? {
        resolve(serviceType, name: nil, arguments: arg1, arg2, arg3, arg4)
    }

    /// Resolves the instance of a service that is registered under a name, with four arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4>(
        _ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4
    ) -> Service? {
        typealias All = (any Resolver, Arg1, Arg2, Arg3, Arg4)
        return resolve(Label(All.self, name, nil)) { (factory: (All) -> Any, resolver) in
            factory((resolver, arg1, arg2, arg3, arg4))
        }
    }

    /// Resolves the instance of a service with five arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5>(
        _ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5
    ) -> Service? {
        resolve(serviceType, name: nil, arguments: arg1, arg2, arg3, arg4, arg5)
    }

    /// Resolves the instance of a service that is registered under a name, with five arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5>(
        _ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4,
        _ arg5: Arg5
    ) -> Service? {
        typealias All = (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5)
        return resolve(Label(All.self, name, nil)) { (factory: (All) -> Any, resolver) in
            factory((resolver, arg1, arg2, arg3, arg4, arg5))
        }
    }

    /// Resolves the instance of a service with six arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6>(
        _ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5,
        _ arg6: Arg6
    ) -> Service? {
        resolve(serviceType, name: nil, arguments: arg1, arg2, arg3, arg4, arg5, arg6)
    }

    /// Resolves the instance of a service that is registered under a name, with six arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6>(
        _ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4,
        _ arg5: Arg5, _ arg6: Arg6
    ) -> Service? {
        typealias All = (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6)
        return resolve(Label(All.self, name, nil)) { (factory: (All) -> Any, resolver) in
            factory((resolver, arg1, arg2, arg3, arg4, arg5, arg6))
        }
    }

    /// Resolves the instance of a service with seven arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7>(
        _ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5,
        _ arg6: Arg6, _ arg7: Arg7
    ) -> Service? {
        resolve(serviceType, name: nil, arguments: arg1, arg2, arg3, arg4, arg5, arg6, arg7)
    }

    /// Resolves the instance of a service that is registered under a name, with seven arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7>(
        _ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4,
        _ arg5: Arg5, _ arg6: Arg6, _ arg7: Arg7
    ) -> Service? {
        typealias All = (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7)
        return resolve(Label(All.self, name, nil)) { (factory: (All) -> Any, resolver) in
            factory((resolver, arg1, arg2, arg3, arg4, arg5, arg6, arg7))
        }
    }

    /// Resolves the instance of a service with eight arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8>(
        _ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5,
        _ arg6: Arg6, _ arg7: Arg7, _ arg8: Arg8
    ) -> Service? {
        resolve(serviceType, name: nil, arguments: arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8)
    }

    /// Resolves the instance of a service that is registered under a name, with eight arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8>(
        _ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4,
        _ arg5: Arg5, _ arg6: Arg6, _ arg7: Arg7, _ arg8: Arg8
    ) -> Service? {
        typealias All = (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8)
        return resolve(Label(All.self, name, nil)) { (factory: (All) -> Any, resolver) in
            factory((resolver, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8))
        }
    }

    /// Resolves the instance of a service with nine arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9>(
        _ serviceType: Service.Type, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4, _ arg5: Arg5,
        _ arg6: Arg6, _ arg7: Arg7, _ arg8: Arg8, _ arg9: Arg9
    ) -> Service? {
        resolve(serviceType, name: nil, arguments: arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9)
    }

    /// Resolves the instance of a service that is registered under a name, with nine arguments.
    public func resolve<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9>(
        _ serviceType: Service.Type, name: String?, arguments arg1: Arg1, _ arg2: Arg2, _ arg3: Arg3, _ arg4: Arg4,
        _ arg5: Arg5, _ arg6: Arg6, _ arg7: Arg7, _ arg8: Arg8, _ arg9: Arg9
    ) -> Service? {
        typealias All = (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9)
        return resolve(Label(All.self, name, nil)) { (factory: (All) -> Any, resolver) in
            factory((resolver, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9))
        }
    }
}

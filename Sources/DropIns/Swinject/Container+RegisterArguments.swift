// Registering factories with arguments: one function for each number, because closures without types need it.

extension Container {
    /// Registers a factory of a service with an argument; see ``register(_:name:fileID:line:factory:)->ServiceEntry<Service>``.
    @discardableResult
    public func register<Service, Arg1>(
        _ serviceType: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        factory: @escaping (any Resolver, Arg1) -> Service
    ) -> ServiceEntry<Service> {
        let taking = { (all: (any Resolver, Arg1)) in factory(all.0, all.1) as Any }
        return _register(serviceType, factory: taking, name: name, fileID: fileID, line: line)
    }

    /// Registers a factory of a service with two arguments; see ``register(_:name:fileID:line:factory:)->ServiceEntry<Service>``.
    @discardableResult
    public func register<Service, Arg1, Arg2>(
        _ serviceType: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        factory: @escaping (any Resolver, Arg1, Arg2) -> Service
    ) -> ServiceEntry<Service> {
        let taking = { (all: (any Resolver, Arg1, Arg2)) in factory(all.0, all.1, all.2) as Any }
        return _register(serviceType, factory: taking, name: name, fileID: fileID, line: line)
    }

    /// Registers a factory of a service with three arguments; see ``register(_:name:fileID:line:factory:)->ServiceEntry<Service>``.
    @discardableResult
    public func register<Service, Arg1, Arg2, Arg3>(
        _ serviceType: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        factory: @escaping (any Resolver, Arg1, Arg2, Arg3) -> Service
    ) -> ServiceEntry<Service> {
        let taking = { (all: (any Resolver, Arg1, Arg2, Arg3)) in factory(all.0, all.1, all.2, all.3) as Any }
        return _register(serviceType, factory: taking, name: name, fileID: fileID, line: line)
    }

    /// Registers a factory of a service with four arguments; see ``register(_:name:fileID:line:factory:)->ServiceEntry<Service>``.
    @discardableResult
    public func register<Service, Arg1, Arg2, Arg3, Arg4>(
        _ serviceType: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        factory: @escaping (any Resolver, Arg1, Arg2, Arg3, Arg4) -> Service
    ) -> ServiceEntry<Service> {
        let taking = { (all: (any Resolver, Arg1, Arg2, Arg3, Arg4)) in
            factory(all.0, all.1, all.2, all.3, all.4) as Any
        }
        return _register(serviceType, factory: taking, name: name, fileID: fileID, line: line)
    }

    /// Registers a factory of a service with five arguments; see ``register(_:name:fileID:line:factory:)->ServiceEntry<Service>``.
    @discardableResult
    public func register<Service, Arg1, Arg2, Arg3, Arg4, Arg5>(
        _ serviceType: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        factory: @escaping (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5) -> Service
    ) -> ServiceEntry<Service> {
        let taking = { (all: (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5)) in
            factory(all.0, all.1, all.2, all.3, all.4, all.5) as Any
        }
        return _register(serviceType, factory: taking, name: name, fileID: fileID, line: line)
    }

    /// Registers a factory of a service with six arguments; see ``register(_:name:fileID:line:factory:)->ServiceEntry<Service>``.
    @discardableResult
    public func register<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6>(
        _ serviceType: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        factory: @escaping (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6) -> Service
    ) -> ServiceEntry<Service> {
        let taking = { (all: (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6)) in
            factory(all.0, all.1, all.2, all.3, all.4, all.5, all.6) as Any
        }
        return _register(serviceType, factory: taking, name: name, fileID: fileID, line: line)
    }

    /// Registers a factory of a service with seven arguments; see ``register(_:name:fileID:line:factory:)->ServiceEntry<Service>``.
    @discardableResult
    public func register<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7>(
        _ serviceType: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        factory: @escaping (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7) -> Service
    ) -> ServiceEntry<Service> {
        let taking = { (all: (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7)) in
            factory(all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7) as Any
        }
        return _register(serviceType, factory: taking, name: name, fileID: fileID, line: line)
    }

    /// Registers a factory of a service with eight arguments; see ``register(_:name:fileID:line:factory:)->ServiceEntry<Service>``.
    @discardableResult
    public func register<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8>(
        _ serviceType: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        factory: @escaping (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8) -> Service
    ) -> ServiceEntry<Service> {
        let taking = { (all: (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8)) in
            factory(all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7, all.8) as Any
        }
        return _register(serviceType, factory: taking, name: name, fileID: fileID, line: line)
    }

    /// Registers a factory of a service with nine arguments; see ``register(_:name:fileID:line:factory:)->ServiceEntry<Service>``.
    @discardableResult
    public func register<Service, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9>(
        _ serviceType: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        factory: @escaping (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9) -> Service
    ) -> ServiceEntry<Service> {
        let taking = { (all: (any Resolver, Arg1, Arg2, Arg3, Arg4, Arg5, Arg6, Arg7, Arg8, Arg9)) in
            factory(all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7, all.8, all.9) as Any
        }
        return _register(serviceType, factory: taking, name: name, fileID: fileID, line: line)
    }
}

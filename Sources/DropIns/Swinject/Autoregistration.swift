// Registrations that take the dependencies from the types of an initializer's parameters, as in SwinjectAutoregistration.

internal import ArmoryCore
internal import ArmoryRegistry

extension Container {
    /// Registers an initializer, whose parameters are resolved by their types.
    ///
    /// ```swift
    /// container.autoregister((any Orders).self, initializer: SQLOrders.init)
    /// ```
    ///
    /// - Parameters:
    ///   - service: The type of the service.
    ///   - name: The name that distinguishes registrations of the type; nil for none.
    ///   - fileID: The file of the registration, for messages.
    ///   - line: The line of the registration, for messages.
    ///   - initializer: Creates an instance. All its parameters must be registered; optional ones may be missing.
    /// - Returns: The entry, which takes further settings.
    @discardableResult
    public func autoregister<Service, each Dependency>(
        _ service: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        initializer: @escaping (repeat each Dependency) -> Service
    ) -> ServiceEntry<Service> {
        let label = Label((any Resolver).self, name, nil, CodeLocation(fileID: fileID, line: line))
        var needs: [any Any.Type] = []
        repeat needs.append((each Dependency).self)
        return add(
            label, needs: needs,
            plain: { resolver in
                let wiring = Wiring(resolver, initializer: type(of: initializer), arguments: [])
                return initializer(repeat wiring.dependency((each Dependency).self))
            })
    }

    /// Registers an initializer with an argument; the other parameters are resolved by their types.
    ///
    /// - Parameters:
    ///   - service: The type of the service.
    ///   - name: The name that distinguishes registrations of the type; nil for none.
    ///   - argument: The type of the argument, which a resolve passes.
    ///   - fileID: The file of the registration, for messages.
    ///   - line: The line of the registration, for messages.
    ///   - initializer: Creates an instance. Every parameter that the argument fits receives it.
    /// - Returns: The entry, which takes further settings.
    @discardableResult
    public func autoregister<Service, Arg1, each Dependency>(
        _ service: Service.Type, name: String? = nil, argument: Arg1.Type, fileID: StaticString = #fileID,
        line: Int = #line, initializer: @escaping (repeat each Dependency) -> Service
    ) -> ServiceEntry<Service> {
        register(service, name: name, fileID: fileID, line: line) { (resolver: any Resolver, argument: Arg1) in
            let wiring = Wiring(resolver, initializer: type(of: initializer), arguments: [argument])
            return initializer(repeat wiring.dependency((each Dependency).self))
        }
    }

    /// Registers an initializer with two arguments of different types; the other parameters are resolved by their
    /// types.
    @discardableResult
    public func autoregister<Service, Arg1, Arg2, each Dependency>(
        _ service: Service.Type, name: String? = nil, arguments arg1: Arg1.Type, _ arg2: Arg2.Type,
        fileID: StaticString = #fileID, line: Int = #line, initializer: @escaping (repeat each Dependency) -> Service
    ) -> ServiceEntry<Service> {
        checkDifferent([arg1, arg2])
        return register(service, name: name, fileID: fileID, line: line) {
            (resolver: any Resolver, arg1: Arg1, arg2: Arg2) in
            let wiring = Wiring(resolver, initializer: type(of: initializer), arguments: [arg1, arg2])
            return initializer(repeat wiring.dependency((each Dependency).self))
        }
    }

    /// Registers an initializer with three arguments of different types; the other parameters are resolved by their
    /// types.
    @discardableResult
    public func autoregister<Service, Arg1, Arg2, Arg3, each Dependency>(
        _ service: Service.Type, name: String? = nil, arguments arg1: Arg1.Type, _ arg2: Arg2.Type,
        _ arg3: Arg3.Type, fileID: StaticString = #fileID, line: Int = #line,
        initializer: @escaping (repeat each Dependency) -> Service
    ) -> ServiceEntry<Service> {
        checkDifferent([arg1, arg2, arg3])
        return register(service, name: name, fileID: fileID, line: line) {
            (resolver: any Resolver, arg1: Arg1, arg2: Arg2, arg3: Arg3) in
            let wiring = Wiring(resolver, initializer: type(of: initializer), arguments: [arg1, arg2, arg3])
            return initializer(repeat wiring.dependency((each Dependency).self))
        }
    }
}

/// Finds the parameters of an initializer.
private struct Wiring {
    private let resolver: any Resolver
    private let initializer: any Any.Type
    private let arguments: [Any]

    init(_ resolver: any Resolver, initializer: any Any.Type, arguments: [Any]) {
        self.resolver = resolver
        self.initializer = initializer
        self.arguments = arguments
    }

    /// The first argument of the type, or else the registered service.
    func dependency<T>(_ type: T.Type) -> T {
        for argument in arguments {
            if let argument = argument as? T { return argument }
        }
        // A closure without parameters may be written as one that takes `()`.
        if T.self == Void.self, let nothing = () as? T { return nothing }
        guard let service = resolver.resolve(type) else {
            endUnresolved(
                type,
                """
                SwinjectAutoregistration: Resolution failed.
                Unresolved service: \(type)
                Initializer: \(initializer)
                """)
        }
        return service
    }
}

/// Ends the process if two arguments have one type: parameters could not tell them apart.
private func checkDifferent(_ types: [any Any.Type]) {
    guard Set(types.map { ObjectIdentifier($0) }).count < types.count else { return }
    let list = types.map { "\($0)" }.joined(separator: ", ")
    endProcess("Autoregistration of service with dynamic arguments of the same type (\(list)) is not supported")
}

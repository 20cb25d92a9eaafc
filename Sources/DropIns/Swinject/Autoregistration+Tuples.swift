// The same for closures whose only parameter is a tuple, `((A, B)) -> Service`. Wrappers around SwinjectAutoregistration are
// written so, and the compiler cannot pass such a closure as one with several parameters.

extension Container {
    /// Registers a closure that takes its dependencies as a tuple; otherwise like the form for initializers.
    @discardableResult
    public func autoregister<Service, First, Second, each Rest>(
        _ service: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        initializer: @escaping ((First, Second, repeat each Rest)) -> Service
    ) -> ServiceEntry<Service> {
        autoregister(service, name: name, fileID: fileID, line: line) {
            (first: First, second: Second, rest: repeat each Rest) in initializer((first, second, repeat each rest))
        }
    }

    /// Registers a closure with an argument that takes its dependencies as a tuple; otherwise like the form for initializers.
    @discardableResult
    public func autoregister<Service, Arg1, First, Second, each Rest>(
        _ service: Service.Type, name: String? = nil, argument: Arg1.Type, fileID: StaticString = #fileID,
        line: Int = #line,
        initializer: @escaping ((First, Second, repeat each Rest)) -> Service
    ) -> ServiceEntry<Service> {
        autoregister(service, name: name, argument: argument, fileID: fileID, line: line) {
            (first: First, second: Second, rest: repeat each Rest) in initializer((first, second, repeat each rest))
        }
    }

    /// Registers a closure with two arguments that takes its dependencies as a tuple; otherwise like the form for initializers.
    @discardableResult
    public func autoregister<Service, Arg1, Arg2, First, Second, each Rest>(
        _ service: Service.Type, name: String? = nil, arguments arg1: Arg1.Type, _ arg2: Arg2.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        initializer: @escaping ((First, Second, repeat each Rest)) -> Service
    ) -> ServiceEntry<Service> {
        autoregister(service, name: name, arguments: arg1, arg2, fileID: fileID, line: line) {
            (first: First, second: Second, rest: repeat each Rest) in initializer((first, second, repeat each rest))
        }
    }

    /// Registers a closure with three arguments that takes its dependencies as a tuple; otherwise like the form for initializers.
    @discardableResult
    public func autoregister<Service, Arg1, Arg2, Arg3, First, Second, each Rest>(
        _ service: Service.Type, name: String? = nil, arguments arg1: Arg1.Type, _ arg2: Arg2.Type, _ arg3: Arg3.Type,
        fileID: StaticString = #fileID, line: Int = #line,
        initializer: @escaping ((First, Second, repeat each Rest)) -> Service
    ) -> ServiceEntry<Service> {
        autoregister(service, name: name, arguments: arg1, arg2, arg3, fileID: fileID, line: line) {
            (first: First, second: Second, rest: repeat each Rest) in initializer((first, second, repeat each rest))
        }
    }
}

// Calling a function with dependencies that the container resolves for this one call. Functions that await are in
// Container+CallAsync.swift.

extension Container {
    /// Calls a function with the instances registered for its parameters.
    ///
    /// ```swift
    /// try container.call(report)                    // func report(orders: any Orders, clock: Clock) throws
    /// try container.call(knight.winTournament)      // a method of an object that the container has not created
    /// ```
    ///
    /// The arguments are resolved in their order, as one graph. A parameter may have any form that is allowed in an
    /// autowired initializer: `T?`, `[T]`, ``Lazy``. No lock is held while the function runs.
    ///
    /// - Parameter function: A function or a method.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    /// - Complexity: The cost of resolving the arguments.
    public func call<each P, R>(_ function: (repeat each P) throws -> R) throws -> R {
        try call(function, repeat Parameter<each P>.registered)
    }

    /// Calls a function with arguments whose sources are given one by one.
    ///
    /// ```swift
    /// try container.call(transfer, .named("primary"), .registered, .value(100))
    /// ```
    ///
    /// - Parameters:
    ///   - function: A function or a method.
    ///   - parameters: The sources of the arguments, in the function's order.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    public func call<each P, R>(
        _ function: (repeat each P) throws -> R, _ parameters: repeat Parameter<each P>
    ) throws -> R {
        let arguments = try resolvedArguments(repeat each parameters)
        return try function(repeat each arguments)
    }

    /// Resolves the arguments of a function, as one graph.
    func resolvedArguments<each P>(_ parameters: repeat Parameter<each P>) throws -> (repeat each P) {
        try withResolver { resolver in (repeat try (each parameters).resolve(resolver)) }
    }
}

extension Resolver {
    /// Calls a function with the instances registered for its parameters, in the running graph.
    ///
    /// Otherwise like ``Container/call(_:)``.
    ///
    /// - Parameter function: A function or a method.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    public func call<each P, R>(_ function: (repeat each P) throws -> R) throws -> R {
        try function(repeat resolve((each P).self))
    }
}

// Calling a function with what the container has for its parameters: a dependency for the time of one call. Functions that
// await are in Container+CallAsync.swift.

extension Container {
    /// Calls a function with what is registered for its parameters.
    ///
    /// ```swift
    /// try container.call(report)                    // func report(orders: any Orders, clock: Clock) throws
    /// try container.call(knight.winTournament)      // a method of something that the container has not made
    /// ```
    ///
    /// The arguments are resolved in their order, as one graph. They may be of any form that the parameter of an
    /// autowired initializer may have: `T?`, `[T]`, ``Lazy``. No lock is held while the function runs.
    ///
    /// - Parameter function: A function or a method.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or what the function throws.
    /// - Complexity: That of resolving the arguments.
    public func call<each P, R>(_ function: (repeat each P) throws -> R) throws -> R {
        let arguments = try arguments((repeat (each P).self))
        return try function(repeat each arguments)
    }

    /// Calls a function with what is said for each of its parameters.
    ///
    /// ```swift
    /// try container.call(transfer, .named("primary"), .registered, .value(100))
    /// ```
    ///
    /// - Parameters:
    ///   - function: A function or a method.
    ///   - parameters: Where each argument comes from, in the function's order.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or what the function throws.
    public func call<each P, R>(
        _ function: (repeat each P) throws -> R, _ parameters: repeat Parameter<each P>
    ) throws -> R {
        let arguments = try inOneGraph { (repeat try (each parameters).resolve(self)) }
        return try function(repeat each arguments)
    }

    private func arguments<each P>(_ types: (repeat (each P).Type)) throws -> (repeat each P) {
        try inOneGraph { (repeat try lookUp((each P).self, key: nil)) }
    }

    /// Calls `body`, whose resolves are one graph: the running one where there is one.
    func inOneGraph<R>(_ body: () throws -> R) throws -> R {
        guard mayHaveGraphs, unsafe ThreadContext.current.isOutermost else { return try body() }
        return try KeptGraph().resolve(waitLimit: nil, body)
    }
}

extension Resolver {
    /// Calls a function with what is registered for its parameters.
    ///
    /// As ``Container/call(_:)``, in the graph that is being made.
    ///
    /// - Parameter function: A function or a method.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or what the function throws.
    public func call<each P, R>(_ function: (repeat each P) throws -> R) throws -> R {
        try container.call(function)
    }
}

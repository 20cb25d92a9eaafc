// Calling a function that awaits. The overloads for one to six parameters are written out: Swift 6.3's compiler crashes
// if a client passes a closure, which may be isolated otherwise, to a method with a parameter pack. Disfavoured: calling
// a function that does not await needs no `await`.

extension Container {
    /// Calls a function that awaits, with a resolved or given argument.
    ///
    /// - Parameters:
    ///   - function: A function or a method.
    ///   - first: The source of its first argument.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    @_disfavoredOverload
    public func call<P1, R>(
        _ function: (P1) async throws -> R, _ first: Parameter<P1> = .registered
    ) async throws -> R {
        try await function(resolvedArguments(first))
    }

    /// Calls a function that awaits, with resolved or given arguments.
    ///
    /// - Parameters:
    ///   - function: A function or a method.
    ///   - first: The source of its first argument.
    ///   - second: The source of its second argument.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    @_disfavoredOverload
    public func call<P1, P2, R>(
        _ function: (P1, P2) async throws -> R,
        _ first: Parameter<P1> = .registered, _ second: Parameter<P2> = .registered
    ) async throws -> R {
        let arguments = try resolvedArguments(first, second)
        return try await function(arguments.0, arguments.1)
    }

    /// Calls a function that awaits, with resolved or given arguments.
    ///
    /// - Parameters:
    ///   - function: A function or a method.
    ///   - first: The source of its first argument.
    ///   - second: The source of its second argument.
    ///   - third: The source of its third argument.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    @_disfavoredOverload
    public func call<P1, P2, P3, R>(
        _ function: (P1, P2, P3) async throws -> R,
        _ first: Parameter<P1> = .registered, _ second: Parameter<P2> = .registered,
        _ third: Parameter<P3> = .registered
    ) async throws -> R {
        let arguments = try resolvedArguments(first, second, third)
        return try await function(arguments.0, arguments.1, arguments.2)
    }

    /// Calls a function that awaits, with resolved or given arguments.
    ///
    /// - Parameters:
    ///   - function: A function or a method.
    ///   - first: The source of its first argument.
    ///   - second: The source of its second argument.
    ///   - third: The source of its third argument.
    ///   - fourth: The source of its fourth argument.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    @_disfavoredOverload
    public func call<P1, P2, P3, P4, R>(
        _ function: (P1, P2, P3, P4) async throws -> R,
        _ first: Parameter<P1> = .registered, _ second: Parameter<P2> = .registered,
        _ third: Parameter<P3> = .registered, _ fourth: Parameter<P4> = .registered
    ) async throws -> R {
        let arguments = try resolvedArguments(first, second, third, fourth)
        return try await function(arguments.0, arguments.1, arguments.2, arguments.3)
    }

    /// Calls a function that awaits, with resolved or given arguments.
    ///
    /// - Parameters:
    ///   - function: A function or a method.
    ///   - first: The source of its first argument.
    ///   - second: The source of its second argument.
    ///   - third: The source of its third argument.
    ///   - fourth: The source of its fourth argument.
    ///   - fifth: The source of its fifth argument.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    @_disfavoredOverload
    public func call<P1, P2, P3, P4, P5, R>(
        _ function: (P1, P2, P3, P4, P5) async throws -> R,
        _ first: Parameter<P1> = .registered, _ second: Parameter<P2> = .registered,
        _ third: Parameter<P3> = .registered, _ fourth: Parameter<P4> = .registered,
        _ fifth: Parameter<P5> = .registered
    ) async throws -> R {
        let arguments = try resolvedArguments(first, second, third, fourth, fifth)
        return try await function(arguments.0, arguments.1, arguments.2, arguments.3, arguments.4)
    }

    /// Calls a function that awaits, with resolved or given arguments.
    ///
    /// - Parameters:
    ///   - function: A function or a method.
    ///   - first: The source of its first argument.
    ///   - second: The source of its second argument.
    ///   - third: The source of its third argument.
    ///   - fourth: The source of its fourth argument.
    ///   - fifth: The source of its fifth argument.
    ///   - sixth: The source of its sixth argument.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    @_disfavoredOverload
    public func call<P1, P2, P3, P4, P5, P6, R>(
        _ function: (P1, P2, P3, P4, P5, P6) async throws -> R,
        _ first: Parameter<P1> = .registered, _ second: Parameter<P2> = .registered,
        _ third: Parameter<P3> = .registered, _ fourth: Parameter<P4> = .registered,
        _ fifth: Parameter<P5> = .registered, _ sixth: Parameter<P6> = .registered
    ) async throws -> R {
        let arguments = try resolvedArguments(first, second, third, fourth, fifth, sixth)
        return try await function(arguments.0, arguments.1, arguments.2, arguments.3, arguments.4, arguments.5)
    }
}

// Calling a function with dependencies that the container resolves for this one call.
//
// The forms for functions that await are disfavoured: calling a function that does not await needs no `await`. Their first parameter is
// no part of the pack, and the type of the error is a parameter too: Swift 6.3's compiler crashes if it has to convert a closure that
// takes a pack alone.

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
        try call(function, repeat ParameterSource<each P>.registered)
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
        _ function: (repeat each P) throws -> R, _ parameters: repeat ParameterSource<each P>
    ) throws -> R {
        let arguments = try withResolver { resolver in (repeat try (each parameters).resolveValue(from: resolver)) }
        return try function(repeat each arguments)
    }

    /// Calls a function that awaits, with the instances registered for its parameters.
    ///
    /// - Parameter function: A function or a method.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    @_disfavoredOverload
    public func call<First, each Rest, R, E: Error>(
        _ function: (First, repeat each Rest) async throws(E) -> R
    ) async throws -> R {
        try await call(function, .registered, repeat ParameterSource<each Rest>.registered)
    }

    /// Calls a function that awaits, with arguments whose sources are given one by one.
    ///
    /// - Parameters:
    ///   - function: A function or a method.
    ///   - first: The source of its first argument.
    ///   - rest: The sources of the other arguments, in the function's order.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    @_disfavoredOverload
    public func call<First, each Rest, R, E: Error>(
        _ function: (First, repeat each Rest) async throws(E) -> R, _ first: ParameterSource<First>,
        _ rest: repeat ParameterSource<each Rest>
    ) async throws -> R {
        let (argument, others) = try withResolver { resolver in
            (try first.resolveValue(from: resolver), (repeat try (each rest).resolveValue(from: resolver)))
        }
        return try await function(argument, repeat each others)
    }
}

extension Resolver {
    /// Calls a function with the instances registered for its parameters, in the running graph.
    ///
    /// Otherwise like ``Container/call(_:)-((P)->R)``.
    ///
    /// - Parameter function: A function or a method.
    /// - Returns: What the function returns.
    /// - Throws: ``ResolutionError`` before the call, or the error of the function.
    public func call<each P, R>(_ function: (repeat each P) throws -> R) throws -> R {
        try function(repeat resolve((each P).self))
    }
}

extension Container {
    /// Completes an instance created elsewhere: runs the ``Registration/inject(dependsOn:fileID:line:_:)`` bodies of the
    /// registration of its type.
    ///
    /// ```swift
    /// Graph(Window.self) { Window() }
    ///     .inject { window, resolver in window.toolbar = try resolver.resolve() }
    ///
    /// try container.inject(into: existing)
    /// ```
    ///
    /// The registration's own factory is not called. For a `Graph` registration, the instance becomes the instance of
    /// the graph: dependencies that the bodies resolve, and that need the type themselves, get this instance. The
    /// container does not keep it, whatever the registration's lifetime is.
    ///
    /// Decorators of the registration do not run, because the instance already exists.
    ///
    /// - Parameters:
    ///   - instance: The instance; a value is changed in place.
    ///   - name: The name of the registration; nil means the registration without a name.
    /// - Throws: ``ResolutionError``: `missing` if the type is not registered, `closed`, or the error of a body. A
    ///   value is then unchanged.
    /// - Complexity: The cost of creating the instance, without the factory.
    public func inject<T>(into instance: inout T, named name: RegistrationName? = nil) throws(ResolutionError) {
        instance = try injectDependencies(into: instance, qualifiedBy: name?.qualifier)
    }

    /// Completes an object created elsewhere.
    ///
    /// This is the form for objects; see the form for values. It uses the registration of the object's own class or, if
    /// that is not registered, the registration of `T`. So foreign code may pass its object as a superclass or as
    /// `AnyObject`.
    ///
    /// - Parameters:
    ///   - instance: The object.
    ///   - name: The name of the registration; nil means the registration without a name.
    /// - Throws: ``ResolutionError``: `missing` if the type is not registered, `closed`, or the error of a body.
    ///   Changes that the bodies have already made remain.
    public func inject<T: AnyObject>(into instance: T, named name: RegistrationName? = nil) throws(ResolutionError) {
        let qualifier = name?.qualifier
        let ownClass: any Any.Type = Swift.type(of: instance as AnyObject)
        func injectByOwnClass<Own>(as type: Own.Type) throws(ResolutionError) -> Bool {
            guard type != T.self, registeredRecord(for: ServiceKey(type, qualifier: qualifier)) != nil,
                let own = instance as? Own
            else { return false }
            _ = try injectDependencies(into: own, qualifiedBy: qualifier)
            return true
        }
        if try !injectByOwnClass(as: ownClass) { _ = try injectDependencies(into: instance, qualifiedBy: qualifier) }
    }
}

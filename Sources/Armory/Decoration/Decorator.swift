/// Wraps every instance of a type, for all registrations of the type in the container.
///
/// ```swift
/// let container = try Container {
///     Singleton((any Orders).self, SQLOrders.init)
///     Decorator((any Orders).self, CachingOrders.init)          // init(orders: any Orders, cache: Cache)
///     Decorator((any Orders).self) { orders, resolver in
///         LoggingOrders(orders, log: try resolver.resolve())
///     }
///     Singleton(Cache.init)
///     Singleton(Log.init)
/// }
/// ```
///
/// Callers get the decorated instance; the inner instance is out of reach. Several decorators are stacked in the order
/// of registration: the first is innermost. A decorated instance has the lifetime of the instance that it decorates.
/// The decorator may be registered before or after the type.
///
/// A decorator applies to all registrations of its container, also to contributed ones, and to private registrations of
/// its module. It does not apply to registrations of a child, nor to those of a container that overrides this one. If it
/// decorates nothing, the build fails with ``ResolutionError/Code/decoratesNothing``.
///
/// A decorator must not resolve the type that it decorates: the inner instance is its first parameter.
///
/// If threads share the instances, the decorator's type is `Sendable`: decorate `(any Store & Sendable).self`, as it is
/// registered. At run time that is the same type as `(any Store).self`, so an overload notes which one it was, and a
/// mismatch is the error ``ResolutionError/Code/notSendable``.
public struct Decorator: LayerElement {
    var layer: Layer

    /// - Parameter type: The type that it decorates; nil: all that conform to `D`.
    init<D>(
        _ sendability: SendableNote, _ type: D.Type?, _ fileID: StaticString, _ line: Int, _ body: LayerBody<D, D>
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let decoration = Decoration(location: location, body: body.make)
        layer = Layer(.decorator(decoration), of: type, at: location, needs: body.needs, noting: sendability)
        layer.takesArguments = body.takesArguments
    }

    /// Returns the same decorator, limited to registrations with a name.
    public func named(_ name: RegistrationName) -> Decorator { changingLayer { $0.qualifier = name.qualifier } }

    /// Declares the dependencies of the closure, in addition to the inner instance.
    ///
    /// - Parameter types: All types that the closure asks for. None: it asks for nothing.
    public func dependsOn(_ types: any Any.Type...) -> Decorator {
        changingLayer { $0.addDependencies { Dependency.makeDeclaredDependencies(on: types) } }
    }

    /// Returns the same decorator, also for instances whose type is `Sendable` where the decorator's is not, or the reverse.
    ///
    /// The caller guarantees that no thread uses an instance that is not thread-safe.
    public func unchecked() -> Decorator { changingLayer { $0.sendability = .unchecked } }
}

extension Decorator {
    /// Decorates a type by a closure that asks the resolver for its dependencies.
    ///
    /// Such dependencies are not known before the closure runs: declare them with ``dependsOn(_:)``.
    ///
    /// - Parameters:
    ///   - type: The type to decorate, as it is registered.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    public init<D>(
        _ type: D.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: D, _ resolver: Resolver) throws -> D
    ) {
        self.init(.isNotSendable, type, fileID, line, LayerBody(resolving: body))
    }

    /// Decorates a type by a closure that needs nothing else.
    ///
    /// - Parameters:
    ///   - type: The type to decorate, as it is registered.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    public init<D>(
        _ type: D.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: D) throws -> D
    ) {
        self.init(.isNotSendable, type, fileID, line, LayerBody(body))
    }

    /// Decorates a type by an initializer or a function: its first parameter is the inner instance, the others are
    /// resolved.
    ///
    /// - Parameters:
    ///   - type: The type to decorate, as it is registered.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    @_disfavoredOverload
    public init<D, each Rest>(
        _ type: D.Type, _ body: @escaping @Sendable (D, repeat each Rest) throws -> D,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(.isNotSendable, type, fileID, line, LayerBody(body, repeat ParameterSource<each Rest>.registered))
    }

    /// Decorates a type by an initializer or a function, with given sources for its parameters after the inner instance.
    ///
    /// ```swift
    /// Decorator((any Orders).self, CachingOrders.init, .registered, .value(5))   // init(orders:cache:limit:)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decorate, as it is registered.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    ///   - first: The source of the second parameter; the first is the inner instance.
    ///   - rest: The sources of the other parameters.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    public init<D, First, each Rest>(
        _ type: D.Type, _ body: @escaping @Sendable (D, First, repeat each Rest) throws -> D,
        _ first: ParameterSource<First>, _ rest: repeat ParameterSource<each Rest>,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(.isNotSendable, type, fileID, line, LayerBody(body, first, repeat each rest))
    }

    /// Decorates every instance that conforms to a protocol, whatever type it is registered under.
    ///
    /// The conformance is checked when an instance is created, never when it is ready. The closure must return an
    /// instance of the registered type: otherwise the resolve fails with
    /// ``ResolutionError/Code/decoratedAsAnotherType``. A further type of an instance is not decorated twice.
    ///
    /// Of a registered class or structure, only an instance tells whether it conforms. So validation counts what the closure
    /// declares only for registrations under the protocol itself.
    ///
    /// - Parameters:
    ///   - type: The protocol, or a class.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    public init<P>(
        all type: P.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: P, _ resolver: Resolver) throws -> P
    ) {
        self.init(.isNotSendable, nil, fileID, line, LayerBody(resolving: body))
    }

    /// Decorates every instance that conforms to a protocol, by a closure that needs nothing else.
    ///
    /// - Parameters:
    ///   - type: The protocol, or a class.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns the instance to hand out instead. It may run on any thread.
    public init<P>(
        all type: P.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: P) throws -> P
    ) {
        self.init(.isNotSendable, nil, fileID, line, LayerBody(body))
    }

    /// Refuses a list that does not fit the initializer; see Refused.swift.
    @available(
        *, unavailable, message: "the list must give each parameter after the inner instance a source of its type"
    )
    @_disfavoredOverload @_documentation(visibility: internal)
    public init<D, each P>(
        _ type: D.Type, _ body: @escaping @Sendable (repeat each P) throws -> D,
        _ first: Plumbing.AnySource, _ rest: Plumbing.AnySource..., fileID: StaticString = #fileID, line: Int = #line
    ) { preconditionFailure("it is unavailable") }
}

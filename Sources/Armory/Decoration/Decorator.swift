/// Wraps every instance of a type, wherever it is registered in the container.
///
/// ```swift
/// let container = try Container {
///     Singleton((any Orders).self, SQLOrders.init)
///     Decorator((any Orders).self, CachingOrders.init)          // init(orders: any Orders, cache: Cache)
///     Decorator((any Orders).self) { orders, resolver in
///         LoggingOrders(orders, log: try resolver())
///     }
///     Singleton(Cache.init)
///     Singleton(Log.init)
/// }
/// ```
///
/// Whoever asks for the type is given the decorated instance; the one inside is out of reach. Several decorators are stacked in
/// the order of registration: the first is innermost. They live as long as what they decorate, whatever its lifetime is, and
/// stand before or after it.
///
/// It reaches what is registered in the same container, contributed, replaced, overlaid and loaded later too, and what is
/// private to its own module; not what a child registers. Where a container is built and it decorates nothing, that is
/// ``ResolutionError/Code/decoratesNothing``.
///
/// A decorator must not ask for what it decorates: that is its first parameter.
public struct Decorator: LayerElement {
    var layer: Layer

    private init<D>(
        _ type: D.Type, _ location: SourceLocation, _ needs: (@Sendable () -> [Dependency])?,
        _ body: @escaping @Sendable (D, Resolver) throws -> D
    ) {
        layer = Layer(.decorator(TypeDecoration(body: body)), of: type, at: location, needs: needs)
    }

    /// Decorates a type by a closure that asks the resolver for what it needs.
    ///
    /// What such a closure asks for is not known before it runs: ``dependsOn(_:)`` tells.
    ///
    /// - Parameters:
    ///   - type: The type that is decorated, as it is registered.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns what is handed out instead of the instance. It may run on any thread.
    public init<D>(
        _ type: D.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: D, _ resolver: Resolver) throws -> D
    ) {
        self.init(type, SourceLocation(fileID: fileID, line: line), nil, body)
    }

    /// Decorates a type by a closure that needs nothing else.
    ///
    /// - Parameters:
    ///   - type: The type that is decorated, as it is registered.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns what is handed out instead of the instance. It may run on any thread.
    public init<D>(
        _ type: D.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: D) throws -> D
    ) {
        self.init(type, SourceLocation(fileID: fileID, line: line), { [] }) { decorated, _ in try body(decorated) }
    }

    /// Decorates a type by an initializer or a function: its first parameter is what is decorated, the others are resolved.
    ///
    /// - Parameters:
    ///   - type: The type that is decorated, as it is registered.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns what is handed out instead of the instance. It may run on any thread.
    @_disfavoredOverload
    public init<D, First, each Rest>(
        _ type: D.Type, _ body: @escaping @Sendable (D, First, repeat each Rest) throws -> D,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        let needs = { @Sendable in
            var types: [any Any.Type] = [First.self]
            repeat types.append((each Rest).self)
            return Dependency.parameters(types)
        }
        self.init(type, SourceLocation(fileID: fileID, line: line), needs) { decorated, resolver in
            let container = resolver.container
            return try body(decorated, container.lookUp(First.self), repeat container.lookUp((each Rest).self))
        }
    }

    /// Decorates every instance that conforms to a protocol, under whatever type it is registered.
    ///
    /// An instance is looked at when it is made, never when it is ready. What the closure returns has to be of the registered
    /// type again: else the resolve fails with ``ResolutionError/Code/decoratedAsAnotherType``. A further type of an instance
    /// is not decorated twice.
    ///
    /// - Parameters:
    ///   - type: The protocol, or a class.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns what is handed out instead of the instance. It may run on any thread.
    public init<P>(
        all type: P.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: P, _ resolver: Resolver) throws -> P
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        layer = Layer(.decorator(ConformanceDecoration(location, body)), of: nil, at: location, needs: nil)
    }

    /// The same by a closure that needs nothing else.
    ///
    /// - Parameters:
    ///   - type: The protocol, or a class.
    ///   - fileID: The file of the decorator, for errors.
    ///   - line: The line of the decorator, for errors.
    ///   - body: Returns what is handed out instead of the instance. It may run on any thread.
    public init<P>(
        all type: P.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ decorated: P) throws -> P
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let decoration = ConformanceDecoration<P>(location) { decorated, _ in try body(decorated) }
        layer = Layer(.decorator(decoration), of: nil, at: location, needs: { [] })
    }

    /// The same for what is registered under a name alone.
    public func named(_ name: Name) -> Decorator { qualified(by: name) }

    /// The same for what is registered under a qualifier alone.
    public func qualified(by qualifier: some Hashable & Sendable) -> Decorator {
        var copy = self
        copy.layer = layer.changed(qualifier: Qualifier(qualifier))
        return copy
    }

    /// Says what the closure asks for, beside what it decorates.
    ///
    /// - Parameter types: All types the closure asks for; none, where it asks for nothing.
    public func dependsOn(_ types: any Any.Type...) -> Decorator {
        var copy = self
        let earlier = layer.needs
        copy.layer = layer.changed(needs: { (earlier?() ?? []) + Dependency.parameters(types).map(\.declared) })
        return copy
    }
}

/// What decorates instances of one type, or of several.
protocol Decorating: Sendable {
    func decoration<T>(of type: T.Type) -> Decoration<T>?
}

private struct TypeDecoration<D>: Decorating {
    let body: @Sendable (D, Resolver) throws -> D

    func decoration<T>(of type: T.Type) -> Decoration<T>? {
        Decoration<D>(body: body) as? Decoration<T>
    }
}

private struct ConformanceDecoration<P>: Decorating {
    let location: SourceLocation
    let body: @Sendable (P, Resolver) throws -> P

    init(_ location: SourceLocation, _ body: @escaping @Sendable (P, Resolver) throws -> P) {
        self.location = location
        self.body = body
    }

    func decoration<T>(of type: T.Type) -> Decoration<T>? {
        Decoration<T> { [location, body] instance, resolver in
            guard let conforming = instance as? P else { return instance }
            let decorated = try body(conforming, resolver)
            guard let result = decorated as? T else {
                throw DecorationFault(returned: Swift.type(of: decorated as Any), decorator: location)
            }
            return result
        }
    }
}

/// A decorator of all that conform has returned what is not of the registered type.
struct DecorationFault: Error {
    let returned: any Any.Type
    let decorator: SourceLocation
}

/// Offers all registrations of one type under another type, too.
///
/// ```swift
/// Singleton((any Command).self, SaveCommand.init).contributed()
/// Singleton((any Command).self, OpenCommand.init).contributed()
/// Adapter(from: (any Command).self, to: Button.self) { command, resolver in
///     Button(command, theme: try resolver())
/// }
/// // resolveAll(Button.self) has two, each created once
/// ```
///
/// For each registration of the first type in the container, with any name or qualifier, there is one of the second
/// type under the same name or qualifier. It is contributed if the first one is. An adapted instance has the lifetime
/// of its source, so its type is `Sendable`. The adapter gets the instance that callers get: with its decorators.
/// If it takes `any P & Sendable` and `any P` is registered, the error is ``ResolutionError/Code/notSendable``.
/// Otherwise like ``Decorator``.
public struct Adapter: LayerElement {
    var layer: Layer

    init<A, B: Sendable>(
        _ sendability: SendableNote, from source: A.Type, _ location: SourceLocation,
        _ needs: (@Sendable () -> [Dependency])? = { [] },
        _ body: @escaping @Sendable (A, borrowing Resolver, _ first: Int) throws -> B
    ) {
        layer = Layer(
            .adapter(Adaptation(location: location, body: body)), of: source, at: location, needs: needs,
            noting: sendability)
    }

    init<A, B: Sendable, First, each Rest>(
        _ sendability: SendableNote, autowired source: A.Type, _ location: SourceLocation,
        _ body: @escaping @Sendable (A, First, repeat each Rest) throws -> B
    ) {
        let needs = { @Sendable in Dependency.parameters(of: First.self, repeat (each Rest).self) }
        self.init(sendability, from: source, location, needs) { adapted, resolver, first in
            var position = ParameterPosition(from: first)
            return try body(
                adapted, position.next(resolver, First.self), repeat position.next(resolver, (each Rest).self))
        }
    }

    /// Adapts a type by a closure that asks the resolver for its other dependencies.
    ///
    /// - Parameters:
    ///   - source: The type to adapt, as it is registered.
    ///   - target: The type that finds the adapted instances.
    ///   - fileID: The file of the adapter, for errors.
    ///   - line: The line of the adapter, for errors.
    ///   - body: Creates the adapted instance. It may run on any thread.
    public init<A, B: Sendable>(
        from source: A.Type, to target: B.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ adapted: A, _ resolver: Resolver) throws -> B
    ) {
        self.init(.isConfined, from: source, SourceLocation(fileID: fileID, line: line), nil) { instance, resolver, _ in
            try body(instance, copy resolver)
        }
    }

    /// Adapts a type by a closure that needs nothing else.
    ///
    /// - Parameters:
    ///   - source: The type to adapt, as it is registered.
    ///   - target: The type that finds the adapted instances.
    ///   - fileID: The file of the adapter, for errors.
    ///   - line: The line of the adapter, for errors.
    ///   - body: Creates the adapted instance. It may run on any thread.
    public init<A, B: Sendable>(
        from source: A.Type, to target: B.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ adapted: A) throws -> B
    ) {
        self.init(.isConfined, from: source, SourceLocation(fileID: fileID, line: line)) { adapted, _, _ in
            try body(adapted)
        }
    }

    /// Adapts a type by an initializer or a function: its first parameter is the source instance, the others are
    /// resolved.
    ///
    /// - Parameters:
    ///   - source: The type to adapt, as it is registered.
    ///   - target: The type that finds the adapted instances.
    ///   - body: Creates the adapted instance. It may run on any thread.
    ///   - fileID: The file of the adapter, for errors.
    ///   - line: The line of the adapter, for errors.
    @_disfavoredOverload
    public init<A, B: Sendable, First, each Rest>(
        from source: A.Type, to target: B.Type,
        _ body: @escaping @Sendable (A, First, repeat each Rest) throws -> B,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(.isConfined, autowired: source, SourceLocation(fileID: fileID, line: line), body)
    }
}

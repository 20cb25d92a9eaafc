/// Offers all registrations of one type under another type, too.
///
/// ```swift
/// Singleton((any Command).self, SaveCommand.init).contributed()
/// Singleton((any Command).self, OpenCommand.init).contributed()
/// Adapter(from: (any Command).self, to: Button.self) { command, resolver in
///     Button(command, theme: try resolver.resolve())
/// }
/// // resolve([Button].self) has two, each created once
/// ```
///
/// For each registration of the first type in the container, with or without a name, there is one of the second
/// type under the same name. It is contributed if the first one is. An adapted instance has the lifetime
/// of its source, so its type is `Sendable`. The adapter gets the instance that callers get: with its decorators.
/// If it takes `any P & Sendable` and `any P` is registered, the error is ``ResolutionError/Code/notSendable``.
/// Otherwise like ``Decorator``.
public struct Adapter: LayerElement {
    var layer: Layer

    init<A, B: Sendable>(
        _ sendability: SendableNote, from source: A.Type, _ fileID: StaticString, _ line: Int, _ body: LayerBody<A, B>
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let adapted: Layer.Adapting = { $0.makeAdapterRecord(with: $1, by: body, at: location) }
        layer = Layer(.adapter(to: B.self, adapted), of: source, at: location, needs: body.needs, noting: sendability)
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
        self.init(.isNotSendable, from: source, fileID, line, LayerBody(resolving: body))
    }

    /// Adapts a type by an initializer or a function: its first parameter is the source instance, the others are
    /// resolved.
    ///
    /// - Parameters:
    ///   - source: The type to adapt, as it is registered.
    ///   - target: The type that finds the adapted instances.
    ///   - fileID: The file of the adapter, for errors.
    ///   - line: The line of the adapter, for errors.
    ///   - body: Creates the adapted instance. It may run on any thread.
    public init<A, B: Sendable, each Rest>(
        from source: A.Type, to target: B.Type, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (A, repeat each Rest) throws -> B
    ) {
        self.init(
            .isNotSendable, from: source, fileID, line, LayerBody(body, repeat ParameterSource<each Rest>.registered))
    }
}

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
    let layer: Layer

    init<A, B: Sendable>(
        _ note: SendableNote, from source: A.Type, _ location: SourceLocation, _ needs: (@Sendable () -> [Dependency])?,
        _ body: @escaping @Sendable (A, Resolver) throws -> B
    ) {
        layer = Layer(.adapter(Adaptation(body: body)), of: source, at: location, needs: needs, note: note)
    }

    init<A, B: Sendable, First, each Rest>(
        _ note: SendableNote, autowired source: A.Type, _ location: SourceLocation,
        _ body: @escaping @Sendable (A, First, repeat each Rest) throws -> B
    ) {
        let needs = { @Sendable in Dependency.parameters(of: First.self, repeat (each Rest).self) }
        self.init(note, from: source, location, needs) { adapted, resolver in
            let container = resolver.container
            return try body(adapted, container.lookUp(), repeat container.lookUp() as each Rest)
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
        self.init(.isConfined, from: source, SourceLocation(fileID: fileID, line: line), nil, body)
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
        self.init(.isConfined, from: source, SourceLocation(fileID: fileID, line: line), { [] }) { adapted, _ in
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

private struct Adaptation<A, B: Sendable>: Adapting {
    let body: @Sendable (A, Resolver) throws -> B

    func adapted(_ binding: Binding, by layer: Layer) -> Binding {
        var need = Dependency(type: A.self, qualifier: binding.qualifier)
        need.record = binding
        // Arguments are passed on.
        need.isDeclared = binding.argumentType != nil
        let needs = [need] + layer.dependencies(for: A.self)
        var options = binding.options.subtracting([.eager, .root, .alias, .closes])
        options.insert(.adapted)
        let source = binding.instanceRecord
        let traits = BindingTraits(
            lifetime: source.lifetime, location: layer.location, argumentType: binding.argumentType,
            qualifier: binding.qualifier, scope: source.scope, options: options,
            module: layer.module ?? binding.module, needs: { needs }, customFinder: source.customFinder,
            note: .isSendable)
        let isMixed = layer.mixesSendable(binding)
        return binding.adapted(traits) { [body] (source: A, resolver) in
            if isMixed { throw DecorationFault.notSendable(layer: layer.noun, layer.location, registration: binding) }
            return try body(source, layer.resolver(resolver))
        }
    }
}

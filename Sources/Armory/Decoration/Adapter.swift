/// Offers all registrations of one type under another type, too.
///
/// ```swift
/// Singleton((any Command).self, SaveCommand.init).contributed()
/// Singleton((any Command).self, OpenCommand.init).contributed()
/// Adapter(from: (any Command).self, to: Button.self) { command, resolver in
///     Button(command, theme: try resolver())
/// }
/// // resolveAll(Button.self) has two, each made once
/// ```
///
/// For each registration of the first type in the container, with any name or qualifier, there is one of the second
/// type under the same name or qualifier. It is contributed if the first one is. An adapted instance has the lifetime
/// of its source, so its type is `Sendable`. The adapter gets the instance that callers get: with its decorators.
/// Otherwise like ``Decorator``.
public struct Adapter: LayerElement {
    let layer: Layer

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
        layer = Layer(
            .adapter(Adaptation(body: body)), of: source, at: SourceLocation(fileID: fileID, line: line), needs: nil)
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
        layer = Layer(
            .adapter(Adaptation<A, B> { adapted, _ in try body(adapted) }), of: source,
            at: SourceLocation(fileID: fileID, line: line), needs: { [] })
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
        let needs = { @Sendable in Dependency.parameters(of: First.self, repeat (each Rest).self) }
        layer = Layer(
            .adapter(
                Adaptation<A, B> { adapted, resolver in
                    let container = resolver.container
                    return try body(
                        adapted, container.lookUp(First.self), repeat container.lookUp((each Rest).self))
                }), of: source, at: SourceLocation(fileID: fileID, line: line), needs: needs)
    }
}

private struct Adaptation<A, B: Sendable>: Adapting {
    let body: @Sendable (A, Resolver) throws -> B

    func adapted(_ binding: AnyBinding, by layer: Layer) -> AnyBinding {
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
        return unsafe binding.typed(as: Binding<A>.self).adapted(traits) { [body] in
            try body($0, layer.resolver($1))
        }
    }
}

// Records that are made from another record: one of another type whose instances come from its instances, or one with a
// layer around it.
//
// Each has two forms, for factories with and without arguments: `ArgumentVisitor` gives the type of the arguments.

extension Binding {
    /// A record of another type whose instances are created from those of this record.
    final func adapted<B>(
        _ traits: BindingTraits, _ body: @escaping @Sendable (T, Resolver) throws -> B
    ) -> Binding<B> {
        if let record = accept(arguments: Adapted(traits: traits, body: body)) { return record }
        let make: Factory<B> = { [qualifier] in try body($0.container.lookUp(T.self, key: qualifier), $0) }
        guard awaited != nil else { return Binding<B>(traits, factory: make) }
        let awaited: AwaitedFactoryOf<B, Void> = adaptedAwaiting(body)
        guard traits.isFoundWithoutAwaiting else {
            return Binding<B>(traits.awaiting(awaited)) { _ in throw AwaitingFault() }
        }
        return Binding<B>(traits.awaiting(awaited), factory: make)
    }

    fileprivate final func adaptedAwaiting<B, Arguments>(
        _ body: @escaping @Sendable (T, Resolver) throws -> B
    ) -> AwaitedFactoryOf<B, Arguments> {
        AwaitedFactoryOf { [qualifier, argumentType] resolver, arguments in
            let source = try await resolver.lookUp(T.self, key: qualifier, argumentType, arguments)
            return try resolver.inOnePart { try body(source, $0) }
        }
    }

    /// This record with a closure around the factory, or around the lookup of an inner record.
    ///
    /// If the new record's traits say that it awaits, so do the factory and the lookup.
    final func layered(
        _ traits: BindingTraits, inner: Binding<T>?, _ around: @escaping Around<T>
    ) -> Binding<T> {
        if let record = accept(arguments: Layered(traits: traits, inner: inner, around: around)) { return record }
        if traits.awaited != nil, let factory = awaitedFactory(Void.self) {
            return Binding(traits.awaiting(layeredAwaiting(factory, inner: inner, around))) { _ in
                throw AwaitingFault()
            }
        }
        if let inner {
            return Binding(traits) { resolver in
                try around(resolver) { try resolver.container.lookUp(inner: inner, nil, ()) }
            }
        }
        return Binding(traits) { [factory] resolver in try around(resolver) { try factory(resolver) } }
    }

    fileprivate final func layeredAwaiting<Arguments>(
        _ factory: @escaping AsyncArgumentFactory<T, Arguments>, inner: Binding<T>?, _ around: @escaping Around<T>
    ) -> AwaitedFactoryOf<T, Arguments> {
        AwaitedFactoryOf { [argumentType] resolver, arguments in
            let made =
                if let inner {
                    try await resolver.lookUp(inner: inner, argumentType, arguments)
                } else {
                    try await factory(resolver, arguments)
                }
            return try resolver.inOnePart { try around($0) { made } }
        }
    }
}

extension BindingTraits {
    /// Whether a lookup that does not await gets the instance if its source exists: an alias keeps nothing itself.
    fileprivate var isFoundWithoutAwaiting: Bool { options.contains(.alias) }
}

// MARK: With arguments

private struct Adapted<T, B>: ArgumentVisitor {
    let traits: BindingTraits
    let body: @Sendable (T, Resolver) throws -> B

    func visit<Arguments>(_ record: ArgumentBinding<T, Arguments>) -> Binding<B> {
        let make: ArgumentFactory<B, Arguments> = {
            [body, qualifier = record.qualifier, argumentType = traits.argumentType ?? Arguments.self] in
            try body($0.container.lookUp(T.self, key: qualifier, argumentType, $1), $0)
        }
        guard record.awaited != nil else { return ArgumentBinding(traits, factory: make) }
        let awaited: AwaitedFactoryOf<B, Arguments> = record.adaptedAwaiting(body)
        return ArgumentBinding(
            traits.awaiting(awaited), factory: traits.isFoundWithoutAwaiting ? make : { _, _ in throw AwaitingFault() })
    }
}

private struct Layered<T>: ArgumentVisitor {
    let traits: BindingTraits
    let inner: Binding<T>?
    let around: Around<T>

    func visit<Arguments>(_ record: ArgumentBinding<T, Arguments>) -> Binding<T> {
        if traits.awaited != nil, let factory = record.awaitedFactory(Arguments.self) {
            let awaiting = traits.awaiting(record.layeredAwaiting(factory, inner: inner, around))
            return ArgumentBinding<T, Arguments>(awaiting) { _, _ in throw AwaitingFault() }
        }
        let (around, factory, argumentType) = (around, record.argumentFactory, record.argumentType)
        guard let inner else {
            return ArgumentBinding<T, Arguments>(traits) { resolver, arguments in
                try around(resolver) { try factory(resolver, arguments) }
            }
        }
        return ArgumentBinding<T, Arguments>(traits) { resolver, arguments in
            try around(resolver) { try resolver.container.lookUp(inner: inner, argumentType, arguments) }
        }
    }
}

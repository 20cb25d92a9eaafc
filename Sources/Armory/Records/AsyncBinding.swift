// Records whose factories await. To whoever asks without awaiting they are ordinary records whose factory throws, so the way of a
// look-up is the same for all; an instance that is there is had as any other.
//
//     resolve       --> slot --+-- ready ------------> instance
//                              +-- else -------------> the sync factory, which throws `AwaitingFault`
//     resolveAsync  --> slot --+-- ready ------------> instance
//                              +-- else -------------> `awaitedFactory`, in a task

/// A registration whose factory awaits.
package final class AsyncBinding<T>: Binding<T>, @unchecked Sendable {
    private let awaited: AsyncFactory<T>
    private let tag: ScopeTag?

    /// - Parameter sync: What makes the instance where what it is made from is there; nil: nothing does.
    init(
        _ traits: BindingTraits, _ injections: [Injection<T>]? = nil, sync: Factory<T>? = nil,
        factory: @escaping AsyncFactory<T>
    ) {
        var traits = traits
        traits.options.insert(.asynchronous)
        awaited = factory
        tag = traits.scope
        super.init(traits, injections, factory: sync ?? { _ in throw AwaitingFault() })
    }

    override package var scope: ScopeTag? { tag }

    override var awaitedFactory: AsyncFactory<T>? { awaited }

    override func awaiting(_ factory: @escaping AsyncFactory<T>) -> TypedBinding<T> {
        AsyncBinding(traits, injections, factory: factory)
    }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        AsyncBinding(traits, injections, sync: factory, factory: awaited)
    }

    override func seeing(_ traits: BindingTraits, _ change: some ClosureChange) -> TypedBinding<T> {
        let (sync, awaited) = (factory, awaited)
        return AsyncBinding(traits, seenInjections(change), sync: { try change.call($0, .construction, sync) }) {
            try await change.call($0, awaited)
        }
    }

    override func alias<P>(_ traits: BindingTraits, _ upcast: @escaping @Sendable (T) -> P) -> AnyBinding {
        awaitedAlias(traits, upcast)
    }

    override func layered(
        _ traits: BindingTraits, inner: TypedBinding<T>?, _ around: @escaping Around<T>
    ) -> AnyBinding {
        traits.options.contains(.asynchronous)
            ? awaitedLayered(traits, inner: inner, around) : super.layered(traits, inner: inner, around)
    }

    override func adapted<B>(
        _ traits: BindingTraits, _ body: @escaping @Sendable (T, Resolver) throws -> B
    ) -> AnyBinding {
        awaitedAdapted(traits, body)
    }
}

/// A registration whose factory awaits and takes arguments.
package final class AsyncArgumentBinding<T, Arguments>: ArgumentBinding<T, Arguments>, @unchecked Sendable {
    let awaited: AsyncArgumentFactory<T, Arguments>

    init(
        _ traits: BindingTraits, _ injections: [Injection<T>]? = nil, sync: ArgumentFactory<T, Arguments>? = nil,
        factory: @escaping AsyncArgumentFactory<T, Arguments>
    ) {
        var traits = traits
        traits.options.insert(.asynchronous)
        awaited = factory
        super.init(traits, injections, factory: sync ?? { _, _ in throw AwaitingFault() })
    }

    private var typeOfArguments: any Any.Type { argumentType ?? Arguments.self }

    override func copy(_ traits: BindingTraits, _ injections: [Injection<T>]?) -> TypedBinding<T> {
        AsyncArgumentBinding(traits, injections, sync: factory, factory: awaited)
    }

    override func seeing(_ traits: BindingTraits, _ change: some ClosureChange) -> TypedBinding<T> {
        let (sync, awaited) = (factory, awaited)
        return AsyncArgumentBinding(
            traits, seenInjections(change),
            sync: { resolver, arguments in try change.call(resolver, .construction) { try sync($0, arguments) } }
        ) { resolver, arguments in
            let carried = Carried(value: arguments)
            return try await change.call(resolver) { try await awaited($0, carried.value) }
        }
    }

    override func alias<P>(_ traits: BindingTraits, _ upcast: @escaping @Sendable (T) -> P) -> AnyBinding {
        awaitedAlias(traits, typeOfArguments, Arguments.self, upcast)
    }

    override func layered(
        _ traits: BindingTraits, inner: TypedBinding<T>?, _ around: @escaping Around<T>
    ) -> AnyBinding {
        traits.options.contains(.asynchronous)
            ? awaitedLayered(traits, inner: inner, typeOfArguments, around, awaited)
            : super.layered(traits, inner: inner, around)
    }

    override func adapted<B>(
        _ traits: BindingTraits, _ body: @escaping @Sendable (T, Resolver) throws -> B
    ) -> AnyBinding {
        awaitedAdapted(traits, typeOfArguments, Arguments.self, body)
    }
}

// MARK: What is made from such a record

extension TypedBinding {
    /// A further type of the instance: had without awaiting where the instance is.
    final func awaitedAlias<P>(_ traits: BindingTraits, _ upcast: @escaping @Sendable (T) -> P) -> AnyBinding {
        let key = qualifier
        return AsyncBinding(traits, sync: { upcast(try $0.container.lookUp(T.self, key: key)) }) {
            upcast(try await $0.lookUp(T.self, key: key))
        }
    }

    final func awaitedAlias<P, Arguments>(
        _ traits: BindingTraits, _ argumentType: any Any.Type, _: Arguments.Type,
        _ upcast: @escaping @Sendable (T) -> P
    ) -> AnyBinding {
        let key = qualifier
        return AsyncArgumentBinding<P, Arguments>(
            traits, sync: { upcast(try $0.container.lookUp(T.self, key: key, argumentType, $1)) }
        ) { upcast(try await $0.lookUp(T.self, key: key, argumentType, $1)) }
    }

    /// The decorators run when the instance is there.
    final func awaitedLayered(
        _ traits: BindingTraits, inner: TypedBinding<T>?, _ around: @escaping Around<T>
    ) -> AnyBinding {
        let factory = awaitedFactory
        return madeAwaited(traits) { resolver in
            let made: T
            if let inner {
                made = try await resolver.lookUp(inner: inner)
            } else if let factory {
                made = try await factory(resolver)
            } else {
                throw AwaitingFault()
            }
            return try resolver.inOnePart { try around($0) { made } }
        }
    }

    final func awaitedLayered<Arguments>(
        _ traits: BindingTraits, inner: TypedBinding<T>?, _ argumentType: any Any.Type, _ around: @escaping Around<T>,
        _ factory: @escaping AsyncArgumentFactory<T, Arguments>
    ) -> AnyBinding {
        madeAwaited(traits) { (resolver, arguments: Arguments) in
            let made: T
            if let inner {
                made = try await resolver.lookUp(inner: inner, argumentType, arguments)
            } else {
                made = try await factory(resolver, arguments)
            }
            return try resolver.inOnePart { try around($0) { made } }
        }
    }

    /// What the instance is adapted to, when it is there.
    final func awaitedAdapted<B>(
        _ traits: BindingTraits, _ body: @escaping @Sendable (T, Resolver) throws -> B
    ) -> AnyBinding {
        let key = qualifier
        return madeAwaited(traits) { resolver in
            let source = try await resolver.lookUp(T.self, key: key)
            return try resolver.inOnePart { try body(source, $0) }
        }
    }

    final func awaitedAdapted<B, Arguments>(
        _ traits: BindingTraits, _ argumentType: any Any.Type, _: Arguments.Type,
        _ body: @escaping @Sendable (T, Resolver) throws -> B
    ) -> AnyBinding {
        let key = qualifier
        return madeAwaited(traits) { (resolver, arguments: Arguments) in
            let source = try await resolver.lookUp(T.self, key: key, argumentType, arguments)
            return try resolver.inOnePart { try body(source, $0) }
        }
    }
}

// Records whose factories await. For a caller that does not await, they are ordinary records whose factory throws, so
// the path of a lookup is the same for all. An existing instance is resolved like any other.
//
//     resolve       --> slot --+-- ready ------------> instance
//                              +-- else -------------> the sync factory, which throws `AwaitingFault`
//     resolveAsync  --> slot --+-- ready ------------> instance
//                              +-- else -------------> `awaitedFactory`, in a task

/// A registration whose factory awaits.
package final class AsyncBinding<T>: Binding<T>, @unchecked Sendable {
    private let awaited: AsyncFactory<T>
    private let tag: ScopeTag?

    /// - Parameter sync: Makes the instance if its dependencies are available without awaiting; nil: nothing does.
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

    override var awaitedArgumentFactory: AsyncArgumentFactory<T, Arguments>? { awaited }

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
}

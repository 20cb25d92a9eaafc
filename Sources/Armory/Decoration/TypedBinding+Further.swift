// Records that are made from another record: a further type of its instance, a layer around it, or an adapted instance.
//
// Each has four forms: for factories with or without arguments, and for factories that await or do not.
// `ArgumentVisitor` gives the type of the arguments.

extension TypedBinding {
    /// A registration of another type that finds the same instance.
    final func alias<P>(_ traits: BindingTraits, _ upcast: @escaping @Sendable (T) -> P) -> AnyBinding {
        let qualifier = qualifier
        if let argumentType {
            return opened(Alias(traits: traits, qualifier, argumentType, upcast))
        }
        let make: Factory<P> = { upcast(try $0.container.lookUp(T.self, key: qualifier)) }
        guard awaitedFactory != nil else { return Binding(traits, factory: make) }
        return AsyncBinding(traits, sync: make) { upcast(try await $0.lookUp(T.self, key: qualifier)) }
    }

    /// This record with a closure around the factory, or around the lookup of an inner record.
    ///
    /// If the new record's options say that it awaits, so do the factory and the lookup.
    final func layered(
        _ traits: BindingTraits, inner: TypedBinding<T>?, _ around: @escaping Around<T>
    ) -> AnyBinding {
        if let argumentType {
            return opened(
                Layered(record: self, traits: traits, inner: inner, argumentType: argumentType, around: around))
        }
        if traits.options.contains(.asynchronous), let factory = awaitedFactory {
            return madeAwaited(traits) { resolver in
                let made =
                    if let inner {
                        try await resolver.lookUp(inner: inner)
                    } else {
                        try await factory(resolver)
                    }
                return try resolver.inOnePart { try around($0) { made } }
            }
        }
        if let inner {
            return made(traits) { resolver in
                try around(resolver) { try resolver.container.lookUp(inner: inner, nil, ()) }
            }
        }
        guard let factory = plainFactory else { return self }
        return made(traits) { resolver in try around(resolver) { try factory(resolver) } }
    }

    /// A record of another type whose instances are created from those of this record.
    final func adapted<B>(_ traits: BindingTraits, _ body: @escaping @Sendable (T, Resolver) throws -> B) -> AnyBinding
    {
        let qualifier = qualifier
        if let argumentType {
            return opened(
                Adapted(record: self, traits: traits, qualifier: qualifier, argumentType: argumentType, body: body))
        }
        guard awaitedFactory == nil else {
            return madeAwaited(traits) { resolver in
                let source = try await resolver.lookUp(T.self, key: qualifier)
                return try resolver.inOnePart { try body(source, $0) }
            }
        }
        return made(traits) { try body($0.container.lookUp(T.self, key: qualifier), $0) }
    }
}

// MARK: With arguments

extension TypedBinding {
    /// The result of a visitor that needs the type of the arguments, for a record that takes some.
    private func opened<V: ArgumentVisitor>(_ visitor: V) -> V.Result where V.Instance == T {
        guard let result = accept(arguments: visitor) else {
            preconditionFailure("a record that takes arguments gives a visitor their type")
        }
        return result
    }
}

private struct Alias<T, P>: ArgumentVisitor {
    private let traits: BindingTraits
    private let qualifier: AnyQualifier?
    private let argumentType: any Any.Type
    private let upcast: @Sendable (T) -> P

    init(
        traits: BindingTraits, _ qualifier: AnyQualifier?, _ argumentType: any Any.Type,
        _ upcast: @escaping @Sendable (T) -> P
    ) {
        self.traits = traits
        self.qualifier = qualifier
        self.argumentType = argumentType
        self.upcast = upcast
    }

    func visit<Arguments>(
        _ factory: @escaping ArgumentFactory<T, Arguments>, _ awaited: AsyncArgumentFactory<T, Arguments>?
    ) -> AnyBinding {
        let (qualifier, argumentType, upcast) = (qualifier, argumentType, upcast)
        let make: ArgumentFactory<P, Arguments> = {
            upcast(try $0.container.lookUp(T.self, key: qualifier, argumentType, $1))
        }
        guard awaited != nil else { return ArgumentBinding(traits, factory: make) }
        return AsyncArgumentBinding<P, Arguments>(traits, sync: make) {
            upcast(try await $0.lookUp(T.self, key: qualifier, argumentType, $1))
        }
    }
}

private struct Layered<T>: ArgumentVisitor {
    let record: TypedBinding<T>
    let traits: BindingTraits
    let inner: TypedBinding<T>?
    let argumentType: any Any.Type
    let around: Around<T>

    func visit<Arguments>(
        _ factory: @escaping ArgumentFactory<T, Arguments>, _ awaited: AsyncArgumentFactory<T, Arguments>?
    ) -> AnyBinding {
        let (inner, argumentType, around) = (inner, argumentType, around)
        if traits.options.contains(.asynchronous), let awaited {
            return record.madeAwaited(traits) { (resolver, arguments: Arguments) in
                let made: T
                if let inner {
                    made = try await resolver.lookUp(inner: inner, argumentType, arguments)
                } else {
                    made = try await awaited(resolver, arguments)
                }
                return try resolver.inOnePart { try around($0) { made } }
            }
        }
        guard let inner else {
            return record.made(traits) { resolver, arguments in
                try around(resolver) { try factory(resolver, arguments) }
            }
        }
        return record.made(traits) { (resolver, arguments: Arguments) in
            try around(resolver) { try resolver.container.lookUp(inner: inner, argumentType, arguments) }
        }
    }
}

private struct Adapted<T, B>: ArgumentVisitor {
    let record: TypedBinding<T>
    let traits: BindingTraits
    let qualifier: AnyQualifier?
    let argumentType: any Any.Type
    let body: @Sendable (T, Resolver) throws -> B

    func visit<Arguments>(
        _ factory: @escaping ArgumentFactory<T, Arguments>, _ awaited: AsyncArgumentFactory<T, Arguments>?
    ) -> AnyBinding {
        let (qualifier, argumentType, body) = (qualifier, argumentType, body)
        guard awaited == nil else {
            return record.madeAwaited(traits) { (resolver, arguments: Arguments) in
                let source = try await resolver.lookUp(T.self, key: qualifier, argumentType, arguments)
                return try resolver.inOnePart { try body(source, $0) }
            }
        }
        return record.made(traits) { (resolver, arguments: Arguments) in
            try body(resolver.container.lookUp(T.self, key: qualifier, argumentType, arguments), resolver)
        }
    }
}

// MARK: Of the keeper's lifetime

extension AnyBinding {
    /// A record around this one or in addition to it, with a factory without arguments.
    func made<B>(_ traits: BindingTraits, _ factory: @escaping Factory<B>) -> AnyBinding {
        switch traits.lifetime {
        case .scoped: ScopedBinding(traits, factory: factory)
        case .custom: keeper.customRecord(traits) { (resolver, _: Void) in try factory(resolver) }
        case .transient, .graph, .singleton, .shared: Binding(traits, factory: factory)
        }
    }

    /// A record around this one or in addition to it, with a factory that takes arguments.
    func made<B, Arguments>(_ traits: BindingTraits, _ factory: @escaping ArgumentFactory<B, Arguments>) -> AnyBinding {
        traits.lifetime == .custom ? keeper.customRecord(traits, factory) : ArgumentBinding(traits, factory: factory)
    }
}

extension AnyBinding {
    /// `made`, with a factory that awaits.
    func madeAwaited<B>(_ traits: BindingTraits, _ factory: @escaping AsyncFactory<B>) -> AnyBinding {
        guard traits.lifetime == .custom else { return AsyncBinding(traits, factory: factory) }
        return keeper.customRecordAwaited(traits) { (resolver, _: Void) in try await factory(resolver) }
    }

    /// `made`, with a factory that awaits and takes arguments.
    func madeAwaited<B, Arguments>(
        _ traits: BindingTraits, _ factory: @escaping AsyncArgumentFactory<B, Arguments>
    ) -> AnyBinding {
        guard traits.lifetime == .custom else { return AsyncArgumentBinding(traits, factory: factory) }
        return keeper.customRecordAwaited(traits, factory)
    }
}

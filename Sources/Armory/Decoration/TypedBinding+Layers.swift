// The records of decorated and intercepted registrations.

/// What runs around the making of an instance.
typealias Around<T> = @Sendable (Resolver, () throws -> T) throws -> T

/// One decoration of instances of a type.
struct Decoration<T>: Sendable {
    let body: @Sendable (T, Resolver) throws -> T
}

extension TypedBinding {
    /// What its factory needs, as far as it is known.
    private var factoryDependencies: [Dependency] {
        var known = dependencies
        if layering != nil { known.removeFirst() }
        return known + (isOpaque ? [.unknown] : [])
    }

    /// The record with a decorator around it.
    final func decorated(_ layer: Layer, _ decoration: Decoration<T>) -> AnyBinding {
        let old = layering
        let inner = isPlain ? nil : innermost()
        var needs = inner == nil ? factoryDependencies : []
        needs += layer.dependencies
        var traits = outerTraits(
            Layering(base: old?.base ?? self, inner: inner ?? old?.inner, layers: (old?.layers ?? []) + [layer]),
            needs)
        // One instance has one decorated face.
        traits.lifetime = keeper.lifetime
        traits.scope = keeper.scope
        let body = decoration.body
        let record = layered(traits, inner: inner) { resolver, make in
            let instance = try make()
            return try body(instance, layer.resolver(resolver))
        }
        // What starts, stops and ends is the face that others have.
        guard let hooks, let typed = record as? TypedBinding<T> else { return record }
        return typed.copy(typed.traits, hooks)
    }

    /// The record with interceptors around it, the first outermost.
    final func intercepted(_ layers: [Layer], _ events: EventHub?) -> AnyBinding {
        var inner = traits
        inner.options.subtract([.root, .eager])
        inner.options.insert(.inner)
        let record = copy(inner, injections)
        let layering = Layering(base: base, inner: record, layers: (self.layering?.layers ?? []) + layers)
        var traits = outerTraits(layering, [])
        traits.lifetime = .transient
        traits.scope = nil
        // An interceptor does not await: it lies around what is there.
        traits.options.remove(.asynchronous)
        // What is kept, and so what ends, is the inner record's.
        traits.options.remove(.closes)
        guard layers.count == 1, case .listener = layers[0].body, argumentType == nil else {
            return layered(traits, inner: record, around(layers, events))
        }
        let told = ToldResolve(base, record, measures: events?.measures(of: base))
        return ToldBinding(traits, inner: record, told)
    }

    private func outerTraits(_ layering: Layering, _ needs: [Dependency]) -> BindingTraits {
        var traits = traits
        traits.options.remove(.alias)
        traits.options.insert(.layered)
        var marker = Dependency(type: T.self, qualifier: qualifier, count: .layers(layering))
        // Arguments are handed on.
        marker.isDeclared = true
        let all = [marker] + needs
        traits.needs = { all }
        return traits
    }

    /// The factory and the injections, which make an instance for each that decorates one.
    private func innermost() -> TypedBinding<T> {
        var traits = traits
        traits.lifetime = .transient
        traits.scope = nil
        traits.options.subtract([.root, .eager, .closes])
        traits.options.insert(.inner)
        let injections = injections?.filter { $0.hook == nil }
        guard !options.contains(.asynchronous), let factory = plainFactory else { return copy(traits, injections) }
        return Binding(traits, injections, factory: factory)
    }
}

// MARK: With arguments and without

extension TypedBinding {
    /// `layered` of a record that takes arguments.
    func layered<Arguments>(
        _ traits: BindingTraits, inner: TypedBinding<T>?, _ around: @escaping Around<T>,
        _ factory: @escaping ArgumentFactory<T, Arguments>
    ) -> AnyBinding {
        guard let inner else {
            return made(traits) { resolver, arguments in
                try around(resolver) { try factory(resolver, arguments) }
            }
        }
        let argumentType = argumentType ?? Arguments.self
        return made(traits) { (resolver, arguments: Arguments) in
            try around(resolver) { try resolver.container.lookUp(inner: inner, argumentType, arguments) }
        }
    }

    /// `adapted` of a record that takes arguments.
    func adapted<B, Arguments>(
        _ traits: BindingTraits, from arguments: Arguments.Type,
        _ body: @escaping @Sendable (T, Resolver) throws -> B
    ) -> AnyBinding {
        let (qualifier, argumentType) = (qualifier, argumentType ?? Arguments.self)
        return made(traits) { (resolver, arguments: Arguments) in
            try body(resolver.container.lookUp(T.self, key: qualifier, argumentType, arguments), resolver)
        }
    }
}

extension AnyBinding {
    /// A record around this one or beside it, with a factory without arguments.
    func made<B>(_ traits: BindingTraits, _ factory: @escaping Factory<B>) -> AnyBinding {
        switch traits.lifetime {
        case .scoped: ScopedBinding(traits, factory: factory)
        case .custom: keeper.keeping(traits) { (resolver, _: Void) in try factory(resolver) }
        case .transient, .graph, .singleton, .shared: Binding(traits, factory: factory)
        }
    }

    /// The same with a factory that takes arguments.
    func made<B, Arguments>(_ traits: BindingTraits, _ factory: @escaping ArgumentFactory<B, Arguments>) -> AnyBinding {
        traits.lifetime == .custom ? keeper.keeping(traits, factory) : ArgumentBinding(traits, factory: factory)
    }
}

extension AnyBinding {
    /// `made`, with a factory that awaits.
    func madeAwaited<B>(_ traits: BindingTraits, _ factory: @escaping AsyncFactory<B>) -> AnyBinding {
        guard traits.lifetime == .custom else { return AsyncBinding(traits, factory: factory) }
        return keeper.keepingAwaited(traits) { (resolver, _: Void) in try await factory(resolver) }
    }

    /// The same with a factory that takes arguments.
    func madeAwaited<B, Arguments>(
        _ traits: BindingTraits, _ factory: @escaping AsyncArgumentFactory<B, Arguments>
    ) -> AnyBinding {
        guard traits.lifetime == .custom else { return AsyncArgumentBinding(traits, factory: factory) }
        return keeper.keepingAwaited(traits, factory)
    }
}

extension Container {
    /// The instance of a record that stands behind the one whose factory asks.
    func lookUp<T>(inner binding: TypedBinding<T>) throws(ResolutionError) -> T {
        let base = view?.base ?? self
        let binding = view?.recorder?.observed(binding) ?? binding
        let context = unsafe ThreadContext.pinned()
        let place = try unsafe base.place(ofInner: binding, context)
        return try unsafe place.container.lend { container throws(ResolutionError) in
            try unsafe container.take(place.slot, T.self, context)
        }
    }

    /// The same from arguments.
    func lookUp<T, Arguments>(
        inner binding: TypedBinding<T>, _ argumentType: any Any.Type, _ arguments: Arguments
    ) throws(ResolutionError) -> T {
        let base = view?.base ?? self
        let binding = view?.recorder?.observed(binding) ?? binding
        let context = unsafe ThreadContext.pinned()
        let place = try unsafe base.place(ofInner: binding, context)
        return try unsafe place.container.lend { container throws(ResolutionError) in
            try unsafe container.take(place.slot, T.self, argumentType, arguments, context)
        }
    }
}

// The records of decorated and intercepted registrations.

extension Binding {
    /// The dependencies of the record's factory, as far as they are known.
    var factoryDependencies: [Dependency] {
        var known = dependencies
        if layering != nil { known.removeFirst() }
        return known + (isOpaque ? [.unknown] : [])
    }

    /// This record with a decorator around it.
    func decorated<T>(_ layer: Layer, _ decoration: Decoration<T>) -> Binding {
        let old = layering
        let inner = isPlain ? nil : innermost()
        var needs = inner == nil ? factoryDependencies : []
        needs += layer.dependencies(for: T.self)
        var traits = outerTraits(
            T.self,
            Layering(base: old?.base ?? self, inner: inner ?? old?.inner, layers: (old?.layers ?? []) + [layer]),
            needs)
        // Each instance has one decorated instance, so both have the same lifetime.
        let source = base.instanceRecord
        traits.lifetime = source.lifetime
        traits.scope = source.scope
        traits.customFinder = source.customFinder
        let body = layer.mixesSendable(self) ? refusal(of: layer) : decoration.body
        let record = layered(traits, inner: inner) { (resolver, make) throws -> T in
            let instance = try make()
            return try body(instance, layer.resolver(resolver))
        }
        // Start, stop and shutdown hooks get the decorated instance, as all callers do.
        return injections?.hooksAlone.map { record.copy(record.traits, $0) } ?? record
    }

    /// The body of a decorator that decorates nothing, because its type and the record's differ in `Sendable`.
    private func refusal<T>(of layer: Layer) -> @Sendable (T, Resolver) throws -> T {
        { [base] instance, _ in
            guard case .decorator(let decorating) = layer.body, decorating.decorates(instance) else { return instance }
            throw DecorationFault.notSendable(layer: layer.noun, layer.location, registration: base)
        }
    }

    /// This record with interceptors around it, the first outermost.
    func intercepted<T>(_ type: T.Type, _ layers: [Layer]) -> Binding {
        var inner = traits
        inner.options.subtract([.root, .eager])
        inner.options.insert(.inner)
        let record = copy(inner, injections)
        let layering = Layering(base: base, inner: record, layers: (self.layering?.layers ?? []) + layers)
        var traits = outerTraits(type, layering, [])
        traits = traits.keepingNoInstance
        // An interceptor does not await: it runs around resolves of instances that exist.
        traits.awaited = nil
        // The inner record keeps the instance, and so closes it.
        traits.options.remove(.closes)
        let report = ResolveReport(base, record)
        // The closure is called if `takeReported` is not: in a container that overrides registrations, and through a view.
        if layers.count == 1, case .listener = layers[0].body, argumentType == nil { traits.report = report }
        return layered(traits, inner: record, wrapping(type, layers, report))
    }

    func outerTraits(_ type: any Any.Type, _ layering: Layering, _ needs: [Dependency]) -> BindingTraits {
        var traits = traits
        traits.options.remove(.alias)
        traits.options.insert(.layered)
        traits.source = .factory
        var marker = Dependency(type: type, qualifier: qualifier, kind: .layers(layering))
        // Arguments are passed on.
        marker.isDeclared = true
        let all = [marker] + needs
        traits.needs = { all }
        return traits
    }

    /// The inner record: the factory and the injections, which create one instance for each decorated one.
    private func innermost() -> Binding {
        var traits = traits.keepingNoInstance
        traits.options.subtract([.root, .eager, .closes])
        traits.options.insert(.inner)
        traits.source = .factory
        return copy(traits, injections?.withoutHooks)
    }
}

// MARK: By a layer

extension Binding {
    /// The same registration in a decorator, where the decorator is for instances of the type.
    ///
    /// A seed is not decorated: no factory creates it.
    func decorated(by layer: Layer) -> Binding {
        isSeeded ? self : accept(DecoratingVisitor(layer: layer)) ?? self
    }

    /// The same registration, whose every resolve runs interceptors.
    func intercepted(by layers: [Layer]) -> Binding {
        accept(InterceptingVisitor(layers: layers)) ?? self
    }
}

private struct DecoratingVisitor: BindingVisitor {
    let layer: Layer

    func visit<T>(_ binding: Binding, _ type: T.Type) throws(Never) -> Binding {
        guard case .decorator(let decorating) = layer.body, let decoration = decorating.decoration(for: T.self) else {
            return binding
        }
        return binding.decorated(layer, decoration)
    }
}

private struct InterceptingVisitor: BindingVisitor {
    let layers: [Layer]

    func visit<T>(_ binding: Binding, _ type: T.Type) throws(Never) -> Binding { binding.intercepted(type, layers) }
}

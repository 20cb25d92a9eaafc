// What lies around registrations: decorators and interceptors, and adapters beside them.
//
//     the key --> outer record: interceptors around the look-up of the inner one
//                   |
//                 inner record: decorators around what makes the instance, with the registration's own lifetime
//                   |
//                 innermost record, where there are injections: the factory and they, made anew for its decorators
//
// A registration without injections is decorated in its own record. An inner record has no key: its slots lie in the table under
// its address, as a container's own slots for a parent's registrations do, so nothing but the record around it finds it.

/// One decorator, adapter or interceptor, as a container keeps it.
package final class Layer: Sendable {
    enum Body: Sendable {
        case decorator(any Decorating)
        case adapter(any Adapting)
        case interceptor(any Interceptor)
        /// Tells of resolves; nobody has registered it.
        case listener
    }

    /// Which registrations it is for; nil: any that its body takes.
    let type: (any Any.Type)?
    /// The qualifier of those it is for; nil: any.
    let qualifier: AnyQualifier?
    let location: SourceLocation
    /// What the body asks for; nil: nobody knows before it runs.
    let needs: (@Sendable () -> [Dependency])?
    let body: Body
    /// The module that it stands in.
    let module: ModuleIdentity?
    /// Whether the module hides registrations, which the body then sees.
    let isViewing: Bool

    init(
        _ body: Body, of type: (any Any.Type)?, _ qualifier: AnyQualifier? = nil, at location: SourceLocation,
        needs: (@Sendable () -> [Dependency])?, in module: ModuleIdentity? = nil, isViewing: Bool = false
    ) {
        self.body = body
        self.type = type
        self.qualifier = qualifier
        self.location = location
        self.needs = needs
        self.module = module
        self.isViewing = isViewing
    }

    /// What tells of resolves.
    static func listener() -> Layer { Layer(.listener, of: nil, at: SourceLocation(), needs: { [] }) }

    /// The same in a module.
    func placed(in module: ModuleIdentity?, isViewing: Bool) -> Layer {
        Layer(body, of: type, qualifier, at: location, needs: needs, in: module, isViewing: isViewing)
    }

    /// The same with other needs or another qualifier.
    func changed(
        qualifier: AnyQualifier? = nil, needs: (@Sendable () -> [Dependency])? = nil
    ) -> Layer {
        Layer(body, of: type, qualifier ?? self.qualifier, at: location, needs: needs ?? self.needs)
    }

    /// Whether it is for a registration.
    func matches(_ binding: AnyBinding) -> Bool {
        guard !binding.options.contains(.promise) else { return false }
        // What awaits is told of where it is awaited.
        if case .listener = body, binding.options.contains(.asynchronous) { return false }
        if let type {
            guard binding.type == type else { return false }
        } else if binding.options.contains(.alias) {
            // The first type has the layer already.
            return false
        }
        var own = binding.qualifier
        if binding.options.contains(.hidden) {
            guard binding.module == module else { return false }
            own = own?.hidden.map { $0.qualifier } ?? own
        }
        return own.isMatched(by: qualifier)
    }

    /// What is known of what it asks for.
    var dependencies: [Dependency] {
        (needs?() ?? [.unknown]).map { need in
            var need = need
            need.isPossible = type == nil
            return need
        }
    }

    /// What it is, for errors.
    var noun: String {
        switch body {
        case .decorator: "decorator"
        case .adapter: "adapter"
        case .interceptor, .listener: "interceptor"
        }
    }

    /// Whether it runs around the look-up of what lies behind.
    var intercepts: Bool {
        switch body {
        case .interceptor, .listener: true
        case .decorator, .adapter: false
        }
    }
}

/// What a module or a container takes as a layer.
protocol LayerElement: ModuleElement {
    var layer: Layer { get }
}

/// What the record of a decorated or intercepted registration was made from.
package final class Layering: Sendable {
    /// The registration as it was written.
    let base: AnyBinding
    /// The record that this one looks up; nil: it makes the instance itself.
    let inner: AnyBinding?
    /// The decorators, and then the interceptors, each in the order of registration.
    let layers: [Layer]

    init(base: AnyBinding, inner: AnyBinding?, layers: [Layer]) {
        self.base = base
        self.inner = inner
        self.layers = layers
    }
}

extension AnyBinding {
    /// What lies around it; nil: nothing.
    var layering: Layering? {
        guard options.contains(.layered), case .layers(let layering) = dependencies.first?.count else { return nil }
        return layering
    }

    /// The registration as it was written.
    var base: AnyBinding { layering?.base ?? self }

    /// The record and those behind it that have slots of their own.
    var chain: [AnyBinding] {
        var chain = [self]
        while let inner = chain[chain.count - 1].layering?.inner { chain.append(inner) }
        return chain
    }

    /// Whether decorators lie around what a path leads to twice in the end, or around another one on that circle.
    func decorates(over path: [AnyBinding]) -> Bool {
        let start = path.dropLast().lastIndex { $0 === self } ?? path.startIndex
        return path[start...].contains(where: \.isDecorated)
    }

    /// Whether a decorator lies around it.
    var isDecorated: Bool {
        layering?.layers.contains { if case .decorator = $0.body { true } else { false } } ?? false
    }

    /// The record that interceptors lie around; nil: none do.
    var intercepted: AnyBinding? {
        guard let layering, layering.layers.last?.intercepts ?? false else { return nil }
        return layering.inner
    }

    /// The registration whose instance it is: of a further type that of the first one.
    var keeper: AnyBinding { options.contains(.alias) ? dependencies.first?.record ?? self : self }

    /// Whether it stands behind that record and no other.
    func isInner(of outer: AnyBinding) -> Bool {
        options.contains(.inner) && outer.options.contains(.layered) && type == outer.type
            && qualifier === outer.qualifier
    }
}

extension Dependency {
    /// Whatever a resolver is asked for.
    static var unknown: Dependency { Dependency(type: Resolver.self, count: .unknown) }
}

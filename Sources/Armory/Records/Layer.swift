// The layers of registrations: decorators and interceptors around them, and adapters, which add further ones.
//
//     the key --> outer record: interceptors around the lookup of the inner one
//                   |
//                 inner record: decorators around the instance's factory, with the registration's own lifetime
//                   |
//                 innermost record, if there are injections: the factory and injections, made anew for its decorators
//
// Awaiting interceptors are around the factory, inside the record of the registration: InterceptedMaking.swift.
//
// A registration without injections is decorated in its own record. An inner record has no key: its slots are in the
// table under its address, like a container's own slots for a parent's registrations, so only the record around it
// finds it.

/// One decorator, adapter or interceptor, as a container keeps it.
package final class Layer: Sendable {
    enum Body: Sendable {
        case decorator(any Decorating)
        case adapter(any Adapting)
        case interceptor(any Interceptor)
        case awaitingInterceptor(any AwaitingInterceptor)
        /// Reports resolves; no user has registered it.
        case listener
    }

    /// The type of the registrations that it applies to; nil: any that its body takes.
    let type: (any Any.Type)?
    /// The qualifier of the registrations that it applies to; nil: any.
    let qualifier: AnyQualifier?
    let location: SourceLocation
    /// The dependencies of the body; nil: they are not known before it runs.
    let needs: (@Sendable () -> [Dependency])?
    let body: Body
    /// The module that contains it.
    let module: ModuleIdentity?
    /// Whether the module hides registrations, which the body then sees.
    let isViewing: Bool
    /// Whether the type that a decorator or an adapter takes is `Sendable`, as far as the compiler has seen it.
    let note: SendableNote

    init(
        _ body: Body, of type: (any Any.Type)?, _ qualifier: AnyQualifier? = nil, at location: SourceLocation,
        needs: (@Sendable () -> [Dependency])?, in module: ModuleIdentity? = nil, isViewing: Bool = false,
        note: SendableNote = .unknown
    ) {
        self.body = body
        self.type = type
        self.qualifier = qualifier
        self.location = location
        self.needs = needs
        self.module = module
        self.isViewing = isViewing
        self.note = note
    }

    /// A layer that reports resolves.
    static func listener() -> Layer { Layer(.listener, of: nil, at: SourceLocation(), needs: { [] }) }

    /// The same layer in a module.
    func assigned(to module: ModuleIdentity?, isViewing: Bool) -> Layer {
        Layer(body, of: type, qualifier, at: location, needs: needs, in: module, isViewing: isViewing, note: note)
    }

    /// The same layer with another property, before it is in a module: the result is in none.
    func changed(
        qualifier: AnyQualifier? = nil, needs: (@Sendable () -> [Dependency])? = nil, note: SendableNote? = nil
    ) -> Layer {
        Layer(
            body, of: type, qualifier ?? self.qualifier, at: location, needs: needs ?? self.needs,
            note: note ?? self.note)
    }

    /// Whether it applies to a registration.
    func matches(_ binding: Binding) -> Bool {
        // The registrations that a `Chosen` chooses from have the layers already.
        guard !binding.options.contains(.promise), !binding.isChosen else { return false }
        // A resolve that awaits is reported where it is awaited.
        if case .listener = body, binding.options.contains(.asynchronous) { return false }
        if let type {
            guard binding.type == type else { return false }
        } else if binding.options.contains(.root), binding.type is any EntryType.Type {
            return false
        } else if binding.options.contains(.alias) {
            // The first type has the layer already.
            return false
        } else if awaitingInterceptor != nil, !binding.options.contains(.asynchronous) {
            return false
        }
        var own = binding.qualifier
        if binding.options.contains(.hidden) {
            guard binding.module == module else { return false }
            own = own?.hidden.map { $0.qualifier } ?? own
        }
        return own.isMatched(by: qualifier)
    }

    /// Whether instances that may not be `Sendable` would be treated as `Sendable`.
    ///
    /// True if the body has `any P & Sendable` and the registration `any P`, or the reverse. A decorator for all that conform
    /// may have another type than the registration.
    func mixesSendable(_ binding: Binding) -> Bool {
        let isHidden = TypeName.hidesSendable(binding.type)
        switch note {
        case .unknown, .unchecked: return false
        case .isSendable: return !binding.isShareable && (isHidden || type == nil)
        // An adapter creates another instance.
        case .isConfined: return binding.isShareable && binding.note != .unchecked && isHidden && !adapts
        }
    }

    /// The known dependencies of the body, for registrations of a type.
    func dependencies(for registered: any Any.Type) -> [Dependency] {
        (needs?() ?? [.unknown]).map { need in
            var need = need
            need.isOfManyTypes = type == nil
            need.parameter = need.parameter.map { _ in 0 }
            if case .decorator = body { need.isPossible = !appliesToAll(of: registered) }
            return need
        }
    }

    /// Whether it applies to every instance of a type that it matches; false: that depends on the instance.
    func appliesToAll(of type: any Any.Type) -> Bool {
        if case .decorator(let decorating) = body { decorating.decoratesAll(of: type) } else { true }
    }

    /// The kind of the layer, for errors.
    var noun: String {
        switch body {
        case .decorator: "decorator"
        case .adapter: "adapter"
        case .interceptor, .awaitingInterceptor, .listener: "interceptor"
        }
    }

    var adapts: Bool {
        if case .adapter = body { true } else { false }
    }

    /// Whether it runs around the lookup of the inner record.
    var intercepts: Bool {
        switch body {
        case .interceptor, .listener: true
        case .decorator, .adapter, .awaitingInterceptor: false
        }
    }

    /// The interceptor that runs around the creation; nil: the layer is of another kind.
    var awaitingInterceptor: (any AwaitingInterceptor)? {
        if case .awaitingInterceptor(let interceptor) = body { interceptor } else { nil }
    }
}

/// A layer, as an element of a module or a container.
protocol LayerElement: ModuleElement {
    var layer: Layer { get }
}

extension LayerElement {
    /// The layer.
    public var moduleContent: Plumbing.ModuleContent { Plumbing.ModuleContent(kind: .layer(layer)) }
}

/// The parts from which the record of a decorated or intercepted registration was created.
package struct Layering: Sendable {
    /// The registration as it was written.
    let base: Binding
    /// The record that this one looks up; nil: it creates the instance itself.
    let inner: Binding?
    /// The awaiting interceptors, the decorators, and then the interceptors, each in the order of registration.
    let layers: [Layer]
}

extension Binding {
    /// The layering of this record; nil: it has none.
    ///
    /// The record's first dependency has it, as the kind `.layers`.
    var layering: Layering? {
        guard options.contains(.layered), case .layers(let layering) = dependencies.first?.kind else { return nil }
        return layering
    }

    /// The registration as it was written.
    var base: Binding { layering?.base ?? self }

    /// The record and its inner records, which have separate slots.
    var chain: [Binding] {
        var chain = [self]
        while let inner = chain[chain.count - 1].layering?.inner { chain.append(inner) }
        return chain
    }

    /// Whether decorators are around the registration that closes the path's circle, or around another one on the
    /// circle.
    func decorates(over path: [Binding]) -> Bool {
        let start = path.dropLast().lastIndex { $0 === self } ?? path.startIndex
        return path[start...].contains(where: \.isDecorated)
    }

    /// Whether a decorator is around it.
    var isDecorated: Bool {
        layering?.layers.contains { if case .decorator = $0.body { true } else { false } } ?? false
    }

    /// The record that interceptors are around; nil: there are none.
    var intercepted: Binding? {
        guard let layering, layering.layers.last?.intercepts ?? false else { return nil }
        return layering.inner
    }

    /// The registration that has the instance: for a further type, the registration of the first type.
    ///
    /// The first dependency of a further type's record has that registration.
    var instanceRecord: Binding { options.contains(.alias) ? dependencies.first?.record ?? self : self }

    /// Whether `start()` creates the instance, so that a caller that does not await finds it.
    ///
    /// - Parameter asker: The record that asks. If this record is an inner record of the asker, the asker's options
    ///   decide whether it is eager.
    func isThereOnceStarted(for asker: Binding? = nil) -> Bool {
        let outer = asker.map { isInner(of: $0) ? $0 : self } ?? self
        let base = outer.base.instanceRecord.base
        return base.lifetime == .singleton && (base.options.contains(.eager) || base.isStartable)
    }

    /// Whether it is an inner record, and the other a layered record of the same type and qualifier.
    ///
    /// It does not look at the other's `layering`, so another layered record with this type and qualifier counts too.
    func isInner(of outer: Binding) -> Bool {
        options.contains(.inner) && outer.options.contains(.layered) && type == outer.type
            && qualifier === outer.qualifier
    }
}

extension Dependency {
    /// Anything that a resolver is asked for.
    static var unknown: Dependency { Dependency(type: Never.self, kind: .unknown) }
}

/// A type whose registration stands for code outside of the graph; only a container that is being checked has one.
///
/// Layers for many types are not around it.
package protocol EntryType: Sendable {}

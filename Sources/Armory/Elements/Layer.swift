/// A decorator, an adapter or an interceptor, as a plan uses it.
package struct Layer: Sendable {
    enum Body: Sendable {
        case decorator(any Decorating)
        /// A decorator that gets the instance only when it asks for it.
        case lateDecorator(LateDecorating)
        case adapter(to: any Any.Type, Adapting)
        case interceptor(Interception)
    }

    /// Makes the record that decorates instead of another one; its first dependency has the qualifier.
    typealias LateDecorating = @Sendable (Record, AnyQualifier) -> Record
    /// Makes the record of another type, whose first parameter is an instance of the record.
    typealias Adapting = @Sendable (Record, Record.Traits) -> Record

    var body: Body
    /// The type of the registrations that it applies to; nil: any that its body takes.
    let type: (any Any.Type)?
    /// The qualifier of the registrations that it applies to; nil: any.
    var qualifier: AnyQualifier?
    package let location: CodeLocation
    /// The dependencies of the body, besides the instance that it gets; nil: they are not known before it runs.
    var needs: (@Sendable () -> [Dependency])?
    /// Whether the type that it takes is `Sendable`, as far as the compiler has seen it.
    var sendability = SendableNote.unknown
    /// Whether a source of a parameter is an argument, which no decorator gets.
    var takesArguments = false
    /// The module that contains it.
    package var module: ModuleIdentity?

    init(
        _ body: Body, of type: (any Any.Type)?, at location: CodeLocation,
        needs: (@Sendable () -> [Dependency])? = { [] }, noting sendability: SendableNote = .unknown
    ) {
        (self.body, self.type, self.location) = (body, type, location)
        // A parameter of it is none of the registration's initializer.
        if let needs { self.needs = { needs().map(\.withoutParameterPosition) } }
        self.sendability = sendability
    }

    /// Declares dependencies of the body.
    mutating func addDependencies(_ added: @escaping @Sendable () -> [Dependency]) {
        let earlier = needs
        needs = { (earlier?() ?? []) + added().map(\.withoutParameterPosition) }
    }

    /// The kind of the layer, for errors.
    package var noun: String {
        switch body {
        case .decorator, .lateDecorator: "decorator"
        case .adapter: "adapter"
        case .interceptor: "interceptor"
        }
    }

    /// Whether the body may resolve something.
    var resolves: Bool { needs.map { !$0().isEmpty } ?? true }

    /// How it decorates when it is asked to; nil: it is no such decorator.
    var late: LateDecorating? { if case .lateDecorator(let late) = body { late } else { nil } }

    /// Whether it is a decorator.
    var isDecorator: Bool { noun == "decorator" }

    /// Whether it decorates every instance of a type that it is for; false: that depends on the instance.
    func decoratesAllInstances(of type: any Any.Type) -> Bool {
        if case .decorator(let body) = body { body.decoratesAllInstances(of: type) } else { true }
    }

    /// Whether it applies to a registration.
    ///
    /// - Parameter isAlias: Whether it is a further type of an instance, whose first type has the layers for all types.
    func applies(to registration: AnyRegistration, isAlias: Bool) -> Bool {
        let (key, options) = (registration.record.key, registration.notes.options)
        // No factory makes a seed; the registrations that a `Chosen` chooses from have the layers already.
        guard options.isDisjoint(with: [.seeded, .choice]), type.map({ $0 == key.type }) ?? !isAlias,
            qualifier == nil || qualifier == key.qualifier
        else { return false }
        if isAlias, case .interceptor = body { return false }
        if type == nil, options.contains(.root), key.type is any EntryType.Type { return false }
        return !options.contains(.hidden) || registration.notes.module == module
    }

    /// Whether instances that may not be `Sendable` would be treated as `Sendable`.
    ///
    /// True if the body has `any P & Sendable` and the registration `any P`, or the reverse. A decorator for all that conform may have
    /// another type than the registration.
    func changesSendability(of registration: AnyRegistration) -> Bool {
        let isHidden = TypeName.isSendabilityUnknown(fromMetatype: registration.record.key.type)
        switch sendability {
        case .unknown, .unchecked: return false
        case .isSendable: return !registration.isShareable && (isHidden || type == nil)
        case .isNotSendable:
            // An adapter makes another instance.
            if case .adapter = body { return false }
            return registration.isShareable && registration.notes.sendability != .unchecked && isHidden
        }
    }
}

extension Dependency {
    /// The same for a part of the registration that is not its initializer: its parameters are not counted.
    fileprivate var withoutParameterPosition: Dependency {
        var need = self
        need.parameter = need.parameter.map { _ in 0 }
        need.isWithoutAwaiting = true
        return need
    }
}

/// A decorator of instances of one type, or of several.
protocol Decorating: Sendable {
    /// Decorates an instance; one that it is not for is returned as it is.
    ///
    /// - Parameter first: The position of the first parameter after the instance.
    func decorateInstance<T>(
        _ instance: T, resolvingFrom resolver: borrowing Resolver, firstParameter first: Int
    ) throws -> T

    /// Whether it decorates every instance of a type that it is for; false: that depends on the instance.
    func decoratesAllInstances(of type: any Any.Type) -> Bool

    func decorates<T>(instance: T) -> Bool
}

/// A layer, as an element of a module or a container.
protocol LayerElement: ModuleElement {
    var layer: Layer { get set }
}

extension LayerElement {
    /// The layer.
    public var moduleContent: Plumbing.ModuleContent { Plumbing.ModuleContent(kind: .layer(layer)) }

    /// The same with a changed layer.
    func changingLayer(applying body: (inout Layer) -> Void) -> Self {
        var copy = self
        body(&copy.layer)
        return copy
    }
}

// Services as properties.

internal import Armory

/// A service that is resolved when the property's owner is made.
///
/// ```swift
/// class Editor {
///     @Injected var service: XYZService
///     @Injected(name: "draft") var store: Store
/// }
/// ```
@propertyWrapper
public struct Injected<Service> {
    private var service: Service

    /// Resolves with ``Resolver/root``.
    public init() { service = Resolver.resolve(Service.self) }

    /// Resolves with a resolver, or with ``Resolver/root``.
    public init(name: Resolver.Name? = nil, container: Resolver? = nil) {
        service = (container ?? Resolver.checkedRoot).resolve(Service.self, name: name)
    }

    /// The service.
    public var wrappedValue: Service {
        get { service }
        mutating set { service = newValue }
    }

    /// The wrapper.
    public var projectedValue: Injected<Service> {
        get { self }
        mutating set { self = newValue }
    }
}

extension Injected: Sendable where Service: Sendable {}

/// A service that is resolved when the property's owner is made, or nil where it is not registered.
@propertyWrapper
public struct OptionalInjected<Service> {
    private var service: Service?

    /// Resolves with ``Resolver/root``.
    public init() { service = Resolver.optional(Service.self) }

    /// Resolves with a resolver, and then with ``Resolver/root``.
    public init(name: Resolver.Name? = nil, container: Resolver? = nil) {
        service = container?.optional(Service.self, name: name) ?? Resolver.optional(Service.self, name: name)
    }

    /// The service, or nil.
    public var wrappedValue: Service? {
        get { service }
        mutating set { service = newValue }
    }

    /// The wrapper.
    public var projectedValue: OptionalInjected<Service> {
        get { self }
        mutating set { self = newValue }
    }
}

extension OptionalInjected: Sendable where Service: Sendable {}

/// A service that is resolved when it is first read.
///
/// Threads that read it first at the same time are given one service. `$service.container`, `.name` and `.args` count until it is
/// there. A copy of the wrapper shares the service with it.
@propertyWrapper
public struct LazyInjected<Service> {
    private let state: LateInstance<Service, Question>

    /// Resolves with ``Resolver/root``.
    public init() { self.init(name: nil) }

    /// Resolves with a resolver, or with ``Resolver/root``.
    public init(name: Resolver.Name? = nil, container: Resolver? = nil) {
        state = LateInstance(Question(name: name, container: container), isWeak: false)
    }

    /// The resolver; nil: ``Resolver/root``.
    public var container: Resolver? {
        get { state.question.container }
        nonmutating set { state.changeQuestion { $0.container = newValue } }
    }

    /// The name that the service is registered under.
    public var name: Resolver.Name? {
        get { state.question.name }
        nonmutating set { state.changeQuestion { $0.name = newValue } }
    }

    /// What its factory is given.
    public var args: Any? {
        get { state.question.args }
        nonmutating set { state.changeQuestion { $0.args = newValue } }
    }

    /// Whether no service is there: it was not read yet, or it was released.
    public var isEmpty: Bool { state.present == nil }

    /// The service.
    ///
    /// After its release there is none: the process ends with a message.
    public var wrappedValue: Service {
        get {
            if let service = state.instance({ $0.answer() }) { return service }
            fatalError("RESOLVER: \(Process.key(Service.self, name)) was released.\(Process.path)")
        }
        nonmutating set { state.set(newValue) }
    }

    /// The wrapper.
    public var projectedValue: LazyInjected<Service> {
        get { self }
        mutating set { self = newValue }
    }

    /// Lets go of the service for good: it is not resolved again, unless another one is set.
    public func release() { state.set(nil) }
}

/// A service that is resolved when it is first read, and not held: nil, once nobody else holds it.
///
/// All else is as for ``LazyInjected``.
@propertyWrapper
public struct WeakLazyInjected<Service> {
    private let state: LateInstance<Service, Question>

    /// Resolves with ``Resolver/root``.
    public init() { self.init(name: nil) }

    /// Resolves with a resolver, or with ``Resolver/root``.
    public init(name: Resolver.Name? = nil, container: Resolver? = nil) {
        state = LateInstance(Question(name: name, container: container), isWeak: true)
    }

    /// The resolver; nil: ``Resolver/root``.
    public var container: Resolver? {
        get { state.question.container }
        nonmutating set { state.changeQuestion { $0.container = newValue } }
    }

    /// The name that the service is registered under.
    public var name: Resolver.Name? {
        get { state.question.name }
        nonmutating set { state.changeQuestion { $0.name = newValue } }
    }

    /// What its factory is given.
    public var args: Any? {
        get { state.question.args }
        nonmutating set { state.changeQuestion { $0.args = newValue } }
    }

    /// Whether no service is there: it was not read yet, or nobody holds it.
    public var isEmpty: Bool { state.present == nil }

    /// The service, or nil where nobody holds it any more.
    public var wrappedValue: Service? {
        get { state.instance { $0.answer() } }
        nonmutating set { state.set(newValue) }
    }

    /// The wrapper.
    public var projectedValue: WeakLazyInjected<Service> {
        get { self }
        mutating set { self = newValue }
    }
}

extension LazyInjected: Sendable where Service: Sendable {}
extension WeakLazyInjected: Sendable where Service: Sendable {}

/// What a lazy wrapper asks for.
private struct Question {
    var name: Resolver.Name?
    var container: Resolver?
    var args: Any?

    func answer<Service>(_ type: Service.Type = Service.self) -> Service {
        (container ?? Resolver.checkedRoot).resolve(type, name: name, args: args)
    }
}

// Services as properties.

internal import ArmoryRegistry

/// A service that is resolved when the property's owner is created.
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

    /// Resolves with a resolver, or with ``Resolver/root``.
    ///
    /// - Parameters:
    ///   - name: The name that the service is registered under.
    ///   - container: The resolver; nil for ``Resolver/root``.
    ///   - holder: The type that has the property, for messages. Leave it out.
    public init(name: Resolver.Name? = nil, container: Resolver? = nil, holder: StaticString = #function) {
        service = (container ?? Process.checkedRoot).required(Service.self, name, nil, for: holder)
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

/// A service that is resolved when the property's owner is created, or nil if it is not registered.
@propertyWrapper
public struct OptionalInjected<Service> {
    private var service: Service?

    /// Resolves with a resolver first, and then with ``Resolver/root``.
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
/// If threads read it first at the same time, one creates the service and the others wait for it. `$service.container`,
/// `.name` and `.args` have an effect until the service exists. Copies of the wrapper share the service.
@propertyWrapper
public struct LazyInjected<Service> {
    private let state: LateInstance<Service, Question>

    /// Resolves with a resolver, or with ``Resolver/root``.
    ///
    /// - Parameters:
    ///   - name: The name that the service is registered under.
    ///   - container: The resolver; nil for ``Resolver/root``.
    ///   - holder: The type that has the property, for messages. Leave it out.
    public init(name: Resolver.Name? = nil, container: Resolver? = nil, holder: StaticString = #function) {
        state = LateInstance(Question(name: name, container: container, holder: holder), isWeak: false)
    }

    /// The resolver; nil for ``Resolver/root``.
    public var container: Resolver? {
        get { state.question.container }
        nonmutating set { state.changeQuestion { $0.container = newValue } }
    }

    /// The name that the service is registered under.
    public var name: Resolver.Name? {
        get { state.question.name }
        nonmutating set { state.changeQuestion { $0.name = newValue } }
    }

    /// The arguments for the factory.
    public var args: Any? {
        get { state.question.args }
        nonmutating set { state.changeQuestion { $0.args = newValue } }
    }

    /// Whether there is no service, because it was not read yet or was released.
    public var isEmpty: Bool { state.present == nil }

    /// The service.
    ///
    /// Reading it after its release ends the process with a message.
    public var wrappedValue: Service {
        get {
            state.instance {
                $0.answer()
            } or: {
                let (key, holder) = (Process.key(Service.self, name), state.question.holder)
                Process.end("\(holder) needs \(key), which was released.\(Process.path(to: holder))")
            }
        }
        nonmutating set { state.set(newValue) }
    }

    /// The wrapper.
    public var projectedValue: LazyInjected<Service> {
        get { self }
        mutating set { self = newValue }
    }

    /// Releases the service, which is not resolved again; another service may be set.
    public func release() { state.set(nil) }
}

/// A service that is resolved when it is first read, and then held weakly: nil once no strong reference exists.
///
/// The first read already returns nil if no other code holds the new service, as in the default scope.
/// Otherwise the same as ``LazyInjected``.
@propertyWrapper
public struct WeakLazyInjected<Service> {
    private let state: LateInstance<Service, Question>

    /// Resolves with a resolver, or with ``Resolver/root``.
    ///
    /// - Parameters:
    ///   - name: The name that the service is registered under.
    ///   - container: The resolver; nil for ``Resolver/root``.
    ///   - holder: The type that has the property, for messages. Leave it out.
    public init(name: Resolver.Name? = nil, container: Resolver? = nil, holder: StaticString = #function) {
        state = LateInstance(Question(name: name, container: container, holder: holder), isWeak: true)
    }

    /// The resolver; nil for ``Resolver/root``.
    public var container: Resolver? {
        get { state.question.container }
        nonmutating set { state.changeQuestion { $0.container = newValue } }
    }

    /// The name that the service is registered under.
    public var name: Resolver.Name? {
        get { state.question.name }
        nonmutating set { state.changeQuestion { $0.name = newValue } }
    }

    /// The arguments for the factory.
    public var args: Any? {
        get { state.question.args }
        nonmutating set { state.changeQuestion { $0.args = newValue } }
    }

    /// Whether there is no service, because it was not read yet or no strong reference exists.
    public var isEmpty: Bool { state.present == nil }

    /// The service, or nil once no strong reference exists.
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

// The arguments may be of any type. The Swift 5 language mode would warn of a wrapper in another thread's closure.
@available(swift, obsoleted: 6)
extension LazyInjected: Sendable where Service: Sendable {}
@available(swift, obsoleted: 6)
extension WeakLazyInjected: Sendable where Service: Sendable {}

/// The arguments of a lazy wrapper's resolve.
private struct Question {
    var name: Resolver.Name?
    var container: Resolver?
    var args: Any?
    let holder: StaticString

    func answer<Service>(_ type: Service.Type = Service.self) -> Service {
        (container ?? Process.checkedRoot).required(type, name, args, for: holder)
    }
}

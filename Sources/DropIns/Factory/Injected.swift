// Services as properties, resolved when the owner is created or at each read.

/// A service that is resolved when the property's owner is created.
///
/// ```swift
/// class ContentViewModel {
///     @Injected(\.service) var service
///     @Injected(\PaymentContainer.gateway) var gateway
/// }
/// ```
@propertyWrapper
public struct Injected<T> {
    private let source: () -> Factory<T>
    private var dependency: T

    /// Resolves a factory of ``Container/shared``.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
        source = { Container.shared[keyPath: keyPath] }
        dependency = source()()
    }

    /// Resolves a factory of the shared container of a type.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
        source = { C.shared[keyPath: keyPath] }
        dependency = source()()
    }

    /// The service.
    public var wrappedValue: T {
        get { dependency }
        mutating set { dependency = newValue }
    }

    /// The wrapper.
    public var projectedValue: Injected<T> {
        get { self }
        mutating set { self = newValue }
    }

    /// The factory of the container that is shared now.
    public var factory: Factory<T> { source() }

    /// Resolves the service again.
    ///
    /// - Parameter options: The part of the factory to reset before.
    public mutating func resolve(reset options: FactoryResetOptions = .none) {
        dependency = source().reset(options)()
    }
}

// The container of a key path may be shared.
extension Injected: @unchecked Sendable where T: Sendable {}

/// A service that is resolved at each read.
@propertyWrapper
public struct DynamicInjected<T> {
    private let source: () -> Factory<T>

    /// Reads a factory of ``Container/shared``.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) { source = { Container.shared[keyPath: keyPath] } }

    /// Reads a factory of the shared container of a type.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) { source = { C.shared[keyPath: keyPath] } }

    /// The service, resolved anew.
    public var wrappedValue: T { source()() }

    /// The factory of the container that is shared now.
    public var projectedValue: Factory<T> { source() }
}

// As for `Injected`.
extension DynamicInjected: @unchecked Sendable where T: Sendable {}

/// A service that is registered by its type in a ``Resolving`` container, resolved when the property's owner is created.
@propertyWrapper
public struct InjectedType<T> {
    private var dependency: T?

    /// Resolves the type from ``Container/shared``.
    public init() { self.init(Container.shared) }

    /// Resolves the type from a container.
    ///
    /// If the type is not registered there, the native container that is its ``ContainerManager/parent`` is asked.
    public init(_ container: any ManagedContainer) {
        guard let container = container as? any Resolving else {
            dependency = container.manager.instanceOfParent(T.self)
            return
        }
        dependency = container.resolve(T.self)
    }

    /// The service; nil if the type is not registered.
    public var wrappedValue: T? {
        get { dependency }
        mutating set { dependency = newValue }
    }
}

extension InjectedType: Sendable where T: Sendable {}

/// A shared container, read when the property's owner is created.
@propertyWrapper
public struct InjectedContainer<C: SharedContainer>: Sendable {
    private var container: C

    /// Reads ``Container/shared``.
    public init() where C == Container { container = Container.shared }

    /// Reads the shared container of a type.
    public init(_ type: C.Type) { container = C.shared }

    /// The container.
    public var wrappedValue: C {
        get { container }
        mutating set { container = newValue }
    }

    /// The wrapper.
    public var projectedValue: InjectedContainer<C> {
        get { self }
        mutating set { self = newValue }
    }

    /// Resets the container; by default, nothing of it.
    public mutating func reset(options: FactoryResetOptions = .none) { container.reset(options: options) }
}

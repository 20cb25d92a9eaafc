// Services as properties, resolved at the first read.

internal import ArmoryRegistry

/// A service that is resolved when it is first read.
///
/// If threads read it first at the same time, one resolves the service and the others wait for it; no lock is held
/// meanwhile. Copies of the wrapper share the service.
@propertyWrapper
public struct LazyInjected<T> {
    private let state: LateInstance<T, () -> Factory<T>>

    private init(_ source: @escaping () -> Factory<T>) {
        state = LateInstance(source, isWeak: false)
    }

    /// Resolves a factory of ``Container/shared``.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) { self.init { Container.shared[keyPath: keyPath] } }

    /// Resolves a factory of the shared container of a type.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) { self.init { C.shared[keyPath: keyPath] } }

    /// The service.
    public var wrappedValue: T {
        get { state.instance({ $0()() }, or: { factory() }) }
        nonmutating set { state.set(newValue) }
    }

    /// The wrapper.
    public var projectedValue: LazyInjected<T> {
        get { self }
        mutating set { self = newValue }
    }

    /// The factory of the container that is shared now.
    public var factory: Factory<T> { state.question() }

    /// Resolves the service, also if it was resolved before.
    ///
    /// - Parameter options: The part of the factory to reset before.
    public func resolve(reset options: FactoryResetOptions = .none) { state.set(factory.reset(options)()) }

    /// Returns the service if it was resolved, or nil.
    public func resolvedOrNil() -> T? { state.present }
}

// The container of a key path may be shared.
extension LazyInjected: @unchecked Sendable where T: Sendable {}

/// A service that is resolved when it is first read, and then held weakly: nil once no strong reference exists.
///
/// The service is not resolved again then. The first read already returns nil if nothing else holds the service, as for
/// a unique one. Otherwise the same as ``LazyInjected``.
@propertyWrapper
public struct WeakLazyInjected<T> {
    private let state: LateInstance<T, () -> Factory<T>>

    private init(_ source: @escaping () -> Factory<T>) {
        state = LateInstance(source, isWeak: true)
    }

    /// Resolves a factory of ``Container/shared``.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) { self.init { Container.shared[keyPath: keyPath] } }

    /// Resolves a factory of the shared container of a type.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) { self.init { C.shared[keyPath: keyPath] } }

    /// The service, or nil once no strong reference exists.
    public var wrappedValue: T? {
        get { state.instance { $0()() } }
        nonmutating set { state.set(newValue) }
    }

    /// The wrapper.
    public var projectedValue: WeakLazyInjected<T> {
        get { self }
        mutating set { self = newValue }
    }

    /// The factory of the container that is shared now.
    public var factory: Factory<T> { state.question() }

    /// Resolves the service, also if it was resolved before.
    ///
    /// - Parameter options: The part of the factory to reset before.
    public func resolve(reset options: FactoryResetOptions = .none) { state.set(factory.reset(options)()) }

    /// Returns the service if it was resolved and is alive, or nil.
    public func resolvedOrNil() -> T? { state.present }
}

// As for `LazyInjected`.
extension WeakLazyInjected: @unchecked Sendable where T: Sendable {}

// Registering and resolving by type.

/// A container in which factories are registered and resolved by their type.
///
/// ```swift
/// extension Container: @retroactive Resolving {}
/// Container.shared.register(ServiceType.self) { MyService() }.scope(.singleton)
/// let service: ServiceType? = Container.shared.resolve()
/// ```
public protocol Resolving: ManagedContainer {
    /// Registers a closure for a type.
    func register<T>(_ type: T.Type, factory: @escaping @Sendable () -> T) -> Factory<T>
    /// Returns the factory that is registered for a type, or nil.
    func factory<T>(_ type: T.Type) -> Factory<T>?
    /// Resolves an instance of a type, or returns nil if it is not registered.
    func resolve<T>(_ type: T.Type) -> T?
}

/// The name of factories that are found by type.
let nameByType: StaticString = "*"

extension Resolving {
    /// Registers a closure for a type, and releases the instance that its scope keeps.
    ///
    /// - Parameters:
    ///   - type: The type, which the closure's result determines if it is left out.
    ///   - factory: Creates an instance. Any thread may call it.
    /// - Returns: The factory, for modifiers.
    @discardableResult
    public func register<T>(_ type: T.Type = T.self, factory: @escaping @Sendable () -> T) -> Factory<T> {
        Factory(byType: self, factory).register(factory: factory)
    }

    /// Returns the factory that is registered for a type, for modifiers, or nil.
    public func factory<T>(_ type: T.Type = T.self) -> Factory<T>? {
        let named = Factory<T>(byType: self) { fatalError("The closure is registered.") }
        return named.identity.registered(taking: Void.self).map { closure in
            let body: (()) -> T = closure.body(T.self)
            return Factory(byType: self) { body(()) }
        }
    }

    /// Resolves an instance of a type, which is registered here or in the native container that is ``ContainerManager/parent``, or
    /// returns nil.
    public func resolve<T>(_ type: T.Type = T.self) -> T? {
        guard let factory = factory(type) else { return manager.instanceOfParent(type) }
        return factory()
    }
}

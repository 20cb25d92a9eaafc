internal import ArmoryCore

/// Creates an instance from a parameter.
public typealias ParameterFactoryType<P, T> = (P) -> T
/// Creates an instance.
public typealias VoidFactoryType<T> = () -> T

/// Resolves the instances of one property of a container.
///
/// ```swift
/// extension Container {
///     var service: Factory<ServiceType> {
///         self { MyService() }.cached
///     }
/// }
/// ```
///
/// A factory is created at each read of the property, and holds only its closure and its container. Registrations,
/// options and instances belong to the container, which finds them by the property's name and the type. Any thread may
/// use a factory, if its closure allows that.
public struct Factory<T>: FactoryModifying {
    /// What identifies the factory.
    public var registration: FactoryRegistration<Void, T>
    /// The factory without its closure.
    public var identity: FactoryIdentity {
        get { registration.identity }
        set { registration.identity = newValue }
    }

    /// Creates a factory of a container.
    ///
    /// - Parameters:
    ///   - container: The container, which has the registrations and keeps the instances.
    ///   - key: The name of the factory, which identifies it together with the type; by default that of the property.
    ///   - fileID: The file of the factory, for messages and graphs. Leave it out.
    ///   - line: The line of the factory. Leave it out.
    ///   - factory: Creates an instance. Any thread may call it.
    public init(
        _ container: any ManagedContainer, key: StaticString = #function, fileID: StaticString = #fileID,
        line: Int = #line, _ factory: @escaping VoidFactoryType<T>
    ) {
        registration = FactoryRegistration(key, container, CodeLocation(fileID: fileID, line: line), factory)
    }

    /// Creates a factory that is found by its type: no property has it.
    init(byType container: any ManagedContainer, _ factory: @escaping VoidFactoryType<T>) {
        registration = FactoryRegistration(nameByType, container, nil, factory)
    }

    /// Resolves an instance, which the factory's scope keeps or the factory creates.
    ///
    /// - Returns: The instance. The process ends with a message if creating it needs the instance itself.
    /// - Complexity: O(1) for an existing instance; otherwise the cost of the closure.
    public func callAsFunction() -> T { registration.identity.resolve(registration.factory, with: ()) }

    /// Resolves an instance; the same as ``callAsFunction()``.
    public func resolve() -> T { registration.identity.resolve(registration.factory, with: ()) }

    /// Resolves an instance on the main actor, where a closure that belongs to it can run.
    @MainActor
    public func resolveOnMainActor() -> T { registration.identity.resolve(registration.factory, with: ()) }

    /// Resolves an instance on an actor, where a closure that belongs to it can run.
    ///
    /// - Parameter actor: The actor of the closure; another one ends the process.
    public func resolveOnGlobalActor(_ actor: isolated any Actor) -> T {
        registration.identity.resolve(registration.factory, with: ())
    }

    /// Registers another closure, and releases the instance that the factory's scope keeps.
    ///
    /// A resolve that is running meanwhile returns its instance to its callers, and the scope does not keep it. An
    /// ``AutoRegistering/autoRegister()`` keeps the instances of other containers, such as singletons.
    ///
    /// - Parameter factory: Creates an instance. Any thread may call it.
    /// - Complexity: O(1), or O(*n*) in the number of instances in the container if the factory has some for parameters.
    @discardableResult
    public func register(factory: @escaping VoidFactoryType<T>) -> Self {
        registration.identity.register(TypedClosure(factory))
        return self
    }

    /// Registers another closure; the same as ``register(factory:)``.
    ///
    /// ```swift
    /// container.service { MockService() }
    /// ```
    ///
    /// - Parameter factory: Creates an instance. Any thread may call it.
    @discardableResult
    public func callAsFunction(_ factory: @escaping VoidFactoryType<T>) -> Self { register(factory: factory) }
}

// As for the closure: the user promises that any thread may call it.
extension Factory: @unchecked Sendable where T: Sendable {}

/// Resolves the instances of one property of a container from a parameter.
///
/// ```swift
/// extension Container {
///     var report: ParameterFactory<Int, Report> {
///         self { Report(number: $0) }
///     }
/// }
/// let report = Container.shared.report(16)
/// ```
///
/// A scope keeps the instance of the first parameter for all parameters, unless ``FactoryModifying/scopeOnParameters``
/// is set. Otherwise the same as ``Factory``.
public struct ParameterFactory<P, T>: FactoryModifying {
    /// What identifies the factory.
    public var registration: FactoryRegistration<P, T>
    /// The factory without its closure.
    public var identity: FactoryIdentity {
        get { registration.identity }
        set { registration.identity = newValue }
    }

    /// Creates a factory of a container.
    ///
    /// - Parameters:
    ///   - container: The container, which has the registrations and keeps the instances.
    ///   - key: The name of the factory, which identifies it together with the type; by default that of the property.
    ///   - fileID: The file of the factory, for messages and graphs. Leave it out.
    ///   - line: The line of the factory. Leave it out.
    ///   - factory: Creates an instance from the parameter. Any thread may call it.
    public init(
        _ container: any ManagedContainer, key: StaticString = #function, fileID: StaticString = #fileID,
        line: Int = #line, _ factory: @escaping ParameterFactoryType<P, T>
    ) {
        registration = FactoryRegistration(key, container, CodeLocation(fileID: fileID, line: line), factory)
    }

    /// Resolves an instance, which the factory's scope keeps or the factory creates from the parameter.
    ///
    /// - Returns: The instance. The process ends with a message if it cannot be resolved.
    /// - Complexity: O(1) for an existing instance; otherwise the cost of the closure.
    public func callAsFunction(_ parameters: P) -> T {
        registration.identity.resolve(registration.factory, with: parameters)
    }

    /// Resolves an instance; the same as ``callAsFunction(_:)->T``.
    public func resolve(_ parameters: P) -> T { registration.identity.resolve(registration.factory, with: parameters) }

    /// Resolves an instance on the main actor, where a closure that belongs to it can run.
    @MainActor
    public func resolveOnMainActor(_ parameters: P) -> T {
        registration.identity.resolve(registration.factory, with: parameters)
    }

    /// Resolves an instance on an actor, where a closure that belongs to it can run.
    ///
    /// - Parameters:
    ///   - actor: The actor of the closure; another one ends the process.
    ///   - parameters: The parameter.
    public func resolveOnGlobalActor(_ actor: isolated any Actor, parameters: P) -> T {
        registration.identity.resolve(registration.factory, with: parameters)
    }

    /// Registers another closure, and releases the instances that the factory's scope keeps; see
    /// ``Factory/register(factory:)``.
    ///
    /// - Parameter factory: Creates an instance from the parameter. Any thread may call it.
    @discardableResult
    public func register(factory: @escaping ParameterFactoryType<P, T>) -> Self {
        registration.identity.register(TypedClosure(factory))
        return self
    }

    /// Registers another closure; the same as ``register(factory:)``.
    ///
    /// ```swift
    /// container.report { MockReport(number: $0) }
    /// ```
    ///
    /// - Parameter factory: Creates an instance from the parameter. Any thread may call it.
    @discardableResult
    public func callAsFunction(_ factory: @escaping ParameterFactoryType<P, T>) -> Self { register(factory: factory) }
}

// As for `Factory`.
extension ParameterFactory: @unchecked Sendable where P: Sendable, T: Sendable {}

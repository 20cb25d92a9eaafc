// The containers: the one that this library provides, and the protocols of the user's own.

internal import ArmoryRegistry

/// The container that this library provides; extend it with factories.
///
/// ```swift
/// extension Container {
///     var service: Factory<ServiceType> {
///         self { MyService() }
///     }
/// }
/// let service = Container.shared.service()
/// ```
///
/// A container keeps its registrations and the instances of its scopes as long as it exists. Any thread may use it.
public final class Container: SharedContainer {
    /// The container that property wrappers and free functions use; a task can bind another one.
    @TaskLocal public static var shared = Container()

    /// The manager of this container.
    public let manager = ContainerManager()

    /// Creates a container without registrations.
    public init() {}
}

/// A container type with a shared instance, which property wrappers and free functions use.
///
/// ```swift
/// public final class PaymentContainer: SharedContainer {
///     @TaskLocal public static var shared = PaymentContainer()
///     public let manager = ContainerManager()
/// }
/// ```
public protocol SharedContainer: ManagedContainer {
    /// The shared container of this type; a constant, or a task-local variable, which tests can bind.
    static var shared: Self { get }
}

/// A container type.
public protocol ManagedContainer: AnyObject, Sendable {
    /// The manager of this container, always the same one.
    var manager: ContainerManager { get }
}

extension ManagedContainer {
    /// Creates a factory of this container.
    ///
    /// - Parameters:
    ///   - key: The name of the factory, which identifies it together with the type; by default that of the property.
    ///   - fileID: The file of the factory, for messages and graphs. Leave it out.
    ///   - line: The line of the factory. Leave it out.
    ///   - factory: Creates an instance. Any thread may call it.
    @_disfavoredOverload
    public func callAsFunction<T>(
        key: StaticString = #function, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping VoidFactoryType<T>
    ) -> Factory<T> {
        Factory(self, key: key, fileID: fileID, line: line, factory)
    }

    /// Creates a factory of this container that takes a parameter.
    ///
    /// - Parameters:
    ///   - key: The name of the factory, which identifies it together with the type; by default that of the property.
    ///   - fileID: The file of the factory, for messages and graphs. Leave it out.
    ///   - line: The line of the factory. Leave it out.
    ///   - factory: Creates an instance from the parameter. Any thread may call it.
    @_disfavoredOverload
    public func callAsFunction<P, T>(
        key: StaticString = #function, fileID: StaticString = #fileID, line: Int = #line,
        _ factory: @escaping ParameterFactoryType<P, T>
    ) -> ParameterFactory<P, T> {
        ParameterFactory(self, key: key, fileID: fileID, line: line, factory)
    }

    /// Creates a factory whose closure another module registers.
    ///
    /// ```swift
    /// extension Container {
    ///     public var accountLoader: Factory<AccountLoading?> { promised() }
    /// }
    /// ```
    ///
    /// Without a registration, the factory asks the native container that is ``ContainerManager/parent`` for the type without the
    /// optional. If that has none, the factory resolves to nil. If ``ContainerManager/promiseTriggersError`` is true, the process ends
    /// instead, with the place of the promise.
    ///
    /// - Parameters:
    ///   - key: The name of the factory; by default that of the property.
    ///   - file: The file for the message. Leave it out.
    ///   - line: The line for the message. Leave it out.
    public func promised<T>(
        key: StaticString = #function, file: StaticString = #fileID, line: UInt = #line
    ) -> Factory<T?> {
        Factory(self, key: key, fileID: file, line: Int(line)) {
            self.manager.instanceOfParent(T.self) ?? self.broken(T.self, file, line)
        }
    }

    /// Creates a factory with a parameter, whose closure another module registers; otherwise the same as the form
    /// without one, but no native container is asked.
    ///
    /// - Parameters:
    ///   - key: The name of the factory; by default that of the property.
    ///   - file: The file for the message. Leave it out.
    ///   - line: The line for the message. Leave it out.
    public func promised<P, T>(
        key: StaticString = #function, file: StaticString = #fileID, line: UInt = #line
    ) -> ParameterFactory<P, T?> {
        ParameterFactory(self, key: key, fileID: file, line: Int(line)) { _ in self.broken(T.self, file, line) }
    }

    /// Returns nil for a promise that no module has kept.
    private func broken<T>(_ type: T.Type, _ file: StaticString, _ line: UInt) -> T? {
        if manager.promiseTriggersError {
            let fix = """
                register it, or register the type without a name and parameters in the native parent, which must be open; \
                or set promiseTriggersError to false to get nil
                """
            endProcess("\(type) was not registered\n  fix: \(fix).", at: (file, line))
        }
        return nil
    }

    /// Sets a closure that is called with the instances that this container resolves, also with those of a scope.
    ///
    /// A factory with its own decorator calls only that one, instead of this closure.
    ///
    /// - Parameter decorator: The closure; nil removes the present one. The closure runs after the resolve, with no lock
    ///   held.
    public func decorator(_ decorator: ((Any) -> Void)?) {
        manager.decorator(decorator)
    }

    /// Resets this container; see ``ContainerManager/reset(options:)``.
    public func reset(options: FactoryResetOptions = .all) {
        manager.reset(options: options)
    }

    /// Calls a closure with this container, for example to register mocks, and returns the container.
    @discardableResult
    public func with(_ transform: (Self) -> Void) -> Self {
        transform(self)
        return self
    }

    /// Calls an async closure with this container, and returns the container.
    ///
    /// - Parameter transform: The closure; it runs on its own actor, if it has one.
    @discardableResult
    public func with(_ transform: @Sendable (Self) async -> Void) async -> Self {
        await transform(self)
        return self
    }

    /// Calls a closure of the main actor with this container, and returns the container.
    ///
    /// Code outside of the main actor writes `await container.with { @MainActor in … }`.
    @MainActor
    @discardableResult
    public func with(_ transform: @MainActor (Self) -> Void) -> Self {
        transform(self)
        return self
    }

    /// Calls a closure with this container, and returns the container; the same as `with`.
    ///
    /// ```swift
    /// Container.shared {
    ///     $0.service.register { MockService() }
    /// }
    /// ```
    @discardableResult
    public func callAsFunction(_ transform: (Self) -> Void) -> Self { with(transform) }

    /// Calls an async closure with this container, and returns the container.
    ///
    /// - Parameter transform: The closure; it runs on its own actor, if it has one.
    @discardableResult
    public func callAsFunction(_ transform: @Sendable (Self) async -> Void) async -> Self {
        await with(transform)
    }

    /// Calls a closure of the main actor with this container, and returns the container; the same as `with`.
    @MainActor
    @discardableResult
    public func callAsFunction(_ transform: @MainActor (Self) -> Void) -> Self { with(transform) }
}

internal import ArmoryCore
internal import ArmoryRegistry

/// The registration of a service.
///
/// Settings are chained after `register`:
///
/// ```swift
/// container.register((any Animal).self) { _ in Cat() }
///     .inObjectScope(.container)
///     .initCompleted { r, cat in cat.owner = r.resolve(Person.self) }
/// ```
///
/// Any thread may change a setting. The change takes effect at the next resolve, and releases a kept instance.
public final class ServiceEntry<Service> {
    let record: ServiceRecord<Service>

    init(_ record: ServiceRecord<Service>) { self.record = record }

    /// The type of the service.
    public var serviceType: any Any.Type { Service.self }

    /// The type of the factory's parameter: `Resolver`, or a tuple of a resolver and the arguments.
    public var argumentsType: any Any.Type { record.label.argumentsType }

    /// Sets the scope of the instances.
    ///
    /// - Returns: This entry.
    @discardableResult
    public func inObjectScope(_ objectScope: any ObjectScopeProtocol) -> Self {
        let new = Settings(objectScope, record.owner.registry.reentrantLock)
        record.change { settings in
            settings.scope = new.scope
            settings.holder = new.holder
            settings.hasValues = false
        }
        return self
    }

    /// Sets the scope of the instances.
    ///
    /// - Returns: This entry.
    @discardableResult
    public func inObjectScope(_ objectScope: ObjectScope) -> Self {
        inObjectScope(objectScope as any ObjectScopeProtocol)
    }

    /// Adds a closure that completes each new instance, for example with dependencies that lead back to it.
    ///
    /// It runs after the factory, once for each instance, and may resolve services that need the instance. Several
    /// closures run in the order in which they were added.
    ///
    /// - Parameter completed: Receives the same resolver as the factory, and the instance.
    /// - Returns: This entry.
    @discardableResult
    public func initCompleted(_ completed: @escaping (any Resolver, Service) -> Void) -> Self {
        record.change { $0.completion = CompletionOf(completed, after: $0.completion) }
        return self
    }

    /// Makes the service resolvable by a further type, with the same instance.
    ///
    /// - Parameters:
    ///   - type: The further type. If an instance is not of this type, resolving the type returns nil.
    ///   - name: The name of the further registration; nil for none.
    /// - Returns: This entry.
    @discardableResult
    public func implements<T>(_ type: T.Type, name: String? = nil) -> ServiceEntry<Service> {
        record.owner.container?.forward(type, name: name, to: self)
        return self
    }
}

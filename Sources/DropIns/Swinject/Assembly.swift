/// A group of registrations.
///
/// ```swift
/// final class StorageAssembly: Assembly {
///     func assemble(container: Container) {
///         container.register((any Orders).self) { _ in SQLOrders() }.inObjectScope(.container)
///     }
/// }
/// let assembler = Assembler([StorageAssembly(), WebAssembly()])
/// ```
public protocol Assembly {
    /// Registers the services.
    ///
    /// - Parameter container: The container of the ``Assembler``.
    func assemble(container: Container)

    /// Called when all assemblies have registered their services; does nothing by default.
    ///
    /// - Parameter resolver: The container of the ``Assembler``.
    func loaded(resolver: any Resolver)
}

extension Assembly {
    /// Does nothing.
    public func loaded(resolver: any Resolver) {}
}

/// Receives the registrations of a container; see ``Container/addBehavior(_:)``.
public protocol Behavior {
    /// Called after each registration, and after each forwarding of an entry.
    ///
    /// No lock is held. The behavior may change the entry.
    ///
    /// - Parameters:
    ///   - container: The container of the registration.
    ///   - type: The type that the entry is found by; another one than the service for a forwarded entry.
    ///   - entry: The entry.
    ///   - name: The name of the registration; nil for none.
    func container<Type, Service>(
        _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
        withName name: String?)
}

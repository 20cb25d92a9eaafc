/// A dependency that is resolved when its holder is created.
///
/// ```swift
/// final class Checkout: Sendable {
///     let orders = Injected<any Orders>()             // read as orders.value
/// }
///
/// struct Cart {
///     @Injected var orders: any Orders                // the same as a property wrapper
///     @Injected(named: "archive") var archive: any Orders
/// }
/// ```
///
/// If the holder is created in a factory, the instance comes from that factory's container, in a graph of its own. Otherwise it comes from ``Container/current``. If the dependency is missing, the process ends
/// when the holder is created, with the message of the ``ResolutionError``. To check dependencies before anything is
/// created, use an initializer with parameters, which a container autowires.
@propertyWrapper
public struct Injected<T> {
    @usableFromInline let lazy: Lazy<T>

    /// Creates the dependency from an origin and resolves it now.
    ///
    /// - Precondition: The dependency can be resolved.
    ///
    /// - Parameter origin: The container, the qualifier and the arguments to resolve with.
    public init(origin: Container.Origin) { lazy = Lazy(resolving: origin) }

    /// Creates a dependency on the instance registered for the type and resolves it now.
    ///
    /// - Precondition: There is a container, and the dependency can be resolved.
    ///
    /// - Parameters:
    ///   - name: The name given by ``Registration/named(_:)``; nil means the registration without a name.
    ///   - container: The container to resolve in; nil means the present ``Container/current``.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    @inlinable
    public init(
        named name: Name? = nil, container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        // Inlined, so that the client's code knows the types of this structure and of `Lazy`.
        lazy = Lazy(resolvingNamed: name, container, SourceLocation(fileID: fileID, line: line))
    }

    /// The instance, the same on any thread.
    ///
    /// - Complexity: O(1) without a lock.
    /// - Precondition: If the instance was released, it can be resolved again.
    @inlinable public var value: T { wrappedValue }

    /// The instance.
    @inlinable public var wrappedValue: T { lazy.kept.read(or: lazy.resolveOrEnd) }

    /// The dependency itself: `try $orders()`; after `$orders.release()` the next use resolves again.
    public var projectedValue: Lazy<T> { lazy }

    /// Returns the instance.
    ///
    /// - Throws: ``ResolutionError``, if the instance was released and cannot be resolved again.
    public func callAsFunction() throws(ResolutionError) -> T { try lazy() }
}

extension Injected: Sendable where T: Sendable {}

extension Injected: Deferred {}

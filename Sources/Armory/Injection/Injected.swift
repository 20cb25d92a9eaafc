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
///
/// The instance goes with the holder: two objects that refer to each other, one of them by an `Injected`, keep each other alive. An instance
/// that closes a cycle is kept as it was handed out; if its own injection fails, the holder keeps what was discarded.
@propertyWrapper
public struct Injected<T> {
    // Stored, so that a read is that of a stored property: a computed one would be read from a copy of the whole structure.
    /// The instance.
    public let wrappedValue: T
    @usableFromInline let origin: Container.Origin

    // Inlined, so that the client's code knows the size of the instance.
    /// Creates the dependency from an origin and resolves it now.
    ///
    /// - Precondition: The dependency can be resolved.
    ///
    /// - Parameter origin: The container, the qualifier and the arguments to resolve with.
    @inlinable
    public init(origin: Container.Origin) {
        self.origin = origin
        wrappedValue = origin.resolveOrEnd(T.self)
    }

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
        named name: RegistrationName? = nil, container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(origin: Container.Origin(named: name, container, at: CodeLocation(fileID: fileID, line: line)))
    }

    /// The instance, the same on any thread.
    ///
    /// - Complexity: O(1); it is stored in the holder.
    @inlinable public var value: T { wrappedValue }

    /// The same dependency as a ``Lazy``, a new one at each use, which has no instance yet: `try $orders()` resolves again.
    public var projectedValue: Lazy<T> { Lazy(origin: origin) }

    /// Returns the instance; it throws nothing.
    @inlinable
    public func callAsFunction() throws(ResolutionError) -> T { wrappedValue }
}

extension Injected: Sendable where T: Sendable {}

extension Injected: Deferred {}

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
/// An `Injected` of an optional type is nil if nothing is registered for the type or if its factory declines:
/// `@Injected var coupons: (any Coupons)?`.
///
/// If the holder is created in a factory, the instance comes from that factory's container, in a graph of its own. Otherwise it
/// comes from ``Container/current``. If the dependency is missing, the process ends
/// when the holder is created, with the message of the ``ResolutionError``. To check dependencies before anything is
/// created, use an initializer with parameters, which a container autowires.
///
/// The instance goes with the holder: two objects that refer to each other, one of them by an `Injected`, keep each other alive.
/// An instance that closes a cycle is kept as it was handed out; if its own injection fails, the holder keeps what was discarded.
@propertyWrapper
public struct Injected<T> {
    // Stored, so that a read is that of a stored property: a computed one would be read from a copy of the whole structure.
    /// The instance.
    public let wrappedValue: T
    @usableFromInline let origin: DeferredOrigin

    // Inlined, so that the client's code knows the size of the instance.
    @inlinable
    package init(origin: DeferredOrigin) {
        self.origin = origin
        wrappedValue = origin.resolveOrTrap(T.self)
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
        named name: RegistrationName? = nil, container: Container? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.init(origin: DeferredOrigin(named: name, container, at: CodeLocation(fileID: fileID, line: line)))
    }

    /// Creates a dependency on an instance created from arguments.
    ///
    /// - Parameters:
    ///   - first: A value of exactly the type that the registration names.
    ///   - rest: The others, in the order of the registration.
    ///   - name: The name given by ``Registration/named(_:)``; nil means the registration without a name.
    ///   - container: The container to resolve in. If nil: the present ``Container/current``.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init<First: Sendable, each Rest: Sendable>(
        arguments first: First, _ rest: repeat each Rest, named name: RegistrationName? = nil,
        container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        let all = DeferredArguments(first, repeat each rest)
        self.init(origin: DeferredOrigin(container, name?.qualifier, at: location, all))
    }

    /// The instance, the same on any thread.
    ///
    /// - Complexity: O(1); it is stored in the holder.
    @inlinable public var value: T { wrappedValue }

    /// The same dependency as a ``Lazy``, a new one at each use, which has no instance yet: `try $orders()` resolves again.
    public var projectedValue: Lazy<T> { Lazy(origin: origin) }
}

extension Injected: Sendable where T: Sendable {}

extension Injected: CustomReflectable {
    /// Shows nothing of the container.
    public var customMirror: Mirror { Mirror(opaque: self) }
}

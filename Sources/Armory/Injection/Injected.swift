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
    /// Where the instance comes from.
    @usableFromInline
    enum Content {
        /// It was resolved when the holder was created.
        case instance(T)
        /// It was released, or closed a cycle and was not finished: the next use resolves it.
        case later(Lazy<T>)
    }

    @usableFromInline var content: Content
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
        var isFinished = false
        let instance = origin.resolveOrEnd(T.self, isFinished: &isFinished)
        content = isFinished ? .instance(instance) : .later(Lazy(origin: origin))
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
        named name: Name? = nil, container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(origin: Container.Origin(named: name, container, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// The instance, the same on any thread.
    ///
    /// - Complexity: O(1); it is stored in the holder.
    /// - Precondition: If the instance was released, it can be resolved again.
    @inlinable public var value: T { wrappedValue }

    /// The instance.
    @inlinable public var wrappedValue: T {
        switch content {
        case .instance(let instance): instance
        case .later(let lazy): lazy.wrappedValue
        }
    }

    /// The dependency itself: `try $orders()`; after `$orders.release()` the next use resolves again.
    public var projectedValue: Injected {
        get { self }
        set { self = newValue }
    }

    /// Returns the instance.
    ///
    /// - Throws: ``ResolutionError``, if the instance was released and cannot be resolved again.
    @inlinable
    public func callAsFunction() throws(ResolutionError) -> T {
        switch content {
        case .instance(let instance): instance
        case .later(let lazy): try lazy()
        }
    }

    /// Whether there is an instance: false after ``release()``, until the next use.
    public var isResolved: Bool {
        switch content {
        case .instance: true
        case .later(let lazy): lazy.isResolved
        }
    }

    /// Releases the instance; the next use resolves again.
    ///
    /// Copies keep theirs.
    public mutating func release() { content = .later(Lazy(origin: origin)) }
}

extension Injected.Content: Sendable where T: Sendable {}

extension Injected: Sendable where T: Sendable {}

extension Injected: Deferred {}

/// A dependency that is resolved when its holder is made.
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
/// Where the holder is made in a factory, the instance is of that factory's container and graph. Elsewhere it is of
/// ``Container/current``. A missing dependency ends the process when the holder is made, with the message of the
/// ``ResolutionError``: an initializer with parameters, which a container autowires, has it checked before anything is made.
@propertyWrapper
public struct Injected<T> {
    private let lazy: Lazy<T>

    /// One that looks up where the origin says, now.
    ///
    /// - Precondition: It can be resolved.
    ///
    /// - Parameter origin: The container, the graph and what is asked for.
    public init(origin: Origin) {
        lazy = Lazy(origin: origin)
        _ = lazy.wrappedValue
    }

    /// One that looks up what is registered for its type, now.
    ///
    /// - Precondition: There is a container, and it can be resolved.
    ///
    /// - Parameters:
    ///   - name: The name given by ``Registration/named(_:)``; nil: what is registered without one.
    ///   - container: Where to look; nil: ``Container/current``, the one that is so now.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init(
        named name: Name? = nil, container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(name.map { Qualifier($0) }, container, SourceLocation(fileID: fileID, line: line))
    }

    /// The instance, the same on any thread.
    ///
    /// - Complexity: O(1) with a lock.
    /// - Precondition: Where it was released: it can be resolved again.
    public var value: T { wrappedValue }

    /// The instance.
    public var wrappedValue: T { lazy.wrappedValue }

    /// The dependency itself: `$orders.release()`, and the next use resolves again; `try $orders()`.
    public var projectedValue: Lazy<T> { lazy }

    /// The instance.
    ///
    /// - Throws: ``ResolutionError``, where it was released and cannot be resolved again.
    public func callAsFunction() throws(ResolutionError) -> T { try lazy() }
}

extension Injected: Sendable where T: Sendable {}

extension Injected: Deferred {}

/// A dependency that may be missing; it is resolved when its holder is created.
///
/// ```swift
/// final class Checkout: Sendable {
///     let coupons = OptionalInjected<any Coupons>()   // read as coupons.value
/// }
///
/// struct Cart {
///     @OptionalInjected var coupons: (any Coupons)?   // the same as a property wrapper
/// }
/// ```
///
/// It is nil if nothing is registered for the type or if its factory declines. If the type is registered and its
/// instance cannot be created, the process ends, as for ``Injected``.
@propertyWrapper
public struct OptionalInjected<T> {
    private let lazy: Lazy<T?>

    /// Creates the dependency from an origin and resolves it now.
    ///
    /// - Precondition: The dependency can be resolved, or is missing.
    ///
    /// - Parameter origin: The container, the graph, the qualifier and the arguments to resolve with.
    public init(origin: Container.Origin) {
        lazy = Lazy(origin: origin)
        _ = lazy.wrappedValue
    }

    /// Creates a dependency on the instance registered for the type and resolves it now.
    ///
    /// - Precondition: There is a container, and the dependency can be resolved, or is missing.
    ///
    /// - Parameters:
    ///   - name: The name given by ``Registration/named(_:)``; nil means the registration without a name.
    ///   - container: The container to resolve in; nil means the present ``Container/current``.
    ///   - fileID: The file, for errors.
    ///   - line: The line, for errors.
    public init(
        named name: Name? = nil, container: Container? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(name.map { Qualifier($0) }, container, SourceLocation(fileID: fileID, line: line))
    }

    /// The instance, or nil if there is none; the same on any thread.
    ///
    /// - Complexity: O(1) with a lock.
    /// - Precondition: If the instance was released, it can be resolved again, or is missing.
    public var value: T? { wrappedValue }

    /// The instance, or nil if there is none.
    public var wrappedValue: T? { lazy.wrappedValue }

    /// The dependency itself: `try $coupons()`; after `$coupons.release()` the next use resolves again.
    public var projectedValue: Lazy<T?> { lazy }

    /// Returns the instance, or nil if there is none.
    ///
    /// - Throws: ``ResolutionError``, if the instance was released and cannot be resolved again.
    public func callAsFunction() throws(ResolutionError) -> T? { try lazy() }
}

extension OptionalInjected: Sendable where T: Sendable {}

extension OptionalInjected: Deferred {}

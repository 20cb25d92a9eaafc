/// A dependency that may be missing; it is resolved when its holder is made.
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
/// It is nil where nothing is registered for the type or its factory declines. What is registered and cannot be made ends the
/// process, as for ``Injected``.
@propertyWrapper
public struct OptionalInjected<T> {
    private let lazy: Lazy<T?>

    /// One that looks up where the origin says, now.
    ///
    /// - Precondition: It can be resolved, or is missing.
    ///
    /// - Parameter origin: The container, the graph and what is asked for.
    public init(origin: Origin) {
        lazy = Lazy(origin: origin)
        _ = lazy.wrappedValue
    }

    /// One that looks up what is registered for its type, now.
    ///
    /// - Precondition: There is a container, and it can be resolved, or is missing.
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

    /// The instance, or nil where there is none; the same on any thread.
    ///
    /// - Complexity: O(1) with a lock.
    /// - Precondition: Where it was released: it can be resolved again, or is missing.
    public var value: T? { wrappedValue }

    /// The instance, or nil where there is none.
    public var wrappedValue: T? { lazy.wrappedValue }

    /// The dependency itself: `$coupons.release()`, and the next use looks again; `try $coupons()`.
    public var projectedValue: Lazy<T?> { lazy }

    /// The instance, or nil where there is none.
    ///
    /// - Throws: ``ResolutionError``, where it was released and cannot be resolved again.
    public func callAsFunction() throws(ResolutionError) -> T? { try lazy() }
}

extension OptionalInjected: Sendable where T: Sendable {}

extension OptionalInjected: Deferred {}

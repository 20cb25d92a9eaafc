/// Resolves the dependencies of a factory.
///
/// A factory gets the resolver of the container that the instance is made in. A resolve through it, or through any
/// container from inside a factory, joins the resolution that is running on the thread.
///
/// ```swift
/// Transient { OrderService(orders: try $0()) }     // short for try $0.resolve()
/// ```
///
/// A resolver keeps its container alive. Do not store one in an instance that the container keeps: they would keep each
/// other alive.
public struct Resolver: Sendable {
    /// The container, of a type that registrations need not know.
    @usableFromInline let owner: any AnyObject & Sendable

    @inlinable
    @inline(__always)
    init(owner: any AnyObject & Sendable) {
        self.owner = owner
    }
}

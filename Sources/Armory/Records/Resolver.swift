/// What a factory asks for its dependencies.
///
/// A factory is given a resolver that stands for the container the instance is made in. Resolving through it, or
/// through any container from inside a factory, joins the resolution that is running on the thread.
///
/// ```swift
/// Transient { OrderService(orders: try $0()) }     // short for try $0.resolve()
/// ```
///
/// A resolver keeps its container alive. Do not store one in an instance that the container keeps: they would
/// hold each other.
public struct Resolver: Sendable {
    /// The container, of a type that registrations need not know.
    @usableFromInline let owner: any AnyObject & Sendable

    @inlinable
    @inline(__always)
    init(owner: any AnyObject & Sendable) {
        self.owner = owner
    }
}

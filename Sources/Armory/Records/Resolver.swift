/// Resolves the dependencies of a factory.
///
/// A factory gets the resolver of the container that the instance is created in. A resolve through it joins the
/// resolution that is running on the thread: it may return an object of the running graph that other objects hold too.
///
/// ```swift
/// Transient { OrderService(orders: try $0()) }     // short for try $0.resolve()
/// ```
///
/// Objects of one graph may share objects that are not `Sendable`. So a resolver is neither `Sendable` nor escapable.
/// A closure that outlives the factory cannot store or capture it, and the compiler knows that its results belong to
/// the task of the factory. To create an object for an actor or another task, use ``resolveInNewGraph(_:)``. To
/// resolve later, take a ``Lazy`` or a ``Provider``.
public struct Resolver: ~Escapable {
    /// The container, of a type that registrations need not know.
    @usableFromInline let owner: any AnyObject & Sendable

    // Nothing limits the lifetime: the resolver keeps its container alive. A factory cannot let it escape all the same.
    @inlinable
    @inline(__always)
    @_lifetime(immortal)
    init(owner: any AnyObject & Sendable) {
        self.owner = owner
    }
}

@available(*, unavailable, message: "It resolves objects of the graph that its factory belongs to.")
extension Resolver: Sendable {}

/// A registration that a container has found in another container.
package struct ObservedResolve: Sendable {
    /// The keys that were asked for, outermost first; the last one is the key of the registration that was found.
    package let path: [ServiceKey]
    /// Whether the registration overrides another one; false for a type that no registration names.
    package let isOverride: Bool
    /// Whether it is a further type of an instance; the instance's own type is asked for next.
    package let isAlias: Bool

    package var key: ServiceKey { path[path.count - 1] }
}

/// Watches the resolves in a container that was derived for a test.
///
/// Called on the thread that resolves, with no lock held.
package protocol ResolutionObserver: Sendable {
    /// Whether the container creates every instance anew, so that the resolves of its dependencies are watched too.
    var sharesNothing: Bool { get }

    /// Whether the resolve may go on.
    func mayResolve(_ resolve: ObservedResolve) -> Bool

    /// Whether the container's start may create an instance that no code of the test has asked for.
    func mayStart(_ resolve: ObservedResolve) -> Bool

    /// Receives the error that a refused resolve throws.
    ///
    /// A resolve of a ``Resolvable`` type that never fails cannot throw: it goes on.
    func wasRefused(_ error: ResolutionError)

    /// Receives an object that the container or a descendant has created, now or before.
    func wasMade(_ object: AnyObject, _ key: ServiceKey)
}

extension ResolutionObserver {
    package var sharesNothing: Bool { false }
    package func mayResolve(_ resolve: ObservedResolve) -> Bool { true }
    package func mayStart(_ resolve: ObservedResolve) -> Bool { true }
    package func wasRefused(_ error: ResolutionError) {}
    package func wasMade(_ object: AnyObject, _ key: ServiceKey) {}
}

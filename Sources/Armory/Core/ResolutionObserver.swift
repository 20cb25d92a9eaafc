/// One registration that a container has found in another one.
package struct ObservedResolve: Sendable {
    /// What was asked for, outermost first; the last one is what was found.
    package let path: [ServiceKey]
    /// Whether the registration is one that overrides: not one that nobody has registered.
    package let isOverride: Bool
    /// Whether it is a further type of an instance, which is asked for next.
    package let isAlias: Bool

    package var key: ServiceKey { path[path.count - 1] }
}

/// Watches what is resolved in a container that was derived for a test.
///
/// Called on the thread that resolves, with no lock held.
package protocol ResolutionObserver: Sendable {
    /// Whether every instance is made anew, so that all that it needs is watched too.
    var sharesNothing: Bool { get }

    /// Whether the resolve may go on.
    func mayResolve(_ resolve: ObservedResolve) -> Bool

    /// Told of the error that a refused resolve throws.
    ///
    /// A resolve of a ``Resolvable`` type that never fails cannot throw: it goes on.
    func wasRefused(_ error: ResolutionError)

    /// Told of an object that the container or one below it has made, or has had made before.
    func wasMade(_ object: AnyObject, _ key: ServiceKey)
}

extension ResolutionObserver {
    package var sharesNothing: Bool { false }
    package func mayResolve(_ resolve: ObservedResolve) -> Bool { true }
    package func wasRefused(_ error: ResolutionError) {}
    package func wasMade(_ object: AnyObject, _ key: ServiceKey) {}
}

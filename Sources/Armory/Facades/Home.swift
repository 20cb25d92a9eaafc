/// Leads from a container to the object that stands for it in a library with its own API.
///
/// The library registers a home in each of its containers, so that a factory finds the object that belongs to the
/// factory's resolver: that of the container which is asked, or of the one that keeps the instance.
package final class Home<Owner: AnyObject>: @unchecked Sendable {  // `current` is guarded by `lock`.
    private let lock = Lock()
    /// Weak: the owner holds the container, which holds the home.
    private weak var current: Owner?

    package init() {}

    /// The owner; nil: it is gone, but something else, such as a lazy instance, still uses the container.
    package var owner: Owner? {
        get { lock.withLock { current } }
        set { lock.withLock { current = newValue } }
    }

    /// The home of a resolver's container, or of its nearest ancestor with one.
    package static func of(_ resolver: Resolver) throws(ResolutionError) -> Home { try resolver.resolve(Home.self) }
}

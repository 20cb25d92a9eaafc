/// Leads from a container to the object that stands for it in a library with its own API.
///
/// A container's configuration has the home, so scopes, copies and derived containers have it too: see
/// ``Container/Configuration``. A factory finds the object by its resolver.
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

    /// The home of a resolver's container, or of its nearest ancestor with one; nil: none of them has one.
    package static func of(_ resolver: borrowing Resolver) -> Home? { of(resolver.base) }

    /// The home of a container, or of its nearest ancestor with one; nil: none of them has one.
    package static func of(_ container: Container) -> Home? {
        if let home = container.configuration.home as? Home { return home }
        return container.ancestors.lazy.compactMap { $0.configuration.home as? Home }.first
    }
}

extension Container.Configuration {
    /// The configuration of a container whose registrations are those of a library with its own API.
    ///
    /// The last registration of a key wins. Waiting has no limit: a factory may take long, and the engine detects deadlocks
    /// without a limit. Types do not register themselves.
    ///
    /// - Parameters:
    ///   - home: Leads to the library's object; nil: its factories do not need it.
    ///   - subscribers: Receive the events.
    package static func ofLibrary(
        home: (any AnyObject & Sendable)? = nil, subscribers: [any EventSubscriber] = []
    ) -> Self {
        var configuration = Self(
            duplicates: .replace, waitLimit: nil, justInTime: false, subscribers: subscribers)
        configuration.home = home
        return configuration
    }
}

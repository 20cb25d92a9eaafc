internal import ArmoryCore
internal import ArmoryRegistry

/// A policy for how long services live and who shares them.
public protocol ResolverScopeType: AnyObject {
    /// Returns the service of a registration: the cached one or a new one.
    func resolve<Service>(registration: ResolverRegistration<Service>, resolver: Resolver, args: Any?) -> Service?
    /// Discards the cached services.
    func reset()
}

/// A scope, which decides how long services live and who shares them.
///
/// An instance of exactly this class, such as `unique`, caches nothing.
///
/// The named scopes below cache a service in the resolver that has its registration, so two resolvers share no service.
/// A scope that a user creates has a separate store, which all resolvers that register services in the scope share.
public class ResolverScope: ResolverScopeType, @unchecked Sendable {  // `holders` is guarded.
    /// A scope that caches services until it is reset.
    public static let application = ResolverScopeCache(.singleton)
    /// A scope that caches services in the ``Resolver/cache`` of the resolver that is asked.
    public static let container = ResolverScopeContainer()
    /// A scope that caches services until it is reset.
    public static let cached = ResolverScopeCache(.singleton)
    /// A scope that shares objects, not values, within one outermost resolve; the default.
    public static let graph = ResolverScopeGraph(.graph)
    /// A scope that shares an object, not a value, while a strong reference to it exists.
    public static let shared = ResolverScopeShare(.shared)
    /// A scope that creates a new service at every resolve.
    public static let unique = ResolverScope()

    /// The lifetime of services that are cached with their registrations; nil if they are cached in a store.
    let lifetime: Lifetime?
    /// Services whose registrations no resolver has, and all services of a scope that a user creates.
    fileprivate let store: ScopeStore
    /// The registries that may have registrations of the scope, if these cache services.
    private let holders = Guarded(Holders())

    private struct Holders {
        var list: [Holder] = []
        /// How long the list may grow before it is compacted.
        var limit = 16

        /// Leaves each registry once, without those that are gone, and returns them: they are released after the lock.
        mutating func compact() -> [Registry] {
            var seen: Set<ObjectIdentifier> = []
            let registries = list.compactMap(\.registry).filter { seen.insert(ObjectIdentifier($0)).inserted }
            list = registries.map { Holder(registry: $0) }
            limit = max(16, 2 * list.count)
            return registries
        }
    }

    private struct Holder {
        weak let registry: Registry?
    }

    init(_ lifetime: Lifetime?, storing storedLifetime: Lifetime) {
        self.lifetime = lifetime
        store = ScopeStore(lifetime: storedLifetime)
    }

    /// Creates a scope that caches nothing.
    public init() {
        lifetime = .transient
        store = ScopeStore(lifetime: .transient)
    }

    /// The store for services that are not cached with their registrations.
    ///
    /// - Parameter resolver: The resolver that is asked.
    func store(for resolver: Resolver) -> ScopeStore { store }

    /// Returns the service of a registration, cached or new, or nil if its factory declines.
    public func resolve<Service>(
        registration: ResolverRegistration<Service>, resolver: Resolver, args: Any?
    ) -> Service? {
        let recipe = registration.current
        do throws(ResolutionError) {
            if recipe.scope === self, let owner = recipe.owner, recipe.isCurrent {
                return try owner.ownService(recipe, for: resolver, args)
            }
            // No resolver has this registration in this scope.
            let copy = recipe.changed { $0.owner = AnyRecipe.Owner() }
            return try store(for: resolver).resolve(copy, nil, for: resolver, args)
        } catch {
            if error.code == .declined { return nil }
            Process.end(error)
        }
    }

    /// Discards the cached services; the next resolve creates new ones.
    ///
    /// Any thread may call this method. A service that is being created meanwhile goes to its caller and is not cached.
    public func reset() {
        for registry in holders.withLock({ $0.compact() }) {
            registry.forget { unsafe unsafeDowncast($0, to: AnyRecipe.self).scope === self }
        }
        store.registry.removeAll()
    }

    /// Records a registry that caches services of the scope.
    func note(_ registry: Registry) {
        guard lifetime == .singleton || lifetime == .shared else { return }
        let known = holders.withLock { holders in
            defer { holders.list.append(Holder(registry: registry)) }
            return holders.list.count < holders.limit ? [] : holders.compact()
        }
        withExtendedLifetime(known) {}
    }
}

/// A scope that creates a new service at every resolve.
public typealias ResolverScopeUnique = ResolverScope

/// A scope that caches services until it is reset.
///
/// A scope that a user creates has a separate store, which resolvers share.
public final class ResolverScopeCache: ResolverScope, @unchecked Sendable {
    /// Creates a scope with a separate store.
    override public init() { super.init(nil, storing: .singleton) }

    fileprivate init(_ lifetime: Lifetime) { super.init(lifetime, storing: .singleton) }
}

/// A scope that caches services weakly.
///
/// A scope that a user creates has a separate store, which resolvers share.
public final class ResolverScopeShare: ResolverScope, @unchecked Sendable {
    /// Creates a scope with a separate store.
    override public init() { super.init(nil, storing: .shared) }

    fileprivate init(_ lifetime: Lifetime) { super.init(lifetime, storing: .shared) }
}

/// A scope that shares objects within one outermost resolve.
///
/// A scope that a user creates has a separate store, which resolvers share.
public final class ResolverScopeGraph: ResolverScope, @unchecked Sendable {
    /// Creates a scope with a separate store.
    override public init() { super.init(nil, storing: .graph) }

    fileprivate init(_ lifetime: Lifetime) { super.init(lifetime, storing: .graph) }
}

/// A scope that caches services in the ``Resolver/cache`` of the resolver that is asked.
public final class ResolverScopeContainer: ResolverScope, @unchecked Sendable {
    /// Creates a scope that behaves like `container`.
    override public init() { super.init(nil, storing: .singleton) }

    override func store(for resolver: Resolver) -> ScopeStore { resolver.cache.store }
}

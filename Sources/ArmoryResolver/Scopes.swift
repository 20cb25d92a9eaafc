internal import Armory

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
public class ResolverScope: ResolverScopeType, @unchecked Sendable {  // `holders` is guarded by `lock`.
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

    /// The lifetime of services that the engine caches with their registrations; nil if they are cached elsewhere.
    let lifetime: Lifetime?
    /// The lifetime of services in the scope's own store.
    private let storedLifetime: Lifetime
    private let store = Container(configuration: .init(justInTime: false))
    private let lock = Lock()
    private var holders: [Holder] = []

    private struct Holder {
        weak var container: Container?
    }

    init(_ lifetime: Lifetime?, storing storedLifetime: Lifetime) {
        self.lifetime = lifetime
        self.storedLifetime = storedLifetime
    }

    /// Creates a scope that caches nothing.
    public init() {
        lifetime = .transient
        storedLifetime = .transient
    }

    /// Returns the service of a registration, cached or new, or nil if its factory declines.
    public func resolve<Service>(
        registration: ResolverRegistration<Service>, resolver: Resolver, args: Any?
    ) -> Service? {
        let recipe = registration.current
        return done { () throws(ResolutionError) in
            if recipe.scope === self, let owner = recipe.owner, recipe.isCurrent {
                return try owner.container.obtain(Service.self, recipe.traits.name, for: resolver, args)
            }
            // No resolver has this registration in this scope.
            return try obtain(recipe.changed { $0.owner = WeakReference(nil) }, for: resolver, args)
        }
    }

    /// Discards the cached services; the next resolve creates new ones.
    ///
    /// Any thread may call this method. A service that is being created meanwhile goes to its caller and is not cached.
    public func reset() {
        guard storedLifetime.sharesInstances else { return }
        for container in lock.withLock({ holders.compactMap(\.container) }) {
            container.forget { unsafe unsafeDowncast($0, to: AnyRecipe.self).scope === self }
        }
        done { () throws(ResolutionError) in try store.reset() }
    }

    /// Records a container that caches services of the scope.
    func note(_ container: Container) {
        guard lifetime?.sharesInstances == true else { return }
        let noted = lock.withLock {
            let noted = holders.compactMap(\.container)
            if noted.count < holders.count { holders = noted.map { Holder(container: $0) } }
            if !noted.contains(where: { $0 === container }) { holders.append(Holder(container: container)) }
            return noted
        }
        // Released outside the lock: releasing the last reference may run a user's `deinit`.
        withExtendedLifetime(noted) {}
    }

    /// Returns the service of a recipe if the resolver's container does not cache it.
    func obtain<Service>(
        _ recipe: Recipe<Service>, for resolver: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        try obtainStored(recipe, for: resolver, args)
    }

    /// Returns the service under the recipe's key in the scope's own store, or lets the recipe create one.
    final func obtainStored<Service>(
        _ recipe: Recipe<Service>, for resolver: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        if storedLifetime == .transient { return recipe.instance(for: resolver, args) }
        let registration = recipe.registration(storedLifetime, RecipeSource(recipe))
        let (isThere, companion) = store.companion(of: Service.self, named: recipe.traits.name?.key)
        if !isThere {
            do throws(ResolutionError) {
                try store.register(registration)
            } catch  where error.code == .duplicate {
                // Another thread has registered it first.
            }
        } else if let companion, unsafe unsafeDowncast(companion, to: RecipeSource.self).isOutdated {
            // The service was registered again, so it is created anew.
            _ = try store.replace(companion, by: registration)
        }
        do throws(ResolutionError) {
            return try store.obtain(recipe, for: resolver, args)
        } catch {
            // Factories do not throw, so this error means that the service was registered again meanwhile.
            guard error.code == .factoryFailed, let owner = recipe.owner else { throw error }
            return try owner.container.obtain(Service.self, recipe.traits.name, for: resolver, args)
        }
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

    override func obtain<Service>(
        _ recipe: Recipe<Service>, for resolver: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        try resolver.cache.obtainStored(recipe, for: resolver, args)
    }
}

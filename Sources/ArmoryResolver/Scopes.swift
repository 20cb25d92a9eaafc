internal import Armory

/// How long services live and who shares them.
public protocol ResolverScopeType: AnyObject {
    /// The service of a registration: the one that is kept, or a new one.
    func resolve<Service>(registration: ResolverRegistration<Service>, resolver: Resolver, args: Any?) -> Service?
    /// Forgets what is kept.
    func reset()
}

/// A scope: how long services live and who shares them.
///
/// One of this very class is `unique`, which keeps nothing.
///
/// The scopes that have a name here keep a service with the resolver that has its registration: two resolvers share none. One
/// that a user makes has a store of its own, and resolvers that register in it share what is in there.
public class ResolverScope: ResolverScopeType, @unchecked Sendable {  // `holders` is guarded by `lock`.
    /// Kept until it is reset.
    public static let application = ResolverScopeCache(.singleton)
    /// Kept in the ``Resolver/cache`` of the resolver that is asked.
    public static let container = ResolverScopeContainer()
    /// Kept until it is reset.
    public static let cached = ResolverScopeCache(.singleton)
    /// Shared by all that is made in one outermost resolve, where it is an object: the default.
    public static let graph = ResolverScopeGraph()
    /// Shared as long as somebody holds it, where it is an object.
    public static let shared = ResolverScopeShare(.shared)
    /// Made anew at every resolve.
    public static let unique = ResolverScope()

    /// How the engine keeps services with their registrations; nil: they are kept elsewhere.
    let lifetime: Lifetime?
    /// How they are kept in the scope's own store.
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

    /// A scope that keeps nothing.
    public init() {
        lifetime = .transient
        storedLifetime = .transient
    }

    /// The service of a registration: the one that is kept, or a new one; nil where its factory declines.
    public func resolve<Service>(
        registration: ResolverRegistration<Service>, resolver: Resolver, args: Any?
    ) -> Service? {
        let recipe = registration.current
        return done { () throws(ResolutionError) in
            if recipe.scope === self, let owner = recipe.owner, recipe.isCurrent {
                return try owner.obtain(Service.self, recipe.traits.name, for: resolver, args)
            }
            // One that is in no resolver.
            return try obtain(recipe.changed { $0.owner = nil }, for: resolver, args)
        }
    }

    /// Forgets what is kept; the next resolve makes it anew.
    ///
    /// Any thread may call it. What is being made meanwhile goes to who asked for it, and is not kept.
    public func reset() {
        guard storedLifetime == .singleton || storedLifetime == .shared else { return }
        for container in lock.withLock({ holders.compactMap(\.container) }) {
            container.forget { unsafe unsafeDowncast($0, to: AnyRecipe.self).scope === self }
        }
        done { () throws(ResolutionError) in try store.reset() }
    }

    /// Notes a container that keeps services of the scope.
    func note(_ container: Container) {
        guard lifetime == .singleton || lifetime == .shared else { return }
        let noted = lock.withLock {
            let noted = holders.compactMap(\.container)
            if noted.count < holders.count { holders = noted.map { Holder(container: $0) } }
            if !noted.contains(where: { $0 === container }) { holders.append(Holder(container: container)) }
            return noted
        }
        // Let go outside of the lock: with the last one a `deinit` of the user's.
        withExtendedLifetime(noted) {}
    }

    /// The service of a recipe that the resolver's container does not keep.
    func obtain<Service>(
        _ recipe: Recipe<Service>, for resolver: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        try obtainStored(recipe, for: resolver, args)
    }

    /// The service that the scope's own store has under the recipe's key, or one that the recipe makes.
    final func obtainStored<Service>(
        _ recipe: Recipe<Service>, for resolver: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        if storedLifetime == .transient { return recipe.instance(for: resolver, args) }
        let registration = recipe.registration(storedLifetime, Origin(recipe))
        let (isThere, companion) = store.companion(of: Service.self, named: recipe.traits.name?.key)
        if !isThere {
            do throws(ResolutionError) {
                try store.register(registration)
            } catch  where error.code == .duplicate {
                // Another thread was first.
            }
        } else if let companion, unsafe unsafeDowncast(companion, to: Origin.self).isOutdated {
            // What was registered again is made anew.
            _ = try store.replace(companion, by: registration)
        }
        do throws(ResolutionError) {
            return try store.obtain(recipe, for: resolver, args)
        } catch {
            // Nothing else throws in there: it was registered again meanwhile.
            guard error.code == .factoryFailed, let owner = recipe.owner else { throw error }
            return try owner.obtain(Service.self, recipe.traits.name, for: resolver, args)
        }
    }
}

/// Made anew at every resolve.
public typealias ResolverScopeUnique = ResolverScope

/// Keeps services until it is reset; one that a user makes is a store of its own, which resolvers share.
public final class ResolverScopeCache: ResolverScope, @unchecked Sendable {
    /// A store of its own.
    override public init() { super.init(nil, storing: .singleton) }

    fileprivate init(_ lifetime: Lifetime) { super.init(lifetime, storing: .singleton) }
}

/// Keeps services weakly; one that a user makes is a store of its own, which resolvers share.
public final class ResolverScopeShare: ResolverScope, @unchecked Sendable {
    /// A store of its own.
    override public init() { super.init(nil, storing: .shared) }

    fileprivate init(_ lifetime: Lifetime) { super.init(lifetime, storing: .shared) }
}

/// Shares objects in one outermost resolve.
public final class ResolverScopeGraph: ResolverScope, @unchecked Sendable {
    /// A scope as `graph`.
    override public init() { super.init(.graph, storing: .graph) }
}

/// Has the ``Resolver/cache`` of the resolver that is asked keep the services.
public final class ResolverScopeContainer: ResolverScope, @unchecked Sendable {
    /// A scope as `container`.
    override public init() { super.init(nil, storing: .singleton) }

    override func obtain<Service>(
        _ recipe: Recipe<Service>, for resolver: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        try resolver.cache.obtainStored(recipe, for: resolver, args)
    }
}

// A recipe says how to create an instance; the engine stores it with the registration. It is immutable: changing a
// registration gives it another recipe.

internal import Armory
internal import Synchronization

/// The part of a recipe that does not depend on the type.
@usableFromInline
class AnyRecipe: @unchecked Sendable {  // Immutable; the user promises that any thread may call the closures.
    let traits: Traits

    /// The properties of a registration except its closures.
    struct Traits {
        let type: any Any.Type
        let name: Resolver.Name?
        let location: SourceLocation
        /// The same in all recipes of one registration, and in no others.
        let number = AnyRecipe.nextNumber()
        /// The resolver that has the registration.
        var owner: WeakReference<Resolver>
        var scope: ResolverScope
    }

    /// Guards the current recipe of every `ResolverRegistration`: one lock for all, because resolving does not need it.
    static let registrationsLock = Lock()
    private static let count = Atomic<UInt>(0)

    // Relaxed: the number is all that matters.
    private static func nextNumber() -> UInt { count.wrappingAdd(1, ordering: .relaxed).newValue }

    init(_ traits: consuming Traits) { self.traits = traits }

    var scope: ResolverScope { traits.scope }
    var owner: Resolver? { traits.owner.object }

    /// Whether its resolver has this recipe now.
    var isCurrent: Bool {
        owner?.container.companion(of: traits.type, named: traits.name?.key).companion === self
    }
}

/// The source of a service in a scope's store: the recipe, and the resolver that owns the recipe.
///
/// Both references are weak, because the recipe and the resolver hold the scope.
final class RecipeSource: @unchecked Sendable {  // Guarded by `lock`.
    private let lock = Lock()
    private weak var recipe: AnyRecipe?
    private var owner = WeakReference<Resolver>(nil)

    init(_ recipe: AnyRecipe) { set(recipe) }

    /// Whether the recipe is no longer registered with its owner.
    var isOutdated: Bool {
        let (recipe, owner) = lock.withLock { (self.recipe, self.owner) }
        return owner.object != nil && recipe?.isCurrent != true
    }

    /// Makes a recipe the source of the service that it is about to create.
    ///
    /// Sets the recipe before checking it. If a thread registers another recipe and reads this source before the recipe
    /// is set, then its registration precedes the check, which throws.
    func claim(_ recipe: AnyRecipe) throws {
        set(recipe)
        guard recipe.owner == nil || recipe.isCurrent else { throw RegisteredAgain() }
    }

    private func set(_ recipe: AnyRecipe) {
        lock.withLock {
            self.recipe = recipe
            owner = recipe.traits.owner
        }
    }
}

private struct RegisteredAgain: Error {}

/// A recipe for the services of one type.
@usableFromInline
final class Recipe<Service>: AnyRecipe, @unchecked Sendable {  // As `AnyRecipe`.
    @usableFromInline let factory: ResolverFactoryAnyArguments<Service>
    /// Completes the service from the factory; other services of the graph may receive the service meanwhile.
    @usableFromInline let completion: ((Resolver, Service, Any?) -> Void)?
    /// Whether the running graph shares the instance, if it is an object.
    @usableFromInline let isOfGraph: Bool

    /// Whether a scope's store caches the instance, so that every resolve looks there.
    @usableFromInline let isElsewhere: Bool

    init(
        _ traits: consuming Traits, completion: ((Resolver, Service, Any?) -> Void)? = nil,
        factory: @escaping ResolverFactoryAnyArguments<Service>
    ) {
        self.factory = factory
        self.completion = completion
        isElsewhere = traits.scope.lifetime == nil
        isOfGraph = traits.scope.lifetime == .graph && Self.mayBeObject
        super.init(traits)
    }

    /// Returns a copy with changed traits.
    func changed(_ change: (inout Traits) -> Void) -> Recipe {
        var traits = traits
        change(&traits)
        return Recipe(traits, completion: completion, factory: factory)
    }

    private static var mayBeObject: Bool { Service.self is AnyObject.Type || TypeName.isExistential(Service.self) }

    /// Returns the registration for the engine's table, in the resolver's container or in a scope's store.
    ///
    /// The lifetimes `graph` and `shared` share objects only, so a type that is never an object becomes transient.
    func registration(_ lifetime: Lifetime, _ companion: some AnyObject & Sendable) -> Companioned<Service> {
        let isKept = lifetime != .graph && lifetime != .shared || Self.mayBeObject
        return Companioned(
            isKept ? lifetime : .transient, named: traits.name?.key, at: traits.location, companion,
            isCompleted: completion != nil && lifetime == .graph && isKept)
    }

    /// The registration for the resolver's container; transient if a scope's store caches the service.
    var registration: Companioned<Service> { registration(scope.lifetime ?? .transient, self) }

    /// Returns an instance by the fast way; the registration must be on the resolution path.
    @inlinable
    @inline(__always)
    func make(_ resolver: Resolver, _ args: Any?) -> Service? {
        if isElsewhere { return fetch(resolver, args) }
        guard let service = factory(resolver, args) else { return nil }
        if isOfGraph && (Service.self is AnyObject.Type || type(of: service as Any) is AnyObject.Type) {
            let room = unsafe Resolver.roomInGraph(for: Service.self)
            unsafe room.initializeMemory(as: Service.self, to: service)
        }
        if let completion { completion(resolver, service, args) }
        return service
    }

    /// Returns the factory with which the engine creates an instance by the slow way.
    func making(
        _ resolver: Resolver, _ args: Any?, _ made: Made<Service>, for source: RecipeSource? = nil
    ) -> CallerFactory<Service> {
        let completion = completion.map { body in { (service: inout Service) in body(resolver, service, args) } }
        return CallerFactory(isRepeatable: args != nil, injection: completion) {
            try source?.claim(self)
            guard let service = self.factory(resolver, args) else { throw Declined() }
            made.service = service
            made.recipe = self
            return service
        }
    }

    /// Creates an instance that is neither cached nor shared.
    func instance(for resolver: Resolver, _ args: Any?) -> Service? {
        guard let service = factory(resolver, args) else { return nil }
        completion?(resolver, service, args)
        return service
    }

    /// Returns the instance from a scope's store.
    @usableFromInline
    @inline(never)
    func fetch(_ resolver: Resolver, _ args: Any?) -> Service? {
        done { () throws(ResolutionError) in try scope.obtain(self, for: resolver, args) }
    }

    /// Returns the factory with which the engine gets the instance from a scope's store by the slow way.
    func fetching(_ resolver: Resolver, _ args: Any?) -> CallerFactory<Service> {
        CallerFactory(isRepeatable: true) {
            guard let service = try self.scope.obtain(self, for: resolver, args) else { throw Declined() }
            return service
        }
    }
}

/// Holds the service that a recipe's factory has returned, in case the engine does not keep it.
final class Made<Service> {
    var service: Service?
    var recipe: Recipe<Service>?
}

extension Container {
    /// Returns the service of a recipe that this container or a scope's store has; nil if there is none, or if the
    /// factory declines.
    ///
    /// - Parameter making: Returns the factory of a companion's recipe.
    private func obtain<Service>(
        _ name: Resolver.Name?, for resolver: Resolver, _ args: Any?,
        by making: (AnyObject, Made<Service>) -> CallerFactory<Service>
    ) throws(ResolutionError) -> Service? {
        let made = Made<Service>()
        do throws(ResolutionError) {
            return try resolve(Service.self, named: name?.key) { making($0, made) }
        } catch {
            if error.code == .declined { return nil }
            // Values are not shared: the service of a protocol type that is a value is completed here.
            guard error.code == .valueTypeShared, let service = made.service else { throw error }
            made.recipe?.completion?(resolver, service, args)
            return service
        }
    }

    /// Returns the service of a resolver's own registration.
    func obtain<Service>(
        _ type: Service.Type, _ name: Resolver.Name?, for resolver: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        try obtain(name, for: resolver, args) { companion, made in
            let recipe = unsafe unsafeDowncast(companion, to: Recipe<Service>.self)
            return recipe.isElsewhere ? recipe.fetching(resolver, args) : recipe.making(resolver, args, made)
        }
    }

    /// Returns the service under the recipe's key in a scope's store, or lets the recipe create it.
    func obtain<Service>(
        _ recipe: Recipe<Service>, for resolver: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        try obtain(recipe.traits.name, for: resolver, args) { source, made in
            recipe.making(resolver, args, made, for: unsafe unsafeDowncast(source, to: RecipeSource.self))
        }
    }
}

// What the engine keeps with a registration: how an instance is made, immutable. A registration that is changed has another.

internal import Armory

/// Its part that does not depend on the type.
@usableFromInline
class AnyRecipe: @unchecked Sendable {  // Immutable; the closures are called on every thread, on the user's word.
    let traits: Traits

    /// What is said of a registration beside its closures.
    struct Traits {
        let type: any Any.Type
        let name: Resolver.Name?
        let location: SourceLocation
        /// The same in all recipes of one registration.
        let identity = Identity()
        /// Where it is registered.
        weak var owner: Resolver?
        var scope: ResolverScope
    }

    final class Identity: Sendable {}

    init(_ traits: Traits) { self.traits = traits }

    var scope: ResolverScope { traits.scope }
    var owner: Resolver? { traits.owner }

    /// Whether it is what its resolver has.
    var isCurrent: Bool {
        owner?.container.companion(of: traits.type, named: traits.name?.key).companion === self
    }
}

/// What a scope's store keeps with a service: whose it is.
///
/// It holds neither: a scope does not hold those that hold it.
final class Origin: @unchecked Sendable {  // Guarded by `lock`.
    private let lock = Lock()
    private weak var recipe: AnyRecipe?
    private weak var owner: Resolver?

    init(_ recipe: AnyRecipe) { set(recipe) }

    /// Whether something else is registered instead.
    var isOutdated: Bool {
        let (recipe, owner): (AnyRecipe?, Resolver?) = lock.withLock { (self.recipe, self.owner) }
        return owner != nil && recipe?.isCurrent != true
    }

    /// Has the service be the recipe's, who makes it now.
    ///
    /// Noted first: who registers another and looks here before that, does so before the recipe is looked at.
    func claim(_ recipe: AnyRecipe) throws {
        set(recipe)
        guard recipe.owner == nil || recipe.isCurrent else { throw RegisteredAgain() }
    }

    private func set(_ recipe: AnyRecipe) {
        let owner = recipe.owner
        lock.withLock {
            self.recipe = recipe
            self.owner = owner
        }
        // Let go outside of the lock: the last one may be here.
        withExtendedLifetime(owner) {}
    }
}

private struct RegisteredAgain: Error {}

/// How a service is made.
@usableFromInline
final class Recipe<Service>: AnyRecipe, @unchecked Sendable {  // As `AnyRecipe`.
    @usableFromInline let factory: ResolverFactoryAnyArguments<Service>
    /// Completes what the factory made, which others of the graph may be given meanwhile.
    @usableFromInline let completion: ((Resolver, Service, Any?) -> Void)?
    /// Whether the running graph has the instance, if it is an object.
    @usableFromInline let isOfGraph: Bool

    /// Whether the instance is kept in a scope's store, where it is looked for at every resolve.
    @usableFromInline let isElsewhere: Bool

    init(
        _ traits: Traits, completion: ((Resolver, Service, Any?) -> Void)? = nil,
        factory: @escaping ResolverFactoryAnyArguments<Service>
    ) {
        self.factory = factory
        self.completion = completion
        isElsewhere = traits.scope.lifetime == nil
        isOfGraph = traits.scope.lifetime == .graph && Self.mayBeObject
        super.init(traits)
    }

    /// The same with other traits.
    func changed(_ change: (inout Traits) -> Void) -> Recipe {
        var traits = traits
        change(&traits)
        return Recipe(traits, completion: completion, factory: factory)
    }

    private static var mayBeObject: Bool { Service.self is AnyObject.Type || TypeName.isExistential(Service.self) }

    /// As the engine's table has it, in the resolver's container or in a scope's store.
    ///
    /// A value is not shared by those that hold an object together.
    func registration(_ lifetime: Lifetime, _ companion: some AnyObject & Sendable) -> Companioned<Service> {
        let isKept = lifetime != .graph && lifetime != .shared || Self.mayBeObject
        return Companioned(
            isKept ? lifetime : .transient, named: traits.name?.key, at: traits.location, companion,
            isCompleted: completion != nil && lifetime == .graph && isKept)
    }

    /// As the resolver's container has it: what is kept elsewhere is looked for there at every resolve.
    var registration: Companioned<Service> { registration(scope.lifetime ?? .transient, self) }

    /// An instance, by the fast way: the registration stands on the path.
    @inlinable
    @inline(__always)
    func make(_ resolver: Resolver, _ args: Any?) -> Service? {
        if isElsewhere { return fetch(resolver, args) }
        guard let service = factory(resolver, args) else { return nil }
        if isOfGraph && (Service.self is AnyObject.Type || type(of: service as Any) is AnyObject.Type) {
            let room = unsafe Resolver.roomInGraph(
                for: Service.self, size: MemoryLayout<Service>.size, alignment: MemoryLayout<Service>.alignment)
            unsafe room.initializeMemory(as: Service.self, to: service)
        }
        if let completion { completion(resolver, service, args) }
        return service
    }

    /// How the engine makes an instance, where the fast way is closed.
    func making(
        _ resolver: Resolver, _ args: Any?, _ made: Made<Service>, for origin: Origin? = nil
    ) -> CallerFactory<Service> {
        let completion = completion.map { body in { (service: inout Service) in body(resolver, service, args) } }
        return CallerFactory(isRepeatable: args != nil, sharesValues: false, injection: completion) {
            try origin?.claim(self)
            guard let service = self.factory(resolver, args) else { throw Declined() }
            made.service = service
            return service
        }
    }

    /// An instance, whoever has it.
    func instance(for resolver: Resolver, _ args: Any?) -> Service? {
        guard let service = factory(resolver, args) else { return nil }
        completion?(resolver, service, args)
        return service
    }

    /// The instance that is kept in a scope's store.
    @usableFromInline
    @inline(never)
    func fetch(_ resolver: Resolver, _ args: Any?) -> Service? {
        done { () throws(ResolutionError) in try scope.obtain(self, for: resolver, args) }
    }

    /// How the engine comes to it, where the fast way is closed.
    func fetching(_ resolver: Resolver, _ args: Any?) -> CallerFactory<Service> {
        CallerFactory(isRepeatable: true, injection: nil) {
            guard let service = try self.scope.obtain(self, for: resolver, args) else { throw Declined() }
            return service
        }
    }
}

/// What a factory has returned, should the engine not keep it.
final class Made<Service> {
    var service: Service?
}

extension Resolver {
    /// The service that this very resolver has a registration of; nil: it has none, or the factory declines.
    func obtain<Service>(
        _ type: Service.Type, _ name: Name?, for resolver: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        let made = Made<Service>()
        var asked: Recipe<Service>?
        return try served(made) {
            asked?.completion?(resolver, $0, args)
        } by: { () throws(ResolutionError) in
            try container.resolve(type, named: name?.key) { companion in
                let recipe = unsafe unsafeDowncast(companion, to: Recipe<Service>.self)
                asked = recipe
                return recipe.isElsewhere
                    ? recipe.fetching(resolver, args) : recipe.making(resolver, args, made)
            }
        }
    }
}

extension Container {
    /// The service under the recipe's key in a scope's store, made by this recipe where it is not there.
    func obtain<Service>(
        _ recipe: Recipe<Service>, for resolver: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        let made = Made<Service>()
        return try served(made) {
            recipe.completion?(resolver, $0, args)
        } by: { () throws(ResolutionError) in
            try resolve(Service.self, named: recipe.traits.name?.key) { origin in
                recipe.making(resolver, args, made, for: unsafe unsafeDowncast(origin, to: Origin.self))
            }
        }
    }
}

/// What `body` gives; nil where the factory declines.
///
/// A protocol's value is not shared, as no value is: it is completed here.
private func served<Service>(
    _ made: Made<Service>, _ complete: (Service) -> Void, by body: () throws(ResolutionError) -> Service?
) throws(ResolutionError) -> Service? {
    do throws(ResolutionError) {
        return try body()
    } catch {
        if error.code == .declined { return nil }
        guard error.code == .valueTypeShared, let service = made.service else { throw error }
        complete(service)
        return service
    }
}

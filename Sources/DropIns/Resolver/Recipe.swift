// A recipe says how to create a service: it is the entry of a registration. It is immutable: changing a registration puts another
// recipe in its place, with an empty cell.
//
//     Resolver.registry --> Recipe: factory, completion, scope --> cell, for the named scopes and unique
//                                                     |
//                                                     +--> the scope's own store, or the cache of the resolver that is asked

internal import ArmoryCore
internal import ArmoryRegistry
internal import Synchronization

/// The part of a recipe that does not depend on the type.
///
/// The user promises that any thread may call its closures.
class AnyRecipe: ArmoryRegistry.Entry, @unchecked Sendable {  // Immutable.
    let traits: Traits
    private let cellLifetime: Lifetime

    /// The properties of a registration except its closures.
    struct Traits: Sendable {
        let name: Resolver.Name?
        let location: CodeLocation?
        /// The same in all recipes of one registration, and in no others.
        let number = Traits.nextNumber()
        var owner: Owner
        var scope: ResolverScope
        /// Whether a closure of the registration takes arguments.
        var takesArguments = false
        /// The registration that this one is another type of; nil: it is none of another.
        var alias: EntryKey?

        private static let count = Atomic<UInt>(0)

        // Relaxed: the number is all that matters.
        private static func nextNumber() -> UInt { count.wrappingAdd(1, ordering: .relaxed).newValue }
    }

    /// The resolver that has a registration; it holds the registration.
    ///
    /// All of its registrations share one such object.
    final class Owner: @unchecked Sendable {  // The resolver sets it in its initializer, and never again.
        weak var resolver: Resolver?
    }

    fileprivate init(_ type: any Any.Type, _ traits: consuming Traits, _ cellLifetime: Lifetime) {
        let key = EntryKey(type, traits.name?.key)
        let location = traits.location
        self.traits = traits
        self.cellLifetime = cellLifetime
        super.init(key, at: location)
    }

    final override var lifetime: Lifetime { cellLifetime }

    final var scope: ResolverScope { traits.scope }
    final var owner: Resolver? { traits.owner.resolver }

    /// Whether its resolver has this recipe now.
    final var isCurrent: Bool { owner?.registry.ownEntry(key) === self }
}

/// A recipe for the services of one type.
final class Recipe<Service>: AnyRecipe, @unchecked Sendable {  // As `AnyRecipe`.
    let factory: ResolverFactoryAnyArguments<Service>
    /// Completes the service from the factory; other services may receive it meanwhile, to close a circle.
    let completion: ((Resolver, Service, Any?) -> Void)?
    /// Whether services are objects; nil: the scope makes no difference between them and values.
    private let kind: InstanceKind?

    init(
        _ traits: consuming Traits, completion: ((Resolver, Service, Any?) -> Void)? = nil,
        factory: @escaping ResolverFactoryAnyArguments<Service>
    ) {
        self.factory = factory
        self.completion = completion
        let lifetime = traits.scope.lifetime
        let kind: InstanceKind? = lifetime == .singleton || lifetime == .transient ? nil : .of(Service.self)
        self.kind = kind
        super.init(Service.self, traits, Self.lifetime(lifetime ?? .transient, kind))
    }

    /// The lifetime of the services in the store of a scope.
    func lifetime(in store: ScopeStore) -> Lifetime { Self.lifetime(store.lifetime, kind) }

    /// The lifetime of the services in a scope: `graph` and `shared` do not share values.
    private static func lifetime(_ lifetime: Lifetime, _ kind: InstanceKind?) -> Lifetime {
        switch lifetime {
        case .graph where kind == .value: .transient
        // An error is in a new box each time, so nothing can refer to it weakly.
        case .shared where kind == .value || Service.self == (any Error).self: .transient
        case .transient, .graph, .shared, .singleton, .scoped, .custom: lifetime
        }
    }

    /// Returns a copy with changed traits.
    func changed(_ change: (inout Traits) -> Void) -> Recipe {
        var traits = traits
        change(&traits)
        return Recipe(traits, completion: completion, factory: factory)
    }
}

// MARK: Making services

/// The error of a factory whose service is a value, which its scope does not share.
private struct IsValue: Error {}

extension Recipe {
    /// Returns a new service, which nothing keeps.
    ///
    /// - Throws: `Declined` if the factory declines.
    private func makeNew(for resolver: Resolver, _ args: Any?) throws -> Service {
        guard let service = factory(resolver, args) else { throw Declined() }
        if let completion { completion(resolver, service, args) }
        return service
    }

    /// Returns a new service, which nothing keeps; nil: the factory declines.
    func instance(for resolver: Resolver, _ args: Any?) -> Service? { try? makeNew(for: resolver, args) }

    /// Returns the service of the recipe's scope.
    ///
    /// - Parameter cell: The recipe's own cell; nil: no resolver has the recipe.
    /// - Throws: The error with the code `declined` if the factory declines.
    func service(_ cell: StandaloneCell?, for resolver: Resolver, _ args: Any?) throws(ResolutionError) -> Service {
        guard scope.lifetime == nil else { return try resolve(cell, for: resolver, args) }
        return try scope.store(for: resolver).resolve(self, cell, for: resolver, args)
    }

    /// Returns the service of a cell.
    ///
    /// - Parameters:
    ///   - cell: Nil: nothing keeps the service.
    ///   - claim: Called before the factory, if that is to create a service for others too.
    /// - Throws: The error with the code `declined` if the factory declines.
    func resolve(
        _ cell: StandaloneCell?, for resolver: Resolver, _ args: Any?, claim: () throws -> Void = {}
    ) throws(ResolutionError) -> Service {
        guard let cell else { return try unkept(for: resolver, args) }
        let options = args == nil ? MakingOptions(rawValue: 0) : .isRepeatable
        switch cell.lifetime {
        case .transient:
            return try cell.resolve(Service.self, options: options) { try makeNew(for: resolver, args) }
        case .graph where kind != .object, .shared where kind != .object:
            return try resolveObject(cell, for: resolver, args, options, claim)
        case .singleton, .scoped, .custom, .graph, .shared:
            return try cell.resolve(Service.self, options: options, completedBy: completing(resolver, args)) {
                try claim()
                guard let service = factory(resolver, args) else { throw Declined() }
                return service
            }
        }
    }

    /// Returns a new service, which nothing keeps.
    ///
    /// Apart from `resolve`, which would look up the optional of the type at each call.
    @inline(never)
    private func unkept(for resolver: Resolver, _ args: Any?) throws(ResolutionError) -> Service {
        guard let service = instance(for: resolver, args) else { throw ResolutionError(.declined, key.shown) }
        return service
    }

    /// Returns the service of a cell that shares objects alone; a value goes to its asker.
    @inline(never)
    private func resolveObject(
        _ cell: StandaloneCell, for resolver: Resolver, _ args: Any?, _ options: MakingOptions,
        _ claim: () throws -> Void
    ) throws(ResolutionError) -> Service {
        while true {
            // `Any`: the runtime would look up the optional of the type at each call.
            var value: Any?
            do throws(ResolutionError) {
                return try cell.resolve(Service.self, options: options, completedBy: completing(resolver, args)) {
                    try claim()
                    guard let service = factory(resolver, args) else { throw Declined() }
                    if type(of: service as Any) is AnyObject.Type { return service }
                    completion?(resolver, service, args)
                    value = service
                    throw IsValue()
                }
            } catch {
                if let value { return try Self.unboxed(value, error) }
                // Else the value of a thread that this one has waited for.
                guard error.underlying is IsValue else { throw error }
            }
        }
    }

    @inline(never)
    private static func unboxed(_ value: Any, _ error: ResolutionError) throws(ResolutionError) -> Service {
        guard let service = value as? Service else { throw error }
        return service
    }

    private func completing(_ resolver: Resolver, _ args: Any?) -> ((inout Service) -> Void)? {
        guard let completion else { return nil }
        return { completion(resolver, $0, args) }
    }
}

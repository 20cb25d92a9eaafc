// The services of a scope that a user creates, and of the scope `container`: all resolvers find them by type and name.
//
// A service counts as long as its source does: the recipe that has made it is still registered, or its resolver is gone.

internal import ArmoryCore
internal import ArmoryRegistry

/// The store of a scope.
struct ScopeStore: Sendable {
    let registry = Registry()
    /// How long the services live.
    let lifetime: Lifetime

    /// Returns the service under the recipe's key, or lets the recipe create one.
    ///
    /// - Parameter cell: The recipe's own cell, for what the store does not keep; nil: no resolver has the recipe.
    /// - Throws: The error with the code `declined` if the factory declines.
    func resolve<Service>(
        _ recipe: Recipe<Service>, _ cell: StandaloneCell?, for resolver: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service {
        let lifetime = recipe.lifetime(in: self)
        guard lifetime != .transient else { return try recipe.resolve(cell, for: resolver, args) }
        while true {
            guard let found = registry.findOwn(recipe.key) else {
                _ = registry.add(StoredEntry(recipe, lifetime))
                continue
            }
            // Nothing else adds entries to the registry.
            let entry = unsafe unsafeDowncast(found.entry, to: StoredEntry.self)
            if registry.locked({ entry.source }).isOutdated {
                // The service was registered again, so it is created anew.
                _ = registry.exchange(entry, for: StoredEntry(recipe, lifetime))
                continue
            }
            do throws(ResolutionError) {
                return try recipe.resolve(found.cell, for: resolver, args) { try claim(entry, for: recipe) }
            } catch {
                guard error.underlying is RegisteredAgain else { throw error }
                guard let owner = recipe.owner else { continue }
                return try owner.ownService(recipe, for: resolver, args)
            }
        }
    }

    /// Makes a recipe the source of the service that it is about to create.
    ///
    /// Sets the source before checking it. If a thread registers another recipe and reads this source before it is set, then
    /// its registration precedes the check, which throws.
    private func claim(_ entry: StoredEntry, for recipe: AnyRecipe) throws {
        registry.locked { entry.source = StoredEntry.Source(recipe) }
        guard recipe.owner == nil || recipe.isCurrent else { throw RegisteredAgain() }
    }
}

/// The error of a recipe that was replaced before it has created a service.
private struct RegisteredAgain: Error {}

/// The entry of a service in a store.
private final class StoredEntry: ArmoryRegistry.Entry, @unchecked Sendable {  // The registry's lock guards `source`.
    private let stored: Lifetime
    fileprivate var source: Source

    /// The recipe that has made the service, held weakly, because it and its resolver hold the scope.
    struct Source: Sendable {
        private weak let recipe: AnyRecipe?
        private let owner: AnyRecipe.Owner

        init(_ recipe: AnyRecipe) {
            self.recipe = recipe
            owner = recipe.traits.owner
        }

        /// Whether the recipe is no longer registered with its owner.
        var isOutdated: Bool { owner.resolver != nil && recipe?.isCurrent != true }
    }

    init(_ recipe: AnyRecipe, _ lifetime: Lifetime) {
        stored = lifetime
        source = Source(recipe)
        super.init(recipe.key, at: recipe.location)
    }

    override var lifetime: Lifetime { stored }
    /// Names may be made at run time, as many as a program likes; without a service, the source does not count.
    override var isDisposable: Bool { true }
}

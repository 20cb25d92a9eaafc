/// A registration whose instances its container keeps for a `lifetime`, or until it ends, one for each value of the arguments.
///
/// ```swift
/// Kept(ExchangeRates.init).lifetime(TimeToLive(.seconds(60)))
/// Kept((any Scratch).self, HeapScratch.init).lifetime(PerThread())
/// Kept(arguments: Customer.ID.self) { resolver, id in
///     CustomerCache(id, database: try resolver.resolve())
/// }
/// ```
///
/// Without a ``lifetime(_:)``, the container keeps instances until it is closed or released. With arguments it keeps
/// one for each value that was ever requested, until ``Container/evict(_:named:)`` closes it. Armory has the lifetimes ``TimeToLive``,
/// ``RecentlyUsed``, ``PerThread`` and ``PerTask``; conform to ``CustomLifetime`` to write another.
///
/// Otherwise it behaves like ``Singleton``:
///
/// - For each place and value of the arguments, the factory succeeds exactly once, however many threads resolve.
/// - An error is not kept.
/// - The instance is created in the view of the container that registered it.
/// - Instances are closed with those of the container, in reverse order of creation.
///
/// Resolving does not use the fast path: an existing instance costs two locks, each held for one dictionary lookup, plus the
/// lifetime's own code.
public struct Kept<Instance: Sendable>: KeepingRegistration, Plumbing.InferringRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) { definition = Plumbing.Definition(.custom, recipe) }

    /// Returns the registration with a lifetime for its instances.
    ///
    /// After several calls, the last lifetime counts.
    ///
    /// - Parameter lifetime: Determines which callers share an instance, and for how long.
    public func lifetime(_ lifetime: some CustomLifetime) -> Self {
        changingTraits { $0.parts.route = ($0.parts.route as? any AnyKeptRoute)?.makeRoute(lifetime: lifetime) }
    }

    /// Returns the registration with a lifetime that is made from an instance of the container, such as settings.
    ///
    /// ```swift
    /// Kept(arguments: Tenant.ID.self) { resolver, id in
    ///     TenantDatabase(id, settings: try resolver.resolve())
    /// }
    /// .lifetime { (limits: TenantLimits) in RecentlyUsed(atMost: limits.open, idle: limits.idle) }
    /// ```
    ///
    /// Each container that keeps instances makes its own lifetime, once, when an instance is first resolved: an overriding container from
    /// its own source. The source is a dependency of the registration, which validation checks. Later changes of the source have no
    /// effect. No lock is held while the source is resolved and `make` runs; other threads wait.
    ///
    /// If the source cannot be resolved or `make` throws, the caller gets the error, and the next resolve tries again. A source
    /// whose factory awaits has to exist already: start the container first.
    ///
    /// - Parameters:
    ///   - parameter: The source; without one, the instance registered for the parameter's type.
    ///   - fileID: The file of the lifetime, for errors.
    ///   - line: The line of the lifetime, for errors.
    ///   - make: Creates the lifetime.
    public func lifetime<Source>(
        from parameter: ParameterSource<Source> = .registered, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (_ source: Source) throws -> some CustomLifetime
    ) -> Self {
        let place = CodeLocation(fileID: fileID, line: line)
        return changingTraits { traits in
            traits.parts.addDependencies { [parameter.dependency].compactMap(\.self) }
            traits.parts.route = (traits.parts.route as? any AnyKeptRoute)?.makeRoute(at: traits.location) { resolver in
                let source = try parameter.resolveValue(from: resolver)
                do { return try make(source) } catch {
                    throw resolver.resolutionError(wrapping: error, throwerNoun: "lifetime", location: place)
                }
            }
        }
    }
}

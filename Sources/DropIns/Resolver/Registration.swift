internal import ArmoryCore
internal import ArmoryRegistry

/// Creates a service, or returns nil to decline: then there is no service.
public typealias ResolverFactory<Service> = () -> Service?
/// Creates a service with the resolver that was asked.
public typealias ResolverFactoryResolver<Service> = (_ resolver: Resolver) -> Service?
/// Creates a service with the resolver that was asked and with arguments.
public typealias ResolverFactoryArgumentsN<Service> = (_ resolver: Resolver, _ args: Resolver.Args) -> Service?
/// Creates a service with the resolver that was asked and with the arguments exactly as they were passed.
public typealias ResolverFactoryAnyArguments<Service> = (_ resolver: Resolver, _ args: Any?) -> Service?
/// Completes a service.
public typealias ResolverFactoryMutator<Service> = (_ resolver: Resolver, _ service: Service) -> Void
/// Completes a service with arguments.
public typealias ResolverFactoryMutatorArgumentsN<Service> =
    (_ resolver: Resolver, _ service: Service, _ args: Resolver.Args) -> Void

/// A registration: the factory of a service, and the scope that caches the service.
///
/// Any thread may use and change a registration. A change takes effect at the next resolve, which discards a cached
/// service and creates a new one.
public final class ResolverRegistration<Service>: @unchecked Sendable {  // `registrationsLock` guards `recipe`.
    /// The identity of the type.
    public let key: Int
    /// The identity of the type, followed by a colon and the name if there is one.
    public var cacheKey: String { current.traits.name.map { "\(key):\($0.rawValue)" } ?? "\(key)" }
    private var recipe: Recipe<Service>

    /// Creates a registration that no resolver has yet.
    ///
    /// To create a registration that a resolver finds, call `register(_:name:factory:)` of a ``Resolver``.
    public convenience init(
        resolver: Resolver, key: Int, name: Resolver.Name?, factory: @escaping ResolverFactoryAnyArguments<Service>
    ) {
        let traits = AnyRecipe.Traits(
            name: name, location: nil, owner: resolver.ownership, scope: Resolver.defaultScope)
        self.init(Recipe(traits, factory: factory), key: key)
    }

    init(_ recipe: Recipe<Service>, key: Int = Int(bitPattern: ObjectIdentifier(Service.self))) {
        self.key = key
        self.recipe = recipe
    }

    var current: Recipe<Service> { registrationsLock.withLock { _ in recipe } }

    /// Returns the service from the scope or a new one, or nil if the factory declines.
    public func resolve(resolver: Resolver, args: Any?) -> Service? {
        current.scope.resolve(registration: self, resolver: resolver, args: args)
    }

    /// Creates a new service, or returns nil if the factory declines.
    public func instantiate(resolver: Resolver, args: Any?) -> Service? {
        current.instance(for: resolver, args)
    }

    /// Replaces the factory with one that `modifier` derives from it.
    ///
    /// The closures that complete the service stay. `modifier` is called with no lock held. It is called again if
    /// another thread has changed the registration meanwhile.
    public func update(
        factory modifier: (_ factory: @escaping ResolverFactoryAnyArguments<Service>) -> ResolverFactoryAnyArguments<
            Service
        >
    ) {
        change { old in
            Recipe(old.traits, completion: old.completion, factory: modifier(old.factory))
        }
    }

    /// Moves the service to another scope.
    func move(to scope: ResolverScope) {
        change { $0.changed { $0.scope = scope } }
    }

    /// Adds a closure that completes every service after its factory and after earlier such closures.
    ///
    /// - Parameter takesArguments: Whether the closure may need arguments.
    func complete(takingArguments takesArguments: Bool = false, _ body: @escaping (Resolver, Service, Any?) -> Void) {
        change { old in
            var traits = old.traits
            traits.takesArguments = traits.takesArguments || takesArguments
            let completion = old.completion.map { first in
                { resolver, service, args in
                    first(resolver, service, args)
                    body(resolver, service, args)
                }
            }
            return Recipe(traits, completion: completion ?? body, factory: old.factory)
        }
    }

    /// Replaces the current recipe.
    private func change(_ body: (Recipe<Service>) -> Recipe<Service>) {
        while true {
            // No lock is held while user code runs here, or while the old recipe is released.
            let old = current
            let new = body(old)
            let isExchanged = registrationsLock.withLock { _ in
                guard recipe === old else { return false }
                recipe = new
                return true
            }
            if isExchanged { return publish() }
        }
    }

    /// Publishes the current recipe to the resolver, if that still has an earlier recipe of this registration.
    private func publish() {
        while true {
            // `found` is read before `current`: so it is not newer, even if another thread has published it.
            let key = current.key
            guard let registry = current.owner?.registry, let found = registry.ownEntry(key) as? Recipe<Service>,
                case let recipe = current, found !== recipe, found.traits.number == recipe.traits.number
            else { return }
            // Noted first, as by `add`.
            recipe.scope.note(registry)
            _ = registry.exchange(found, for: recipe)
        }
    }
}

/// Guards the current recipe of every `ResolverRegistration`: one lock for all, because resolving does not need it.
///
/// The value means nothing. An empty one would have the address of something else, and ThreadSanitizer would see races.
private let registrationsLock = Guarded(false)

/// The options of a registration, which may be set at any time and take effect at the next resolve.
///
/// ```swift
/// register { XYZCombinedService(resolve()) }
///     .implements(XYZFetching.self)
///     .implements(XYZUpdating.self)
///     .scope(.shared)
/// ```
public struct ResolverOptions<Service>: Sendable {
    /// The registration.
    public var registration: ResolverRegistration<Service>

    /// Registers the service under another type too, for example a protocol.
    ///
    /// Resolving the other type resolves the type and name of this registration, with the resolver that is asked.
    ///
    /// - Parameters:
    ///   - type: The other type. If the service is not of this type, the other registration declines.
    ///   - name: The name of the other registration.
    @discardableResult
    public func implements<Protocol>(_ type: Protocol.Type, name: Resolver.Name? = nil) -> ResolverOptions<Service> {
        let own = registration.current
        let ownName = own.traits.name
        var traits = AnyRecipe.Traits(
            name: name, location: own.location, owner: own.traits.owner, scope: ResolverScope.unique)
        traits.alias = own.key
        own.owner?.add(
            Recipe<Protocol>(traits) { resolver, args in
                resolver.optional(Service.self, name: ownName, args: args) as? Protocol
            })
        return self
    }

    /// Completes every new service after its factory, for example by setting its properties.
    ///
    /// The block may resolve services that need the new service. In scopes that cache one, they receive this service.
    @discardableResult
    public func resolveProperties(_ block: @escaping ResolverFactoryMutator<Service>) -> ResolverOptions<Service> {
        registration.complete { resolver, service, _ in block(resolver, service) }
        return self
    }

    /// Completes every new service, with the arguments of the resolve that creates it.
    @discardableResult
    public func resolveProperties(
        _ block: @escaping ResolverFactoryMutatorArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        registration.complete(takingArguments: true) { resolver, service, args in
            block(resolver, service, Resolver.Args(args))
        }
        return self
    }

    /// Sets the scope that caches the service.
    @discardableResult
    public func scope(_ scope: ResolverScope) -> ResolverOptions<Service> {
        registration.move(to: scope)
        return self
    }
}

extension Resolver {
    /// Registers a service; the last registration of a type and name counts.
    ///
    /// The cached service of an earlier registration is released, and the next resolve creates a new one. Any thread
    /// may call this method, also while others resolve.
    ///
    /// - Parameters:
    ///   - type: The type that the service is found by, inferred from the factory if omitted.
    ///   - name: The name that distinguishes registrations of the type. Named and unnamed registrations never mix.
    ///   - fileID: The file of the registration, for messages.
    ///   - line: The line of the registration, for messages.
    ///   - factory: Creates a service. It may run on any thread, and on two at the same time.
    /// - Returns: The options of the registration.
    @discardableResult
    public func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        add(type, name, CodeLocation(fileID: fileID, line: line)) { _, _ in factory() }
    }

    /// Registers a service whose factory receives the resolver that was asked.
    @discardableResult
    public func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        add(type, name, CodeLocation(fileID: fileID, line: line)) { resolver, _ in factory(resolver) }
    }

    /// Registers a service whose factory receives the resolver that was asked and the arguments of the resolve.
    ///
    /// Arguments do not distinguish services: a cached service is returned for any arguments.
    @discardableResult
    public func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        add(type, name, CodeLocation(fileID: fileID, line: line), takingArguments: true) { factory($0, Args($1)) }
    }

    /// Registers a service with ``main``.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, fileID: fileID, line: line, factory: factory)
    }

    /// Registers a service with ``main``, whose factory receives the resolver that was asked.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, fileID: fileID, line: line, factory: factory)
    }

    /// Registers a service with ``main``, whose factory receives the resolver that was asked and the arguments.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, fileID: fileID, line: line, factory: factory)
    }

    private func add<Service>(
        _ type: Service.Type, _ name: Name?, _ location: CodeLocation, takingArguments takesArguments: Bool = false,
        _ factory: @escaping ResolverFactoryAnyArguments<Service>
    ) -> ResolverOptions<Service> {
        let traits = AnyRecipe.Traits(
            name: name, location: location, owner: ownership, scope: Resolver.defaultScope,
            takesArguments: takesArguments)
        return add(Recipe(traits, factory: factory))
    }

    @discardableResult
    fileprivate func add<Service>(_ recipe: Recipe<Service>) -> ResolverOptions<Service> {
        if let error = ResolutionError.noInstance(recipe) { Process.end(error) }
        // Noted first: a reset that comes next has to reach the service.
        recipe.scope.note(registry)
        registry.put(recipe)
        return ResolverOptions(registration: ResolverRegistration(recipe))
    }
}

internal import Armory

/// Makes a service; nil: it declines, and nothing is there.
public typealias ResolverFactory<Service> = () -> Service?
/// Makes a service with the resolver that was asked.
public typealias ResolverFactoryResolver<Service> = (_ resolver: Resolver) -> Service?
/// Makes a service with the resolver that was asked and with arguments.
public typealias ResolverFactoryArgumentsN<Service> = (_ resolver: Resolver, _ args: Resolver.Args) -> Service?
/// Makes a service with the resolver that was asked and with whatever was given for arguments.
public typealias ResolverFactoryAnyArguments<Service> = (_ resolver: Resolver, _ args: Any?) -> Service?
/// Completes a service.
public typealias ResolverFactoryMutator<Service> = (_ resolver: Resolver, _ service: Service) -> Void
/// Completes a service with arguments.
public typealias ResolverFactoryMutatorArgumentsN<Service> =
    (_ resolver: Resolver, _ service: Service, _ args: Resolver.Args) -> Void

/// One registration: what makes a service, and the scope that keeps it.
///
/// It may be used and changed on any thread. A change takes effect at the next resolve, and what was kept is made anew.
public final class ResolverRegistration<Service>: @unchecked Sendable {  // `recipe` is guarded by `lock`.
    /// The type's identity.
    public let key: Int
    /// The type's identity, with the name after a colon where there is one.
    public let cacheKey: String
    private let lock = Lock()
    private var recipe: Recipe<Service>

    /// A registration that no resolver has yet: ``Resolver/register(_:name:fileID:line:factory:)-(_,_,_,_,()->Service?)`` makes
    /// those that are found.
    public convenience init(
        resolver: Resolver, key: Int, name: Resolver.Name?, factory: @escaping ResolverFactoryAnyArguments<Service>
    ) {
        self.init(resolver, name, SourceLocation(), key: key, factory)
    }

    init(
        _ resolver: Resolver, _ name: Resolver.Name?, _ location: SourceLocation,
        key: Int = Int(bitPattern: ObjectIdentifier(Service.self)), scope: ResolverScope = Resolver.defaultScope,
        _ factory: @escaping ResolverFactoryAnyArguments<Service>
    ) {
        self.key = key
        cacheKey = name.map { "\(key):\($0.rawValue)" } ?? "\(key)"
        recipe = Recipe(
            AnyRecipe.Traits(
                type: Service.self, name: name, location: location, owner: resolver, scope: scope),
            factory: factory)
    }

    var current: Recipe<Service> { lock.withLock { recipe } }

    /// The service, from the scope or made anew; nil where the factory declines.
    public func resolve(resolver: Resolver, args: Any?) -> Service? {
        current.scope.resolve(registration: self, resolver: resolver, args: args)
    }

    /// A new service; nil where the factory declines.
    public func instantiate(resolver: Resolver, args: Any?) -> Service? {
        current.instance(for: resolver, args)
    }

    /// Puts another factory in the place of the present one, which `modifier` is given.
    ///
    /// What completes the service stays. `modifier` is called with no lock held, and once more where another thread has changed
    /// the registration meanwhile.
    public func update(
        factory modifier: (_ factory: @escaping ResolverFactoryAnyArguments<Service>) -> ResolverFactoryAnyArguments<
            Service
        >
    ) {
        change { old in
            Recipe(old.traits, completion: old.completion, factory: modifier(old.factory))
        }
    }

    /// Has another scope keep the service.
    func move(to scope: ResolverScope) {
        change { $0.changed { $0.scope = scope } }
    }

    /// Completes every service after its factory and what completes it already.
    func complete(_ body: @escaping (Resolver, Service, Any?) -> Void) {
        change { old in
            let completion = old.completion.map { first in
                { resolver, service, args in
                    first(resolver, service, args)
                    body(resolver, service, args)
                }
            }
            return Recipe(old.traits, completion: completion ?? body, factory: old.factory)
        }
    }

    /// Puts another recipe in the place of the present one.
    private func change(_ body: (Recipe<Service>) -> Recipe<Service>) {
        while true {
            // What the user's code makes and what is let go: with no lock held.
            let old = current
            let new = body(old)
            let isExchanged = lock.withLock {
                guard recipe === old else { return false }
                recipe = new
                return true
            }
            if isExchanged { return publish() }
        }
    }

    /// Has the resolver find the present recipe, where it finds an earlier one of this registration.
    private func publish() {
        while true {
            // Found first: what another thread has put in there is not newer than the present one then.
            let traits = current.traits
            guard let owner = traits.owner,
                let found = owner.container.companion(of: Service.self, named: traits.name?.key).companion,
                case let found = unsafe unsafeDowncast(found, to: Recipe<Service>.self),
                case let recipe = current, found !== recipe, found.traits.identity === recipe.traits.identity
            else { return }
            let isChanged = done { () throws(ResolutionError) in
                try owner.container.replace(found, by: recipe.registration)
            }
            if isChanged { recipe.scope.note(owner.container) }
        }
    }
}

/// What else is said of a registration; it may be said at any time, and counts from the next resolve on.
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

    /// Has the service found by another type too, a protocol for one.
    ///
    /// It leads to this registration, under the name of this one, in the resolver that is asked.
    ///
    /// - Parameters:
    ///   - type: The other type. Where the service is not of it, the other registration declines.
    ///   - name: The name with the other type.
    @discardableResult
    public func implements<Protocol>(_ type: Protocol.Type, name: Resolver.Name? = nil) -> ResolverOptions<Service> {
        let own = registration.current.traits
        own.owner?.add(Protocol.self, name, own.location, scope: .unique) { resolver, args in
            resolver.optional(Service.self, name: own.name, args: args) as? Protocol
        }
        return self
    }

    /// Completes every new service, after its factory: sets its properties.
    ///
    /// What the block resolves may need the service itself, which it is then given, in the scopes that keep one.
    @discardableResult
    public func resolveProperties(_ block: @escaping ResolverFactoryMutator<Service>) -> ResolverOptions<Service> {
        registration.complete { resolver, service, _ in block(resolver, service) }
        return self
    }

    /// Completes every new service, with the arguments of the resolve that makes it.
    @discardableResult
    public func resolveProperties(
        _ block: @escaping ResolverFactoryMutatorArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        registration.complete { resolver, service, args in block(resolver, service, Resolver.Args(args)) }
        return self
    }

    /// Says which scope keeps the service.
    @discardableResult
    public func scope(_ scope: ResolverScope) -> ResolverOptions<Service> {
        registration.move(to: scope)
        return self
    }
}

extension Resolver {
    /// Registers a service: the last registration of a type and name counts.
    ///
    /// What an earlier one keeps is let go, and the next resolve makes a new service. It may be called on any thread, also while
    /// others resolve.
    ///
    /// - Parameters:
    ///   - type: The type that the service is found by, inferred from the factory where it is left out.
    ///   - name: Tells it apart from others of the type. Those with a name and the one without never mix.
    ///   - fileID: The file of the registration, for messages.
    ///   - line: The line of the registration, for messages.
    ///   - factory: Makes a service. It may run on any thread, two at the same time.
    /// - Returns: What else can be said of it.
    @discardableResult
    public func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        add(type, name, SourceLocation(fileID: fileID, line: line)) { _, _ in factory() }
    }

    /// Registers a service whose factory is given the resolver that was asked.
    @discardableResult
    public func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        add(type, name, SourceLocation(fileID: fileID, line: line)) { resolver, _ in factory(resolver) }
    }

    /// Registers a service whose factory is given the resolver that was asked and the arguments of the resolve.
    ///
    /// Arguments tell no services apart: what is kept is had whatever they are.
    @discardableResult
    public func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        add(type, name, SourceLocation(fileID: fileID, line: line)) { factory($0, Args($1)) }
    }

    /// Registers a service with ``main``.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactory<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, fileID: fileID, line: line, factory: factory)
    }

    /// Registers a service with ``main``, whose factory is given the resolver that was asked.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactoryResolver<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, fileID: fileID, line: line, factory: factory)
    }

    /// Registers a service with ``main``, whose factory is given the resolver that was asked and the arguments.
    @discardableResult
    public static func register<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, fileID: StaticString = #fileID,
        line: Int = #line, factory: @escaping ResolverFactoryArgumentsN<Service>
    ) -> ResolverOptions<Service> {
        main.register(type, name: name, fileID: fileID, line: line, factory: factory)
    }

    @discardableResult
    func add<Service>(
        _ type: Service.Type, _ name: Name?, _ location: SourceLocation,
        scope: ResolverScope = Resolver.defaultScope, _ factory: @escaping ResolverFactoryAnyArguments<Service>
    ) -> ResolverOptions<Service> {
        let registration = ResolverRegistration(self, name, location, scope: scope, factory)
        let recipe = registration.current
        done { () throws(ResolutionError) in try container.register(recipe.registration) }
        recipe.scope.note(container)
        return ResolverOptions(registration: registration)
    }
}

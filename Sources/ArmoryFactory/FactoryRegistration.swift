// What identifies a factory, and the way to its instance.
//
//     the options of the key ---> the closure: of a context, registered, or of the property
//             |
//     the scope's store: an existing instance, or one that the closure creates
//             |
//     the decorators

internal import Armory

/// What identifies a factory: its container and its name.
public struct FactoryIdentity: Sendable {
    let key: FactoryKey
    let container: any ManagedContainer
    let location: SourceLocation
    /// Whether `once()` was called: then modifiers change options that are protected.
    var isOnce = false
}

/// A factory's identity and the closure of its property.
public struct FactoryRegistration<P, T> {
    var identity: FactoryIdentity
    let factory: (P) -> T

    init(
        _ name: StaticString, _ container: any ManagedContainer, _ location: SourceLocation,
        _ factory: @escaping (P) -> T
    ) {
        let key = FactoryKey(type: ObjectIdentifier(T.self), name: name)
        identity = FactoryIdentity(key: key, container: container, location: location)
        self.factory = factory
    }
}

// The user promises that any thread may call the closure.
extension FactoryRegistration: @unchecked Sendable where P: Sendable, T: Sendable {}

// MARK: Resolving

// The functions are not those of the generic structure: its metadata would be looked up at each call.

extension FactoryIdentity {
    func resolve<P, T>(_ factory: @escaping (P) -> T, with parameters: P) -> T {
        let plan = container.manager.plan(key, for: container)
        let closure = plan.entry.closure(taking: P.self)
        let trace = Trace.isOn ? Trace.begin("\(type(of: container)).\(key.name)<\(T.self)>") : nil
        var isNew = false
        let instance = resolve(plan, closure?.body(T.self) ?? factory, parameters, &isNew)
        if let trace { trace.end(instance, isNew ? plan.entry.origin(of: closure) : "C") }
        if let decorator = plan.entry.options.decorator {
            // The key has the type of the instances.
            unsafe unsafeDowncast(decorator, to: Decorator<T>.self).body(instance, isNew)
        } else if let decorator = plan.decorator {
            decorator.body(instance)
        }
        return instance
    }

    private func resolve<P, T>(
        _ plan: Plan, _ make: @escaping (P) -> T, _ parameters: P, _ isNew: inout Bool
    ) -> T {
        let store = plan.scope.store ?? container.manager.store
        var lifetime = plan.scope.lifetime
        let name = plan.scope.store == nil ? plan.entry.name : plan.entry.sharedName(container, key)
        if lifetime == .shared, !Lifetime.mayKeepWeakly(T.self) { lifetime = .transient }
        let site = Site(key: SiteKey(T.self, name), scope: plan.scope.number, lifetime: lifetime, location: location)
        if plan.entry.options.scopesOnParameters, lifetime != .transient, let parameter = parameters as? AnyHashable {
            guard lifetime != .graph else { return resolveInGraph(plan, make, parameters, parameter, &isNew) }
            return resolve(site, name, parameter, store, plan.entry, make, parameters, &isNew)
        }
        return resolve(site, store, plan.entry, make, parameters, &isNew)
    }

    /// Resolves the instance of a scope for a parameter.
    ///
    /// - Parameter site: The site of the factory without parameters; `name` is its name.
    @inline(never)
    private func resolve<P, T>(
        _ site: Site, _ name: Armory.Name, _ parameter: AnyHashable, _ store: Store, _ entry: Entry,
        _ make: @escaping (P) -> T, _ parameters: P, _ isNew: inout Bool
    ) -> T {
        let (numbered, name) = store.numbered(parameter, of: T.self, name, timeToLive: entry.options.timeToLive)
        defer { withExtendedLifetime(numbered) {} }
        let site = Site(key: SiteKey(T.self, name), scope: site.scope, lifetime: site.lifetime, location: location)
        return resolve(site, store, entry, make, parameters, &isNew)
    }

    private func resolve<P, T>(
        _ site: Site, _ store: Store, _ entry: Entry, _ make: @escaping (P) -> T, _ parameters: P,
        _ isNew: inout Bool
    ) -> T {
        let isUnlimited = entry.options.timeToLive == nil
        // No optional instances here: generic code would look up their type at each resolve.
        if isUnlimited, site.lifetime != .shared {
            let (hit, hasEntered) = unsafe store.container.hit(site.key, site.lifetime, T.self, isInjected: false)
            if let address = unsafe hit.instance {
                let instance = unsafe address.assumingMemoryBound(to: T.self).pointee
                Armory.Container.unpin()
                return instance
            }
            if unsafe hit.maker != nil {
                let instance = make(parameters)
                if site.lifetime == .graph, site.lifetime.keeps(instance) {
                    let room = unsafe Armory.Container.roomInGraph(for: T.self)
                    unsafe room.initializeMemory(as: T.self, to: instance)
                }
                if unsafe store.container.endMaking(hit.marks, hasEntered: hasEntered) {
                    isNew = true
                    return instance
                }
                // It holds an instance that was given up, so another one is created below.
            }
        }
        if isUnlimited, site.lifetime == .shared {
            return resolveLiving(site, store, entry, make, parameters, &isNew)
        }
        return resolveSlowly(site, store, entry, make, parameters, &isNew)
    }

    /// Resolves an instance that is kept weakly.
    @inline(never)
    private func resolveLiving<P, T>(
        _ site: Site, _ store: Store, _ entry: Entry, _ make: @escaping (P) -> T, _ parameters: P,
        _ isNew: inout Bool
    ) -> T {
        if let instance = store.container.livingInstance(T.self, named: site.key.name) { return instance }
        return resolveSlowly(site, store, entry, make, parameters, &isNew)
    }

    /// Resolves an instance that a scope keeps, or for which the engine must know more than its place on the path.
    ///
    /// A separate function, because its frame need not be on the stack while an instance is created above.
    @inline(never)
    private func resolveSlowly<P, T>(
        _ site: Site, _ store: Store, _ entry: Entry, _ make: @escaping (P) -> T, _ parameters: P,
        _ isNew: inout Bool
    ) -> T {
        let made = Made(entry, key, container.manager)
        let isRepeatable = P.self != Void.self || !container.manager.circularDependencyTesting
        let instance = orEnd(container, key) { () throws(ResolutionError) in
            try store.take(
                site, timeToLive: entry.options.timeToLive, isRepeatable: isRepeatable, made
            ) { make(parameters) }
        }
        isNew = made.isNew
        return instance
    }

    /// Resolves the instance of the running graph for a parameter.
    private func resolveInGraph<P, T>(
        _ plan: Plan, _ make: @escaping (P) -> T, _ parameters: P, _ parameter: AnyHashable, _ isNew: inout Bool
    ) -> T {
        let store = container.manager.store
        let (name, scope) = (plan.entry.name, plan.scope.number)
        let listSite = Site(
            key: SiteKey(GraphInstances<T>.self, name), scope: scope, lifetime: .graph, location: location)
        let list = orEnd(container, key) { () throws(ResolutionError) in
            let made = Made(plan.entry, key, container.manager, isResolve: false)
            return try store.take(listSite, timeToLive: nil, isRepeatable: true, made) { GraphInstances<T>() }
        }
        if let known = list.instances.first(where: { $0.parameter == parameter }) { return known.instance }
        let site = Site(key: SiteKey(T.self, name), scope: scope, lifetime: .transient, location: location)
        let instance = resolve(site, store, plan.entry, make, parameters, &isNew)
        if Lifetime.graph.keeps(instance) { list.instances.append((parameter, instance)) }
        return instance
    }
}

/// The instances of the running graph for the parameters of one factory.
private final class GraphInstances<T> {
    var instances: [(parameter: AnyHashable, instance: T)] = []
}

// MARK: Changing

extension FactoryIdentity {
    /// The registered closure; nil if there is none for the type of the parameter.
    func registered(taking type: any Any.Type) -> AnyClosure? {
        let closure = container.manager.plan(key, for: container).entry.options.registration
        return closure?.parameter == type ? closure : nil
    }

    /// Changes options, unless `once()` protects them.
    ///
    /// - Parameter body: Runs with the manager's lock held, so it may only store existing values.
    func change(_ body: (inout Options) -> Void) {
        container.manager.change(key, for: container, isOnce: isOnce, body)
    }

    /// Sets the scope; another one releases the instance of the former.
    ///
    /// - Parameter type: The type of the instances.
    func setScope(_ scope: Scope?, _ type: @autoclosure () -> any Any.Type) {
        let manager = container.manager
        guard let name = manager.setScope(scope, of: key, for: container, isOnce: isOnce) else { return }
        // Another thread may have resolved in the new scope meanwhile.
        manager.store.forget(type(), name, keptOutside: scope ?? manager.defaultScope ?? .unique)
    }

    func register(_ closure: AnyClosure, _ type: any Any.Type) {
        let manager = container.manager
        let isChanged = manager.change(key, for: container, isOnce: isOnce, isRenewed: true) {
            $0.registration = closure
        }
        guard isChanged else { return }
        if !manager.isAutoRegistering { forgetInstances(type, of: manager.plan(key, for: container)) }
    }

    func reset(_ options: FactoryResetOptions, _ type: any Any.Type) {
        switch options {
        case .all: forgetInstances(type, of: container.manager.remove(key, for: container))
        case .none: break
        case .registration: container.manager.change(key, isRenewed: true) { $0.registration = nil }
        case .context: container.manager.change(key, isRenewed: false) { $0.contexts = ContextClosures() }
        case .scope: forgetInstances(type, of: container.manager.plan(key, for: container))
        }
    }

    /// Releases the instances that the scope keeps.
    private func forgetInstances(_ type: any Any.Type, of plan: Plan) {
        if let store = plan.scope.store {
            store.forget(type, plan.entry.sharedName(container, key))
        } else {
            container.manager.store.forget(type, plan.entry.name)
        }
    }
}

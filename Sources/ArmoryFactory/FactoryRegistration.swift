// What identifies a factory, and the way to its instance.
//
//     the options of the key ---> the closure: of a context, registered, or of the property
//             |
//     the scope's store: an existing instance, or one that the closure creates
//             |
//     the decorators

internal import Armory

/// Identifies a factory: its container, its name, and the closure of its property.
public struct FactoryRegistration<P, T> {
    private let key: FactoryKey
    private let container: any ManagedContainer
    private let location: SourceLocation
    private let factory: (P) -> T
    /// Whether `once()` was called: then modifiers change options that are protected.
    var isOnce = false

    init(
        _ name: StaticString, _ container: any ManagedContainer, _ location: SourceLocation,
        _ factory: @escaping (P) -> T
    ) {
        key = FactoryKey(type: ObjectIdentifier(T.self), name: name)
        self.container = container
        self.location = location
        self.factory = factory
    }

    /// The registered closure; nil if there is none.
    var registered: ((P) -> T)? {
        let options = container.manager.plan(key, for: container).entry.options
        guard let closure = options.registration, closure.parameter == P.self else { return nil }
        return unsafe unsafeDowncast(closure, to: TypedClosure<P, T>.self).body
    }
}

// The user promises that any thread may call the closure.
extension FactoryRegistration: @unchecked Sendable where P: Sendable, T: Sendable {}

// MARK: Resolving

extension FactoryRegistration {
    func resolve(with parameters: P) -> T {
        let plan = container.manager.plan(key, for: container)
        let closure = plan.entry.closure(taking: P.self, making: T.self)
        let trace = Trace.isOn ? Trace.begin("\(Swift.type(of: container)).\(key.name)<\(T.self)>") : nil
        var isNew = false
        let instance = resolve(plan, closure?.body ?? factory, parameters, &isNew)
        if let trace { trace.end(instance, isNew ? plan.entry.origin(of: closure) : "C") }
        if let decorator = plan.entry.options.decorator {
            // The key has the type of the instances.
            unsafe unsafeDowncast(decorator, to: Decorator<T>.self).body(instance, isNew)
        }
        plan.decorator?.body(instance)
        return instance
    }

    private func resolve(_ plan: Plan, _ make: @escaping (P) -> T, _ parameters: P, _ isNew: inout Bool) -> T {
        let options = plan.entry.options
        let store = plan.scope.store ?? plan.store
        var lifetime = plan.scope.lifetime
        var name = plan.scope.store == nil ? plan.entry.name : plan.entry.sharedName(container, key)
        if options.scopesOnParameters, lifetime != .transient, let parameter = parameters as? AnyHashable {
            guard lifetime != .graph else { return resolveInGraph(plan, make, parameters, parameter, &isNew) }
            name = store.name(of: name, for: parameter, T.self)
        }
        if lifetime == .shared, !Lifetime.mayKeepWeakly(T.self) { lifetime = .transient }
        let site = Site(key: SiteKey(T.self, name), scope: plan.scope.number, lifetime: lifetime, location: location)
        return resolve(site, store, options.timeToLive, make, parameters, &isNew)
    }

    private func resolve(
        _ site: Site, _ store: Store, _ timeToLive: UInt64?, _ make: @escaping (P) -> T, _ parameters: P,
        _ isNew: inout Bool
    ) -> T {
        if timeToLive == nil {
            if site.lifetime == .shared {
                if let instance = store.container.livingInstance(T.self, named: site.key.name) { return instance }
            } else {
                let (hit, hasEntered) = unsafe store.container.hit(
                    site.key, site.lifetime, T.self, isInjected: false)
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
                    // False: the instance holds one that was given up, so another is created below.
                    if unsafe store.container.endMaking(hit.marks, hasEntered: hasEntered) {
                        isNew = true
                        return instance
                    }
                }
            }
        }
        let made = Made<T>()
        let isRepeatable = P.self != Void.self
        let instance = orEnd(container, key) { () throws(ResolutionError) in
            try store.take(site, timeToLive: timeToLive, isRepeatable: isRepeatable, made) { make(parameters) }
        }
        isNew = made.isNew
        return instance
    }

    /// Resolves the instance of the running graph for a parameter.
    private func resolveInGraph(
        _ plan: Plan, _ make: @escaping (P) -> T, _ parameters: P, _ parameter: AnyHashable, _ isNew: inout Bool
    ) -> T {
        let listSite = Site(
            key: SiteKey(GraphInstances<T>.self, plan.entry.name), scope: plan.scope.number, lifetime: .graph,
            location: location)
        let list = orEnd(container, key) { () throws(ResolutionError) in
            try plan.store.take(listSite, timeToLive: nil, isRepeatable: true, Made()) { GraphInstances<T>() }
        }
        if let known = list.instances.first(where: { $0.parameter == parameter }) { return known.instance }
        let site = Site(
            key: SiteKey(T.self, plan.entry.name), scope: plan.scope.number, lifetime: .transient, location: location)
        let instance = resolve(site, plan.store, nil, make, parameters, &isNew)
        if Lifetime.graph.keeps(instance) { list.instances.append((parameter, instance)) }
        return instance
    }
}

/// The instances of the running graph for the parameters of one factory.
private final class GraphInstances<T> {
    var instances: [(parameter: AnyHashable, instance: T)] = []
}

// MARK: Changing

extension FactoryRegistration {
    /// Changes options, unless `once()` protects them.
    ///
    /// - Parameter body: Runs with the manager's lock held, so it may only store existing values.
    func change(_ body: (inout Options) -> Void) {
        container.manager.change(key, for: container, isOnce: isOnce, body)
    }

    func setScope(_ scope: Scope?) {
        guard let name = container.manager.setScope(scope, of: key, for: container, isOnce: isOnce) else { return }
        container.manager.store.forget(T.self, name)
    }

    func register(_ factory: @escaping (P) -> T) {
        let manager = container.manager
        let closure = TypedClosure(factory)
        guard manager.change(key, for: container, isOnce: isOnce, { $0.registration = closure }) else { return }
        if !manager.isAutoRegistering { forgetInstances() }
    }

    func reset(_ options: FactoryResetOptions) {
        switch options {
        case .all:
            forgetInstances()
            container.manager.remove(key)
            // Again, because a resolve may have used the registration meanwhile.
            forgetInstances()
        case .none: break
        case .registration: container.manager.change(key) { $0.registration = nil }
        case .context: container.manager.change(key) { $0.contexts = ContextClosures() }
        case .scope: forgetInstances()
        }
    }

    /// Releases the instances that the scope keeps.
    private func forgetInstances() {
        let plan = container.manager.plan(key, for: container)
        if let store = plan.scope.store {
            store.forget(T.self, plan.entry.sharedName(container, key))
        } else {
            plan.store.forget(T.self, plan.entry.name)
        }
    }
}

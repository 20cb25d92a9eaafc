// How the engine creates the instances of an entry.
//
//     transient, graph, container, weak    the engine's lifetimes; the engine keeps the instance and completes it
//     a custom scope                       a transient record, whose factory asks the storage first

internal import Armory

/// The settings of an entry at one time, from which its record is built.
struct EntryMaker<Service> {
    private let label: Label
    private let key: ServiceKey
    private let lifetime: Lifetime
    private let plain: ((any Resolver) -> Service)?
    private let taking: AnyObject?
    private let completions: [(any Resolver, Service) -> Void]
    private let holder: StorageHolder?

    init(
        _ label: Label, _ key: ServiceKey, _ lifetime: Lifetime, plain: ((any Resolver) -> Service)?,
        taking: AnyObject?, _ completions: [(any Resolver, Service) -> Void], _ holder: StorageHolder?
    ) {
        self.label = label
        self.key = key
        self.lifetime = lifetime
        self.plain = plain
        self.taking = taking
        self.completions = completions
        self.holder = holder
    }

    /// Whether a factory is called again if its instance is needed while it runs, as `initCompleted` may do.
    ///
    /// A new instance for each resolve closes no circle.
    private var isRepeatable: Bool { lifetime != .transient || holder != nil }

    func registration(for entry: ServiceEntry<Service>) -> FacadeRegistration<Service> {
        let registration: FacadeRegistration<Service>
        if label.takesArguments {
            registration = FacadeRegistration(
                lifetime, qualifier: key.qualifier, at: label.location, isRepeatable: isRepeatable, companion: entry,
                taking: Call.self
            ) { try instance(Container.of($0), $1, entry) }
        } else {
            registration = FacadeRegistration(
                lifetime, qualifier: key.qualifier, at: label.location, isRepeatable: isRepeatable, companion: entry
            ) { try instance(Container.of($0), nil, entry) }
        }
        if let holder { return registration.wired { holder.graphResolutionCompleted(in: Container.of($1)) } }
        // The call holds the instance until the resolve that created it has ended.
        let kept = lifetime == .shared ? registration.wired { _, _ in } : registration
        guard !completions.isEmpty else { return kept }
        return kept.completed { service, resolver in complete(service, Container.of(resolver)) }
    }

    private func instance(
        _ container: Container, _ call: Call?, _ entry: ServiceEntry<Service>
    ) throws -> Service {
        if let holder {
            return try holder.instance(in: container) {
                try create(container, call)
            } completedBy: {
                complete($0, container)
            }
        }
        let service = try create(container, call)
        guard lifetime == .shared, isValue(service) else { return service }
        throw ValueInWeak(value: service, entry: entry) { complete(service, container) }
    }

    private func create(_ container: Container, _ call: Call?) throws -> Service {
        if isRepeatable { Container.checkDepth() }
        if let plain { return plain(container) }
        guard let taking else { preconditionFailure("it has no factory") }
        let made: Any
        if let call {
            made = call.body(taking, container)
        } else {
            made = unsafe unsafeDowncast(taking, to: Taking<any Resolver>.self).factory(container)
        }
        guard let service = made as? Service else { throw Declined("its factory returned a \(type(of: made))") }
        return service
    }

    private func complete(_ service: Service, _ container: Container) {
        for body in completions { body(container, service) }
    }
}

/// Whether an instance is no object.
private func isValue<T>(_ instance: T) -> Bool {
    !(T.self is AnyObject.Type) && !(type(of: instance as Any) is AnyObject.Type)
}

/// An instance in the scope `weak` that is a value: the engine refuses it, and the resolve returns it.
struct ValueInWeak<Service>: Error, @unchecked Sendable {  // It stays on the thread of the resolve.
    let value: Service
    let entry: ServiceEntry<Service>
    let complete: () -> Void
}

extension ObjectScopeProtocol {
    /// The lifetime of the instances in the engine.
    ///
    /// `graph` and `weak` refer to instances weakly, so they share no values.
    ///
    /// - Parameter hasValues: Whether an instance behind a protocol was a value.
    func lifetime<T>(of type: T.Type, _ hasValues: Bool) -> Lifetime {
        let mayBeObject = type is AnyObject.Type || TypeName.isExistential(type)
        return if self === ObjectScope.container {
            .singleton
        } else if self === ObjectScope.graph, mayBeObject {
            .graph
        } else if self === ObjectScope.weak, mayBeObject, !hasValues {
            .shared
        } else {
            .transient
        }
    }
}

// How the engine creates the instances of an entry.
//
//     transient, graph, container, weak    the engine's lifetimes; the engine keeps the instance and completes it
//     a custom scope                       a transient record, whose factory asks the storage first

internal import Armory

extension ServiceEntry {
    /// The record of the entry.
    func registration(_ settings: EntrySettings<Service>) -> FacadeRegistration<Service> {
        let lifetime = settings.scope.lifetime(of: Service.self, settings.hasValues)
        if let holder = settings.holder { return storedRegistration(settings, holder) }
        // A factory is called again if its instance is needed while it runs, as `initCompleted` may do. But a new
        // instance for each resolve closes no circle.
        let isRepeatable = lifetime != .transient
        let completion = settings.completion
        var registration = record(settings.key, lifetime, isRepeatable: isRepeatable) { container, call in
            if isRepeatable { Container.checkDepth() }
            let service = try self.create(container, call)
            guard lifetime == .shared, isValue(service) else { return service }
            throw ValueInWeak(value: service, entry: self) { completion?.complete(service, container) }
        }
        // The call holds the instance until the resolve that created it has ended.
        if lifetime == .shared { registration = registration.wired { _, _ in } }
        guard let completion else { return registration }
        return registration.completed { service, resolver in
            completion.complete(service, Container.of(resolver, from: self.home))
        }
    }

    private func storedRegistration(
        _ settings: EntrySettings<Service>, _ holder: StorageHolder
    ) -> FacadeRegistration<Service> {
        let completion = settings.completion
        return record(settings.key, .transient, isRepeatable: true) { container, call in
            try holder.instance(in: container) {
                Container.checkDepth()
                return try self.create(container, call)
            } completedBy: {
                completion?.complete($0, container)
            }
        }
        .wired { holder.graphResolutionCompleted(in: Container.of($1, from: self.home)) }
    }

    /// The record, with or without arguments.
    private func record(
        _ key: ServiceKey, _ lifetime: Lifetime, isRepeatable: Bool,
        _ instance: @escaping (Container, Call?) throws -> Service
    ) -> FacadeRegistration<Service> {
        guard label.takesArguments else {
            return FacadeRegistration(
                lifetime, qualifier: key.qualifier, at: label.location, isRepeatable: isRepeatable, companion: self
            ) { try instance(Container.of($0, from: self.home), nil) }
        }
        return FacadeRegistration(
            lifetime, qualifier: key.qualifier, at: label.location, isRepeatable: isRepeatable, companion: self,
            taking: Call.self
        ) { try instance(Container.of($0, from: self.home), $1) }
    }

    /// Calls the factory.
    private func create(_ container: Container, _ call: Call?) throws -> Service {
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
    fileprivate func lifetime<T>(of type: T.Type, _ hasValues: Bool) -> Lifetime {
        if self === ObjectScope.container { return .singleton }
        guard type is AnyObject.Type || TypeName.isExistential(type) else { return .transient }
        if self === ObjectScope.graph { return .graph }
        return self === ObjectScope.weak && !hasValues ? .shared : .transient
    }
}

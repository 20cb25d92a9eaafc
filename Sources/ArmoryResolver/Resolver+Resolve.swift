internal import ArmoryCore
internal import ArmoryRegistry

extension Resolver {
    /// Resolves the service of a type.
    ///
    /// - Parameters:
    ///   - type: The type that the service is registered under, inferred if omitted. An optional is a separate type:
    ///     see ``optional(_:name:args:)-swift.method``.
    ///   - name: The name that the service is registered under.
    ///   - args: The arguments for the factory, if it is called. A cached service is returned for any arguments.
    /// - Returns: The service. The process ends with a message if the service is registered neither here nor in the
    ///   children, if its factory declines, or if creating the service needs the service itself.
    /// - Complexity: A lookup under a lock for an existing service, here or in each child up to the one that has it;
    ///   otherwise the cost of the factory too.
    public func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any? = nil
    ) -> Service {
        Process.registerServicesOnce()
        return required(type, name, args)
    }

    /// Resolves the service of a type, or returns nil.
    ///
    /// Returns nil if the service is registered neither here nor in the children, or if its factory declines.
    /// Otherwise the same as ``resolve(_:name:args:)-swift.method``.
    public func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any? = nil
    ) -> Service? {
        Process.registerServicesOnce()
        return found(type, name, args)
    }

    /// Resolves the service of a type with ``root``.
    ///
    /// Otherwise the same as ``resolve(_:name:args:)-swift.method``.
    public static func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any? = nil
    ) -> Service {
        Process.checkedRoot.required(type, name, args)
    }

    /// Resolves the service of a type with ``root``, or returns nil.
    ///
    /// Otherwise the same as ``optional(_:name:args:)-swift.method``.
    public static func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any? = nil
    ) -> Service? {
        Process.checkedRoot.found(type, name, args)
    }
}

// Factories run inside of these functions, so each of them has few variables: chains of factories may be deep. The services of the
// process are registered.
extension Resolver {
    /// Returns the service, or ends the process.
    ///
    /// - Parameter holder: The type whose property asks, for messages; nil if none does.
    func required<Service>(
        _ type: Service.Type, _ name: Name?, _ args: Any?, for holder: StaticString? = nil
    ) -> Service {
        if let service = found(type, name, args) { return service }
        endWithout(type, name, holder)
    }

    /// Ends the process, because there is no service.
    private func endWithout(_ type: any Any.Type, _ name: Name?, _ holder: StaticString?) -> Never {
        let key = EntryKey(type, name?.key)
        guard find(key) == nil else {
            Process.end("\(key.shown) declined: its factory returned nil.\(Process.path(to: holder))")
        }
        let isOptional = (type as? any OptionalType.Type).map { find(EntryKey($0.wrapped, name?.key)) != nil } ?? false
        Process.end(.missing(key, near: family.map(\.registry)), isOptional: isOptional, holder: holder)
    }

    /// Returns the service, or nil; ends the process on an error.
    private func found<Service>(_ type: Service.Type, _ name: Name?, _ args: Any?) -> Service? {
        do throws(ResolutionError) { return try service(type, name, args) } catch { Process.end(error) }
    }

    /// Returns the service; nil: it is not registered, or its factory declines.
    func service<Service>(_ type: Service.Type, _ name: Name?, _ args: Any?) throws(ResolutionError) -> Service? {
        guard let found = find(EntryKey(type, name?.key)) else { return decorated(nativeService(type, name)) }
        return decorated(try found.service(type, for: self, args))
    }

    private func decorated<Service>(_ service: Service?) -> Service? {
        if let service, let decorate = Process.decorate { decorate(service) }
        return service
    }

    /// Returns the service of this resolver's own registration; nil: it has none, or its factory declines.
    func ownService<Service>(
        _ key: EntryKey, for asker: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        try registry.findOwn(key)?.service(Service.self, for: asker, args)
    }
}

extension Found {
    /// Returns the service; nil: its factory declines.
    ///
    /// - Parameter asker: The resolver that factories get.
    fileprivate func service<Service>(
        _ type: Service.Type, for asker: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service? {
        // A resolver's registry has recipes alone, each under the type of its services.
        try unsafe unsafeDowncast(entry, to: Recipe<Service>.self).resolve(cell, for: asker, args)
    }
}

/// An optional type, and the type in it.
private protocol OptionalType {
    static var wrapped: any Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrapped: any Any.Type { Wrapped.self }
}

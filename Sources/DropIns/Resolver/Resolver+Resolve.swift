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

// Factories run inside of these functions, so each of them has few variables: chains of factories may be deep. And on the way to an
// existing service none has an optional of `Service`: the runtime looks up such a type at each call.
//
// The services of the process are registered.
extension Resolver {
    /// Returns the service, or ends the process.
    ///
    /// - Parameter holder: The type whose property asks, for messages; nil if none does.
    func required<Service>(
        _ type: Service.Type, _ name: Name?, _ args: Any?, for holder: StaticString? = nil
    ) -> Service {
        do throws(ResolutionError) {
            guard let found = find(EntryKey(type, name?.key)) else { return foreign(type, name, holder) }
            return try found.service(type, for: self, args)
        } catch {
            end(error, holder)
        }
    }

    private func end(_ error: ResolutionError, _ holder: StaticString?) -> Never {
        guard error.code == .declined else { Process.end(error) }
        Process.end("\(error.key) declined: its factory returned nil.\(Process.path(to: holder))")
    }

    /// Returns the service of a native parent, or ends the process.
    private func foreign<Service>(_ type: Service.Type, _ name: Name?, _ holder: StaticString?) -> Service {
        if let service = foreign(type, name) { return service }
        let wrapped = (type as? any AnyOptional.Type).flatMap { find(EntryKey($0.wrappedType, name?.key)) }
        Process.end(
            .missing(EntryKey(type, name?.key), near: family.map(\.registry)), isOptional: wrapped != nil,
            holder: holder)
    }

    /// Returns the service of a native parent; nil: there is none.
    private func foreign<Service>(_ type: Service.Type, _ name: Name?) -> Service? {
        guard let service = nativeService(type, name) else { return nil }
        Process.decorate(service)
        return service
    }

    /// Returns the service, or nil; ends the process on an error.
    private func found<Service>(_ type: Service.Type, _ name: Name?, _ args: Any?) -> Service? {
        do throws(ResolutionError) { return try service(type, name, args) } catch { Process.end(error) }
    }

    /// Returns the service; nil: it is not registered, or its factory declines.
    func service<Service>(_ type: Service.Type, _ name: Name?, _ args: Any?) throws(ResolutionError) -> Service? {
        guard let found = find(EntryKey(type, name?.key)) else { return foreign(type, name) }
        do throws(ResolutionError) { return try found.service(type, for: self, args) } catch {
            guard error.code == .declined else { throw error }
            return nil
        }
    }

    /// Returns the service of a recipe that this resolver has, or of the one that is registered now.
    ///
    /// - Throws: The error with the code `declined` if the factory declines, or if there is none.
    func ownService<Service>(
        _ recipe: Recipe<Service>, for asker: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service {
        guard let found = registry.findOwn(recipe.key) else { throw ResolutionError(.declined, recipe.key.shown) }
        return try unsafe unsafeDowncast(found.entry, to: Recipe<Service>.self).service(found.cell, for: asker, args)
    }
}

extension Found {
    /// Returns the service, decorated.
    fileprivate func service<Service>(
        _ type: Service.Type, for asker: Resolver, _ args: Any?
    ) throws(ResolutionError) -> Service {
        // A resolver's registry has recipes alone, each under the type of its services.
        let recipe = unsafe unsafeDowncast(entry, to: Recipe<Service>.self)
        let service = try recipe.service(cell, for: asker, args)
        Process.decorate(service)
        return service
    }
}

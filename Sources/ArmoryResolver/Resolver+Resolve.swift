// Resolving. Code inlined into a client looks up a hit through signatures without engine types; the rest is one call.

internal import Armory

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
    /// - Complexity: O(1) and without a lock for an existing service; otherwise the cost of the factory.
    @inlinable
    public func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any? = nil
    ) -> Service {
        if case .service(let service) = answer(type, name, args, for: self) { return service }
        return resolveSlowly(type, name, args, holder: nil)
    }

    /// Resolves the service of a type, or returns nil.
    ///
    /// Returns nil if the service is registered neither here nor in the children, or if its factory declines.
    /// Otherwise the same as ``resolve(_:name:args:)-swift.method``.
    @inlinable
    public func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any? = nil
    ) -> Service? {
        switch answer(type, name, args, for: self) {
        case .service(let service): service
        case .declined: nil
        case .unknown: optionalSlowly(type, name, args)
        }
    }

    /// Resolves the service of a type with ``root``.
    ///
    /// Otherwise the same as ``resolve(_:name:args:)-swift.method``.
    @inlinable
    public static func resolve<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any? = nil
    ) -> Service {
        if name == nil,
            let address = unsafe readyInRoot(ObjectIdentifier(Service.self), MemoryLayout<Service>.alignment)
        {
            let service = unsafe address.assumingMemoryBound(to: Service.self).pointee
            unpin()
            return service
        }
        return checkedRoot.resolve(type, name: name, args: args)
    }

    /// Resolves the service of a type with ``root``, or returns nil.
    ///
    /// Otherwise the same as ``optional(_:name:args:)-swift.method``.
    @inlinable
    public static func optional<Service>(
        _ type: Service.Type = Service.self, name: Resolver.Name? = nil, args: Any? = nil
    ) -> Service? {
        checkedRoot.optional(type, name: name, args: args)
    }
}

// MARK: The fast way

/// The result of the fast way.
@usableFromInline
enum Answer<Service> {
    case service(Service)
    case declined
    case unknown
}

extension Answer: Sendable where Service: Sendable {}

extension Resolver {
    /// Returns the result of the fast way.
    ///
    /// - Parameter asker: The resolver that factories get: this one, or one that it is a child of.
    @inlinable
    @inline(__always)
    func answer<Service>(
        _ type: Service.Type, _ name: Name?, _ args: Any?, for asker: Resolver
    ) -> Answer<Service> {
        // Keeps this resolver, which owns the container and the recipe, alive until the end: a factory may replace the root.
        defer { withExtendedLifetime(self) {} }
        let (instance, maker, marks) = unsafe find(Service.self, name)
        if let instance = unsafe instance {
            let service = unsafe instance.assumingMemoryBound(to: Service.self).pointee
            Resolver.unpin()
            return .service(service)
        }
        guard let maker = unsafe maker else { return furtherAnswer(name, args, for: asker) }
        let service = unsafe Unmanaged<Recipe<Service>>.fromOpaque(maker)._withUnsafeGuaranteedRef {
            $0.make(asker, args)
        }
        Resolver.end(marks)
        guard let service else { return .declined }
        return .service(service)
    }

    /// Answers with the living instance of a service in scope `shared`, or from the resolver below that has the service.
    ///
    /// A separate function, because its frame need not be on the stack while a service is created in the slow way.
    @usableFromInline
    @inline(never)
    func furtherAnswer<Service>(_ name: Name?, _ args: Any?, for asker: Resolver) -> Answer<Service> {
        guard Process.isFast else { return .unknown }
        if let service = container.livingInstance(Service.self, named: name?.key) { return .service(service) }
        guard asker === self, let owner = owner(of: Service.self, name), owner !== self else { return .unknown }
        return owner.answer(Service.self, name, args, for: asker)
    }

    /// Returns the engine's hit without engine types.
    ///
    /// - Returns: The address of an instance, or a `Recipe` and the marks that `end(_:)` takes after the recipe has
    ///   created an instance. Neither, if the slow way is needed.
    @usableFromInline
    func find(_ type: any Any.Type, _ name: Name?) -> (UnsafeMutableRawPointer?, UnsafeRawPointer?, UInt) {
        guard Process.isFast else { return (nil, nil, 0) }
        guard let name else { return unsafe container.hit(type) }
        return unsafe container.hit(type, named: name.key)
    }

    @usableFromInline
    static func readyInRoot(_ type: ObjectIdentifier, _ alignment: Int) -> UnsafeMutableRawPointer? {
        unsafe Process.readyInRoot(type, alignment: alignment)
    }

    @usableFromInline static var checkedRoot: Resolver { Process.checkedRoot }

    @usableFromInline static func unpin() { Container.unpin() }

    @usableFromInline static func end(_ marks: UInt) { Container.end(marks) }

    @usableFromInline
    static func roomInGraph(for type: any Any.Type) -> UnsafeMutableRawPointer {
        unsafe Container.roomInGraph(for: type)
    }
}

// MARK: The slow way

extension Resolver {
    @usableFromInline
    @inline(never)
    func resolveSlowly<Service>(
        _ type: Service.Type, _ name: Name?, _ args: Any?, holder: StaticString?
    ) -> Service {
        if let service = optionalSlowly(type, name, args) { return service }
        guard owner(of: type, name) != nil else {
            var isOptional = false
            if let wrapped = Dependency(type: type).wrapped, case .optional = wrapped.kind {
                isOptional = owner(of: wrapped.type, name) != nil
            }
            Process.end(container.missing(SiteKey(type, name?.key).serviceKey), isOptional: isOptional, holder: holder)
        }
        let key = Process.key(type, name)
        fatalError("RESOLVER: \(key) declined: its factory returned nil.\(Process.path(to: holder))")
    }

    /// Resolves the service for the property of a holder, which messages name.
    func resolve<Service>(
        _ type: Service.Type, _ name: Name?, _ args: Any? = nil, for holder: StaticString
    ) -> Service {
        if case .service(let service) = answer(type, name, args, for: self) { return service }
        return resolveSlowly(type, name, args, holder: holder)
    }

    @usableFromInline
    @inline(never)
    func optionalSlowly<Service>(_ type: Service.Type, _ name: Name?, _ args: Any?) -> Service? {
        if !Process.isFast { Process.registerAllServices() }
        guard let owner = owner(of: type, name) else { return nil }
        let service = done { () throws(ResolutionError) in try owner.container.obtain(type, name, for: self, args) }
        if let service, let decorate = Process.decorate { decorate(service) }
        return service
    }
}

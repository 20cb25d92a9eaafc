// Process-wide state. A container holds it, like everything else, so reading it is safe without a lock.

internal import Armory
internal import Synchronization

enum Process {
    private static let container = Container.withDefaults()
    /// Guards changes, which are rare; lookups are guarded by the engine.
    static let lock = Lock()
    /// Whether the services are registered and no decorator is set: then an existing service needs no further checks.
    private static let isPlain = Atomic(false)

    static var main: Resolver {
        get { value(Main.self).resolver }
        set { set(Main(resolver: newValue)) }
    }

    static var root: Resolver {
        get { value(Root.self).resolver }
        set { set(Root(resolver: newValue)) }
    }

    static var defaultScope: ResolverScope {
        get { value(ResolverScope.self) }
        set { set(newValue) }
    }

    static var decorate: ((Any) -> Void)? {
        get { value(Decorator.self).body }
        set {
            set(Decorator(body: newValue))
            updatePlain()
        }
    }

    static var registerServices: (() -> Void)? {
        get { value(RegisterServices.self).body }
        set { set(RegisterServices(body: newValue)) }
    }

    /// Whether services are looked up by the fast way.
    @inline(__always)
    static var isFast: Bool {
        // Acquire: pairs with the release in `updatePlain`, so that the registrations are visible.
        isPlain.load(ordering: .acquiring)
    }

    /// The root, read after the services are registered, because registering them may set another root.
    static var checkedRoot: Resolver {
        if !isFast { registerAllServices() }
        return root
    }

    /// Returns the address of the ready instance of the root's registration of a type, and pins the thread.
    ///
    /// - Returns: Nil if there is no ready instance; then the thread is not pinned.
    @inline(__always)
    static func readyInRoot(_ type: ObjectIdentifier, alignment: Int) -> UnsafeMutableRawPointer? {
        guard isFast else { return nil }
        let pin = Pin()
        if let root = unsafe container.readyInstance(
            of: ObjectIdentifier(Root.self), alignment: MemoryLayout<Root>.alignment)
        {
            // The pin keeps the resolver alive.
            let resolver = unsafe Unmanaged<Resolver>.fromOpaque(root.load(as: UnsafeRawPointer.self))
            let address = unsafe resolver._withUnsafeGuaranteedRef {
                unsafe $0.container.readyInstance(of: type, alignment: alignment)
            }
            if let address = unsafe address {
                // The caller ends the lookup.
                unsafe pin.handOver()
                return unsafe address
            }
        }
        pin.end()
        return nil
    }

    /// Registers all services, once; a resolve in the course of this does not register them again.
    static func registerAllServices() {
        do throws(ResolutionError) {
            _ = try container.resolve(Registered.self)
        } catch {
            // This thread is registering the services, or the registering thread waits for this thread.
            if error.code != .cycle { end(error) }
        }
        updatePlain()
    }

    static func reset() {
        let resolver = Resolver()
        main = resolver
        root = resolver
        for scope in [ResolverScope.application, .cached, .shared] as [ResolverScope] { scope.reset() }
        done { () throws(ResolutionError) in try container.reset(Registered.self) }
        updatePlain()
    }

    private static func updatePlain() {
        let decorator = lock.withLock {
            var isRegistered = false
            if unsafe container.hit(Registered.self).instance != nil {
                Container.unpin()
                isRegistered = true
            }
            let decorator = decorate
            // Release: pairs with the acquire in `isFast`.
            isPlain.store(isRegistered && decorator == nil, ordering: .releasing)
            return decorator
        }
        // Released outside the lock, because the closure holds user objects.
        withExtendedLifetime(decorator) {}
    }

    private static func value<Value: Sendable>(_ type: Value.Type) -> Value {
        done { () throws(ResolutionError) in try container.resolve(type) }
    }

    private static func set(_ value: some Sendable) {
        done { () throws(ResolutionError) in try container.register(Singleton(value: value)) }
    }
}

private struct Main: Sendable {
    let resolver: Resolver
}

/// A struct, because finding the type of a class takes a call at each resolve.
private struct Root: Sendable {
    let resolver: Resolver
}

private struct Decorator: @unchecked Sendable {  // The user promises that any thread may call it.
    let body: ((Any) -> Void)?
}

private struct RegisterServices: @unchecked Sendable {  // As for `Decorator`.
    let body: (() -> Void)?
}

/// Marks that the services are registered.
private struct Registered: Sendable {}

extension Container {
    fileprivate static func withDefaults() -> Container {
        let container = Container(configuration: .init(duplicates: .replace))
        done { () throws(ResolutionError) in
            try container.register(Singleton { Main(resolver: Resolver()) })
            try container.register(Singleton { Root(resolver: try $0(Main.self).resolver) })
            // The default scope.
            try container.register(Singleton(value: ResolverScope.graph as ResolverScope))
            try container.register(Singleton(value: Decorator(body: nil)))
            try container.register(Singleton(value: RegisterServices(body: Process.registerAllServices)))
            try container.register(
                Singleton {
                    if let registering = Resolver.root as Any as? any ResolverRegistering {
                        type(of: registering).registerAllServices()
                    }
                    return Registered()
                })
        }
        return container
    }
}

// MARK: Ending

/// Returns the result of `body`, or ends the process if it throws.
func done<R>(_ body: () throws(ResolutionError) -> R) -> R {
    do throws(ResolutionError) {
        return try body()
    } catch {
        Process.end(error)
    }
}

extension Process {
    /// Returns the text for a key in messages: the type as it is written in source, and the name.
    static func key(_ type: any Any.Type, _ name: Resolver.Name?) -> String {
        TypeName.of(type) + (name.map { " named \"\($0.rawValue)\"" } ?? "")
    }

    /// Ends the process with an error, which names the key, the path, and a fix in terms of this API.
    ///
    /// - Parameters:
    ///   - isOptional: Whether the missing type is an optional whose wrapped type is registered.
    ///   - holder: The type whose property asks for the missing key; nil if no property does.
    static func end(_ error: ResolutionError, isOptional: Bool = false, holder: StaticString? = nil) -> Never {
        let fix: String? =
            switch error.code {
            case .missing where isOptional: "an optional is expected here: use optional() or @OptionalInjected."
            case .missing:
                "register \(error.key), or use optional() or @OptionalInjected if it may be missing."
            case .cycle: "resolve one of them in resolveProperties, in a scope that shares it."
            case .timedOut: "check what the other thread's factory waits for."
            case .noInstance: "write return before the service, or name its type."
            default: nil
            }
        fatalError("RESOLVER: \(error.message(fix: fix, holder: holder?.description))")
    }

    /// The text in messages for the factories that run on this thread and the holder of the property that asks; empty
    /// if there are none.
    static func path(to holder: StaticString? = nil) -> String {
        var path = Container.path
        if let holder = holder?.description, path.last != holder { path.append(holder) }
        return path.isEmpty ? "" : "\n  path: " + path.joined(separator: " → ")
    }
}

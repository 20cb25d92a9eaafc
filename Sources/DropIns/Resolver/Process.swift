// What the process has one of, under one lock.

internal import ArmoryCore
internal import ArmoryRegistry
internal import Synchronization

enum Process {
    private struct State {
        var main = Resolver()
        /// Nil: `main`, as it is when the root is first read.
        var root: Resolver?
        var defaultScope: ResolverScope = .graph
        var decorate: ((Any) -> Void)?
        var registerServices: (() -> Void)? = Process.registerAllServices
        /// The cell of the mark that the services are registered.
        var services = Process.unregistered()

        mutating func currentRoot() -> Resolver {
            let root = root ?? main
            self.root = root
            return root
        }
    }

    private static let state = Guarded(State())
    /// Whether the services are registered.
    private static let areRegistered = Atomic(false)
    /// Whether there is a decorator.
    private static let isDecorating = Atomic(false)

    static var main: Resolver {
        get { state.withLock { $0.main } }
        set { put(newValue, at: \.main) }
    }

    static var root: Resolver {
        get { state.withLock { $0.currentRoot() } }
        set { put(newValue, at: \.root) }
    }

    static var defaultScope: ResolverScope {
        get { state.withLock { $0.defaultScope } }
        set { put(newValue, at: \.defaultScope) }
    }

    static var decorate: ((Any) -> Void)? {
        get { state.withLock { $0.decorate } }
        set {
            put(newValue, at: \.decorate)
            // Relaxed: a thread that sees it reads the decorator under the lock.
            isDecorating.store(newValue != nil, ordering: .relaxed)
        }
    }

    static var registerServices: (() -> Void)? {
        get { state.withLock { $0.registerServices } }
        set { put(newValue, at: \.registerServices) }
    }

    private static func put<Value>(_ new: Value, at path: WritableKeyPath<State, Value>) {
        var value = new
        state.withLock { swap(&$0[keyPath: path], &value) }
        // Released after the lock: it may hold objects of the user's.
        withExtendedLifetime(value) {}
    }

    static func reset() {
        let resolver = Resolver()
        var new = State(main: resolver, root: resolver)
        state.withLock { state in
            areRegistered.store(false, ordering: .relaxed)
            (new.defaultScope, new.decorate, new.registerServices) = (
                state.defaultScope, state.decorate, state.registerServices
            )
            swap(&state, &new)
        }
        withExtendedLifetime(new) {}
        for scope in [ResolverScope.application, .cached, .shared] as [ResolverScope] { scope.reset() }
    }
}

// MARK: Registering the services

/// Marks that the services are registered.
private struct Registered {}

extension Process {
    private static func unregistered() -> StandaloneCell {
        StandaloneCell(Registered.self, .singleton, shownAs: ServiceKey(Registered.self))
    }

    /// Registers all services, unless they are; a resolve in the course of this does not register them again.
    static func registerServicesOnce() {
        // Acquire: pairs with the release below, so that the registrations are seen.
        if !areRegistered.load(ordering: .acquiring) { registerAllServices() }
    }

    /// The root, read after the services are registered, because registering them may set another root.
    static var checkedRoot: Resolver {
        registerServicesOnce()
        return root
    }

    static func registerAllServices() {
        let cell = state.withLock { $0.services }
        do throws(ResolutionError) {
            _ = try cell.resolve(Registered.self) {
                if let registering = Resolver.root as Any as? any ResolverRegistering {
                    type(of: registering).registerAllServices()
                }
                return Registered()
            }
            state.withLock { if $0.services === cell { areRegistered.store(true, ordering: .releasing) } }
        } catch {
            // This thread is registering the services, or the registering thread waits for this thread.
            if error.code != .cycle { end(error) }
        }
    }
}

extension Process {
    /// Calls the decorator with a service, if there is one.
    static func decorate<Service>(_ service: Service) {
        if isDecorating.load(ordering: .relaxed), let decorate { decorate(service) }
    }
}

// MARK: Ending

extension Process {
    /// Returns the text for a key in messages: the type as it is written in source, and the name.
    static func key(_ type: any Any.Type, _ name: Resolver.Name?) -> String {
        EntryKey(type, name?.key).shown.description
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
            case .noInstance: "write return before the service, or name its type."
            default: nil
            }
        end(error.message(fix: fix, propertyHolder: holder?.description))
    }

    static func end(_ message: String) -> Never { endProcess("RESOLVER: \(message)") }

    /// The text in messages for the factories that run on this thread and the holder of the property that asks; empty
    /// if there are none.
    static func path(to holder: StaticString? = nil) -> String {
        var path = RunningPath.keyNames
        if let holder = holder?.description, path.last != holder { path.append(holder) }
        return path.isEmpty ? "" : "\n  path: " + path.joined(separator: " → ")
    }
}

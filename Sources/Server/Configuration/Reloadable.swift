// Registrations that follow reloads of the configuration.
//
//     Live<Value>      singleton   the current version
//     Version<Value>   scoped      the version that the scope first asked for, kept open until the scope ends
//     Value            scoped      its value
//
// For settings, `SettingsVersions` takes the place of `Version<Value>`: see there.

#if Configuration
public import Armory

/// A registration of an object that is created anew when its settings change, or of settings that follow reloads.
///
/// ```swift
/// Settings(PoolSettings.init, at: "pool", .key("size")).reloadable()
/// Reloadable(Pool.init)                                   // init(settings: PoolSettings)
///     .onShutdown { pool in await pool.close() }
/// Reloadable { (settings: PoolSettings, container) in     // with other dependencies
///     try await Cache(settings, logger: container.resolve())
/// }
/// ```
///
/// A reload that changes the settings creates the new object first. If that throws, nothing changes, and the reload
/// throws the error. Otherwise:
///
/// - A request takes `Value`: the object that was current when the request first asked for it, until the request ends.
/// - A singleton takes ``Live``, and borrows the current object with `withValue`.
/// - The replaced object is closed once, after its last request and its last borrow have ended, or with the container.
///   An object that was created from it is closed before it.
///
/// The object is created when the container is built, or by `start()` if the factory awaits.
public struct Reloadable<Value: Sendable>: ModuleElement {
    var options: ReloadableOptions<Value>
    private let parts: @Sendable (ReloadableOptions<Value>) -> [any ModuleElement]

    init(
        at binding: Binding, in tag: ScopeTag,
        @ModuleBuilder _ parts: @escaping @Sendable (ReloadableOptions<Value>) -> [any ModuleElement]
    ) {
        options = ReloadableOptions(binding: binding, tag: tag)
        self.parts = parts
    }

    /// The registrations.
    public var moduleContent: Plumbing.ModuleContent {
        content {
            LiveConfiguration.registration(at: options.binding)
            parts(options)
        }
    }

    /// Returns the registration under a name, for a second object of the same type.
    public func named(_ name: RegistrationName) -> Reloadable { changed { $0.name = name } }

    /// Returns the registration with another kind of scopes in which `Value` is constant; `request` otherwise.
    public func `in`(_ tag: ScopeTag) -> Reloadable { changed { $0.tag = tag } }

    /// Calls a closure at each change.
    ///
    /// ``Armory/Container/reloadConfiguration()`` calls it after all new versions are in place, and awaits it. Settings
    /// come before the objects that are created from them. See also ``Live/onChange(_:)``, for a closure that needs an
    /// object of the container.
    ///
    /// - Parameter body: Receives the replaced value and the new one. A replaced object is closed afterwards.
    public func onChange(_ body: @escaping @Sendable (_ old: Value, _ new: Value) async -> Void) -> Reloadable {
        changed { $0.hooks.append(body) }
    }

    /// Closes every version of the object, each once: after its last user has ended, or with the container.
    ///
    /// An error goes to the container's `reportFailure`; when the container ends, to its `shutdown()`.
    ///
    /// - Parameters:
    ///   - fileID: The file of the hook, for errors.
    ///   - line: The line of the hook, for errors.
    ///   - body: Closes the object. It runs on the thread on which the last use ends.
    public func onShutdown(
        fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ instance: Value) throws -> Void
    ) -> Reloadable {
        changed { $0.closers.append { $0.onShutdown(fileID: fileID, line: line, body) } }
    }

    /// Closes every version of the object by a body that awaits, each once: after its last user has ended, or with the
    /// container.
    ///
    /// A reload awaits the body for objects that nothing uses any more, and so does the end of the container for all. For
    /// an object whose last use ends later, the body runs in a separate task.
    ///
    /// - Parameters:
    ///   - limit: The time limit of the body: then its task is cancelled. Nil means the container's `hookLimit`.
    ///   - fileID: The file of the hook, for errors.
    ///   - line: The line of the hook, for errors.
    ///   - body: Closes the object.
    public func onShutdown(
        within limit: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ instance: Value) async throws -> Void
    ) -> Reloadable {
        changed {
            $0.closers.append { $0.onShutdown(within: limit, fileID: fileID, line: line, body) }
            $0.closesAwaiting = true
        }
    }

    private func changed(_ body: (inout ReloadableOptions<Value>) -> Void) -> Reloadable {
        var copy = self
        body(&copy.options)
        return copy
    }
}

/// What the modifiers of a `Reloadable` say.
struct ReloadableOptions<Value: Sendable>: Sendable {
    let binding: Binding
    var tag: ScopeTag
    var name: RegistrationName?
    var hooks: [@Sendable (Value, Value) async -> Void] = []
    /// Add the hooks that close a version.
    var closers: [@Sendable (Singleton<Value>) -> Singleton<Value>] = []
    var closesAwaiting = false

    /// Adds the change hooks.
    func observed(_ live: Live<Value>) -> Live<Value> {
        hooks.forEach(live.onChange)
        return live
    }

    /// The version of a new object, with a home if there is something to close: see `Closings`.
    ///
    /// - Parameter source: The version that the object was created from.
    func version(
        _ value: Value, from source: AnyVersion, _ closings: Closings, in owner: Container
    ) throws -> Version<Value> {
        guard !closers.isEmpty else { return Version(value, from: source) }
        let configuration = Container.Configuration(
            hookLimit: owner.configuration.hookLimit, reportFailure: owner.configuration.reportFailure)
        let owner = try Container(configuration: configuration) {
            closers.reduce(Singleton(Value.self) { value }) { $1($0) }.eager()
        }
        guard closings.add(owner) else {
            // The container has ended meanwhile, and closes nothing any more.
            owner.report(owner.close())
            return Version(value, from: source)
        }
        return Version(value, from: source) { closings.begin(owner, keeping: $0) }
    }
}

// MARK: Objects

extension Reloadable {
    /// Registers an initializer or function of the settings.
    ///
    /// - Parameters:
    ///   - name: The name of the settings' registration.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - make: Creates the object. The settings are any value with a ``Live``, also another `Reloadable`.
    public init<Source: Sendable>(
        from name: RegistrationName? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (Source) throws -> Value
    ) {
        self.init(making: { source, _ in try make(source) }, from: name, fileID: fileID, line: line)
    }

    /// Registers a factory that takes the settings, and resolves other dependencies from the container.
    ///
    /// - Parameters:
    ///   - name: The name of the settings' registration.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - make: Creates the object. The settings are any value with a ``Live``, also another `Reloadable`.
    public init<Source: Sendable>(
        from name: RegistrationName? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @Sendable (_ settings: Source, _ container: Container) throws -> Value
    ) {
        self.init(making: make, inContainer: true, from: name, fileID: fileID, line: line)
    }

    private init<Source: Sendable>(
        making make: @escaping @Sendable (Source, Container) throws -> Value, inContainer: Bool = false,
        from name: RegistrationName?, fileID: StaticString, line: Int
    ) {
        let maker = Maker(source: name, renew: make)
        self.init(at: Binding(fileID: fileID, line: line), in: .request) { options in
            Singleton(Live<Value>.self, fileID: fileID, line: line) { resolver in
                let configuration = try resolver.resolve(LiveConfiguration.self)
                let source = try maker.source(resolver)
                let owner = inContainer ? resolver.container : resolver.handle.container
                while true {
                    let version = source.version
                    let value = try make(version.value, owner)
                    if let live = try maker.live(value, from: version, source, configuration, owner, options) {
                        return live
                    }
                }
            }
            .live(maker, options)
            maker.scoped(options)
        }
    }

    /// Registers an awaiting initializer or function of the settings.
    ///
    /// - Parameters:
    ///   - name: The name of the settings' registration.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - make: Creates the object. The settings are any value with a ``Live``, also another `Reloadable`.
    @_disfavoredOverload
    public init<Source: Sendable>(
        from name: RegistrationName? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @concurrent @Sendable (Source) async throws -> Value
    ) {
        self.init(awaiting: { source, _ in try await make(source) }, from: name, fileID: fileID, line: line)
    }

    /// Registers an awaiting factory that takes the settings, and resolves other dependencies from the container.
    ///
    /// - Parameters:
    ///   - name: The name of the settings' registration.
    ///   - fileID: The file of the registration, for errors.
    ///   - line: The line of the registration, for errors.
    ///   - make: Creates the object. The settings are any value with a ``Live``, also another `Reloadable`.
    @_disfavoredOverload
    public init<Source: Sendable>(
        from name: RegistrationName? = nil, fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @concurrent @Sendable (_ settings: Source, _ container: Container) async throws -> Value
    ) {
        self.init(awaiting: make, inContainer: true, from: name, fileID: fileID, line: line)
    }

    private init<Source: Sendable>(
        awaiting make: @escaping @concurrent @Sendable (Source, Container) async throws -> Value,
        inContainer: Bool = false, from name: RegistrationName?, fileID: StaticString, line: Int
    ) {
        let maker = Maker(source: name, renew: make)
        self.init(at: Binding(fileID: fileID, line: line), in: .request) { options in
            Singleton(Live<Value>.self, fileID: fileID, line: line) { (resolver: AsyncResolver) async throws in
                let configuration = try await resolver.resolve(LiveConfiguration.self)
                let source = try await maker.source(resolver)
                let owner = inContainer ? resolver.container : resolver.handle.container
                while true {
                    let version = source.version
                    let value = try await make(version.value, owner)
                    if let live = try maker.live(value, from: version, source, configuration, owner, options) {
                        return live
                    }
                }
            }
            .live(maker, options)
            maker.scoped(options)
        }
    }
}

/// How an object is created from the value of another `Live`.
///
/// A factory that takes the container has `inContainer`: then no overriding container shares the object.
private struct Maker<Source: Sendable, Value: Sendable>: Sendable {
    let source: RegistrationName?
    let renew: @concurrent @Sendable (Source, Container) async throws -> Value

    func source(_ resolver: borrowing Resolver) throws -> Live<Source> {
        try source.map { try resolver.resolve(named: $0) } ?? resolver.resolve()
    }

    func source(_ resolver: AsyncResolver) async throws -> Live<Source> {
        if let source { try await resolver.resolve(named: source) } else { try await resolver.resolve() }
    }

    /// The `Live` of a first object; nil: its settings have changed meanwhile, and the object is closed.
    func live(
        _ value: Value, from version: Version<Source>, _ source: Live<Source>, _ configuration: LiveConfiguration,
        _ owner: Container, _ options: ReloadableOptions<Value>
    ) throws -> Live<Value>? {
        let closings = Closings(awaits: options.closesAwaiting)
        let first = try options.version(value, from: version, closings, in: owner)
        // Weak: the container keeps the `Live`.
        let live = Live(first, closings: closings) { [renew, weak owner] plan, _ in
            guard let new = plan.version(of: source), let owner else { return nil }
            let value = try await owner.asCurrent { try await renew(new.value, owner) }
            return try options.version(value, from: new, closings, in: owner)
        }
        return configuration.add(live, if: { source.version === version }) ? options.observed(live) : nil
    }

    /// The registrations for scopes.
    @ModuleBuilder
    func scoped(_ options: ReloadableOptions<Value>) -> [any ModuleElement] {
        Scoped(Version<Value>.self, fileID: options.binding.fileID, line: options.binding.line) { resolver in
            let live: Live<Value> = try options.name.map { try resolver.resolve(named: $0) } ?? resolver.resolve()
            return live.version
        }
        .dependsOn(Live<Value>.self, ifNamed: options.name).in(options.tag).named(ifAny: options.name)
        Scoped(Value.self, fileID: options.binding.fileID, line: options.binding.line) { resolver in
            let version: Version<Value> =
                try options.name.map { try resolver.resolve(named: $0) } ?? resolver.resolve()
            return version.value
        }
        .dependsOn(Version<Value>.self, ifNamed: options.name).in(options.tag).named(ifAny: options.name)
    }
}

extension Singleton {
    /// The registration of an object's `Live`.
    fileprivate func live<Source, Value>(_ maker: Maker<Source, Value>, _ options: ReloadableOptions<Value>) -> Self
    where Instance == Live<Value> {
        let registration = dependsOn(LiveConfiguration.self).dependsOn(Live<Source>.self, ifNamed: maker.source)
            .named(ifAny: options.name).eager()
        guard !options.closers.isEmpty else { return registration }
        guard options.closesAwaiting else {
            return registration.closing(by: Closing(.plain { live, _ in try live.closings.endAllNow() }))
        }
        // A century, which counts as forever: each version has its own limit.
        let limit = Duration.seconds(3_200_000_000)
        return registration.closing(
            by: Closing(.awaiting(limit: limit) { live, _ in try await live.closings.endAll() }))
    }
}

extension Registration {
    fileprivate func dependsOn(_ type: any Any.Type, ifNamed name: RegistrationName?) -> Self {
        name.map { dependsOn(type, named: $0) } ?? dependsOn(type)
    }
}
#endif

// A module: a registry that does not change, and the view of it that factories receive.

internal import ArmoryCore
internal import ArmoryRegistry

/// Creates and keeps instances from the registrations of a program, or of a part of it.
///
/// ```swift
/// let module = Module {
///     component { storage }
///     factory { OrderList(orders: $0()) }
/// }
/// let list: OrderList = module.resolve()
/// ```
///
/// A module asks its parent for registrations that it does not have. The parent's `factory` then creates its instances
/// in the view of the module that was asked. The instances of `single` and `weak` belong to the parent and are created
/// in its view.
///
/// Any number of threads may use a module at once. No lock is held while a closure runs.
public final class Module: @unchecked Sendable {  // Immutable; its properties are thread-safe, or hold user closures.
    let registry: Registry
    let parent: Module?
    /// The container to ask for what neither the module nor its parents have.
    private let native: NativeParent?
    /// The builder that lists the closures again for each module; nil if the registry has the closures.
    private let builder: AnyObject?
    /// The component with the closures of the registry's entries, if these have none.
    let component: Component?

    /// Creates a module with the registrations in the braces.
    ///
    /// If two registrations have the same type and tag, the later one counts.
    ///
    /// - Parameters:
    ///   - parent: The module to ask for registrations that this one does not have; it is kept alive.
    ///   - builder: The registrations.
    /// - Complexity: O(*n*) in the number of registrations.
    public convenience init(parent: Module? = nil, @ModuleBuilder builder: () -> [Entry]) {
        self.init(Registry(builder(), under: parent), parent)
    }

    /// Creates a module with the registration that a function returns, as in `Module(builder: makeClient)`.
    ///
    /// - Parameters:
    ///   - parent: The module to ask for registrations that this one does not have; it is kept alive.
    ///   - builder: Returns the registration, which may be a component.
    @_disfavoredOverload
    public convenience init(parent: Module? = nil, builder: () -> any Registration) {
        self.init(parent: parent, builder: { builder().entries() } as () -> [Entry])
    }

    init(
        _ registry: Registry, _ parent: Module?, native: NativeParent? = nil, builder: AnyObject? = nil,
        component: Component? = nil
    ) {
        self.registry = registry
        self.parent = parent
        self.native = parent?.native ?? native
        self.builder = builder
        self.component = component
    }

    /// Builds the list of registrations from the contents of the braces.
    @resultBuilder
    public enum ModuleBuilder: Sendable {
        /// Returns the entries of the registrations, in order.
        public static func buildBlock(_ registrations: any Registration...) -> [Entry] {
            registrations.flatMap { $0.entries() }
        }
    }
}

extension Registry {
    /// Creates the registry of a module.
    ///
    /// - Parameter areHeld: Whether it holds the closures of the entries.
    convenience init(_ entries: [Entry], under parent: Module?, holdingClosures areHeld: Bool = true) {
        self.init(parents: parent.map { [$0.registry] } ?? [])
        for entry in entries {
            if let error = ResolutionError.noInstance(entry.template) { endProcess(error) }
            put(entry.template.copy(withClosure: areHeld))
        }
    }
}

// MARK: Resolving

extension Module {
    /// Resolves the instance of a type that is inferred from the context, as in `$0()`.
    ///
    /// Same as ``resolve(tag:)``.
    public func callAsFunction<T>(tag: String? = nil) -> T { resolve(tag: tag) }

    /// Resolves the instance of a type.
    ///
    /// For an optional type, returns the instance of the wrapped type, or nil if there is none.
    ///
    /// - Parameter tag: The tag of the registration; nil for the registration without a tag.
    /// - Precondition: The type is registered here or in a parent, and its instance does not need itself during its
    ///   creation. The message on failure names the type, the path to it and the place of the registration.
    /// - Complexity: A lookup under a lock in each module up to that of the registration, and the cost of the factories.
    public func resolve<T>(tag: String? = nil) -> T { resolve(tag: tag, holder: nil) }

    /// Resolves the instance of a type for the property of a holder, which messages name.
    ///
    /// Factories run inside of it and of the functions that it calls, so each has few variables: chains of factories may be deep.
    /// And none that exists has an optional of `T`: the runtime looks up such a type at each call.
    func resolve<T>(tag: String?, holder: StaticString?) -> T {
        let key = EntryKey(T.self, tag.map { RegistrationName($0) })
        Logger.note(key, self)
        do throws(ResolutionError) {
            guard let place = find(key) else { return try unregistered(key) }
            return try place.instance(T.self, for: self)
        } catch {
            endProcess(error, holder: holder)
        }
    }

    /// The registration here or in the nearest parent; nil: there is none.
    private func find(_ key: EntryKey) -> Place? {
        guard let found = registry.find(key) else { return nil }
        var owner = self
        while owner.registry !== found.owner, let parent = owner.parent { owner = parent }
        return Place(entry: found.entry, cell: found.cell, owner: owner)
    }

    /// The instance of a type that is registered as that of which it is an optional, or in a native parent.
    private func unregistered<T>(_ key: EntryKey) throws(ResolutionError) -> T {
        if let optional = T.self as? any OptionalType.Type {
            if let instance = try optional.resolved(in: self, key.name) as? T { return instance }
        } else if let instance = foreign(T.self, key.name) {
            return instance
        }
        throw ResolutionError.missing(key, near: [registry])
    }

    /// The instance of a type that is no optional; nil: it is not registered, or its closure returned nil.
    func instanceUnlessDeclined<T>(_ type: T.Type, _ name: String?) throws(ResolutionError) -> T? {
        guard let place = find(EntryKey(type, name.map { RegistrationName($0) })) else { return foreign(type, name) }
        do throws(ResolutionError) { return try place.instance(type, for: self) } catch {
            guard error.code == .declined else { throw error }
            return nil
        }
    }

    /// The instance of a native parent; nil: there is none.
    private func foreign<T>(_ type: T.Type, _ name: String?) -> T? {
        do { return try native?.instance(type, name) } catch { endProcess("\(error)") }
    }

    var hasParent: Bool { parent != nil || native != nil }

    /// Returns whether a type and tag are registered here or in a parent.
    func has(_ type: any Any.Type, tag: String?) -> Bool {
        let type = (type as? any AnyOptional.Type)?.wrappedType ?? type
        return registry.findEntry(EntryKey(type, tag.map { RegistrationName($0) })) != nil
            || native?.has(type, tag) == true
    }
}

extension Module {
    /// The entries that a resolve here may find, in the order of the source.
    var visibleEntries: [ModuleEntry] {
        var all: [ArmoryRegistry.Entry] = []
        var next: Module? = self
        while let module = next {
            all += module.registry.entries.filter { registry.findEntry($0.key) === $0 }
            next = module.parent
        }
        return all.inSourceOrder.compactMap { $0 as? ModuleEntry }
    }
}

/// A registration, its cell, and the module that has it.
private struct Place {
    let entry: ArmoryRegistry.Entry
    let cell: StandaloneCell
    let owner: Module

    func instance<T>(_ type: T.Type, for module: Module) throws(ResolutionError) -> T {
        // Modules add entries to their registries, each under the type of its instances.
        let entry = unsafe unsafeDowncast(entry, to: TypedEntry<T>.self)
        let running = Running(cell: cell, module: entry.traits.lifetime == .transient ? module : owner)
        return try cell.resolve(type) { try running.make(entry, of: owner) }
    }
}

// MARK: What runs

/// A factory that runs, for the properties with `@Inject` of the objects that it creates.
private struct Running: Sendable {
    let cell: StandaloneCell
    /// The module that the factory receives.
    let module: Module

    @TaskLocal static var innermost: Running?

    /// Runs a factory.
    func make<T>(_ entry: TypedEntry<T>, of owner: Module) throws -> T {
        try Self.$innermost.withValue(self) { try entry.make(in: module, of: owner) }
    }
}

extension Module {
    /// The module whose factory runs on this thread; nil if none runs, or if the factory of another library runs in it.
    static var running: Module? {
        guard let running = Running.innermost, RunningPath.innermostCell === running.cell else { return nil }
        return running.module
    }
}

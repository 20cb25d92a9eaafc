internal import ArmoryCore
internal import ArmoryRegistry

/// Registers services, and resolves them with their dependencies.
///
/// ```swift
/// let container = Container()
/// container.register((any Animal).self) { _ in Cat(name: "Mimi") }
/// container.register(Person.self) { r in PetOwner(pet: r.resolve((any Animal).self)!) }
///     .inObjectScope(.container)
/// let person = container.resolve(Person.self)
/// ```
///
/// A container asks its parent for services that it does not have. The parent's factories in the scopes `transient` and
/// `graph` then receive the container that was asked. Instances in the scopes `container` and `weak` belong to the
/// parent, and their factories receive the parent.
///
/// Any number of threads may use a container at once; no lock is held while a factory runs. The factories must allow
/// this; see ``synchronize()`` for those that do not. The class is not marked as `Sendable`, because code for Swinject marks its
/// uses by itself.
public final class Container {
    // If the class said that it is Sendable, `nonisolated(unsafe) let container = Container()` would be a warning.

    let parent: Container?
    /// The native container that is asked for what this one and its parents do not have; nil: none is.
    let native: NativeParent?
    let owner: Owner
    /// Whether one resolve at a time runs.
    private let isSynchronized: Bool
    private let defaultObjectScope: ObjectScope
    /// Guarded by the registry's lock.
    private var behaviors: [any Behavior]

    var registry: Registry { owner.registry }

    /// Creates a container.
    ///
    /// - Parameters:
    ///   - parent: The container to ask for services that this one does not have; it is kept alive.
    ///   - defaultObjectScope: The scope of entries that do not set one.
    ///   - behaviors: Receive each registration.
    ///   - registeringClosure: Registers services in the new container.
    public convenience init(
        parent: Container? = nil,
        defaultObjectScope: ObjectScope = .graph,
        behaviors: [any Behavior] = [],
        registeringClosure: (Container) -> Void = { _ in }
    ) {
        self.init(below: parent, defaultObjectScope, behaviors)
        registeringClosure(self)
    }

    init(
        below parent: Container?, _ defaultObjectScope: ObjectScope, _ behaviors: [any Behavior] = [],
        native: NativeParent? = nil, events: EntryEvents? = nil, isSynchronized: Bool = false
    ) {
        self.parent = parent
        self.native = native ?? parent?.native
        self.defaultObjectScope = defaultObjectScope
        self.behaviors = behaviors
        self.isSynchronized = isSynchronized
        owner = Owner(Registry(parents: parent.map { [$0.registry] } ?? [], events: events))
        owner.begin(self)
    }

    deinit {
        owner.end()
        // The entries hold the registry, which holds them.
        registry.removeAll()
    }

    // MARK: Registering

    /// Registers a factory of a service.
    ///
    /// It replaces a registration with the same type, name and types of arguments; the instance of that one is released.
    ///
    /// - Parameters:
    ///   - serviceType: The type of the service.
    ///   - name: The name that distinguishes registrations of the type; nil for none.
    ///   - fileID: The file of the registration, for messages.
    ///   - line: The line of the registration, for messages.
    ///   - factory: Creates an instance. It receives the container that is asked, or that keeps the instance. Any thread
    ///     may call it, and several at once.
    /// - Returns: The entry, which takes further settings.
    /// - Complexity: O(1) on average.
    @discardableResult
    public func register<Service>(
        _ serviceType: Service.Type, name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        factory: @escaping (any Resolver) -> Service
    ) -> ServiceEntry<Service> {
        let label = Label((any Resolver).self, name, nil, CodeLocation(fileID: fileID, line: line))
        return add(label, plain: factory)
    }

    /// Registers a factory of a service: the exact signature of the original, for protocols of a program.
    @_disfavoredOverload
    @discardableResult
    public func register<Service>(
        _ serviceType: Service.Type, name: String?, factory: @escaping (any Resolver) -> Service
    ) -> ServiceEntry<Service> {
        add(Label((any Resolver).self, name, nil), plain: factory)
    }

    // swift-format-ignore: NoLeadingUnderscores
    /// Registers a factory for an extension of this library.
    ///
    /// - Parameters:
    ///   - serviceType: The type of the service.
    ///   - factory: Creates an instance from a resolver, or from a tuple of a resolver and the arguments. If the result
    ///     is not a `Service`, a resolve returns nil.
    ///   - name: The name that distinguishes registrations of the type; nil for none.
    ///   - option: A further part of the key; nil for none.
    ///   - fileID: The file of the registration, for messages.
    ///   - line: The line of the registration, for messages.
    /// - Returns: The entry, which takes further settings.
    @discardableResult
    public func _register<Service, Arguments>(
        _ serviceType: Service.Type, factory: @escaping (Arguments) -> Any, name: String? = nil,
        option: (any ServiceKeyOption)? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) -> ServiceEntry<Service> {
        let label = Label(Arguments.self, name, option, CodeLocation(fileID: fileID, line: line))
        return add(label, taking: Taking(factory))
    }

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - needs: The types that the factory is known to resolve; nil: nothing is known.
    ///   - plain: The factory if it has no arguments; nil: `taking` is the factory.
    func add<Service>(
        _ label: Label, needs: [any Any.Type]? = nil, plain: ((any Resolver) -> Service)? = nil,
        taking: AnyObject? = nil
    ) -> ServiceEntry<Service> {
        let record = ServiceRecord(label, defaultObjectScope, in: owner, needs: needs, plain: plain, taking: taking)
        let entry = ServiceEntry(record)
        put(record, as: Service.self, for: entry, label.name)
        return entry
    }

    private func put<T, Service>(
        _ record: Record<some Any>, as type: T.Type, for entry: ServiceEntry<Service>, _ name: String?
    ) {
        let former = registry.put(record)
        if let events = registry.events {
            // A further type that is the entry's own puts the same record.
            if former !== record { (former as? any AnyServiceRecord)?.reportEnd() }
            events.registered(registry.reported(record))
        }
        for behavior in registry.locked({ behaviors }) {
            behavior.container(self, didRegisterType: type, toService: entry, withName: name)
        }
    }

    /// Makes a service resolvable by a further type.
    ///
    /// Both types lead to the same instance. If the instance is not of the further type, resolving that type returns
    /// nil.
    ///
    /// - Parameters:
    ///   - type: The further type.
    ///   - name: The name of the further registration; nil for none.
    ///   - service: The entry of the service.
    public func forward<T, S>(_ type: T.Type, name: String? = nil, to service: ServiceEntry<S>) {
        let forward = ForwardRecord(type, name, service.record, in: owner)
        if service.record.owner === owner, service.record.key == forward.key {
            // The entry itself, maybe in place of one that has displaced it.
            put(service.record, as: type, for: service, name)
        } else {
            put(forward, as: type, for: service, name)
        }
    }

    /// Adds a behavior, which receives each later registration.
    public func addBehavior(_ behavior: any Behavior) {
        registry.locked { behaviors.append(behavior) }
    }

    /// Removes all registrations of this container, with their instances.
    ///
    /// A ``Lazy`` or a ``Provider`` that was resolved before still leads to its entry.
    public func removeAll() {
        let removed = registry.removeAll()
        guard registry.events != nil else { return }
        for entry in removed { (entry as? any AnyServiceRecord)?.reportEnd() }
    }

    // MARK: Questions

    /// Returns whether a service is registered under a name, here or in a parent, with any arguments.
    ///
    /// - Parameters:
    ///   - serviceType: The type of the service.
    ///   - name: The name; nil for a registration without a name.
    /// - Complexity: O(*n*) in the number of registrations unless one of the service takes no arguments.
    public func hasAnyRegistration<Service>(of serviceType: Service.Type, name: String? = nil) -> Bool {
        if registry.ownEntry(EntryKey(Service.self, name.map { RegistrationName($0) })) != nil { return true }
        // With arguments or an option.
        let isHere = registry.entries.contains { $0.instanceType == Service.self && $0.key.name == name }
        if isHere { return true }
        return parent?.hasAnyRegistration(of: serviceType, name: name) ?? native?.has(Service.self, name) ?? false
    }

    // MARK: One at a time

    /// Returns a view of this container, whose resolves run one at a time.
    ///
    /// A resolve waits until no other thread resolves from a view of this container, or of a parent or a child of it.
    /// Factories that it runs may resolve further. So they may change shared state without a lock. If threads would wait
    /// for each other, one of them goes on without waiting.
    ///
    /// Any number of threads may use the container itself, too, whose factories then run at once. The view is a child of
    /// this container, and keeps it alive. This container does not see registrations in the view. If it has a service in
    /// the scope `container` or `weak`, the factory receives another view, without them.
    ///
    /// - Complexity: O(1).
    public func synchronize() -> any Resolver { synchronized }

    private var synchronized: Container { Container(below: self, defaultObjectScope, isSynchronized: true) }

    /// Runs `body`, one thread at a time if this is a view for that.
    @inline(__always)
    func inLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try isSynchronized ? registry.reentrantLock.withLockOrWithout(body) : body()
    }

    /// Returns the container that the factory of a kept instance receives: the one that keeps it, or a view of that one.
    ///
    /// A view gets a new view, not itself: the instance must not be made from registrations that the keeper does not see.
    func view(of owner: Container) -> Container {
        isSynchronized && !owner.isSynchronized ? owner.synchronized : owner
    }

    // MARK: Entries

    /// The entries of this container itself, and further types of entries.
    var ownRecords: [any AnyRecord] { registry.entries.compactMap { $0 as? any AnyRecord } }

    /// The entries of this container and its parents.
    var records: [any AnyRecord] { ownRecords + (parent?.records ?? []) }
}

extension Container: CustomStringConvertible {
    /// The entries of this container, sorted.
    public var description: String {
        let lines = ownRecords.map { "\n    { \($0.shownAsEntry) }" }.sorted()
        return "[\(lines.joined(separator: ","))\n]"
    }
}

// A container: an engine container, and the view of it that factories receive.

public import Armory

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
/// this. The class is not marked as `Sendable`, because code for Swinject marks its uses by itself.
public final class Container {
    // If the class said that it is Sendable, `nonisolated(unsafe) let container = Container()` would be a warning.

    /// The Armory container that has the registrations and instances.
    ///
    /// It shows the graph and the events, and native code resolves from it. A factory that is registered there is found
    /// by ``resolve(_:)``, too.
    public var native: Armory.Container {
        expose()
        return engine
    }

    /// The engine container, which may not have the latest registrations yet: see `settle()`.
    let engine: Armory.Container
    /// The container to resolve from: `engine`, or a view of it that observes the dependencies of a factory.
    let seen: Armory.Container
    let parent: Container?
    let home: Home<Container>
    private let defaultObjectScope: ObjectScope
    private let lock = Lock()
    /// Guarded by `lock`.
    private var behaviors: [any Behavior] = []
    let queue = CommitQueue()

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
        self.init(parent: parent, defaultObjectScope: defaultObjectScope, subscribers: [])
        self.behaviors = behaviors
        registeringClosure(self)
    }

    /// Creates a container that reports its events.
    ///
    /// - Parameters:
    ///   - parent: The container to ask for services that this one does not have; it is kept alive.
    ///   - defaultObjectScope: The scope of entries that do not set one.
    ///   - subscribers: Receive the events of ``native``.
    public convenience init(
        parent: Container? = nil, defaultObjectScope: ObjectScope = .graph, subscribers: [any EventSubscriber]
    ) {
        let home = Home<Container>()
        let engine = Armory.Container(
            parents: parent.map { [$0.engine] } ?? [], configuration: .ofLibrary(home: home, subscribers: subscribers))
        self.init(engine, seenAs: engine, parent: parent, at: home, defaultObjectScope)
        home.owner = self
    }

    private init(
        _ engine: Armory.Container, seenAs seen: Armory.Container, parent: Container?, at home: Home<Container>,
        _ defaultObjectScope: ObjectScope
    ) {
        self.engine = engine
        self.seen = seen
        self.parent = parent
        self.home = home
        self.defaultObjectScope = defaultObjectScope
    }

    /// Returns the container whose factory receives a resolver of the engine.
    ///
    /// It is the program's own object, except for an engine container that was derived from the program's, for example
    /// with overrides, for a factory whose dependencies are observed, and after the program's object is gone.
    ///
    /// - Parameter home: Leads to the container that has the factory, and is probably asked.
    static func of(_ resolver: borrowing Armory.Resolver, from home: Home<Container>) -> Container {
        let (engine, seen) = (resolver.base, resolver.seen)
        if let owner = home.owner, owner.engine === engine, engine === seen { return owner }
        let near = Home<Container>.of(resolver) ?? home
        let owner = near.owner
        if let owner, owner.engine === engine, engine === seen { return owner }
        let container = Container(
            engine, seenAs: seen, parent: owner?.parent, at: near, owner?.defaultObjectScope ?? .graph)
        container.queue.expose()
        return container
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
        let label = Label((any Resolver).self, name, nil, SourceLocation(fileID: fileID, line: line))
        return add(ServiceEntry(label, defaultObjectScope, plain: factory, at: home))
    }

    /// Registers a factory of a service: the exact signature of the original, for protocols of a program.
    @_disfavoredOverload
    @discardableResult
    public func register<Service>(
        _ serviceType: Service.Type, name: String?, factory: @escaping (any Resolver) -> Service
    ) -> ServiceEntry<Service> {
        add(ServiceEntry(Label((any Resolver).self, name, nil), defaultObjectScope, plain: factory, at: home))
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
        let label = Label(Arguments.self, name, option, SourceLocation(fileID: fileID, line: line))
        return add(ServiceEntry(label, defaultObjectScope, taking: Taking(factory), at: home))
    }

    private func add<Service>(_ entry: ServiceEntry<Service>) -> ServiceEntry<Service> {
        commit(entry)
        let behaviors = lock.withLock { self.behaviors }
        for behavior in behaviors {
            behavior.container(self, didRegisterType: Service.self, toService: entry, withName: entry.label.name)
        }
        return entry
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
        let behaviors = lock.withLock { self.behaviors }
        commit(Forward(type, name, service))
        for behavior in behaviors {
            behavior.container(self, didRegisterType: type, toService: service, withName: name)
        }
    }

    /// Adds a behavior, which receives each later registration.
    public func addBehavior(_ behavior: any Behavior) {
        lock.withLock { behaviors.append(behavior) }
    }

    /// Removes all registrations of this container, with their instances.
    ///
    /// Registrations of native code in ``native`` stay.
    public func removeAll() {
        settle()
        for (key, companion) in engine.companions {
            orEnd { () throws(ResolutionError) in try engine.remove(companion, at: key) }
        }
    }

    // MARK: Questions

    /// Returns whether a service is registered under a name, here or in a parent, with any arguments.
    ///
    /// - Parameters:
    ///   - serviceType: The type of the service.
    ///   - name: The name; nil for a registration without a name.
    /// - Complexity: O(*n*) in the number of registrations if all of the service take arguments or have options.
    public func hasAnyRegistration<Service>(of serviceType: Service.Type, name: String? = nil) -> Bool {
        settle()
        if engine.isRegistered(ServiceKey(Service.self, qualifier: name.map { Qualifier(Name($0)) })) { return true }
        return entries.contains { $0.serviceType == Service.self && $0.companion.label.name == name }
    }

    /// Returns this container, which any number of threads may use.
    public func synchronize() -> any Resolver { self }

    /// The entries of this container itself, with the types that they are found by.
    var ownEntries: [(serviceType: any Any.Type, companion: any Companion)] {
        settle()
        return engine.companions.compactMap { key, companion in
            guard let companion = companion as? any Companion, !key.isOfDisplaced else { return nil }
            return (key.type, companion)
        }
    }

    /// The entries of this container and its parents.
    var entries: [(serviceType: any Any.Type, companion: any Companion)] { ownEntries + (parent?.entries ?? []) }
}

extension Container: CustomStringConvertible {
    /// The entries of this container, sorted.
    public var description: String {
        let lines = ownEntries.map { "\n    { \($0.companion.describe(as: $0.serviceType)) }" }.sorted()
        return "[\(lines.joined(separator: ","))\n]"
    }
}

internal import ArmoryCore
internal import ArmoryRegistry

/// Registers services and resolves them: the API of Resolver 1.5, on Armory's engine.
///
/// ```swift
/// Resolver.register { NetworkService() as NetworkServicing }
/// let service: NetworkServicing = Resolver.resolve()
/// ```
///
/// Any number of threads may use a resolver at once. No lock is held while a factory runs. Two factories may run at the
/// same time, but a cached service is created once. Two resolvers share an instance only through a scope that the user
/// creates.
///
/// The process ends if a required service is missing, if a cycle never ends, or if a lazy service is used after its
/// release. The message names the key and the path to it.
public final class Resolver: @unchecked Sendable {  // The registry's lock guards the variables.
    let registry = Registry()
    /// The native container to ask for what neither this resolver nor its children have.
    let native: NativeParent?
    private var ownChildren: [Resolver]
    private var ownCache: ResolverScope?
    /// What the registrations of this resolver lead to it by.
    let ownership = AnyRecipe.Owner()

    /// Creates a resolver without registrations.
    ///
    /// - Parameter child: A resolver to search for services that this one does not have.
    public convenience init(child: Resolver? = nil) {
        self.init(child: child, native: nil)
    }

    /// Creates a resolver without registrations; the spelling of ``init(child:)`` in version 1.0.
    ///
    /// - Parameter parent: A resolver to search for services that this one does not have.
    public convenience init(parent: Resolver) {
        self.init(child: parent, native: nil)
    }

    init(child: Resolver?, native: NativeParent?) {
        ownChildren = child.map { [$0] } ?? []
        self.native = native
        ownership.resolver = self
    }

    /// Adds a resolver to search for services that this one does not have.
    ///
    /// Children are searched in the order in which they were added; each child's own children come before the next
    /// child. A loop of children is harmless, because no resolver is searched twice. A factory that is found in a child
    /// receives the resolver that was asked.
    ///
    /// - Complexity: O(*n*) in the number of children.
    public func add(child: Resolver) {
        // Released after the lock.
        let former = registry.locked {
            let former = ownChildren
            ownChildren = former + [child]
            return former
        }
        withExtendedLifetime(former) {}
    }

    private var children: [Resolver] { registry.locked { ownChildren } }

    /// The cache for services of the scope `container` when this resolver is asked; by default, a separate
    /// ``ResolverScopeCache``.
    public var cache: ResolverScope {
        get {
            if let cache = registry.locked({ ownCache }) { return cache }
            let new = ResolverScopeCache()
            return registry.locked {
                let cache = ownCache ?? new
                ownCache = cache
                return cache
            }
        }
        set {
            let former = registry.locked {
                defer { ownCache = newValue }
                return ownCache
            }
            withExtendedLifetime(former) {}
        }
    }
}

// MARK: Finding

extension Resolver {
    /// This resolver and its descendants, depth first, each once.
    var family: [Resolver] {
        var members: [Resolver] = []
        var seen: Set<ObjectIdentifier> = []
        collect(&members, &seen)
        return members
    }

    private func collect(_ members: inout [Resolver], _ seen: inout Set<ObjectIdentifier>) {
        guard seen.insert(ObjectIdentifier(self)).inserted else { return }
        members.append(self)
        for child in children { child.collect(&members, &seen) }
    }

    /// The registration of a key here, or else in the first of the descendants that has one.
    func find(_ key: EntryKey) -> Found? {
        // Mostly there is a chain, where no resolver is met twice; a long one may be a loop.
        var member = self
        for _ in 0..<8 {
            if let found = member.registry.findOwn(key) { return found }
            let children = member.children
            guard let child = children.first else { return nil }
            guard children.count == 1 else { break }
            member = child
        }
        return family.lazy.compactMap { $0.registry.findOwn(key) }.first
    }

    /// The service of a native parent, of this resolver or of the first of the descendants that has one.
    func nativeService<Service>(_ type: Service.Type, _ name: Name?) -> Service? {
        // Most resolvers have neither.
        if native == nil, children.isEmpty { return nil }
        for member in family {
            guard let native = member.native else { continue }
            do {
                if let service = try native.instance(type, name?.rawValue) { return service }
            } catch {
                Process.end("\(error)")
            }
        }
        return nil
    }
}

extension Resolver {
    /// The registrations that a resolve without arguments may find, in the order of the source.
    var visibleRecipes: [AnyRecipe] {
        Process.registerServicesOnce()
        return family.flatMap { member in member.registry.entries.filter { find($0.key)?.entry === $0 } }
            .inSourceOrder.compactMap { $0 as? AnyRecipe }
            .filter { !needsArguments($0) }
    }

    /// Whether a registration takes arguments, or is another type of one that does, or of one that is not here.
    private func needsArguments(_ recipe: AnyRecipe) -> Bool {
        var recipe = recipe
        var seen: Set<ObjectIdentifier> = []
        while let alias = recipe.traits.alias {
            guard seen.insert(ObjectIdentifier(recipe)).inserted, let target = find(alias)?.entry as? AnyRecipe else {
                return true
            }
            recipe = target
        }
        return recipe.traits.takesArguments
    }
}

// MARK: Process-wide settings

extension Resolver {
    /// The resolver that the static functions register with.
    ///
    /// Any thread may read and set it, at the cost of a lock.
    public static var main: Resolver {
        get { Process.main }
        set { Process.main = newValue }
    }

    /// The resolver that the static functions and ``Resolving`` resolve with.
    ///
    /// Unless it is set, it is ``main`` as it was when `root` was first read. Thread-safe, like ``main``.
    public static var root: Resolver {
        get { Process.root }
        set { Process.root = newValue }
    }

    /// The scope of registrations that name no scope; `graph` by default.
    ///
    /// A registration reads it when it is created. Thread-safe, like ``main``.
    public static var defaultScope: ResolverScope {
        get { Process.defaultScope }
        set { Process.defaultScope = newValue }
    }

    /// A closure that is called with every resolved service, including those that other services ask for; nil for none.
    ///
    /// The closure runs on the thread that resolves, with no lock held, also in a release build.
    public static var decorate: ((_ service: Any) -> Void)? {
        get { Process.decorate }
        set { Process.decorate = newValue }
    }

    /// A closure that calls ``ResolverRegistering/registerAllServices()``, unless it was called before.
    ///
    /// Resolving makes this call automatically. If many threads resolve, one makes the call and the others wait.
    public static var registerServices: (() -> Void)? {
        get { Process.registerServices }
        set { Process.registerServices = newValue }
    }

    /// Calls ``ResolverRegistering/registerAllServices()``, unless it was called before.
    public func registerServices() {
        Process.registerServicesOnce()
    }

    /// Starts anew, with another resolver as ``main`` and ``root``.
    ///
    /// The scopes `application`, `cached` and `shared` discard their services, and
    /// ``ResolverRegistering/registerAllServices()`` is called at the next resolve. No thread may resolve or register
    /// meanwhile, because these parts are replaced one after the other.
    public static func reset() {
        Process.reset()
    }
}

/// Registers the services of a program.
///
/// ```swift
/// extension Resolver: ResolverRegistering {
///     public static func registerAllServices() {
///         register { XYZSessionService() }
///     }
/// }
/// ```
public protocol ResolverRegistering {
    /// Registers all services; called once, before the first resolve of the process.
    ///
    /// Resolves inside this method see the services that are registered so far, and all belong to one graph.
    static func registerAllServices()
}

/// Gives a type a resolver.
public protocol Resolving {
    /// The resolver.
    var resolver: Resolver { get }
}

extension Resolving {
    /// The resolver that is used by default, ``Resolver/root``.
    public var resolver: Resolver { Resolver.root }
}

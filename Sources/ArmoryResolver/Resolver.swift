internal import Armory

/// Registers services and resolves them: the API of Resolver 1.5, on Armory's engine.
///
/// ```swift
/// Resolver.register { NetworkService() as NetworkServicing }
/// let service: NetworkServicing = Resolver.resolve()
/// ```
///
/// Any number of threads may use a resolver at once. Resolving an existing service takes no lock, and no lock is held
/// while a factory runs. Two factories may run at the same time, but a cached service is created once. Two resolvers
/// share an instance only through a scope that the user creates.
///
/// The process ends if a required service is missing, if a cycle never ends, or if a lazy service is used after its
/// release. The message names the key and the path to it.
public final class Resolver: Sendable {
    private static let configuration = Container.Configuration(duplicates: .replace, justInTime: false)

    let container = Container(configuration: configuration)
    /// The children until one is added.
    private let firstChildren: [Resolver]

    /// Creates a resolver without registrations.
    ///
    /// - Parameter child: A resolver to search for services that this one does not have.
    public init(child: Resolver? = nil) {
        firstChildren = child.map { [$0] } ?? []
    }

    /// Creates a resolver without registrations; the spelling of ``init(child:)`` in version 1.0.
    ///
    /// - Parameter parent: A resolver to search for services that this one does not have.
    public convenience init(parent: Resolver) {
        self.init(child: parent)
    }

    /// Adds a resolver to search for services that this one does not have.
    ///
    /// Children are searched in the order in which they were added; each child's own children come before the next
    /// child. A loop of children is harmless, because no resolver is searched twice. A factory that is found in a child
    /// receives the resolver that was asked.
    ///
    /// - Complexity: O(*n*) in the number of children.
    public func add(child: Resolver) {
        Process.lock.withLock {
            let list = children + [child]
            done { () throws(ResolutionError) in try container.register(Singleton(value: Children(list: list))) }
        }
    }

    var children: [Resolver] {
        done { () throws(ResolutionError) in try container.resolveOptional(Children.self)?.list } ?? firstChildren
    }

    private struct Children: Sendable {
        let list: [Resolver]
    }

    /// The cache for services of the scope `container` when this resolver is asked; by default, a separate
    /// ``ResolverScopeCache``.
    public var cache: ResolverScope {
        get {
            done { () throws(ResolutionError) in
                try container.getOrMake(Singleton { Cache(scope: ResolverScopeCache()) }).scope
            }
        }
        set { done { () throws(ResolutionError) in try container.register(Singleton(value: Cache(scope: newValue))) } }
    }

    private struct Cache: Sendable {
        let scope: ResolverScope
    }

    fileprivate func has(_ type: any Any.Type, _ name: Name?) -> Bool {
        container.companion(of: type, named: name?.key).isThere
    }

    /// Returns the resolver that registers the key: this one, or else the first of its descendants, depth first.
    func owner(of type: any Any.Type, _ name: Name?) -> Resolver? {
        if has(type, name) { return self }
        var visited: Set = [ObjectIdentifier(self)]
        return children.firstOwner(of: type, name, &visited)
    }
}

extension [Resolver] {
    fileprivate func firstOwner(
        of type: any Any.Type, _ name: Resolver.Name?, _ visited: inout Set<ObjectIdentifier>
    ) -> Resolver? {
        for resolver in self where visited.insert(ObjectIdentifier(resolver)).inserted {
            if resolver.has(type, name) { return resolver }
            if let owner = resolver.children.firstOwner(of: type, name, &visited) { return owner }
        }
        return nil
    }
}

// MARK: Process-wide settings

extension Resolver {
    /// The resolver that the static functions register with.
    ///
    /// Any thread may read and set it. Reading costs a lookup; setting costs a replacement that all threads see.
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
    /// The closure runs on the thread that resolves, with no lock held, also in a release build. While it is set, every
    /// resolve takes the slow way.
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
        Process.registerAllServices()
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

internal import Armory

/// Registers services and resolves them: the API of Resolver 1.5, on Armory's engine.
///
/// ```swift
/// Resolver.register { NetworkService() as NetworkServicing }
/// let service: NetworkServicing = Resolver.resolve()
/// ```
///
/// All of it may be used from any number of threads at once. What is there is had without a lock, and none is held while a
/// factory runs: two factories may run at the same time, but what is kept is made once. Two resolvers share no instance, but
/// by a ``ResolverScopeCache`` of the user's own.
///
/// What is required and missing, a cycle that never ends, and a lazy service that is used after its release end the process,
/// with a message that names the key and the path to it.
public final class Resolver: Sendable {
    let container = Container(configuration: .init(duplicates: .replace, justInTime: false))

    /// A resolver without registrations of its own.
    ///
    /// - Parameter child: Is searched for what this one does not have.
    public init(child: Resolver? = nil) {
        if let child { add(child: child) }
    }

    /// As ``init(child:)``, under the name that it had in version 1.0.
    ///
    /// - Parameter parent: Is searched for what this one does not have.
    public init(parent: Resolver) {
        add(child: parent)
    }

    /// Adds a resolver that is searched for what this one does not have.
    ///
    /// Children are searched in the order in which they were added, each with its own children, before the next. A loop of them
    /// ends: none is searched twice. A factory that is found in a child is given the resolver that was asked.
    ///
    /// - Complexity: O(*n*) in the number of children.
    public func add(child: Resolver) {
        Process.lock.withLock {
            let list = children + [child]
            done { () throws(ResolutionError) in try container.register(Singleton(value: Children(list: list))) }
        }
    }

    var children: [Resolver] {
        done { () throws(ResolutionError) in try container.resolveOptional(Children.self)?.list } ?? []
    }

    private struct Children: Sendable {
        let list: [Resolver]
    }

    /// Where services of the scope `container` are kept that this resolver is asked for; a ``ResolverScopeCache`` of its own,
    /// where none is set.
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

    /// This resolver or the descendant that has a registration of the key itself: itself first, then the children, depth first.
    func owner(of type: any Any.Type, _ name: Name?) -> Resolver? {
        if container.hasOwn(type, named: name?.key) { return self }
        var visited: Set = [ObjectIdentifier(self)]
        return children.firstOwner(of: type, name, &visited)
    }
}

extension [Resolver] {
    fileprivate func firstOwner(
        of type: any Any.Type, _ name: Resolver.Name?, _ visited: inout Set<ObjectIdentifier>
    ) -> Resolver? {
        for resolver in self where visited.insert(ObjectIdentifier(resolver)).inserted {
            if resolver.container.hasOwn(type, named: name?.key) { return resolver }
            if let owner = resolver.children.firstOwner(of: type, name, &visited) { return owner }
        }
        return nil
    }
}

// MARK: The process's

extension Resolver {
    /// What the static functions register with.
    ///
    /// Reading and setting it is safe on any thread. Reading costs a look-up, setting an exchange that all threads see.
    public static var main: Resolver {
        get { Process.main }
        set { Process.main = newValue }
    }

    /// What the static functions and ``Resolving`` resolve with: ``main`` as it was when this was first read, unless it is set.
    ///
    /// Thread-safe as ``main``.
    public static var root: Resolver {
        get { Process.root }
        set { Process.root = newValue }
    }

    /// The scope of registrations that name none: `graph`, unless it is set.
    ///
    /// It counts at the registration. Thread-safe as ``main``.
    public static var defaultScope: ResolverScope {
        get { Process.defaultScope }
        set { Process.defaultScope = newValue }
    }

    /// Is called with every service that is resolved, those that others ask for too; nil: nothing is.
    ///
    /// It is called on the thread that resolves, with no lock held, in a release build too. While one is set, no service is had
    /// by the fast way.
    public static var decorate: ((_ service: Any) -> Void)? {
        get { Process.decorate }
        set { Process.decorate = newValue }
    }

    /// Has ``ResolverRegistering/registerAllServices()`` called, where that was not done.
    ///
    /// Resolving does it by itself. Of many threads one calls it, and the others wait.
    public static var registerServices: (() -> Void)? {
        get { Process.registerServices }
        set { Process.registerServices = newValue }
    }

    /// Has ``ResolverRegistering/registerAllServices()`` called, where that was not done.
    public func registerServices() {
        Process.registerAllServices()
    }

    /// Begins anew: other resolvers are ``main`` and ``root``, the scopes `application`, `cached` and `shared` forget what they
    /// keep, and ``ResolverRegistering/registerAllServices()`` is called at the next resolve.
    ///
    /// Nobody may resolve or register meanwhile: they are exchanged one after the other.
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
    /// Registers all services: called once, before the first resolve of the process.
    ///
    /// What it resolves itself is had from what is registered by then, and is all one graph.
    static func registerAllServices()
}

/// Gives a type a resolver.
public protocol Resolving {
    /// The resolver.
    var resolver: Resolver { get }
}

extension Resolving {
    /// ``Resolver/root``.
    public var resolver: Resolver { Resolver.root }
}

// The scopes. Singletons are kept in a registry of the scope; all other instances in the container that resolves them.

internal import ArmoryCore
internal import ArmoryRegistry

/// Decides how long the instances of factories live, and who shares them.
///
/// ```swift
/// extension Scope {
///     static let session = Cached()
/// }
/// extension Container {
///     var user: Factory<User> {
///         self { User() }.scope(.session)
///     }
/// }
/// Container.shared.manager.reset(scope: .session)
/// ```
///
/// However many threads resolve a factory at the same time, each kept instance is created once.
public class Scope: @unchecked Sendable {  // Immutable.
    let lifetime: Lifetime
    /// Where the instances are kept; nil: in the container that resolves them.
    let registry: Registry?

    fileprivate init(_ lifetime: Lifetime, _ registry: Registry? = nil) {
        self.lifetime = lifetime
        self.registry = registry
    }

    /// A scope in which a container keeps an instance until a reset.
    public static let cached = Cached()
    /// A scope in which the instances that one outermost resolve creates share an instance.
    public static let graph = Graph()
    /// A scope in which a container keeps an instance weakly: as long as something else holds it.
    public static let shared = Shared()
    /// A scope in which the process keeps an instance; a task can bind another one, as tests do.
    @TaskLocal public static var singleton = Singleton()
    /// A scope that keeps nothing: each resolve creates an instance.
    public static let unique = Unique()
}

extension Scope {
    /// A scope in which a container keeps an instance until a reset.
    public final class Cached: Scope, @unchecked Sendable {
        /// Creates a scope that is reset separately.
        public init() { super.init(.singleton) }
    }

    /// A scope in which the instances that one outermost resolve creates share an instance.
    ///
    /// Each thread has its own resolve. An instance of an optional type that is nil is not shared.
    public final class Graph: Scope, @unchecked Sendable {
        fileprivate init() { super.init(.graph) }

        /// How many closures of factories the calling thread runs, inside of one another: 0 outside of every resolve.
        ///
        /// Closures of native containers count too.
        public var depth: Int { RunningPath.depth }
    }

    /// A scope in which a container keeps an instance weakly: as long as something else holds it.
    ///
    /// Only objects are shared; a value, also one behind a protocol, is created at each resolve, and so is `any Error`.
    public final class Shared: Scope, @unchecked Sendable {
        /// Creates a scope that is reset separately.
        public init() { super.init(.shared) }
    }

    /// A scope whose instances all containers of a type share.
    ///
    /// An instance is found by the type of the container, the name of the factory, and the type of the instance. A factory that is
    /// declared for several types of containers, as in `extension SharedContainer`, has one instance, whatever container resolves it.
    public final class Singleton: Scope, @unchecked Sendable {
        private let own: Registry

        /// Creates a scope without instances.
        public init() {
            own = Registry(events: ContainerManager.newEvents())
            super.init(.singleton, own)
        }

        /// Releases all instances of this scope.
        ///
        /// Any thread may call it while others resolve. An instance that is being created meanwhile goes to its callers and is not kept.
        ///
        /// - Complexity: O(*n*) in the number of instances.
        public func reset() { own.letGo { _ in true } }

        /// Returns another scope with the same instances; a change in one does not change the other.
        ///
        /// Any thread may call it while others resolve. An instance that is being created meanwhile is not in the new scope.
        ///
        /// - Complexity: O(*n*) in the number of instances.
        public func clone() -> Singleton {
            let copy = Singleton()
            copy.own.add(copiesOf: own.savedPlaces())
            return copy
        }
    }

    /// A scope that keeps nothing: each resolve creates an instance.
    public final class Unique: Scope, @unchecked Sendable {
        /// Creates a scope that keeps nothing.
        public init() { super.init(.transient) }
    }
}

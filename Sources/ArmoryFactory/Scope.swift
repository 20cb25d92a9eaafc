// The scopes. Singletons are kept in a store of the scope; all other instances in the container that resolves them.

internal import Armory
internal import Synchronization

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
    typealias Number = UInt64

    let lifetime: Lifetime
    /// Tells the scope from all others of the process, also those that are gone.
    let number: Number
    /// Where the instances are kept; nil: in the container that resolves them.
    let store: Store?

    fileprivate init(_ lifetime: Lifetime, _ store: Store? = nil) {
        self.lifetime = lifetime
        self.store = store
        // Relaxed: the number is all that matters.
        number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    }

    private static let count = Atomic<Number>(0)

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
    }

    /// A scope in which a container keeps an instance weakly: as long as something else holds it.
    ///
    /// Only objects are shared; a value, also one behind a protocol, is created at each resolve.
    public final class Shared: Scope, @unchecked Sendable {
        /// Creates a scope that is reset separately.
        public init() { super.init(.shared) }
    }

    /// A scope whose instances all containers of a type share.
    ///
    /// An instance is found by the type of the container, the name of the factory, and the type of the instance.
    public final class Singleton: Scope, @unchecked Sendable {
        let ownStore = Store()

        /// Creates a scope without instances.
        public init() { super.init(.singleton, ownStore) }

        /// Releases all instances of this scope.
        public func reset() { ownStore.forgetAll() }

        /// Returns another scope with the same instances; a change in one does not change the other.
        public func clone() -> Singleton {
            let copy = Singleton()
            copy.ownStore.add(ownStore.instances())
            return copy
        }
    }

    /// A scope that keeps nothing: each resolve creates an instance.
    public final class Unique: Scope, @unchecked Sendable {
        /// Creates a scope that keeps nothing.
        public init() { super.init(.transient) }
    }
}

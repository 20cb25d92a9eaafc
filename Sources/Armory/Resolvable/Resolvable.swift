/// A type that says how its instances are created, so it needs no registration.
///
/// ```swift
/// final class OrdersModel: Resolvable {
///     private let orders: OrdersProvider
///     private let customer: Int
///
///     init(resolver: Resolver, arguments customer: Int) {
///         orders = resolver.resolve()          // OrdersProvider is such a type too: there is nothing to try
///         self.customer = customer
///     }
/// }
///
/// let model = container.resolve(OrdersModel.self, with: 42)
/// ```
///
/// Resolving it cannot fail unless its own initializer can: its ``Failure`` is `Never` unless the initializer throws.
/// It cannot be missing, and arguments of another type do not compile. Such a type is transient unless it declares one
/// instance for each graph. A type whose instances threads share is a ``SharedResolvable``.
///
/// A registration of the type takes precedence over the type's own rule, and so does a
/// ``Substitution``, deep in a graph too. The type is an ordinary class or struct: code may
/// create an instance by hand, with another initializer. ``Container/Configuration/justInTime`` can forbid such types
/// in a container. A class that is not `Sendable`, but that threads may share, has an ``UncheckedLifetime``.
///
/// - Note: A type cannot rule out all failures. A container may be closed or forbid the type; initializers may need
///   each other in a cycle; the stack may be exhausted; a registration of the type may throw. If ``Failure`` is
///   `Never`, these failures end the process with the message of the ``ResolutionError``. If it is `any Error` or
///   `ResolutionError`, they are thrown.
public protocol Resolvable<Arguments>: SendableMetatype {
    /// The type of the arguments it needs in addition to its dependencies: one value, which may be a struct; `Void` for
    /// none.
    associatedtype Arguments = Void
    /// The error type of its initializer.
    associatedtype Failure: Error = Never
    /// How long an instance lives, as a type: ``UnsharedLifetime``, ``SharedLifetime`` or ``UncheckedLifetime``.
    associatedtype Lifetime: Sendable = UnsharedLifetime<Arguments>

    /// How long an instance lives.
    ///
    /// Each container reads it once.
    static var lifetime: Lifetime { get }

    /// The lifetime as a rule for containers.
    ///
    /// Extensions implement it. If `lifetime` is a ``SharedLifetime``, only ``SharedResolvable`` does, so the type must be `Sendable`.
    static var lifetimeRule: Plumbing.LifetimeRule { get }

    /// Creates an instance.
    ///
    /// - Parameters:
    ///   - resolver: Resolves its dependencies.
    ///   - arguments: The arguments of the resolve.
    /// - Throws: ``Failure``.
    init(resolver: Resolver, arguments: Arguments) throws(Failure)
}

extension Resolvable where Lifetime == UnsharedLifetime<Arguments> {
    /// A new instance at each resolve.
    public static var lifetime: UnsharedLifetime<Arguments> { .transient }

    /// The lifetime as a rule for containers.
    public static var lifetimeRule: Plumbing.LifetimeRule { Plumbing.LifetimeRule(lifetime.rule, of: Self.self) }
}

extension Resolvable where Lifetime == UncheckedLifetime<Arguments> {
    /// The lifetime as a rule for containers.
    public static var lifetimeRule: Plumbing.LifetimeRule { Plumbing.LifetimeRule(lifetime.rule, of: Self.self) }
}

/// A ``Resolvable`` type whose instances threads share: a singleton, unless it declares another lifetime.
///
/// A protocol, because only a requirement of `Sendable` is one: an extension for `Sendable` types serves others too.
///
/// ```swift
/// final class OrdersProvider: SharedResolvable {
///     init(resolver: Resolver, arguments: Void) {}
/// }
/// ```
public protocol SharedResolvable<Arguments>: Resolvable, Sendable where Lifetime == SharedLifetime<Arguments> {}

extension SharedResolvable where Arguments == Void {
    /// One instance for the container and the containers that have it as a parent.
    public static var lifetime: SharedLifetime<Void> { .singleton }
}

extension SharedResolvable {
    /// The lifetime as a rule for containers.
    public static var lifetimeRule: Plumbing.LifetimeRule { Plumbing.LifetimeRule(lifetime.rule, of: Self.self) }
}

extension Plumbing {
    /// The lifetime of a ``Resolvable`` type, as a rule for containers.
    ///
    /// Only ``UnsharedLifetime``, ``SharedLifetime`` and ``UncheckedLifetime`` create rules, each for the type that has
    /// the lifetime. A type that returns the rule of another type is transient: the other may be `Sendable` alone.
    public struct LifetimeRule: Sendable {
        private let plain: UntypedLifetimeRule
        private let type: any Any.Type

        init(_ plain: UntypedLifetimeRule, of type: any Any.Type) { (self.plain, self.type) = (plain, type) }

        /// The rule for a type, which may be a subclass of the rule's.
        func untypedRule(for type: any Any.Type) -> UntypedLifetimeRule {
            func isSubclass<Owner>(of owner: Owner.Type) -> Bool { type is Owner.Type }
            return isSubclass(of: self.type) ? plain : UntypedLifetimeRule(lifetime: .transient)
        }
    }
}

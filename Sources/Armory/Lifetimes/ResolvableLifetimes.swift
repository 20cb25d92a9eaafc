// How long the instances of a type live that says so itself.

/// A rule, without the type that has the lifetime.
struct UntypedLifetimeRule: Sendable {
    let lifetime: Lifetime
    /// The tag of a scoped lifetime; nil for all others.
    var scope: ScopeTag?
    /// What keeps the instances, if there is one for each value of the arguments.
    var route: (any CellRoute)?
}

/// The lifetime of a ``Resolvable`` type whose instances belong to one caller or one graph.
public struct UnsharedLifetime<Arguments>: Sendable {
    let rule: UntypedLifetimeRule

    /// A new instance at each resolve.
    public static var transient: Self { Self(rule: UntypedLifetimeRule(lifetime: .transient)) }
}

extension UnsharedLifetime where Arguments == Void {
    /// One instance in each graph: see ``Graph``.
    public static var graph: Self { Self(rule: UntypedLifetimeRule(lifetime: .graph)) }
}

/// The lifetime of a ``SharedResolvable`` type.
///
/// A singleton takes no arguments; the compiler checks this. The exception is one instance for each value of the
/// arguments:
///
/// ```swift
/// final class Ledger: SharedResolvable {
///     static let lifetime = SharedLifetime<Year>.singletonPerArgument
///     init(resolver: Resolver, arguments year: Year) { … }
/// }
/// ```
public struct SharedLifetime<Arguments>: Sendable {
    let rule: UntypedLifetimeRule

    /// The same lifetime for a type that is not `Sendable`; the type's author guarantees that threads may share an
    /// instance.
    public var unchecked: UncheckedLifetime<Arguments> { UncheckedLifetime(rule: rule) }
}

/// The lifetime of a ``Resolvable`` type that is not `Sendable` and whose instances threads share.
///
/// Its author guarantees that the instances are thread-safe in a way the compiler cannot see, or that they are
/// immutable:
///
/// ```swift
/// class OrdersProvider: Resolvable {
///     static let lifetime = SharedLifetime<Void>.singleton.unchecked
///     required init(resolver: Resolver, arguments: Void) {}
/// }
/// ```
///
/// This makes neither the type nor its subclasses `Sendable`: any other way to send an instance to another thread is
/// checked as before. ``Unchecked`` is the same for a registration.
public struct UncheckedLifetime<Arguments>: Sendable {
    let rule: UntypedLifetimeRule
}

extension SharedLifetime where Arguments == Void {
    /// One instance for the container and the containers that have it as a parent: see ``Singleton``.
    public static var singleton: Self { Self(rule: UntypedLifetimeRule(lifetime: .singleton)) }

    /// One instance as long as any reference holds it: see ``Shared``.
    ///
    /// The type must be a class.
    public static var shared: Self { Self(rule: UntypedLifetimeRule(lifetime: .shared)) }

    /// One instance in each graph: see ``Graph``.
    public static var graph: Self { Self(rule: UntypedLifetimeRule(lifetime: .graph)) }

    /// One instance in each scope of the tag: see ``Scoped``.
    ///
    /// - Parameter tag: The tag of the scope; outside of such a scope, a resolve is
    ///   ``ResolutionError/Code/outsideScope``.
    public static func scoped(_ tag: ScopeTag) -> Self {
        Self(rule: UntypedLifetimeRule(lifetime: .scoped, scope: tag))
    }
}

extension SharedLifetime where Arguments: Hashable & Sendable {
    /// One instance for each value of the arguments, which are compared as a whole.
    ///
    /// The container keeps all of them, until ``Container/evict(_:named:arguments:_:)`` closes one.
    public static var singletonPerArgument: Self {
        Self(rule: UntypedLifetimeRule(lifetime: .custom, route: KeptRoute<_, Arguments>(Unlimited(), .singleton)))
    }
}

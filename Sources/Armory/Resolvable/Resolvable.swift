/// A type that says itself how it is made: it needs no registration.
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
/// Resolving it cannot fail as long as its own initializer cannot: its ``Failure`` is `Never` unless the initializer throws.
/// It cannot be forgotten, and arguments of another type do not compile. Such a type is transient unless it says that it is
/// one per graph; one that threads share is a ``SharedResolvable``.
///
/// A registration of the type goes before what it says itself, and so does ``Container/replace(_:with:fileID:line:)``, deep in
/// a graph too. It is a class or a struct like any other: nothing hinders making one by hand with another initializer.
/// ``Container/Configuration/justInTime`` forbids all of this in a container. A class that is not `Sendable`, and that threads may
/// share all the same, says so by an ``UncheckedLifetime``.
///
/// - Note: What no type can rule out ends the process with the message of the ``ResolutionError`` where the failure is `Never`:
///   a container that is closed or forbids it, initializers that need each other in a circle, a stack that is used up, a
///   registration in its place that throws. A type whose `Failure` is `any Error` or `ResolutionError` throws instead.
public protocol Resolvable<Arguments>: SendableMetatype {
    /// What it needs beside what it resolves: one value, which may be a struct; `Void` for nothing.
    associatedtype Arguments = Void
    /// What its initializer throws.
    associatedtype Failure: Error = Never
    /// How long an instance lives, as a type: ``ConfinedLifetime``, ``SharedLifetime`` or ``UncheckedLifetime``.
    associatedtype Lifetime: Sendable = ConfinedLifetime<Arguments>

    /// How long an instance lives.
    ///
    /// It is asked once for each container.
    static var lifetime: Lifetime { get }

    /// What the lifetime says to a container.
    ///
    /// It is there already. A type whose `lifetime` is a ``SharedLifetime`` has it as a ``SharedResolvable`` alone, and so only if
    /// it is `Sendable`.
    static var lifetimeRule: LifetimeRule { get }

    /// Makes an instance.
    ///
    /// - Parameters:
    ///   - resolver: Gives it what it needs.
    ///   - arguments: What it was asked for with.
    /// - Throws: ``Failure``.
    init(resolver: Resolver, arguments: Arguments) throws(Failure)
}

extension Resolvable where Lifetime == ConfinedLifetime<Arguments> {
    /// A new instance at each resolve.
    public static var lifetime: ConfinedLifetime<Arguments> { .transient }

    /// What the lifetime says to a container.
    public static var lifetimeRule: LifetimeRule { lifetime.rule }
}

extension Resolvable where Lifetime == UncheckedLifetime<Arguments> {
    /// What the lifetime says to a container.
    public static var lifetimeRule: LifetimeRule { lifetime.rule }
}

/// A ``Resolvable`` type whose instances threads share: a singleton, unless it says another lifetime.
///
/// ```swift
/// final class OrdersProvider: SharedResolvable {
///     init(resolver: Resolver, arguments: Void) {}
/// }
/// ```
///
/// A singleton takes no arguments: the compiler refuses it, but for one that is made once for each value of them.
///
/// ```swift
/// final class Ledger: SharedResolvable {
///     static let lifetime = SharedLifetime<Year>.singletonPerArgument
///     init(resolver: Resolver, arguments year: Year) { … }
/// }
/// ```
public protocol SharedResolvable<Arguments>: Resolvable, Sendable where Lifetime == SharedLifetime<Arguments> {}

extension SharedResolvable {
    /// What the lifetime says to a container.
    public static var lifetimeRule: LifetimeRule { lifetime.rule }
}

extension SharedResolvable where Arguments == Void {
    /// One instance for the container and what has it as a parent.
    public static var lifetime: SharedLifetime<Void> { .singleton }
}

/// What the lifetime of a ``Resolvable`` type says to a container.
///
/// Only ``ConfinedLifetime``, ``SharedLifetime`` and ``UncheckedLifetime`` make one. A type that hands on another type's answers for it, as
/// one with an ``UncheckedLifetime`` does.
public struct LifetimeRule: Sendable {
    enum Kind {
        case transient, graph, singleton, shared
        case scoped(ScopeTag)
        /// One for each value; the `ArgumentIdentity` of the type's arguments.
        case singletonPerArgument(any Sendable)
    }

    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }
}

/// The lifetime of a ``Resolvable`` type whose instances belong to one asker or one graph.
public struct ConfinedLifetime<Arguments>: Sendable {
    let rule: LifetimeRule

    /// A new instance at each resolve.
    public static var transient: Self { Self(rule: LifetimeRule(.transient)) }
}

extension ConfinedLifetime where Arguments == Void {
    /// One instance in each graph: see ``Graph``.
    public static var graph: Self { Self(rule: LifetimeRule(.graph)) }
}

/// The lifetime of a ``SharedResolvable`` type.
public struct SharedLifetime<Arguments>: Sendable {
    let rule: LifetimeRule
}

extension SharedLifetime {
    /// The same for a type that is not `Sendable`, on its author's word that threads may share an instance.
    public var unchecked: UncheckedLifetime<Arguments> { UncheckedLifetime(rule: rule) }
}

/// The lifetime of a ``Resolvable`` type that is not `Sendable` and whose instances threads share.
///
/// Its author says that the instances guard themselves in a way the compiler cannot see, or that nothing in them changes:
///
/// ```swift
/// class OrdersProvider: Resolvable {
///     static let lifetime = SharedLifetime<Void>.singleton.unchecked
///     required init(resolver: Resolver, arguments: Void) {}
/// }
/// ```
///
/// The type does not become `Sendable` by that, nor do its subclasses: what else sends an instance to another thread is checked as
/// before. ``Singleton/unchecked(_:fileID:line:_:)`` says the same in a registration.
public struct UncheckedLifetime<Arguments>: Sendable {
    let rule: LifetimeRule
}

extension SharedLifetime where Arguments == Void {
    /// One instance for the container and what has it as a parent: see ``Singleton``.
    public static var singleton: Self { Self(rule: LifetimeRule(.singleton)) }

    /// One instance while somebody holds it: see ``Shared``.
    ///
    /// The type is a class.
    public static var shared: Self { Self(rule: LifetimeRule(.shared)) }

    /// One instance in each scope of the tag: see ``Scoped``.
    ///
    /// - Parameter tag: The tag of the scope; without one a resolve is ``ResolutionError/Code/outsideScope``.
    public static func scoped(_ tag: ScopeTag) -> Self { Self(rule: LifetimeRule(.scoped(tag))) }
}

extension SharedLifetime where Arguments: Hashable & Sendable {
    /// One instance for each value of the arguments, which are compared whole.
    ///
    /// The container keeps all of them.
    public static var singletonPerArgument: Self {
        let identity = ArgumentIdentity<Arguments>(hash: { $1.combine($0) }, isEqual: { $0 == $1 })
        return Self(rule: LifetimeRule(.singletonPerArgument(identity)))
    }
}

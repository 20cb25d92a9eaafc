/// A registration that creates one instance for each outermost resolve.
///
/// All objects created in that resolve share the instance; the next resolve creates a new one.
///
/// ```swift
/// Graph { Transaction() }
/// Transient { Transfer(debit: try $0.resolve(), credit: try $0.resolve()) }   // both accounts in one transaction
/// ```
///
/// The container keeps no reference: the instance lives as long as other objects hold it.
///
/// Factories share it through their ``Resolver`` or by their parameters. Code that has no resolver of the factory, such as
/// a captured container, a property wrapper, a ``Lazy`` or a ``Provider``, resolves in a separate graph.
///
/// The type need not be `Sendable`. Async factories of one resolve may run in several tasks, so they share an instance
/// only if its type is `Sendable`, or if it is registered with ``Unchecked``.
public struct Graph<Instance>: Plumbing.InferringRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) { definition = Plumbing.Definition(.graph, recipe) }
}

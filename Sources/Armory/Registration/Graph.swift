/// A registration that creates one instance for each outermost resolve.
///
/// All objects created in that resolve share the instance; the next resolve creates a new one.
///
/// ```swift
/// Graph { Transaction() }
/// Transient { Transfer(debit: try $0(), credit: try $0()) }   // both accounts in one transaction
/// ```
///
/// The container keeps no reference: the instance lives as long as other objects hold it. It stays on the thread that
/// resolves, so its type need not be `Sendable`.
public struct Graph<Instance>: ConfinedRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) {
        definition = Plumbing.Definition(.graph, recipe)
    }
}

/// A registration that makes one instance for each outermost resolve: whatever is built in that resolve shares it,
/// and the next resolve has its own.
///
/// ```swift
/// Graph { Transaction() }
/// Transient { Transfer(debit: try $0(), credit: try $0()) }   // both accounts in one transaction
/// ```
///
/// The container keeps nothing: the instance lives as long as somebody holds it. It stays on the thread that resolves,
/// so its type need not be `Sendable`.
public struct Graph<Instance>: InferringRegistration {
    /// What the registration says.
    public var definition: Definition<Instance>

    /// Registers what a recipe says.
    ///
    /// The other initializers make one.
    public init(recipe: Recipe<Instance>) {
        definition = Definition(.graph, recipe)
    }
}

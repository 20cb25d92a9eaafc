/// A registration that creates a new instance at every resolve.
///
/// ```swift
/// Transient { OrderService(orders: try $0.resolve()) }
/// Transient(arguments: Customer.ID.self, Date.self) { resolver, customer, date in
///     Report(orders: try resolver.resolve(), customer: customer, date: date)
/// }
/// ```
///
/// Each instance belongs to one caller, so its type need not be `Sendable`.
public struct Transient<Instance>: Plumbing.InferringRegistration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    /// Creates a registration from a recipe.
    ///
    /// The other initializers create a recipe and call this one.
    public init(recipe: Plumbing.Recipe<Instance>) { definition = Plumbing.Definition(.transient, recipe) }
}

/// A registration of instances that threads share though their type is not `Sendable`.
///
/// `Singleton.unchecked` and its like make one: whoever writes it says that the instances guard themselves in a way the
/// compiler cannot see.
public struct Unchecked<Instance>: Registration {
    /// What the registration says.
    public var definition: Definition<Instance>

    package init(_ lifetime: Lifetime, _ recipe: Recipe<Instance>) {
        definition = Definition(lifetime, recipe)
    }

    init(in tag: ScopeTag, _ recipe: Recipe<Instance>) {
        definition = Definition(in: tag, recipe)
    }
}

/// A registration of instances that threads share although their type is not `Sendable`.
///
/// `Singleton.unchecked` and similar functions create it. Their caller guarantees that the instances are thread-safe in
/// a way the compiler cannot see.
public struct Unchecked<Instance>: Registration {
    /// The definition of the registration.
    public var definition: Plumbing.Definition<Instance>

    package init(_ lifetime: Lifetime, _ recipe: Plumbing.Recipe<Instance>, in tag: ScopeTag? = nil) {
        definition = Plumbing.Definition(lifetime, recipe, in: tag)
        _ = definition.noted(.unchecked)
    }
}

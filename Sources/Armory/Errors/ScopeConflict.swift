/// A conflict between a registration and an instance in a scope, which the registration cannot hold or reach.
struct ScopeConflict: Sendable {
    /// The lifetime of the registration that needs the instance.
    let holder: Lifetime
    var holderTag: ScopeTag?
    /// The registration of the instance in the scope.
    let held: ResolutionError.Step
    let tag: ScopeTag
    /// Another needed registration, in a scope that is neither inside nor outside the first one.
    var other: ResolutionError.Step?
    var otherTag: ScopeTag?
    /// Whether the instance is resolved only after the instance that needs it was created.
    var isLater = false
}

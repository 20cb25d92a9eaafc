/// The properties that the parts of a binding share, whatever its type.
package struct BindingTraits: Sendable {
    var lifetime: Lifetime
    let location: SourceLocation
    var argumentType: (any Any.Type)?
    var qualifier: AnyQualifier?
    /// The tag of a scoped registration; nil for all others.
    var scope: ScopeTag?
    package var options: RegistrationOptions = []
    var module: ModuleIdentity?
    var needs: (@Sendable () -> [Dependency])?
    /// Whether calls of the closures are reported.
    var isObserved = false

    /// The same traits with another lifetime.
    func living(_ lifetime: Lifetime) -> BindingTraits {
        var copy = self
        copy.lifetime = lifetime
        return copy
    }
}

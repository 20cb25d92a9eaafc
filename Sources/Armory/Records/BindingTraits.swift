/// What the parts of a binding have in common, whatever its type.
package struct BindingTraits: Sendable {
    var lifetime: Lifetime
    let location: SourceLocation
    var argumentType: (any Any.Type)?
    var qualifier: AnyQualifier?
    /// Of a scoped registration alone.
    var scope: ScopeTag?
    package var options: RegistrationOptions = []
    var module: ModuleIdentity?
    var needs: (@Sendable () -> [Dependency])?
    /// Whether the closures tell what they do.
    var isObserved = false

    /// The same with another lifetime.
    func living(_ lifetime: Lifetime) -> BindingTraits {
        var copy = self
        copy.lifetime = lifetime
        return copy
    }
}

extension Binding {
    /// Whether its instances are created in the view of the caller, so that the caller needs their scopes.
    ///
    /// Also true for registrations scoped to the tag `owned`: their scope is opened where they are asked for.
    var passesScopesOn: Bool {
        switch lifetime {
        case .transient, .graph: true
        case .scoped: scope == .owned
        case .singleton, .shared, .custom: false
        }
    }

    /// The error of this registration, which keeps its instance, because the instance holds one of a scope that is not
    /// around it, or asks for that one later.
    ///
    /// - Parameter path: The path that leads from this registration to the one in the scope.
    func fault(
        holding held: Binding, of tag: ScopeTag, path: [ResolutionError.Step], isLater: Bool = false
    ) -> ResolutionError {
        let outlives = scope.map { tag.lies(inside: $0) } ?? true
        let conflict = ScopeConflict(
            holder: lifetime, holderTag: scope, held: held.step, tag: tag, isLater: isLater)
        return ResolutionError(
            outlives && !isLater ? .captive : .unreachableScope, key: key, path: path, location: step.location,
            detail: .conflict(conflict))
    }
}

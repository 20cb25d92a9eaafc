/// The state that few containers have, in a separate object, so that the control blocks of the others have one word for it.
///
/// The control block's lock guards it.
final class RareState {
    /// Lets one thread at a time load and unload; created for the first module that is loaded or unloaded.
    var moduleGate: Gate?
    /// The conditions of the container's registrations, as they were decided.
    var conditions: [ConditionInfo] = []
    /// Whether the container was announced to stop, although its services still run.
    var isStopping = false
    /// The object that the product for health checks keeps with the container.
    var health: (any AnyObject & Sendable)?
}

extension ControlBlock {
    /// The state that few containers have, created if necessary; requires the lock.
    var rareState: RareState {
        if let rare { return rare }
        let state = RareState()
        rare = state
        return state
    }

    /// Notes decided conditions, and returns those that they replace, to be released without the lock.
    ///
    /// A registration that is registered again replaces the condition of the earlier one, so that the list cannot grow
    /// forever.
    ///
    /// - Parameter isRepeated: Whether the same registrations may be in the list already.
    func note(_ conditions: [ConditionInfo], isRepeated: Bool) -> [ConditionInfo] {
        guard !conditions.isEmpty else { return [] }
        let old = rareState.conditions
        let kept = isRepeated ? old.filter { known in !conditions.contains { $0.isOfSameSource(as: known) } } : old
        rareState.conditions = kept + conditions
        return old
    }

    /// Forgets the conditions of modules, and returns the old list, to be released without the lock.
    func forgetConditions(of gone: Set<ModuleIdentity>) -> [ConditionInfo] {
        guard let rare, !rare.conditions.isEmpty else { return [] }
        let old = rare.conditions
        rare.conditions = old.filter { !$0.binding.goes(with: gone) }
        return old
    }
}

extension ConditionInfo {
    fileprivate func isOfSameSource(as other: ConditionInfo) -> Bool {
        binding.location == other.binding.location && binding.key == other.binding.key
    }
}

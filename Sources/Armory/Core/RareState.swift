/// The state that few containers have, in a separate object, so that the control blocks of the others have one word for it.
///
/// The control block's lock guards it.
final class RareState {
    /// Lets one thread at a time load and unload; created for the first module that is loaded or unloaded.
    var moduleGate: Gate?
    /// The conditions of the container's registrations, as they were decided.
    var conditions: [ConditionInfo] = []
    /// By the hash of the key: the registrations that are not used because of others, as they lost.
    var unused: [UInt: [ConditionInfo]] = [:]
    /// The modules that the container has from the program's list.
    var automaticModules: [ModuleIdentity] = []
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

    /// Notes that a registration is not used, because of another one with its key; requires the lock.
    ///
    /// A place in the source is noted once for a key, and forgotten when the key is removed, so the list does not grow. Places
    /// are compared, and not qualifiers: comparing those runs user code.
    func note(unused binding: Binding, hash: UInt, because reason: ConditionInfo.Reason, winner: Binding? = nil) {
        let state = rareState
        let index = state.unused[hash]?.firstIndex {
            $0.binding.location == binding.location && $0.binding.type == binding.type
        }
        if let index {
            state.unused[hash]?[index].reason = reason
        } else {
            state.unused[hash, default: []].append(ConditionInfo(binding, reason, winner: winner))
        }
    }

    /// Forgets the registrations that have lost to one that is removed, and returns them to be released without the lock.
    func forgetUnused(hash: UInt) -> [Retired] {
        // Without a look at the keys: those of another key with the hash are no longer shown, which is rare.
        guard let losers = rare?.unused.removeValue(forKey: hash) else { return [] }
        return losers.flatMap { [$0.binding, $0.winner] }.compactMap(\.self).map {
            unsafe .object(UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()))
        }
    }

    /// Notes the loser of two registrations of a key, to be shown, and to return when the winner's module is unloaded.
    func note(_ loser: Binding, below winner: Binding, hash: UInt) {
        // One that a later registration of its rank replaces is gone: noting it would keep its place and its key forever.
        if let reason = loser.reasonToLose(against: winner) { note(unused: loser, hash: hash, because: reason) }
        note(loser, below: winner)
    }

    /// Forgets the conditions of modules, and returns the old lists, to be released without the lock.
    func forgetConditions(of gone: Set<ModuleIdentity>) -> [ConditionInfo] {
        guard let rare else { return [] }
        let old = (rare.conditions, rare.unused)
        rare.conditions = old.0.filter { !$0.binding.goes(with: gone) }
        rare.unused = old.1.compactMapValues { losers in
            let rest = losers.filter { !$0.binding.goes(with: gone) }
            return rest.isEmpty ? nil : rest
        }
        return old.0 + old.1.values.joined()
    }
}

extension ConditionInfo {
    fileprivate func isOfSameSource(as other: ConditionInfo) -> Bool {
        binding.location == other.binding.location && binding.key == other.binding.key
    }
}

extension Binding {
    /// The rule by which another registration of the key is used instead of this one; nil: it is the later one.
    fileprivate func reasonToLose(against winner: Binding) -> ConditionInfo.Reason? {
        if options.contains(.promise) { return .promise }
        if options.contains(.ifAbsent) { return .ifAbsent }
        return options.rank < winner.options.rank ? .priority : nil
    }
}

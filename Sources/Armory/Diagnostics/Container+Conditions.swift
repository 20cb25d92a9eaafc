// Which registrations of a container are used, which are not, and why.
//
//     the table              the registrations that are used, and those below overlays
//     RareState.unused       the registrations that lost to others: noted when they lost, which is rare
//     RareState.conditions   the conditions that were decided
//     ModuleTree             the modules that lead to a registration
//
// The list is made when it is asked for, so a container without conditions and losers keeps nothing for it.

extension Container {
    /// Why this container uses its registrations, or does not use them: one entry for each registration that it was given.
    ///
    /// The registrations that are used come in the order of registration. Those with the same key that are not used follow
    /// them. Registrations whose key nothing else has come last, in the order of their places in the source.
    ///
    /// A condition is decided once: when the container is built, when its module is loaded, or when it is registered. A child
    /// container lists only its own registrations. A derived container lists also those that it overrides. Unloading a
    /// module removes its registrations from the list. The list does not have registrations that the program has removed, or
    /// replaced by later ones.
    ///
    /// Any thread may call it.
    ///
    /// - Complexity: O(n log n) in the number of registrations.
    public var conditions: [ConditionInfo] { ConditionReport(view?.base ?? self).entries }
}

/// The entries of a container, as they were at one moment.
private struct ConditionReport {
    private(set) var entries: [ConditionInfo] = []
    /// The decided conditions.
    private let decided: [Source: ConditionInfo]
    private let modules: ModuleTree
    private let automatic: Set<ModuleIdentity>
    private var paths: [ModuleIdentity: [String]] = [:]

    init(_ container: Container) {
        let control = container.control
        let (levels, conditions, losers, tree, automatic) = control.lock.withLock {
            (
                container.ownLevelsInOrder(), control.rare?.conditions ?? [],
                control.rare?.unused.values.flatMap { $0 } ?? [], control.modules, control.rare?.automaticModules ?? []
            )
        }
        // From here on without the lock: comparing keys runs user code.
        modules = tree
        self.automatic = Set(automatic)
        decided = Dictionary(conditions.map { (Source($0.binding), $0) }) { first, _ in first }
        var unused = Dictionary(
            grouping: (losers + conditions.filter { !$0.isMet }).inOrderOfPlaces, by: \.binding.key)
        let isDerived = container.derivation != nil
        let inherited = isDerived || losers.contains { $0.reason == .promise } ? container.inheritedBindings : [:]
        for bindings in levels {
            let used = bindings[0].base
            for (index, binding) in bindings.enumerated() {
                let isPromise = binding.options.contains(.promise)
                add(
                    ConditionInfo(
                        binding, index > 0 ? .covered : isPromise ? .promise : .registered,
                        winner: index > 0 ? used : nil))
            }
            if isDerived, let overridden = inherited[used.key] {
                add(ConditionInfo(overridden, .replaced, winner: used))
            }
            let places = bindings.map(\.location)
            // A registration that has returned, or was registered again, is no loser.
            for loser in unused.removeValue(forKey: used.key) ?? [] where !places.contains(loser.binding.location) {
                add(loser, winner: loser.reason == .condition || used.options.contains(.promise) ? nil : used)
            }
        }
        for loser in unused.values.joined().inOrderOfPlaces { add(loser, winner: inherited[loser.binding.key]) }
    }

    private mutating func add(_ info: ConditionInfo, winner: Binding? = nil) {
        var info = info
        if let winner { info.winner = Binding(removed: winner.base) }
        if let condition = decided[Source(info.binding)] { info.add(conditionOf: condition) }
        if let module = info.binding.module { info.modules = path(to: module) }
        entries.append(info)
    }

    /// A registration in the source: a loop registers several keys at one place.
    private struct Source: Hashable {
        let location: SourceLocation
        let key: String

        init(_ binding: Binding) {
            location = binding.location
            key = binding.key.written.description
        }
    }

    /// The names of the modules that lead to a module.
    private mutating func path(to module: ModuleIdentity) -> [String] {
        if let known = paths[module] { return known }
        let path = modules.path(to: module)
        let isAutomatic = path.first.map(automatic.contains) ?? false
        let names = (isAutomatic ? ["AutomaticModules"] : []) + path.map { $0.name ?? $0.location.description }
        paths[module] = names
        return names
    }
}

extension Container {
    /// The registrations of the ancestors that this container finds.
    fileprivate var inheritedBindings: [ServiceKey: Binding] {
        Dictionary(ancestors.flatMap(\.ownBindings).map { ($0.key, $0) }) { first, _ in first }
    }
}

extension ServiceKey {
    /// The key as the registration has it in the source: a private or contributed one has another in the table.
    fileprivate var written: ServiceKey {
        guard let qualifier else { return self }
        if let hidden = qualifier.hidden { return ServiceKey(type, qualifier: hidden.qualifier) }
        guard let contribution = qualifier.value(as: Contribution.self) else { return self }
        return ServiceKey(type, qualifier: contribution.tag)
    }
}

extension Sequence where Element == ConditionInfo {
    fileprivate var inOrderOfPlaces: [ConditionInfo] {
        sorted {
            let (left, right) = ($0.binding.location, $1.binding.location)
            return (left.fileID, left.line, $0.binding.key.description)
                < (right.fileID, right.line, $1.binding.key.description)
        }
    }
}

extension ConditionInfo {
    /// The registration.
    public var registration: RegistrationInfo { RegistrationInfo(binding) }

    /// The registration that is used instead; nil if none is, or if none with the key is in this container.
    public var usedInstead: RegistrationInfo? { winner.map { RegistrationInfo($0) } }
}

extension ConditionInfo: CustomStringConvertible {
    /// One line: `any Mailer at Shop/Wiring.swift:12: out; condition does not hold; SMTP_HOST is not set`.
    public var description: String {
        "\(registration.key) at \(registration.location): \(isUsed ? "in" : "out")"
            + explanation.map { "; \($0)" }.joined()
    }

    /// The reason and the condition, in words, without the registration.
    package var explanation: [String] {
        var words = [cause].compactMap { $0 }
        if hasCondition {
            words.append(isMet ? "condition holds" : "condition does not hold")
            if !facts.isEmpty { words.append(facts) }
        }
        return words
    }

    /// Why it is not used, except for a condition; nil: it is used.
    private var cause: String? {
        let other = usedInstead.map { "\($0.location)" }
        return switch reason {
        case .registered, .condition: nil
        case .ifAbsent: "ifAbsent, and \(other ?? "another") is registered"
        case .priority: "\(other ?? "another") has a higher priority"
        case .promise: other.map { "a promise that \($0) keeps" } ?? "a promise that nothing in this container keeps"
        case .replaced: "replaced by \(other ?? "another")"
        case .covered: "covered by the overlay \(other ?? "of another")"
        }
    }
}

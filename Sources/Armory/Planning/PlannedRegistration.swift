/// A registration on its way into a plan, with its further types.
struct PlannedRegistration {
    private(set) var registration: AnyRegistration
    /// The further types with keys that others have not taken, and those of lists.
    private var aliases: [Alias]
    /// Whether its own key is another registration's.
    private(set) var hasLostKey = false
    /// Its position among the registrations, if it has that of one that it replaces.
    var position: Int?
    /// Whether its module has a private registration of its key, so that the key does not lead to it there.
    var isShadowed = false

    init(_ registration: AnyRegistration) {
        self.registration = registration
        aliases = registration.hasUsualNotes ? [] : registration.notes.aliases
    }

    var module: ModuleIdentity? { registration.module }
    var isHidden: Bool { registration.options.contains(.hidden) }
    var isContributed: Bool { registration.options.contains(.contributed) }
    var isPromise: Bool { registration.options.contains(.promise) }

    /// Which of two registrations of a key wins: the one with the higher rank.
    var rank: Int { isPromise ? 0 : registration.options.contains(.ifAbsent) ? 1 : 2 }

    /// Whether it has one record, which its key leads to.
    var isUsual: Bool { registration.hasUsualNotes && !hasLostKey }

    /// The keys that lead to it, its own first.
    var keys: [ServiceKey] { (hasLostKey ? [] : [registration.record.key]) + aliases.compactMap(key) }

    /// The key of a further type; nil: only lists have it.
    private func key(ofAlias alias: Alias) -> ServiceKey? {
        alias.isContributed ? nil : ServiceKey(alias.type, qualifier: registration.record.key.qualifier)
    }

    /// A key of it, and where it leads to it.
    func plannedKey(forServiceKey key: ServiceKey) -> PlannedKey {
        PlannedKey(key: key, module: isHidden ? module : nil)
    }

    /// What the report says of a key that does not lead to it.
    func makeLoser(of key: ServiceKey, because reason: ConditionInfo.Reason) -> ConditionReport.Loser {
        let own =
            aliases.first { self.key(ofAlias: $0) == key }?.makeRegistration(aliasing: registration) ?? registration
        return ConditionReport.Loser(place: plannedKey(forServiceKey: key), record: own.withoutClosures, reason: reason)
    }

    /// The same with what its condition has said.
    func withDecision(_ decision: ConditionInfo.Decision) -> PlannedRegistration {
        var copy = self
        copy.registration.notes.decision = decision
        return copy
    }

    /// Whether its factory returns nothing, so that nobody can resolve it.
    var isOfVoid: Bool { registration.record.key.type == Void.self }

    /// The fault for which no container accepts it.
    var fault: ResolutionError? {
        let record = registration.record
        if let fault = registration.fault { return fault }
        if isOfVoid { return .factoryReturnsVoid(record) }
        if isHidden, module == nil { return .privateWithoutModule(record) }
        if let fault = ResolutionError.unsuitableLifetime(registration) { return fault }
        guard registration.options.contains(.eager) else { return nil }
        return record.argumentType != nil || record.awaits && record.lifetime != .singleton
            ? .cannotBeEager(record) : nil
    }

    /// Gives the record the notes.
    mutating func attachNotesToRecord(reusingFrom shared: inout SharedNotes) {
        registration.attachNotesToRecord(reusingFrom: &shared)
    }

    /// The registrations of the further types that others have not taken.
    ///
    /// - Parameter own: The registration as the plan has it.
    func aliasRegistrations(of own: AnyRegistration) -> [AnyRegistration] {
        // Further types lead to it directly if its key does not.
        let need = isContributed || isShadowed ? Dependency(on: own.record) : nil
        var seen: Set<ServiceKey> = []
        return aliases.filter { alias in key(ofAlias: alias).map { seen.insert($0).inserted } ?? !hasLostKey }.map {
            $0.makeRegistration(aliasing: own, needing: need)
        }
    }

    /// The same without keys that are other registrations'; nil: nothing is left.
    func removingKeys(takenByOthers keys: Set<ServiceKey>) -> PlannedRegistration? {
        var rest = self
        rest.hasLostKey = hasLostKey || keys.contains(registration.record.key)
        rest.aliases.removeAll { key(ofAlias: $0).map(keys.contains) ?? false }
        return rest.keys.isEmpty ? nil : rest
    }

    /// The same in the place of another one.
    func takingPlace(of other: PlannedRegistration, inModule module: ModuleIdentity) -> PlannedRegistration {
        var copy = registration
        copy.notes.module = module
        if other.isHidden { copy.notes.options.insert(.hidden) }
        return PlannedRegistration(copy)
    }

    /// Limits hooks that have no limit.
    mutating func setDefaultClosingTimeLimit(_ limit: Duration) {
        if registration.record.isClosed { registration.record = registration.record.withDefaultClosingTimeLimit(limit) }
    }
}

extension AnyRegistration {
    /// Whether threads may share the instances.
    ///
    /// What is kept is `Sendable`, or unchecked: its registration requires it.
    var isShareable: Bool {
        switch record.lifetime {
        case .singleton, .scoped, .shared, .custom: true
        case .transient, .graph:
            sendability == .isSendable || sendability == .unchecked || options.contains(.kept)
        }
    }

    /// Gives the record the notes.
    mutating func attachNotesToRecord(reusingFrom shared: inout SharedNotes) {
        Record.finalizeRecord(&record, notes: shared.findOrMakeNotes(for: self), isGraphShareable: isShareable)
    }
}

/// The notes of records; most records of a module have the same.
struct SharedNotes {
    private var known: [RecordNotes] = []

    mutating func findOrMakeNotes(for registration: AnyRegistration) -> RecordNotes? {
        guard registration.hasUsualNotes else { return RecordNotes(registration.notes) }
        let (module, sendability) = (registration.module, registration.sendability)
        if module == nil, sendability == .unknown { return nil }
        // Those of a module come one after the other, so a few kinds are enough to find most of them.
        let same = known.last { $0.notes.module === module && $0.notes.sendability == sendability }
        if let same { return same }
        let notes = RecordNotes(registration.notes)
        if known.count == 3 { known.removeFirst() }
        known.append(notes)
        return notes
    }
}

extension Record {
    /// The record with a limit for closings that have none.
    fileprivate func withDefaultClosingTimeLimit(_ limit: Duration) -> Record {
        func limitClosings<T>(of type: T.Type) -> Record {
            copy(withTraits: traits, changingInjectionsOf: type) { injections in
                injections.closings = injections.closings.map { closing in
                    guard case .awaiting(limit: nil, let body) = closing.body else { return closing }
                    return Closing(at: closing.location, .awaiting(limit: limit, body))
                }
            }
        }
        return limitClosings(of: key.type)
    }
}

/// A registration on its way into a plan: the record of its own type, and those of its further types.
struct PlannedRegistration {
    private(set) var registration: AnyRegistration
    /// The further types that others have not taken.
    private var aliases: [AnyRegistration]
    /// Whether its own key is another registration's.
    private(set) var hasLostKey = false
    /// Whether its module has a private registration of its key, so that the key does not lead to it there.
    var isShadowed = false

    init(_ registration: AnyRegistration) {
        self.registration = registration
        aliases = registration.notes.aliases.map { $0.registration(of: registration) }
    }

    var module: ModuleIdentity? { registration.notes.module }
    var isHidden: Bool { registration.notes.options.contains(.hidden) }
    var isContributed: Bool { registration.notes.options.contains(.contributed) }
    var isPromise: Bool { registration.notes.options.contains(.promise) }

    /// Which of two registrations of a key wins: the one with the higher rank.
    var rank: Int { isPromise ? 0 : registration.notes.options.contains(.ifAbsent) ? 1 : 2 }

    /// The keys that lead to it, its own first.
    var keys: [ServiceKey] { (hasLostKey ? [] : [registration.record.key]) + aliases.map(\.record.key) }

    /// A key of it, and where it leads to it.
    func place(_ key: ServiceKey) -> PlannedKey { PlannedKey(key: key, module: isHidden ? module : nil) }

    /// What the report says of a key that does not lead to it.
    func loser(_ key: ServiceKey, _ reason: ConditionInfo.Reason) -> ConditionReport.Loser {
        let own = aliases.first { $0.record.key == key } ?? registration
        return ConditionReport.Loser(place: place(key), record: own.remembered, reason: reason)
    }

    /// The same with what its condition has said.
    func decided(_ decision: ConditionInfo.Decision) -> PlannedRegistration {
        var copy = self
        copy.registration.notes.decision = decision
        for index in aliases.indices { copy.aliases[index].notes.decision = decision }
        return copy
    }

    /// The fault for which no container accepts it.
    var fault: ResolutionError? {
        let record = registration.record
        if let fault = registration.notes.fault { return fault }
        if record.key.type == Void.self { return .noInstance(record) }
        if isHidden, module == nil { return .privateOutsideModule(record) }
        guard registration.notes.options.contains(.eager) else { return nil }
        return record.argumentType != nil || record.awaits && record.lifetime != .singleton
            ? .cannotBeEager(record) : nil
    }

    /// The registration, whose record says whether threads may share the instances.
    var shareable: AnyRegistration {
        var own = registration
        let isShareable = own.isShareable
        if isShareable, own.record.lifetime == .graph { own.change { $0.parts.isShareable = true } }
        return own
    }

    /// The registrations of the further types that others have not taken.
    ///
    /// - Parameter own: The registration as the plan has it.
    func furtherTypes(of own: AnyRegistration) -> [AnyRegistration] {
        guard !aliases.isEmpty else { return [] }
        var left = Set(aliases.map(\.record.key))
        // Further types lead to it directly if its key does not.
        let need = isContributed || isShadowed ? Dependency(on: own.record) : nil
        return registration.notes.aliases.map { $0.registration(of: own, needing: need) }
            .filter { left.remove($0.record.key) != nil }
    }

    /// The same without keys that are other registrations'; nil: nothing is left.
    func without(_ keys: Set<ServiceKey>) -> PlannedRegistration? {
        var rest = self
        rest.hasLostKey = hasLostKey || keys.contains(registration.record.key)
        rest.aliases.removeAll { keys.contains($0.record.key) }
        return rest.keys.isEmpty ? nil : rest
    }

    /// The same in the place of another one.
    func replacing(_ other: PlannedRegistration, in module: ModuleIdentity) -> PlannedRegistration {
        var copy = registration
        copy.notes.module = module
        if other.isHidden { copy.notes.options.insert(.hidden) }
        return PlannedRegistration(copy)
    }

    /// The same with a limit for hooks that have none.
    func limitingHooks(to limit: Duration?) -> PlannedRegistration {
        guard let limit, registration.record.isClosed else { return self }
        var copy = self
        copy.registration.record = registration.record.limitingHooks(to: limit)
        return copy
    }
}

/// The notes of a container's records: those that are equal are one object, since most registrations have the same.
struct KnownNotes {
    private struct Plain: Hashable {
        let options: UInt16
        let sendability: SendableNote
        let module: ModuleIdentity?
    }

    private var known: [Plain: RecordNotes] = [:]

    mutating func object(for notes: Notes) -> RecordNotes {
        guard notes.isPlain else { return RecordNotes(notes) }
        let plain = Plain(options: notes.options.rawValue, sendability: notes.sendability, module: notes.module)
        if let object = known[plain] { return object }
        let object = RecordNotes(notes)
        known[plain] = object
        return object
    }
}

extension AnyRegistration {
    /// Whether threads may share the instances.
    ///
    /// What is kept is `Sendable`, or unchecked: its registration requires it.
    var isShareable: Bool {
        [.isSendable, .unchecked].contains(notes.sendability) || notes.options.contains(.kept)
            || ![.transient, .graph].contains(record.lifetime)
    }

    /// The record with the notes.
    func finished(_ known: inout KnownNotes) -> Record {
        var traits = record.traits
        traits.parts.notes = known.object(for: notes)
        return record.copy(traits)
    }
}

extension Record {
    /// The record with a limit for closings that have none.
    fileprivate func limitingHooks(to limit: Duration) -> Record {
        func open<T>(_ type: T.Type) -> Record {
            copy(traits, changing: type) { injections in
                injections.closings = injections.closings.map { closing in
                    guard case .awaiting(limit: nil, let body) = closing else { return closing }
                    return .awaiting(limit: limit, body)
                }
            }
        }
        return open(key.type)
    }
}

/// A registration on its way into a plan: the record of its own type, and those of its further types.
struct PlannedRegistration {
    private(set) var registration: AnyRegistration
    /// The further types that others have not taken.
    private var aliases: [AnyRegistration]
    /// Whether its own key is another registration's.
    private(set) var hasLostKey = false

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
        own.change { $0.parts.isShareable = isShareable }
        return own
    }

    /// The registrations of the further types that others have not taken.
    ///
    /// - Parameter own: The registration as the plan has it.
    func furtherTypes(of own: AnyRegistration) -> [AnyRegistration] {
        guard !aliases.isEmpty else { return [] }
        let left = Set(aliases.map(\.record.key))
        // Further types of what has no key lead to it directly.
        let need = isContributed ? Dependency(on: own.record) : nil
        return registration.notes.aliases.map { $0.registration(of: own, needing: need) }
            .filter { left.contains($0.record.key) }
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

extension AnyRegistration {
    /// Whether threads may share the instances.
    ///
    /// What is kept is `Sendable`, or unchecked: its registration requires it.
    var isShareable: Bool {
        [.isSendable, .unchecked].contains(notes.sendability) || notes.options.contains(.kept)
            || ![.transient, .graph].contains(record.lifetime)
    }

    /// The record with the notes.
    var finished: Record {
        var traits = record.traits
        traits.parts.notes = RecordNotes(notes)
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

// The registrations that may have been meant when one is missing. The index is built for the first missing key: it reads all names once,
// however many keys are missing.

/// The registrations of a container, of its parents and of known modules, by the names of their types.
struct NearMatches {
    /// How many an error shows.
    private static let limit = 5

    private let search: PlanSearch
    private let children: [Container]
    /// By the name of the type without `any` and `Optional`; nil: nobody has asked for one.
    private var matchesByName: [String: [NearMatch]]?
    /// The registrations whose conditions do not hold.
    private var unmet: [ServiceKey: [NearMatch]] = [:]
    private var names: [ObjectIdentifier: String] = [:]

    /// - Parameter children: Containers that see the registrations, and whose own ones are not seen.
    init(_ search: PlanSearch, children: [Container] = []) { (self.search, self.children) = (search, children) }

    /// The words of the error of a missing key.
    ///
    /// - Parameter asker: The registration that needs it; nil: it is the outermost resolve.
    mutating func makeMissingWords(for key: ServiceKey, asker: Record?) -> MissingWords {
        let needs = (asker?.needs ?? []).filter { $0.key.innermost == key }
        return MissingWords(
            near: nearMatches(for: key), parameters: needs.compactMap(\.parameter).map(Int.init),
            isProperty: needs.contains { $0.time == .injection && !$0.isDeclared })
    }

    /// The words of the error of an override of nothing.
    mutating func makeOverridesNothingWords(for key: ServiceKey, isContributed: Bool) -> OverrideWords {
        OverrideWords(isContributed: isContributed, near: nearMatches(for: key))
    }

    /// A fault, with what may have been meant if it is about a promise.
    mutating func addingNearMatches(toPromiseFault fault: ResolutionError) -> ResolutionError {
        guard fault.code == .promised, case let key = fault.names.key else { return fault }
        return ResolutionError(
            .promised, key, location: fault.location, detail: .featureWords(PromisedWords(near: nearMatches(for: key))))
    }

    /// Registrations of the same type under another qualifier, of a type with the same name, or of modules that are not included.
    private mutating func nearMatches(for key: ServiceKey) -> [NearMatch] {
        if matchesByName == nil { indexNearMatches() }
        if let unmet = unmet[key] { return unmet }
        let name = cachedName(of: key.type)
        let near = (matchesByName?[name] ?? []).filter { $0.obstacle != nil || $0.step.key != key }
        // The nearest first: those that another qualifier or another type finds, then by their descriptions.
        return near.map { match in
            let rank = (match.step.key.type == key.type ? 0 : 1) + (match.obstacle == nil ? 0 : 2)
            return (match, "\(rank)\(match.step.key)")
        }.sorted { $0.1 < $1.1 }.prefix(Self.limit).map(\.0)
    }

    private mutating func indexNearMatches() {
        matchesByName = [:]
        var present: Set<ModuleIdentity> = []
        for index in search.all {
            for condition in index.companion?.conditions ?? [] where !condition.isMet {
                let record = condition.record
                unmet[record.key, default: []].append(
                    NearMatch(step: record.step, obstacle: .hasUnmetCondition(facts: condition.facts)))
            }
            for entry in index.plan.entries where !entry.record.isPart {
                let module = entry.record.registrationNotes.module
                if let module { present.insert(module) }
                let privacy = entry.isPrivate ? module.map { NearMatch.Obstacle.isPrivate($0) } : nil
                indexNearMatch(
                    NearMatch(step: entry.record.step, obstacle: entry.isContributed ? .isContributed : privacy))
            }
        }
        // Children may have been built by one function.
        var places: Set<RegistrationIdentity> = []
        for entry in children.flatMap(\.plan.entries) where !entry.record.isPart && !entry.isPrivate {
            guard places.insert(RegistrationIdentity(entry.record.key, entry.record.location)).inserted else {
                continue
            }
            indexNearMatch(NearMatch(step: entry.record.step, obstacle: .isInChild))
        }
        var walk = ModuleWalk()
        walk.visit(search.all.flatMap { $0.companion?.configuration.knownModules ?? [] })
        for registration in walk.registrations where !registration.notes.options.contains(.hidden) {
            guard let module = registration.notes.module, !present.contains(module) else { continue }
            indexNearMatch(NearMatch(step: registration.record.step, obstacle: .isNotIncluded(module)))
        }
    }

    private mutating func indexNearMatch(_ match: NearMatch) {
        let name = cachedName(of: match.step.key.type)
        matchesByName?[name, default: []].append(match)
    }

    private mutating func cachedName(of type: any Any.Type) -> String {
        if let known = names[ObjectIdentifier(type)] { return known }
        let name = TypeName.comparableName(of: type)
        names[ObjectIdentifier(type)] = name
        return name
    }
}

extension Companion {
    func describeMiss(of key: ServiceKey, in handle: HandleReference, for asker: Record?) -> MissDescription {
        let search = PlanSearch(of: handle.container)
        let losers = search.all.lazy.flatMap { $0.companion?.report.losers ?? [] }
        if let promise = losers.first(where: { $0.reason == .promise && $0.place.key == key }) {
            return MissDescription(.promised, at: promise.record.location, PromisedWords(near: []))
        }
        var near = NearMatches(search, children: handle.container.children)
        return MissDescription(.missing, near.makeMissingWords(for: key, asker: asker))
    }

    func findHolder(outliving held: Record, among askers: [Record]) -> (holder: Record, miss: MissDescription)? {
        guard let tag = held.scopeTag,
            let holder = askers.first(where: { !$0.passesScopesOn && !$0.isComposed && !$0.isAlias })
        else { return nil }
        let words = CaptiveWords(holder, held.step, tag, isLater: false)
        return (holder, MissDescription(words.code, at: holder.location, words))
    }
}

extension ServiceKey {
    /// The key that is looked up in the end, for one of an optional or of a type that wraps another one.
    fileprivate var innermost: ServiceKey {
        guard let type = type as? any ComposedType.Type else { return self }
        switch type.composition(forQualifier: qualifier) {
        case .optional(let key), .wrapped(let key): return key.innermost
        case .list, .map: return self
        }
    }
}

extension TypeName {
    /// The name of a type without `any` and `Optional`, by which types are near each other.
    static func comparableName(of type: any Any.Type) -> String {
        if let optional = type as? any ComposedType.Type,
            case .optional(let key) = optional.composition(forQualifier: nil)
        {
            return comparableName(of: key.type)
        }
        let name = sourceName(of: type)
        return name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
    }
}

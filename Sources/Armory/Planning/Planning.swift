// From the contents of a container to its plan: everything that can be decided at build is decided here.
//
//     modules --walk--> registrations --replacing, conditions--> one for each key --layers--> records --> Plan
//
// Each step notes faults and goes on, so that a build reports all of them at once.

/// Makes a plan.
struct Planning {
    var faults: [ResolutionError] = []
    /// Why registrations are used or not.
    var report: ConditionReport
    /// The registrations that are used.
    private(set) var entries: [PlannedRegistration] = []
    /// Their records, with the layers around them.
    var records: [Layering.Planned] = []
    private var viewCount = 0
    /// The decorators, adapters and interceptors; first those that are kept of a container that is overridden.
    let layers: [Layer]
    private let keptLayerCount: Int
    /// What puts the layers around registrations, and around types that need none.
    private var layering: Layering
    let configuration: Container.Configuration
    let parents: [Container]
    /// How types without registrations are created.
    let justInTime: JustInTime
    /// Whom the container tells; nil: nobody listens.
    let hub: EventHub?

    /// - Parameters:
    ///   - additions: Of an overriding container, the registrations that override nothing.
    ///   - keptLayers: Of an overriding container, the layers of the other one that it puts around its overrides.
    ///   - isTrial: Whether the container exists only to be inspected: its events are not reported.
    init(
        _ elements: consuming [any ModuleElement], adding additions: [any ModuleElement] = [],
        keeping keptLayers: [Layer] = [],
        _ configuration: Container.Configuration, parents: [Container], isTrial: Bool = false
    ) {
        var walk = ModuleWalk()
        // The elements go before the records get their notes, so that none of these is copied for them.
        walk.visitElementsAndRelease(elements)
        walk.visitElementsAndMarkAsAdditions(additions)
        report = ConditionReport(modules: walk.modules)
        layers = keptLayers + walk.layers
        faults = walk.faults
        keptLayerCount = keptLayers.count
        (self.configuration, self.parents) = (configuration, parents)
        justInTime = JustInTime(
            isAllowed: configuration.justInTime && parents.allSatisfy { $0.features?.justInTime.isAllowed ?? true })
        hub = isTrial ? nil : .makeOrInherit(for: configuration, parents: parents)
        layering = Layering(layers, [:], nil, hub)
        entries = walk.takeRegistrations().map { PlannedRegistration($0) }
        for replacements in walk.replacements { replaceModuleRegistrations(by: replacements) }
        dropRegistrationsWithUnmetConditions()
        selectRegistrationForEachKey()
        if let limit = configuration.hookLimit {
            for number in entries.indices { entries[number].setDefaultClosingTimeLimit(limit) }
        }
        applyDecorationLayers()
        assignChoices()
    }

    /// The plan; it may have faults.
    var plan: Plan {
        var plan = Plan()
        // Adapters add registrations after the winners are known.
        plan.isSettled = layers.isEmpty
        let (justInTime, layering) = (justInTime, layering)
        plan.justInTimeRecord =
            layering.isEmpty
            ? justInTime.makeRecord
            : { justInTime.makeRecord(forUnregistered: $0).map { layering.applyingInterceptorsAndDecorators(to: $0) } }
        plan.handleListener = hub
        plan.listener = hub.flatMap { $0.reportsResolves ? ResolveReporter(hub: $0) : nil }
        for _ in 0..<viewCount { _ = plan.addModuleView() }
        plan.reserveCapacity(records.count)
        for planned in records {
            // The key of an override may be that of a further type only.
            plan.addRecord(
                planned.record, inView: planned.view, isPrivate: planned.isPrivate,
                isContributed: planned.isContributed,
                isAdded: planned.registration.options.contains(.added))
        }
        return plan
    }

    /// Puts decorators, adapters and interceptors around the registrations.
    private mutating func applyDecorationLayers() {
        var views: [ModuleIdentity: Int] = [:]
        for number in entries.indices where entries[number].isHidden {
            if let module = entries[number].module, views[module] == nil { views[module] = views.count + 1 }
        }
        viewCount = views.count
        layering = Layering(layers, views, views.isEmpty ? nil : privateKeysByView(numberedBy: views), hub)
        records.reserveCapacity(entries.count)
        for number in entries.indices {
            entries[number].attachNotesToRecord(reusingFrom: &layering.shared)
            if entries[number].isUsual, layering.isEmpty {
                records.append(layering.makePlannedWithoutLayers(entries[number].registration, for: entries[number]))
            } else {
                records += layering.makeLayeredRecords(ofRegistration: entries[number])
            }
        }
        faults += layering.faults + layering.unusedLayerFaults(nearMissesIn: records, skippingFirst: keptLayerCount)
    }

    /// The private keys of each view.
    ///
    /// A separate function, so that the runtime makes the type only where a module has private parts.
    @inline(never)
    private func privateKeysByView(numberedBy views: [ModuleIdentity: Int]) -> [Int: Set<ServiceKey>] {
        var hidden: [Int: Set<ServiceKey>] = [:]
        for entry in entries where entry.isHidden {
            if let view = entry.module.flatMap({ views[$0] }) { hidden[view, default: []].formUnion(entry.keys) }
        }
        return hidden
    }

    // MARK: Modules that replace registrations

    /// Replaces registrations of a module, and of those in it, by others with the same keys.
    ///
    /// The replacement of a private registration is private in the same module.
    private mutating func replaceModuleRegistrations(by replacements: ModuleWalk.Replacements) {
        let subtree = report.modules.subtreeModules(of: replacements.module)
        for registration in replacements.registrations {
            let replacement = PlannedRegistration(registration)
            // A contribution has no key, so it replaces nothing.
            let keys = replacement.isContributed ? [] : Set(replacement.keys)
            var kept: [PlannedRegistration] = []
            // The modules that contain the replacement; nil stands for all in which it is not private.
            var places: Set<ModuleIdentity?> = []
            for entry in entries {
                guard let module = entry.module, subtree.contains(module), !entry.isContributed,
                    entry.keys.contains(where: keys.contains)
                else {
                    kept.append(entry)
                    continue
                }
                if places.insert(entry.isHidden ? module : nil).inserted {
                    kept.append(replacement.takingPlace(of: entry, inModule: module))
                }
                if let rest = entry.removingKeys(takenByOthers: keys) { kept.append(rest) }
                report.losers += entry.keys.filter(keys.contains).map { entry.makeLoser(of: $0, because: .replaced) }
            }
            entries = kept
            if places.isEmpty {
                let record = registration.record
                let own = entries.lazy.filter {
                    $0.module.map(subtree.contains) ?? false && $0.registration.record.key.isNear(record.key)
                }
                let near = own.map { NearMatch(step: $0.registration.record.step) }.prefix(3)
                let words = OverrideWords(
                    isContributed: replacement.isContributed, isInModule: true,
                    near: replacement.isContributed ? [] : Array(near))
                faults.append(
                    ResolutionError(
                        .overridesNothing, record.key, location: record.location, detail: .featureWords(words)))
            }
        }
    }

    // MARK: Conditions

    private mutating func dropRegistrationsWithUnmetConditions() {
        guard entries.contains(where: { !$0.isUsual && $0.registration.condition != nil }) else { return }
        // A condition sees the private registrations of the same module only.
        var always: [ModuleIdentity?: Set<ServiceKey>] = [:]
        for entry in entries where entry.registration.condition == nil && !entry.isPromise {
            always[entry.isHidden ? entry.module : nil, default: []].formUnion(entry.keys)
        }
        let environment = configuration.environment
        let parents = parents
        entries = entries.compactMap { entry in
            guard let condition = entry.registration.condition else { return entry }
            let facts = Conditions(environment) { [always] key in
                always[nil]?.contains(key) ?? false || always[entry.module]?.contains(key) ?? false
                    || parents.contains { $0.isRegistered(key) }
            }
            let decided = entry.withDecision(facts.makeDecision(forCondition: condition))
            if decided.registration.notes.decision?.isMet ?? true { return decided }
            report.losers += decided.keys.map { decided.makeLoser(of: $0, because: .condition) }
            return nil
        }
    }

    // MARK: One registration for each key

    private mutating func selectRegistrationForEachKey() {
        var winners = Winners(table: NumberTable(for: entries.count))
        for number in entries.indices {
            let key = entries[number].registration.record.key
            let isSound = key.type != Void.self && entries[number].registration.sendability != .unchecked
            if isSound, entries[number].isUsual {
                assignKey(PlannedKey(key: key, module: nil), to: number, among: &winners)
                continue
            }
            let entry = entries[number]
            if let fault = entry.fault { faults.append(fault) }
            for key in entry.keys where !entry.isContributed && !entry.isOfVoid {
                // What is added to a container that is overridden gives way to what that one has.
                if entry.rank == 1, entry.isAdded, parents.contains(where: { $0.isRegistered(key) }) {
                    report.losers.append(entry.makeLoser(of: key, because: .ifAbsent))
                    winners.lost.append((number, key))
                } else {
                    assignKey(entry.plannedKey(forServiceKey: key), to: number, among: &winners)
                }
            }
        }
        let hides = entries.contains(where: \.isHidden)
        for (number, entry) in entries.enumerated() where hides && !entry.isHidden {
            guard let key = entry.keys.first, let module = entry.module else { continue }
            entries[number].isShadowed = winners.index(of: PlannedKey(key: key, module: module)) != nil
        }
        checkAndDropPromises(appendingDroppedTo: &winners.lost)
        guard !winners.lost.isEmpty else { return }
        let keys = Dictionary(grouping: winners.lost, by: \.number).mapValues { Set($0.map(\.key)) }
        let left = entries.enumerated().compactMap { number, entry in
            (keys[number].map { entry.removingKeys(takenByOthers: $0) } ?? entry).map { (entry.position ?? number, $0) }
        }
        entries = left.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Lets a key lead to a registration, unless another one keeps it.
    private mutating func assignKey(_ place: PlannedKey, to number: Int, among winners: inout Winners) {
        guard let known = winners.index(of: place) else { return winners.addKey(place, leadingTo: number) }
        let first = winners.all[known].number
        guard first != number || configuration.duplicates == .refuse else { return }
        let (winner, loser) = chooseWinner(between: first, and: number, for: place.key)
        winners.all[known].number = winner
        winners.lost.append((loser, place.key))
    }

    /// Which of two registrations of a key wins: the later one unless it gives way.
    private mutating func chooseWinner(
        between first: Int, and second: Int, for key: ServiceKey
    ) -> (winner: Int, loser: Int) {
        let (old, new) = (entries[first], entries[second])
        guard old.rank == new.rank, old.rank == 2 else {
            let (winner, loser) = old.rank >= new.rank ? (first, second) : (second, first)
            report.losers.append(
                entries[loser].makeLoser(of: key, because: entries[loser].isPromise ? .promise : .ifAbsent))
            return (winner, loser)
        }
        if configuration.duplicates == .refuse {
            faults.append(
                ResolutionError(
                    .duplicate, key, location: old.registration.record.location,
                    detail: .second(new.registration.record.location)))
            return (first, second)
        }
        report.losers.append(old.makeLoser(of: key, because: .duplicate))
        // In lists, it has the place of the one that it replaces.
        entries[second].position = old.position ?? first
        return (second, first)
    }

    /// Drops the promises that parents keep, and notes a fault for those that nobody keeps.
    private mutating func checkAndDropPromises(appendingDroppedTo lost: inout [(number: Int, key: ServiceKey)]) {
        for (number, entry) in entries.enumerated() where entry.isPromise {
            guard !lost.contains(where: { $0.number == number }) else { continue }
            let record = entry.registration.record
            lost.append((number, record.key))
            if configuration.validates, !parents.contains(where: { $0.isRegistered(record.key) }) {
                faults.append(.unkeptPromise(record))
            }
            report.losers.append(entry.makeLoser(of: record.key, because: .promise))
        }
    }
}

/// The registrations that keys lead to.
private struct Winners {
    /// The positions in `all`.
    var table: NumberTable
    /// Each key once, with the number of its registration, which may have several keys.
    var all: [(place: PlannedKey, number: Int)] = []
    /// The keys that registrations have lost to others.
    var lost: [(number: Int, key: ServiceKey)] = []

    /// The position of a key; nil: it leads to no registration yet.
    func index(of place: PlannedKey) -> Int? {
        table.firstNumber(forHashWord: place.key.word) { all[$0].place == place }
    }

    mutating func addKey(_ place: PlannedKey, leadingTo number: Int) {
        table.addEntry(hashWord: place.key.word, number: all.count)
        all.append((place, number))
    }
}

// A plan that overrides another one: some entries in the place of others, and some more.

/// What an overriding plan changes.
struct OverridingPlan {
    /// The entries that are replaced, and what takes their place.
    private(set) var replaced: [(entry: Int, by: Plan.Entry)] = []
    /// What comes after the others.
    private(set) var added: [Plan.Entry] = []
    /// The views of added entries, numbered after those of the base.
    private(set) var views: [Int] = []
    /// The plan of the changes: what it does not say otherwise is as in the base.
    let changes: Plan
    /// Why no container can be built from it.
    private(set) var faults: [ResolutionError] = []

    /// - Parameters:
    ///   - changes: Registrations in the place of others; its private ones are new.
    ///   - additions: Registrations of keys that the base does not have.
    init(_ changes: Plan, adding additions: Plan, over base: Layout) {
        self.changes = changes
        faults = changes.faults + additions.faults
        unsafe append(changes, over: base) { entry, slot in
            let replaced = unsafe slot.flatMap { unsafe base.entry(of: $0.real) }
            if entry.effect == .adds {
                guard let known = unsafe slot?.record else { return .adds }
                return .fails(.second(entry.record, after: known))
            }
            if let replaced { return .replaces(replaced) }
            // An ancestor's, or what a composed type leads to.
            guard entry.effect == .replaces, !base.leads(entry.record.key) else { return .adds }
            return .fails(ResolutionError(.overridesNothing, entry.record.key, location: entry.record.location))
        }
        let changed = Dictionary(
            changes.entries.filter { $0.tableView == 0 }.map { ($0.record.key, $0.record) },
            uniquingKeysWith: { first, _ in first })
        unsafe append(additions, over: base) { entry, slot in
            guard let known = unsafe slot?.record ?? changed[entry.record.key] else { return .adds }
            return .fails(.second(entry.record, after: known))
        }
    }

    /// What a registration does to the base.
    private enum Effect {
        case replaces(Int)
        case adds
        case fails(ResolutionError)
    }

    /// Its records.
    var records: [Record] { replaced.map(\.by.record) + added.map(\.record) }

    /// The entries of shared instances, numbered after those of the base where they are added.
    func weakEntries(after base: Layout) -> [Int] {
        let added = added.enumerated().map { (base.slots.count - 1 + $0, $1) }
        return (replaced.map { ($0.entry, $0.by) } + added).filter { $0.1.record.lifetime == .shared }.map(\.0)
    }

    /// Appends the entries of a plan; `effect` says what a public one does, from the slot that the base has for its key.
    private mutating func append(
        _ plan: Plan, over base: Layout, _ effect: (Plan.Entry, Slot?) -> Effect
    ) {
        // Those of ancestors come after all of them.
        let offset = base.tables.views.count - base.foreign.count + views.count - 1
        func moved(_ view: Int) -> Int { view == 0 ? 0 : view + offset }
        for entry in plan.entries {
            let moved = Plan.Entry(
                record: entry.record, view: moved(entry.view), isPrivate: entry.isPrivate,
                isContributed: entry.isContributed, effect: entry.effect)
            guard !entry.isPrivate, !entry.isContributed else {
                added.append(moved)
                continue
            }
            switch unsafe effect(entry, base.tables.first[0].find(entry.record.key)) {
            case .replaces(let number): replaced.append((number, moved))
            case .adds: added.append(moved)
            case .fails(let fault): faults.append(fault)
            }
        }
        views += plan.views.dropFirst().map(moved)
    }
}

extension ResolutionError {
    /// The error of a registration whose key another one has.
    fileprivate static func second(_ record: Record, after first: Record) -> ResolutionError {
        ResolutionError(.duplicate, record.key, location: first.location, detail: .second(record.location))
    }
}

/// The plan of a layout, which an overriding one puts together when it is first asked for.
final class PlanSource: @unchecked Sendable {  // Immutable but for `known`, which has a lock of its own.
    private let known: Guarded<Plan?>
    private let base: PlanSource?
    private let changes: OverridingPlan?

    init(_ plan: Plan) {
        known = Guarded(plan)
        (base, changes) = (nil, nil)
    }

    init(_ changes: OverridingPlan, over base: PlanSource) {
        known = Guarded(nil)
        (self.base, self.changes) = (base, changes)
    }

    var plan: Plan {
        if let plan = known.withLock({ $0 }) { return plan }
        guard let base, let changes else { return Plan() }
        let plan = Plan(base.plan, changes)
        known.withLock { $0 = plan }
        return plan
    }
}

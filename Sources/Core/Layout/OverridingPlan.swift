// A plan that overrides another one: some entries in the place of others, and some more.

/// What an overriding plan changes.
struct OverridingPlan {
    /// The entries that are replaced, and what takes their place.
    private(set) var replaced: [(entry: Int, by: Plan.Entry)] = []
    /// What comes after the others.
    private(set) var added: [Plan.Entry] = []
    /// The plan of the changes: what it does not say otherwise is as in the base.
    let changes: Plan
    /// Why no container can be built from it.
    private(set) var faults: [ResolutionError]

    /// - Parameter changes: Registrations in the place of others, and further ones; the private ones are further ones.
    init(_ changes: Plan, over base: Layout) {
        self.changes = changes
        faults = changes.faults
        // The views of ancestors come after all others.
        let offset = base.tables.count - base.foreign.count - 1
        for entry in changes.entries {
            let moved = Plan.Entry(
                record: entry.record, view: entry.view == 0 ? 0 : entry.view + offset, isPrivate: entry.isPrivate,
                isContributed: entry.isContributed, isAdded: entry.isAdded)
            let isPublic = !entry.isPrivate && !entry.isContributed
            // An ancestor's key is that of a further one, and so is that of a composed type.
            if isPublic, let known = unsafe base.tables.first[0].find(entry.record.key)?.real,
                let number = unsafe base.entry(of: known)
            {
                replaced.append((number, moved))
                if entry.isAdded, let first = unsafe known.record { faults.append(.second(entry.record, after: first)) }
            } else {
                added.append(moved)
            }
        }
    }

    /// Its records.
    var records: [Record] { replaced.map(\.by.record) + added.map(\.record) }

    /// The entries of shared instances, numbered after those of the base where they are added.
    func weakEntries(after base: Layout) -> [Int] {
        let added = added.enumerated().map { (base.slots.count - 1 + $0, $1) }
        return (replaced.map { ($0.entry, $0.by) } + added).filter { $0.1.record.lifetime == .shared }.map(\.0)
    }
}

extension ResolutionError {
    /// The error of a registration whose key another one has.
    static func second(_ record: Record, after first: Record) -> ResolutionError {
        ResolutionError(.duplicate, record.key, location: first.location, detail: .second(record.location))
    }
}

/// The plan of a layout, which an overriding one puts together when it is first asked for.
final class PlanSource: @unchecked Sendable {  // Immutable but for `known`, which has a lock of its own.
    private enum Source {
        case own(Plan)
        case overriding(PlanSource, OverridingPlan, known: Guarded<Plan?>)
    }

    private let source: Source

    init(_ plan: Plan) { source = .own(plan) }

    init(_ changes: OverridingPlan, over base: PlanSource) {
        source = .overriding(base, changes, known: Guarded(nil))
    }

    var plan: Plan {
        switch source {
        case .own(let plan): return plan
        case .overriding(let base, let changes, let known):
            if let plan = known.withLock({ $0 }) { return plan }
            let plan = Plan(base.plan, changes)
            known.withLock { $0 = plan }
            return plan
        }
    }
}

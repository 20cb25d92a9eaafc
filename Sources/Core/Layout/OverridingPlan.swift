// A plan that overrides another one: some entries in the place of others, and some more.

/// What an overriding plan changes.
struct OverridingPlan {
    /// The entries that are replaced, and what takes their place.
    private(set) var replaced: [(entry: Int, by: Plan.Entry)] = []
    /// What comes after the others.
    private(set) var added: [Plan.Entry] = []
    /// How many entries the base has.
    private let baseCount: Int
    /// The plan of the changes: what it does not say otherwise is as in the base.
    let changes: Plan
    /// Why no container can be built from it.
    private(set) var faults: [ResolutionError]

    /// - Parameter changes: Registrations in the place of others, and further ones; the private ones are further ones.
    init(_ changes: Plan, over base: Layout) {
        self.changes = changes
        baseCount = base.slots.count - 1
        faults = changes.faults
        // The views of ancestors come after all others.
        let offset = base.tables.count - base.foreignViews.count - 1
        for entry in changes.entries {
            let moved = Plan.Entry(
                record: entry.record, view: entry.view == 0 ? 0 : entry.view + offset, isPrivate: entry.isPrivate,
                isContributed: entry.isContributed, isAdded: entry.isAdded)
            let isPublic = !entry.isPrivate && !entry.isContributed
            // An ancestor's key is that of a further one, and so is that of a composed type.
            if isPublic, let known = unsafe base.tables.first[0].find(entry.record.key)?.real,
                let number = unsafe base.entryNumber(ofSlot: known)
            {
                replaced.append((number, moved))
                if entry.isAdded, let first = unsafe known.record {
                    faults.append(.registeredTwice(entry.record, after: first))
                }
            } else {
                added.append(moved)
            }
        }
    }

    /// What it changes, with the numbers of the entries: those that are added come after those of the base.
    var changed: [(number: Int, entry: Plan.Entry)] {
        replaced.map { ($0.entry, $0.by) } + added.enumerated().map { (baseCount + $0, $1) }
    }
}

extension ResolutionError {
    /// The error of a registration whose key another one has.
    static func registeredTwice(_ record: Record, after first: Record) -> ResolutionError {
        ResolutionError(.duplicate, record.key, location: first.location, detail: .second(record.location))
    }
}

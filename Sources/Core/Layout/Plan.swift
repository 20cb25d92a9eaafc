/// The registrations of a container, decided: which one wins under each key, and in which view each factory runs.
///
/// A plan is a value. A layout is made from it, and checks are functions of it.
public struct Plan: Sendable {
    /// What an entry does to the plan that is overridden.
    package enum Effect: Sendable {
        /// It takes the place of the entry with the same key, which has to be there.
        case replaces
        /// It is added: no entry may have its key.
        case adds
        /// It takes the place of the entry with the same key if there is one, such as a further type of another entry that replaces.
        case replacesOrAdds
    }

    /// A record, and the module view in which its factory runs.
    package struct Entry: Sendable {
        package let record: Record
        private let viewNumber: Int32
        package var view: Int { Int(viewNumber) }
        /// Whether only its view sees it.
        package let isPrivate: Bool
        /// Whether only lists and maps have it, and its key leads nowhere.
        package let isContributed: Bool
        /// What it does in a plan that overrides another one.
        package let effect: Effect

        init(record: Record, view: Int, isPrivate: Bool, isContributed: Bool, effect: Effect) {
            self.record = record
            viewNumber = Int32(view)
            (self.isPrivate, self.isContributed, self.effect) = (isPrivate, isContributed, effect)
        }

        /// The view whose table has the key; nil: none has it.
        package var tableView: Int? { isContributed ? nil : isPrivate ? view : 0 }
    }

    package private(set) var entries: [Entry] = []
    /// The view around each view; the first one is the public view, which has none.
    package private(set) var views: [Int] = [0]

    /// Who is told of every resolve; nil: nobody is.
    package var listener: (any ResolveListener)?
    /// Who is told what the handles do besides; nil: nobody is.
    package var handleListener: (any HandleListener)?
    /// The records of types that say how their instances are made, so that they need no registration; nil: there are none.
    ///
    /// A registration of the type goes first. Such a record has nothing that closes its instances: only what is registered is closed.
    package var recordOfType: RecordOfType?
    /// Whether a container that overrides another one by this plan makes every instance anew, so that a listener is told of all of them.
    package var sharesNothing = false
    /// What the features keep for a container of the plan.
    package var companion: (any ContainerCompanion)?

    /// Whether its maker has seen to it that each key leads to one registration.
    package var isSettled = false

    /// The record of a key that nothing is registered under; nil: there is none.
    package typealias RecordOfType = @Sendable (ServiceKey) -> Record?

    package init() {}

    /// A plan, with the changes of another one.
    init(_ base: Plan, _ overriding: OverridingPlan) {
        let changes = overriding.changes
        (entries, views) = (base.entries, base.views + overriding.views)
        listener = changes.listener ?? base.listener
        handleListener = changes.handleListener ?? base.handleListener
        recordOfType = changes.recordOfType ?? base.recordOfType
        companion = changes.companion ?? base.companion
        for (entry, replacement) in overriding.replaced { entries[entry] = replacement }
        entries += overriding.added
    }

    /// Adds a view for a module with private parts, inside of another view; returns its number.
    package mutating func addView(inside outer: Int = 0) -> Int {
        views.append(outer)
        return views.count - 1
    }

    package mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

    package mutating func add(
        _ record: Record, in view: Int = 0, isPrivate: Bool = false, isContributed: Bool = false,
        effect: Effect = .replaces
    ) {
        entries.append(
            Entry(record: record, view: view, isPrivate: isPrivate, isContributed: isContributed, effect: effect))
    }

    /// Every reason why no container can be built from the plan.
    package var faults: [ResolutionError] {
        guard !isSettled else { return [] }
        var known: [Place: Record] = [:]
        var faults: [ResolutionError] = []
        for entry in entries where !entry.isContributed {
            let place = Place(key: entry.record.key, view: entry.isPrivate ? entry.view : 0)
            if let first = known[place] {
                faults.append(
                    ResolutionError(
                        .duplicate, entry.record.key, location: first.location, detail: .second(entry.record.location)))
            } else {
                known[place] = entry.record
            }
        }
        return faults
    }

    private struct Place: Hashable {
        let key: ServiceKey
        let view: Int
    }
}

/// The registrations of a container, decided: which one wins under each key, and in which view each factory runs.
///
/// A plan is a value. A layout is made from it, and checks are functions of it.
@usableFromInline
package struct Plan: Sendable {
    /// A record, and the module view in which its factory runs.
    package struct Entry: Sendable {
        package let record: Record
        private let viewNumber: Int32
        package var view: Int { Int(viewNumber) }
        /// Whether only its view sees it.
        package let isPrivate: Bool
        /// Whether only lists and maps have it, and its key leads nowhere.
        package let isContributed: Bool
        /// Whether no entry of a plan that this one overrides may have its key: else it takes the place of one that has.
        package let isAdded: Bool

        init(record: Record, view: Int, isPrivate: Bool, isContributed: Bool, isAdded: Bool) {
            self.record = record
            viewNumber = Int32(view)
            (self.isPrivate, self.isContributed, self.isAdded) = (isPrivate, isContributed, isAdded)
        }

        /// The view whose table has the key; nil: none has it.
        package var tableView: Int? { isContributed ? nil : isPrivate ? view : 0 }
    }

    package private(set) var entries: [Entry] = []
    /// How many views there are; the first one is the public view.
    package private(set) var viewCount = 1

    /// Who is told of every resolve; nil: nobody is.
    package var listener: (any ResolveListener)?
    /// Who is told what the handles do besides; nil: nobody is.
    package var handleListener: (any HandleListener)?
    /// The records of types that say how their instances are made, so that they need no registration; nil: there are none.
    ///
    /// A registration of the type goes first. Such a record has nothing that closes its instances: only what is registered is closed.
    package var justInTimeRecord: JustInTimeRecord?
    /// Whether a container that overrides another one by this plan makes every instance anew, so that a listener is told of all of them.
    package var sharesNothing = false
    /// What the features keep for a container of the plan.
    package var companion: (any ContainerCompanion)?

    /// Whether its maker has seen to it that each key leads to one registration.
    package var isSettled = false

    /// The record of a key that nothing is registered under; nil: there is none.
    package typealias JustInTimeRecord = @Sendable (ServiceKey) -> Record?

    package init() {}

    /// A plan, with the changes of another one.
    init(_ base: Plan, _ overriding: OverridingPlan) {
        let changes = overriding.changes
        (entries, viewCount) = (base.entries, base.viewCount + changes.viewCount - 1)
        listener = changes.listener ?? base.listener
        handleListener = changes.handleListener ?? base.handleListener
        justInTimeRecord = changes.justInTimeRecord ?? base.justInTimeRecord
        companion = changes.companion ?? base.companion
        for (entry, replacement) in overriding.replaced { entries[entry] = replacement }
        entries += overriding.added
    }

    /// Adds a view for a module with private parts; returns its number.
    package mutating func addModuleView() -> Int {
        viewCount += 1
        return viewCount - 1
    }

    package mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

    package mutating func addRecord(
        _ record: Record, inView view: Int = 0, isPrivate: Bool = false, isContributed: Bool = false,
        isAdded: Bool = false
    ) {
        entries.append(
            Entry(record: record, view: view, isPrivate: isPrivate, isContributed: isContributed, isAdded: isAdded))
    }

    /// Whether the end of a handle closes instances, or somebody listens to it.
    ///
    /// - Parameter tag: Those of a scope with this tag alone, and of lifetimes that choose a place; nil: all.
    func hasInstancesToClose(inScope tag: ScopeTag? = nil) -> Bool {
        func belongsToScope(_ record: Record) -> Bool { tag == nil || record.tag == tag || record.lifetime == .custom }
        return handleListener != nil || entries.contains { $0.record.isClosed && belongsToScope($0.record) }
    }

    /// Every reason why no container can be built from the plan.
    package var faults: [ResolutionError] {
        guard !isSettled else { return [] }
        var known: [Place: Record] = [:]
        var faults: [ResolutionError] = []
        for entry in entries where !entry.isContributed {
            let place = Place(key: entry.record.key, view: entry.isPrivate ? entry.view : 0)
            if let first = known[place] {
                faults.append(.registeredTwice(entry.record, after: first))
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

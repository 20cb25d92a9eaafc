// Finding the registrations of a plan and of its parents' plans, as a container does, before there is a container.

/// The registrations of a plan, by their keys and by their types.
final class PlanIndex {
    let plan: Plan
    /// The tags of the scope that the plan is a parent in, and of those around it.
    let tags: [ScopeTag]
    let companion: Companion?
    /// The entries that have keys.
    private let entries: NumberTable
    /// The entries of each type.
    private lazy var ofType = Dictionary(grouping: plan.entries.indices) {
        ObjectIdentifier(plan.entries[$0].record.key.type)
    }

    init(_ plan: Plan, tags: [ScopeTag] = [], _ companion: Companion?) {
        (self.plan, self.tags, self.companion) = (plan, tags, companion)
        var entries = NumberTable(for: plan.entries.count)
        for (number, entry) in plan.entries.enumerated() where !entry.isContributed {
            entries.addEntry(hashWord: entry.record.key.word, number: number)
        }
        self.entries = entries
    }

    /// The entry of a key that is private to a view, or the public one: that of the view 0.
    func entryNumber(for key: ServiceKey, inView view: Int = 0) -> Int? {
        entries.firstNumber(forHashWord: key.word) { number in
            let entry = plan.entries[number]
            return (entry.isPrivate ? entry.view : 0) == view && entry.record.key == key
        }
    }

    /// The entries of a type, in their order.
    func entryNumbers(ofType type: any Any.Type) -> [Int] { ofType[ObjectIdentifier(type)] ?? [] }

    /// Whether a factory of a view sees an entry; only a private one is hidden.
    func isVisible(_ entry: Int, from view: Int) -> Bool {
        let entry = plan.entries[entry]
        return !entry.isPrivate || entry.view == view
    }
}

/// A plan and the plans of all containers that are parents, in the order in which keys are searched.
package struct PlanSearch {
    /// The plan itself, and after it those of its ancestors.
    let all: [PlanIndex]

    /// - Parameter plan: The plan of a container that is to have the parents.
    init(_ plan: Plan, parents: [Container], _ companion: Companion?) {
        all = [PlanIndex(plan, companion)] + Self.makePlanIndexes(forAncestryOf: parents)
    }

    package init(of container: Container) { all = Self.makePlanIndexes(forAncestryOf: [container]) }

    /// The plans of containers and of their ancestors.
    private static func makePlanIndexes(forAncestryOf containers: [Container]) -> [PlanIndex] {
        var found: [PlanIndex] = []
        var seen: Set<ObjectIdentifier> = []
        func visit(_ container: Container) {
            guard seen.insert(ObjectIdentifier(container)).inserted else { return }
            found.append(PlanIndex(container.plan, tags: container.scopeTags, container.features))
            container.applicationContainer.parents.forEach(visit)
        }
        containers.forEach(visit)
        return found
    }

    /// The index and the entry of a public key; nil: nothing is registered under it.
    func findEntry(forPublicKey key: ServiceKey) -> (index: Int, entry: Int)? {
        for (number, index) in all.enumerated() {
            if let entry = index.entryNumber(for: key) { return (number, entry) }
        }
        return nil
    }

    /// The record that is registered under a public key; nil: none is.
    package func record(forPublicKey key: ServiceKey) -> Record? {
        findEntry(forPublicKey: key).map { all[$0.index].plan.entries[$0.entry].record }
    }

    /// The tags of the scopes that the container is in.
    var openTags: Set<ScopeTag> { Set(all.flatMap(\.tags)) }

    /// The record of a type that needs no registration.
    func justInTimeRecord(for key: ServiceKey) -> Record? { all[0].plan.justInTimeRecord?(key) }
}

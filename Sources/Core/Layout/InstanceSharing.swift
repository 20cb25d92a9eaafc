// What an overriding container may share with its base: instances that are known to be the same there. All that they can reach is
// declared, and no override is among it. Whether a factory asks for more than that is noted when it runs: Inherited.swift.
//
//     base        A --> B --> C        D (a closure that may ask for anything)        E (an object that was there before)
//     overriding  A'    B'    C'       D'                                             E
//
// C is overridden: B and A are made anew, and D always is; what is not drawn is shared, and E is always shared.

internal import CCore

/// What is known of a layout's entries before anything is overridden.
@safe
final class InstanceSharing: Sendable {
    /// Whether an overriding container shares the entry's instance, unless an override is among what it reaches.
    private let inherits: [Bool]
    /// The entries that need each entry, and those that each one needs.
    private let askers, needs: EdgeList
    /// What entries need that another registration may change: a key that is missing, a list or a map.
    private let open: [(entry: Int, need: Composition)]

    init(of layout: Layout) {
        let entries = layout.plan.entries
        // A shared instance, or one of a graph, is another one here; and it may exist before it is asked for on the way.
        var isHidden = entries.map { entry in
            !entry.record.isGiven
                && (entry.record.isOpaque || [.shared, .graph, .custom].contains(entry.record.lifetime))
        }
        var edges: [(asker: Int, target: Int)] = []
        var open: [(entry: Int, need: Composition)] = []
        for (number, entry) in entries.enumerated() where !isHidden[number] && !entry.record.isGiven {
            for need in entry.record.needs ?? [] {
                open += layout.compositionsOpenToAdditions(of: need.key, in: entry.view).map { (number, $0) }
                let targets = unsafe layout.targetSlots(ofDependency: need, in: entry.view)
                for position in unsafe targets.indices {
                    if let target = unsafe layout.entryNumber(ofSlot: targets[position]) {
                        edges.append((number, target))
                    } else if unsafe targets[position].kind != .kept
                        || targets[position].pointee.context == layout.context
                    {
                        // Made in this view, an ancestor's or one of a type with its own record: what it asks for is not known.
                        isHidden[number] = true
                    }
                }
            }
        }
        askers = EdgeList(entries.count, edges.map { ($0.target, $0.asker) })
        needs = EdgeList(entries.count, edges.map { ($0.asker, $0.target) })
        for number in askers.reachable(from: entries.indices.filter { isHidden[$0] }) { isHidden[number] = true }
        inherits = entries.indices.map { !isHidden[$0] && entries[$0].record.lifetime == .singleton }
        self.open = open
    }

    /// Sets which cells of an overriding container share the base's instance.
    ///
    /// - Parameter slots: Its slots, which begin with those of the base's entries, in their order.
    func markCellsSharedWithBase(in slots: SlotMemory, by plan: OverridingPlan) {
        for (entry, inherits) in inherits.enumerated() {
            unsafe (slots.first + 1 + entry).setFlag(ccore_inherited, to: inherits)
        }
        for entry in affectedEntries(by: plan) { unsafe (slots.first + 1 + entry).setFlag(ccore_inherited, to: false) }
    }

    /// The entries from which something of the plan is reached.
    private func affectedEntries(by plan: OverridingPlan) -> [Int] {
        let changed = plan.added.map(\.record.key)
        let asking = open.filter { open in changed.contains { open.need.hasMember(withKey: $0) } }.map(\.entry)
        return askers.reachable(from: plan.replaced.map(\.entry) + asking)
    }

    /// An entry, and all that it reaches.
    func reachableEntries(fromEntry entry: Int) -> [Int] { needs.reachable(from: [entry]) }
}

extension Composition {
    /// Whether a registration of a key belongs to it.
    fileprivate func hasMember(withKey key: ServiceKey) -> Bool {
        switch self {
        case .optional(let wrapped), .wrapped(let wrapped): wrapped == key
        case .list(let type, let qualifier): type == key.type && (qualifier == nil || qualifier == key.qualifier)
        case .map(let type, let qualifier): type == key.type && key.hasQualifier(ofType: qualifier)
        }
    }
}

extension Layout {
    /// What a key leads to that a further registration may change.
    fileprivate func compositionsOpenToAdditions(of key: ServiceKey, in view: Int) -> [Composition] {
        guard unsafe tables.findSlot(for: key, inView: view) == nil else { return [] }
        // A registration of the key itself goes first.
        var needs = [Composition.optional(key)]
        guard let type = key.type as? any ComposedType.Type else { return needs }
        switch type.composition(forQualifier: key.qualifier) {
        case .optional(let wrapped), .wrapped(let wrapped): needs += compositionsOpenToAdditions(of: wrapped, in: view)
        case let all: needs.append(all)
        }
        return needs
    }
}

// What an overriding container may share with its base: instances that are known to be the same there. All that they can reach is
// declared, their factories have parameters and ask for nothing else, and no override is among it.
//
//     base        A --> B --> C        D (a closure that may ask for anything)
//     overriding  A'    B'    C'       D'         C is overridden: B and A are made anew, and D always is; what is not drawn is shared

internal import CCore

/// What is known of a layout's entries before anything is overridden.
@safe
final class Sameness: Sendable {
    /// Whether an overriding container shares the entry's instance, unless an override is among what it reaches.
    let inherits: [Bool]
    /// The entries that need each entry, and those that each one needs.
    private let askers, needs: [[Int]]
    /// What entries need that another registration may change: a key that is missing, a list or a map.
    private let open: [(entry: Int, need: Composition)]

    init(of layout: Layout) {
        let entries = layout.plan.entries
        var isHidden = entries.map { !$0.record.isDeclared }
        var askers = [[Int]](repeating: [], count: entries.count)
        var open: [(entry: Int, need: Composition)] = []
        for (number, entry) in entries.enumerated() where !isHidden[number] {
            for need in entry.record.needs ?? [] {
                open += layout.openNeeds(of: need.key, in: entry.view).map { (number, $0) }
                let targets = unsafe layout.targets(of: need.key, in: entry.view)
                for position in unsafe targets.indices {
                    if let target = unsafe layout.entry(of: targets[position]) {
                        askers[target].append(number)
                    } else if unsafe targets[position].kind != .kept {
                        // An ancestor's that is made in this view: what it asks for here is not known.
                        isHidden[number] = true
                    }
                }
            }
        }
        for number in Self.reached(from: entries.indices.filter { isHidden[$0] }, askers) { isHidden[number] = true }
        inherits = entries.indices.map { !isHidden[$0] && entries[$0].record.lifetime == .singleton }
        var needs = [[Int]](repeating: [], count: entries.count)
        for (target, numbers) in askers.enumerated() { for number in numbers { needs[number].append(target) } }
        (self.askers, self.needs, self.open) = (askers, needs, open)
    }

    /// The entries that have something of the plan among what they reach.
    func affected(by plan: OverridingPlan, in layout: Layout) -> [Int] {
        let changed = plan.added.map(\.record.key)
        let asking = open.filter { open in changed.contains { open.need.has($0) } }.map(\.entry)
        return Self.reached(from: plan.replaced.map(\.entry) + asking, askers)
    }

    /// An entry, and all that it reaches.
    func reached(from entry: Int) -> [Int] { Self.reached(from: [entry], needs) }

    /// The entries, and those that edges lead to from them, directly or through others.
    private static func reached(from entries: [Int], _ edges: [[Int]]) -> [Int] {
        var reached = Set(entries)
        var open = entries
        while let next = open.popLast() {
            for entry in edges[next] where reached.insert(entry).inserted { open.append(entry) }
        }
        return Array(reached)
    }
}

extension Composition {
    /// Whether a registration of a key belongs to it.
    fileprivate func has(_ key: ServiceKey) -> Bool {
        switch self {
        case .optional(let wrapped): wrapped == key
        case .list(let type, let qualifier): type == key.type && (qualifier == nil || qualifier == key.qualifier)
        case .map(let type, let qualifier): type == key.type && key.isQualified(by: qualifier)
        }
    }
}

extension Layout {
    /// What a key leads to that a further registration may change.
    fileprivate func openNeeds(of key: ServiceKey, in view: Int) -> [Composition] {
        guard unsafe tables.find(key, in: view) == nil else { return [] }
        // A registration of the key itself goes first.
        var needs = [Composition.optional(key)]
        guard let type = key.type as? any ComposedType.Type else { return needs }
        switch type.composition(key.qualifier) {
        case .optional(let wrapped): needs += openNeeds(of: wrapped, in: view)
        case let all: needs.append(all)
        }
        return needs
    }
}

// The order in which instances are closed: reverse completion, corrected by declared edges, deferred ones included. A record with
// hidden edges depends on everything that was made before it.
//
//     completed   A  B  C (C was made last)        A declares a later dependency on C:   A is closed before C
//     closed      B  A  C                          B's factory is a closure:             B before what is older than B

internal import CCore

@safe
struct EndOrder {
    private let plan: Plan
    /// The completed slots, oldest first.
    private let completed: [Slot]
    /// The positions of those that are known to need each slot, also through what is made at each resolve.
    private var dependents: [[Int]]
    private var hidden: [Bool]

    /// The completed slots in the order in which they are closed.
    static func of(_ completed: [Slot], _ layout: Layout) -> [Slot] {
        guard unsafe completed.count > 1 else { return unsafe completed }
        return unsafe EndOrder(completed, layout).sorted
    }

    private init(_ completed: [Slot], _ layout: Layout) {
        plan = layout.plan
        unsafe self.completed = unsafe completed
        var positions: [Int: Int] = [:]
        for position in unsafe completed.indices {
            if let entry = unsafe layout.entry(of: completed[position]) { positions[entry] = position }
        }
        dependents = unsafe Array(repeating: [], count: completed.count)
        hidden = unsafe Array(repeating: false, count: completed.count)
        for position in unsafe completed.indices {
            guard let entry = unsafe layout.entry(of: completed[position]) else { continue }
            let reach = Reach(from: entry, in: layout)
            hidden[position] = reach.isHidden
            let targets = reach.kept.compactMap { positions[$0] }
            for target in targets where target != position { dependents[target].append(position) }
        }
    }

    private var sorted: [Slot] {
        var order: [Slot] = unsafe []
        var isTaken = unsafe Array(repeating: false, count: completed.count)
        // What has to come first is on top. An entry is put out when its dependents are.
        var open: [(position: Int, isReady: Bool)] = []
        for newest in unsafe completed.indices.reversed() where !isTaken[newest] {
            open.append((newest, false))
            while let (position, isReady) = open.popLast() {
                if isReady {
                    unsafe order.append(completed[position])
                    continue
                }
                guard !isTaken[position] else { continue }
                isTaken[position] = true
                open.append((position, true))
                for dependent in dependents[position] where !isTaken[dependent] { open.append((dependent, false)) }
                // Only what a declared edge has moved forward has newer instances behind it.
                for later in position..<newest where later != position && hidden[later] && !isTaken[later] {
                    open.append((later, false))
                }
            }
        }
        return unsafe order
    }
}

/// What one registration needs: the entries of kept instances, directly or through what is made at each resolve.
@safe
private struct Reach {
    private(set) var kept: [Int] = []
    /// Whether some of it is known only when a factory runs.
    private(set) var isHidden = false

    init(from entry: Int, in layout: Layout) {
        var visited: Set<Int> = [entry]
        var open = [entry]
        while let next = open.popLast() {
            let planned = layout.plan.entries[next]
            guard let needs = planned.record.needs else {
                isHidden = true
                continue
            }
            for need in needs {
                guard let slot = unsafe layout.tables.find(need.key, in: planned.view, of: layout.plan) else {
                    continue
                }
                guard let target = unsafe layout.entry(of: slot), visited.insert(target).inserted else { continue }
                let lifetime = layout.plan.entries[target].record.lifetime
                if lifetime == .transient || lifetime == .graph {
                    open.append(target)
                } else {
                    kept.append(target)
                }
            }
        }
    }
}

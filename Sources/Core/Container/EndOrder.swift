// The order in which instances are closed: reverse completion, corrected by declared edges, deferred ones included. A record with
// hidden edges depends on everything that was made before it.
//
//     completed   A  B  C (C was made last)        A declares a later dependency on C:   A is closed before C
//     closed      B  A  C                          B's factory is a closure:             B before what is older than B

internal import CCore

@safe
struct EndOrder {
    /// The completed slots, oldest first.
    private let completed: [Slot]
    /// The positions of those that are known to need each slot, also through what is made at each resolve.
    private var dependents: [[Int]]
    private var hidden: [Bool]

    /// The completed slots of a handle in the order in which they are closed.
    static func closingOrder(of completed: [Slot], _ layout: Layout, _ context: Context) -> [Slot] {
        guard unsafe completed.count > 1 else { return unsafe completed }
        func find() -> [Int] { unsafe EndOrder(completed, layout, context).sorted }
        // A container ends once, and the record of an extra cell goes with it.
        let isOnce = unsafe layout.tag == nil || completed.contains { unsafe $0.hasFlag(ccore_extra) }
        let order =
            unsafe isOnce ? find() : layout.findOrMakeClosingOrder(of: completed.map { unsafe PlacedRecord($0) }, find)
        return unsafe order.map { unsafe completed[$0] }
    }

    private init(_ completed: [Slot], _ layout: Layout, _ context: Context) {
        unsafe self.completed = unsafe completed
        // Of each registration, the newest position; and of each position, the one before it of the same registration, which has
        // extra cells.
        var newest: [Slot: Int] = unsafe [:]
        let former = unsafe completed.indices.map { position in
            unsafe newest.updateValue(position, forKey: completed[position].registeredSlot)
        }
        dependents = unsafe Array(repeating: [], count: completed.count)
        hidden = unsafe Array(repeating: false, count: completed.count)
        for position in unsafe completed.indices {
            let reachable = unsafe ReachableSlots(from: completed[position], in: layout)
            hidden[position] = reachable.isHidden
            for number in unsafe reachable.needs.indices {
                let (slot, when) = unsafe reachable.needs[number]
                let own = unsafe slot.slotInKeepingScope(seenFrom: context)
                // Those of one registration are closed in the reverse order of completion.
                guard unsafe own != completed[position].registeredSlot else { continue }
                var next = unsafe newest[own]
                while let target = next {
                    next = former[target]
                    // Only one that is injected may be newer and held: it was taken early. Else its factory had declined.
                    let isHeld =
                        unsafe target < position || when != .ifMade
                        || completed[target].record?.isInjected ?? false
                    guard isHeld else { continue }
                    dependents[target].append(position)
                }
            }
        }
    }

    static func positionsBySlot(inList slots: [Slot?]) -> [Slot: Int] {
        let known = unsafe slots.enumerated().compactMap { position, slot in unsafe slot.map { unsafe ($0, position) } }
        return unsafe Dictionary(known) { $1 }
    }

    /// The positions in the order of closing.
    private var sorted: [Int] {
        var order: [Int] = []
        var isTaken = unsafe Array(repeating: false, count: completed.count)
        // What has to come first is on top. An entry is put out when its dependents are.
        var open: [(position: Int, isReady: Bool)] = []
        for newest in unsafe completed.indices.reversed() where !isTaken[newest] {
            open.append((newest, false))
            while let (position, isReady) = open.popLast() {
                if isReady {
                    order.append(position)
                    continue
                }
                guard !isTaken[position] else { continue }
                isTaken[position] = true
                open.append((position, true))
                for dependent in dependents[position] where !isTaken[dependent] { open.append((dependent, false)) }
                // Only what a declared edge has moved forward has newer instances behind it. Declared edges count more than hidden ones.
                for later in position..<newest where later != position && hidden[later] && !isTaken[later] {
                    let isNeeded = isNeeded(later) { asker in open.contains { $0.isReady && $0.position == asker } }
                    if !isNeeded { open.append((later, false)) }
                }
            }
        }
        return order
    }

    /// Whether a slot is known to be needed by one of these, directly or through others.
    private func isNeeded(_ position: Int, by isAsker: (Int) -> Bool) -> Bool {
        var visited: Set<Int> = []
        var open = dependents[position]
        while let next = open.popLast() {
            if isAsker(next) { return true }
            if visited.insert(next).inserted { open += dependents[next] }
        }
        return false
    }
}

// MARK: For features that treat instances in the order of their dependence

/// What one of some registrations needs of the others.
package struct MutualNeeds: Sendable {
    /// The position of its instance in the order of completion; nil: it is not complete, or another container's.
    package let position: Int?
    /// The indices of those that it needs, not through another one of them.
    package let needs: Set<Int>
    /// Whether it may need others that are known only when a factory runs.
    package let isHidden: Bool
}

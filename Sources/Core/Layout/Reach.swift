// What a registration is known to need, for the order in which instances start and are closed.

internal import CCore

/// What one registration needs: the slots of kept instances, directly or through what is made at each resolve.
@safe
struct Reach {
    /// As the layout has them: of a scoped one, each scope has its own.
    private(set) var kept: [Slot] = unsafe []
    /// Whether some of it is known only when a factory runs.
    private(set) var isHidden = false

    /// - Parameter leadsOn: Whether what a kept instance needs counts too.
    init(from slot: Slot, in layout: Layout, through leadsOn: (Slot) -> Bool = { _ in false }) {
        var visited: Set<Slot> = unsafe [slot]
        var open = unsafe [slot]
        while let next = unsafe open.popLast() {
            if unsafe next.record?.isOpaque ?? true { isHidden = true }
            guard let needs = unsafe next.record?.needs else { continue }
            let view = unsafe next.view
            for need in needs {
                let targets = unsafe layout.targets(of: need, in: view)
                for position in unsafe targets.indices where unsafe visited.insert(targets[position]).inserted {
                    let target = unsafe targets[position]
                    let isMade = unsafe target.kind == .transient || target.kind == .graph
                    if unsafe isMade || leadsOn(target) { unsafe open.append(target) }
                    if !isMade { unsafe kept.append(target) }
                }
            }
        }
    }
}

/// A registration in a view of a layout.
struct PlacedRecord: Hashable {
    /// The address of its record.
    let record: UInt
    let view: Int
}

extension Layout {
    /// What a slot's registration needs: found out once, since each scope of a layout has the same.
    func reach(of slot: Slot) -> Reach {
        // The record of an extra cell goes with it.
        guard unsafe !slot.has(ccore_extra) else { return unsafe Reach(from: slot, in: self) }
        let place = unsafe PlacedRecord(record: UInt(bitPattern: slot.pointee.record), view: slot.view)
        return known(place) { unsafe Reach(from: slot, in: self) }
    }
}

// An overriding layout: a copy of its base's template, whose slots are in the same order, so that a table, an edge or an instance leads
// to the same place among the copy's own.
//
//     base        missing | A | B | C             table, edges --> slots
//     template    missing | A | B | C             edges --> the base's slots; instances: offsets
//     overriding  missing | A | B'| C | D         the same, moved; B' has the memory of a changed entry, and so has D
//
// Linear in the base, at about a hundred instructions an entry: nothing is hashed unless additions make a table grow, no factory
// is asked for its needs.

internal import CCore

/// What overriding layouts are copied from.
@safe
final class LayoutTemplate: @unchecked Sendable {  // Written in `init` alone.
    let sharing: InstanceSharing
    /// The slots of the layout, as if nothing had been made.
    ///
    /// Their storage is an offset, and one more; where the factory takes arguments, it is their type.
    fileprivate let slots: SlotMemory
    fileprivate let edges: EdgeMemory
    let instanceSize: Int

    init(of layout: Layout) {
        sharing = InstanceSharing(of: layout)
        var build = unsafe LayoutBuild(layout.plan, nil, nil, nil)
        build.makeSlots()
        build.bindEdges(in: layout)
        let edges = build.edges
        for position in 0..<edges.count {
            // What an edge to another layout's slot needs is looked up by its key.
            if let slot = unsafe edges.first[position], unsafe layout.entryNumber(ofSlot: slot) == nil {
                unsafe edges.first[position] = nil
            }
        }
        (slots, self.edges, instanceSize) = (build.slots, edges, build.instanceSize)
    }
}

@safe
struct LayoutCopy {
    let slots: SlotMemory
    let edges: EdgeMemory
    let tables: TableList
    private let base: Layout
    private let plan: OverridingPlan

    init(_ base: Layout, _ plan: OverridingPlan, _ context: Context, _ instances: InstanceMemory) {
        (self.base, self.plan) = (base, plan)
        let template = base.template
        edges = EdgeMemory(count: template.edges.count)
        slots = unsafe SlotMemory(
            copyOf: template.slots, adding: plan.added.count, context: context,
            edgesMovedBy: UnsafeRawPointer(edges.first) - UnsafeRawPointer(template.edges.first),
            instances: instances.start)
        unsafe edges.copyEdges(
            from: template.edges, movedBy: UnsafeRawPointer(slots.first) - UnsafeRawPointer(base.slots.first))
        let slots = slots
        tables = unsafe TableList(
            plan.added, plan.added.indices.map { unsafe slots.first + base.slots.count + $0 },
            views: base.tables.count + plan.changes.viewCount - 1, missing: slots.first, copying: base)
        template.sharing.markCellsSharedWithBase(in: slots, by: plan)
        for (number, entry) in plan.changed { unsafe refillSlot(number, with: entry, in: context) }
    }

    private func refillSlot(_ number: Int, with entry: Plan.Entry, in context: Context) {
        let slot = unsafe slots.first + 1 + number
        unsafe slot.pointee = unsafe ccore_slot()
        unsafe slot.fillSlot(with: entry.record, view: entry.view, context: context)
        guard unsafe slot.isCell else { return }
        let instance = InstanceMemory(byteCount: entry.record.instanceLayout.size)
        slots.kept.append(instance)
        unsafe slot.pointee.storage = unsafe instance.start
    }

    /// Binds the parameters of the initializers that were changed.
    func bindEdges(in layout: Layout) {
        for (number, entry) in plan.changed {
            let needs = entry.record.parameters
            guard !needs.isEmpty else { continue }
            let own = EdgeMemory(count: needs.count)
            for (position, need) in needs.enumerated() {
                unsafe own.first[position] = unsafe layout.slotToBind(forDependency: need, inView: entry.view)
            }
            slots.kept.append(own)
            unsafe (slots.first + 1 + number).pointee.edges = unsafe UnsafePointer(own.first)
        }
    }
}

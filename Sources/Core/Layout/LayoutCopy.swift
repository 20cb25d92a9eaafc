// An overriding layout: a copy of another one, whose slots are in the same order, so that a table, an edge or an instance leads to the
// same place among the copy's own.
//
//     base        missing | A | B | C             table, edges --> slots
//     overriding  missing | A | B'| C | D         the same, moved; B' has the memory of a changed entry, and so has D
//
// Linear in the base, at a few dozen instructions an entry: nothing is hashed, no factory is asked what it needs.

internal import CCore

/// Entries whose slots have memory of their own.
final class ChangedEntries {
    fileprivate(set) var entries: [Int] = []
    fileprivate var memory: [AnyObject] = []
}

@safe
struct LayoutCopy {
    let slots: SlotMemory
    let edges: EdgeMemory
    let tables: TableList
    let changes = ChangedEntries()
    private let base: Layout
    private let plan: OverridingPlan

    init(_ base: Layout, _ plan: OverridingPlan, _ home: Home, _ instances: InstanceMemory) {
        (self.base, self.plan) = (base, plan)
        slots = SlotMemory(count: base.slots.count + plan.added.count)
        edges = EdgeMemory(count: base.edges.count)
        tables = TableList(
            copyOf: base.tables, leadingFrom: base.slots, to: slots, adding: plan.added, views: plan.views)
        copyEdges()
        unsafe copySlots(home, instances)
        unsafe fillChanged(unsafe home)
        for entry in base.sameness.affected(by: plan, in: base) {
            unsafe (slots.first + 1 + entry).set(ccore_inherited, false)
        }
    }

    private func copyEdges() {
        let (former, count) = unsafe (UnsafeMutableRawPointer(base.slots.first), base.slots.count)
        let size = unsafe count * MemoryLayout<ccore_slot>.stride
        for position in 0..<edges.count {
            guard let edge = unsafe base.edges.first[position] else { continue }
            let distance = unsafe UnsafeMutableRawPointer(edge) - former
            // A composed type's slot is the base's own: here it is looked up by its key.
            guard distance >= 0, distance < size else { continue }
            unsafe edges.first[position] = unsafe (UnsafeMutableRawPointer(slots.first) + distance)
                .assumingMemoryBound(to: ccore_slot.self)
        }
    }

    private func copySlots(_ home: Home, _ instances: InstanceMemory) {
        let inherits = base.sameness.inherits
        unsafe slots.first.pointee.kind = SlotKind.missing.rawValue
        unsafe slots.first.set(ccore_elsewhere)
        for number in 1..<max(base.slots.count, 1) {
            let (from, slot) = unsafe (base.slots.first + number, slots.first + number)
            // Field by field: others change the state of the base's slots meanwhile.
            unsafe slot.pointee.record = unsafe from.pointee.record
            unsafe slot.pointee.kind = unsafe from.pointee.kind
            unsafe slot.pointee.flags = unsafe from.pointee.flags & ~UInt8(ccore_inherited)
            unsafe slot.pointee.number = unsafe from.pointee.number
            if let formerEdges = unsafe from.pointee.edges {
                unsafe slot.pointee.edges = unsafe UnsafePointer(edges.first + (formerEdges - UnsafePointer(base.edges.first)))
            }
            guard unsafe slot.pointee.kind == SlotKind.kept.rawValue else { continue }
            unsafe slot.pointee.home = unsafe home
            let storage = unsafe from.pointee.storage.unsafelyUnwrapped
            unsafe slot.pointee.storage = unsafe instances.start + (storage - base.instances.start)
            if inherits[number - 1] { unsafe slot.set(ccore_inherited) }
        }
    }

    /// Fills in the slots of what is changed here, and of what was changed in the base already.
    private func fillChanged(_ home: Home) {
        for entry in base.changes?.entries ?? [] where !plan.replaced.contains(where: { $0.entry == entry }) {
            unsafe fill(entry, base.plan.entries[entry], home)
            unsafe (slots.first + 1 + entry).set(ccore_inherited, base.sameness.inherits[entry])
        }
        for (entry, replacement) in plan.replaced { unsafe fill(entry, replacement, home) }
        for (position, entry) in plan.added.enumerated() { unsafe fill(base.slots.count - 1 + position, entry, home) }
    }

    private func fill(_ number: Int, _ entry: Plan.Entry, _ home: Home) {
        let slot = unsafe slots.first + 1 + number
        unsafe slot.pointee = unsafe ccore_slot()
        unsafe slot.fill(entry.record, view: entry.view)
        changes.entries.append(number)
        switch entry.record.lifetime {
        case .transient, .graph: unsafe slot.fillMade(entry.record)
        case .scoped: unsafe slot.pointee.kind = SlotKind.unscoped.rawValue
        case .singleton:
            let instance = InstanceMemory(byteCount: entry.record.instanceLayout.size)
            changes.memory.append(instance)
            unsafe slot.pointee.kind = SlotKind.kept.rawValue
            unsafe slot.pointee.home = unsafe home
            unsafe slot.pointee.storage = unsafe instance.start
        }
    }

    /// Binds the parameters of the initializers that were changed.
    func bindEdges(in layout: Layout) {
        let entries = changes.entries.map { entry in
            (entry, plan.replaced.first { $0.entry == entry }?.by ?? plan.entry(entry, after: base.slots.count - 1))
        }
        for (number, changed) in entries {
            let entry = changed ?? base.plan.entries[number]
            let needs = (entry.record.needs ?? []).filter { $0.time == .construction }
            guard !needs.isEmpty else { continue }
            let own = EdgeMemory(count: needs.count)
            for (position, need) in needs.enumerated() {
                unsafe own.first[position] =
                    unsafe layout.ancestors == nil
                    ? layout.find(need.key, in: entry.view) : layout.tables.find(need.key, in: entry.view)
            }
            changes.memory.append(own)
            unsafe (slots.first + 1 + number).pointee.edges = unsafe UnsafePointer(own.first)
        }
    }
}

extension OverridingPlan {
    /// An added entry by its number, which comes after those of the base; nil: it is the base's.
    fileprivate func entry(_ number: Int, after count: Int) -> Plan.Entry? {
        number >= count ? added[number - count] : nil
    }
}

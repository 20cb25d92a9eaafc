// A layout: where each key of a handle leads. Made once for a container, and once for each chain of scope tags.
//
//     plan (records, views)                       a container's layout                  the layout of a scope
//       Singleton A  ------------------------>  slot: kept, home              <------  the same slot
//       Transient B(A) ---------------------->  slot: transient, edges [A]    <------  the same slot
//       Scoped C ---------------------------->  slot: unscoped                         slot: scoped, hops 0, number 0
//       Transient D(C) ---------------------->  slot: transient, edges [C]             slot: transient, edges [C's]
//
// An open scope has copies of its layout's `prototypes`, into which its instances go.

internal import CCore

/// The immutable part of what a handle resolves from; of a container's own layout, the kept slots change their state.
@safe
package final class Layout: @unchecked Sendable {  // Immutable but for the kept slots, which their home guards.
    let plan: Plan
    /// The handle of the kept slots; nil for a scope, whose handles have copies of the prototypes.
    let home: Home?
    /// The layout around it, which keeps this one; nil for a container.
    unowned let outer: Layout?
    /// The scope's tag; nil for a container.
    let tag: ScopeTag?
    /// How many scopes are around it.
    let depth: Int
    /// The slot of each entry of the plan.
    let slotOfEntry: [Slot]
    /// The tables by view; the first one has the public keys.
    let tables: TableList
    /// What each open scope has a copy of.
    ///
    /// Their storage is an offset in the scope's memory.
    let prototypes: SlotMemory
    /// How many bytes the instances of a scope take.
    let instanceSize: Int
    /// Whether a registration has something that closes its instances.
    let closes: Bool
    /// The containers around the container; nil: it has no parents.
    let ancestors: (any Ancestors)?
    /// What was met beside the tables.
    let met = MetTable()
    private let inner = Guarded<[Layout]>([])
    private let slots: SlotMemory
    private let edges: EdgeMemory
    /// The memory of a container's own instances.
    private let instances: InstanceMemory

    /// Lays out a plan for a container, or for a scope inside of another layout.
    init(
        _ plan: Plan, home: Home?, ancestors: (any Ancestors)? = nil, outer: Layout? = nil, tag: ScopeTag? = nil
    ) {
        self.plan = plan
        unsafe self.home = unsafe home
        self.ancestors = outer?.ancestors ?? ancestors
        self.outer = outer
        self.tag = tag
        depth = outer.map { $0.depth + 1 } ?? 0
        closes = outer?.closes ?? plan.entries.contains { $0.record.isClosed }
        var build = unsafe LayoutBuild(plan, home, outer, tag)
        build.makeSlots()
        (slots, prototypes, edges) = (build.slots, build.prototypes, build.edges)
        instances = InstanceMemory(byteCount: tag == nil ? build.instanceSize : 0)
        instanceSize = build.instanceSize
        unsafe slotOfEntry = unsafe build.slotOfEntry
        tables = unsafe TableList(plan, build.slotOfEntry, missing: build.missing)
        build.bindEdges(in: self)
        if tag == nil { unsafe build.place(in: instances.start) }
    }

    /// The layout of the scopes of a tag inside of this one; made once.
    func inner(_ tag: ScopeTag) -> Layout {
        if let known = inner.withLock({ $0.first { $0.tag == tag } }) { return known }
        // Made without the lock: qualifiers are hashed and compared. If two threads make one, the first one counts.
        let layout = unsafe Layout(plan, home: nil, outer: self, tag: tag)
        return inner.withLock { known in
            if let first = known.first(where: { $0.tag == tag }) { return first }
            known.append(layout)
            return layout
        }
    }

    /// Every layout around this one and itself, the container's last.
    var chain: [Layout] {
        var chain = [self]
        while let next = chain[chain.count - 1].outer { chain.append(next) }
        return chain
    }
}

/// Memory for slots.
@safe
final class SlotMemory {
    let first: Slot
    let count: Int

    init(count: Int) {
        self.count = count
        unsafe first = .allocate(capacity: max(count, 1))
        unsafe first.initialize(repeating: ccore_slot(), count: max(count, 1))
    }

    deinit { unsafe first.deallocate() }
}

/// Memory for the bound edges of all slots of a layout.
@safe
final class EdgeMemory {
    let first: UnsafeMutablePointer<Slot?>

    init(count: Int) {
        unsafe first = .allocate(capacity: max(count, 1))
        unsafe first.initialize(repeating: nil, count: max(count, 1))
    }

    deinit { unsafe first.deallocate() }
}

/// Memory for instances.
///
/// Who has put one there ends it.
@safe
final class InstanceMemory {
    let start: UnsafeMutableRawPointer

    init(byteCount: Int) {
        unsafe start = .allocate(byteCount: max(byteCount, 1), alignment: 64)
    }

    deinit { unsafe start.deallocate() }
}

/// The tables of a layout, by view.
@safe
final class TableList {
    let first: UnsafeMutablePointer<ccore_table>
    private var memory: [TableMemory] = []

    init(_ plan: Plan, _ slots: [Slot], missing: Slot) {
        var members = [[Int]](repeating: [], count: plan.views.count)
        for (index, entry) in plan.entries.enumerated() where !entry.isContributed {
            members[entry.isPrivate ? entry.view : 0].append(index)
        }
        unsafe first = .allocate(capacity: members.count)
        for (view, members) in members.enumerated() {
            let table = unsafe TableMemory(for: members.count, missing: missing)
            for index in members { unsafe table.add(plan.entries[index].record.key.word, slots[index]) }
            memory.append(table)
            unsafe (first + view).initialize(to: table.table)
        }
    }

    deinit { unsafe first.deallocate() }

    /// The slot of a key for a factory in a view; nil: the plan has none.
    func find(_ key: ServiceKey, in view: Int, of plan: Plan) -> Slot? {
        var view = view
        while true {
            if let slot = unsafe first[view].find(key) { return unsafe slot }
            guard view != 0 else { return nil }
            view = plan.views[view]
        }
    }
}

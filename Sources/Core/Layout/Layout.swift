// A layout: where each key of a handle leads. Made once for a container, and once for each chain of scope tags.
//
//     plan (records, views)                       a container's layout                  the layout of a scope
//       Singleton A  ------------------------>  slot: kept, context              <------  the same slot
//       Transient B(A) ---------------------->  slot: transient, edges [A]    <------  the same slot
//       Scoped C ---------------------------->  slot: unscoped                         slot: scoped, hops 0, number 0
//       Transient D(C) ---------------------->  slot: transient, edges [C]             slot: transient, edges [C's]
//
// An open scope has copies of its layout's `prototypes`, into which its instances go.

internal import CCore

/// The immutable part of what a handle resolves from; of a container's own layout, the kept slots change their state.
@safe
package final class Layout: @unchecked Sendable {  // Immutable but for what its context or a lock of its own guards.
    /// The handle of the kept slots; nil for a scope, whose handles have copies of the prototypes.
    let context: Context?
    /// The layout around it, which keeps this one; nil for a container.
    unowned let outer: Layout?
    /// The scope's tag; nil for a container.
    let tag: ScopeTag?
    /// How many scopes are around it.
    let depth: Int
    /// The tables by view; the first one has the public keys.
    let tables: TableList
    /// What each open scope has a copy of; nil for a container.
    ///
    /// Their storage is an offset in the scope's memory.
    let prototypes: SlotMemory?
    /// How many bytes the instances of a container or a scope take.
    let instanceSize: Int
    /// Whether a registration has something that closes its instances.
    let hasInstancesToClose: Bool
    /// Whether an instance of the handle itself may have it: in a scope one of its tag, or of a lifetime that chooses a place.
    let hasOwnInstancesToClose: Bool
    /// The containers around the container; nil: it has no parents.
    let ancestors: Parents?
    /// The private views of ancestors, whose numbers come after those of the layout's own views.
    let foreignViews: [ForeignView]
    /// What was found on demand, beside the tables.
    let onDemand = OnDemandTable()
    /// The slot for what is missing, and after it those of the entries; of a scope's, only those that lead elsewhere than outside.
    let slots: SlotMemory
    let edges: EdgeMemory
    /// The memory of a container's own instances.
    let instances: InstanceMemory
    /// Who is told of every resolve, and the slots that lead there.
    let listener: (any ResolveListener)?
    /// Who is told what the handles do besides.
    let handleListener: (any HandleListener)?
    private let notifyingSlots: NotifyingSlots?
    let justInTimeRecord: Plan.JustInTimeRecord?
    /// What the features keep for the container.
    let companion: (any ContainerCompanion)?
    /// What an overriding layout changes of another one's plan; nil: it overrides none.
    private let overriding: (base: Layout, plan: OverridingPlan)?
    /// The slots of the entries in a scope's layout, where they may be slots of a layout around.
    private let scopeSlots: [Slot]
    let lazyParts: Guarded<LazyParts>
    /// The layouts of `lazyParts` as a list that is read without a lock.
    ///
    /// The instance of the slot is the newest of them, and each one's link the one before it.
    private var scopeLayoutList: Slot { unsafe slots.trailingSlot }

    /// Parts that are made on first use.
    struct LazyParts {
        /// The plan; of an overriding layout, put together when it is first asked for.
        var plan: Plan?
        /// The layouts of the scopes inside of this one.
        var scopeLayouts: [Layout] = []
        var template: LayoutTemplate?
        /// What registrations with custom lifetimes keep in the container, by their records.
        var stores: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        /// The orders in which scopes close their instances, by the orders of completion.
        var orders: [[PlacedRecord]: [Int]] = [:]
    }

    /// What a registration with a custom lifetime keeps in the container, if it was made.
    func existingStore(of record: Record) -> (any AnyObject & Sendable)? {
        lazyParts.withLock { $0.stores[ObjectIdentifier(record)] }
    }

    /// What a registration with a custom lifetime keeps in the container; made when it is first asked for.
    func findOrMakeStore<S: AnyObject & Sendable>(of record: Record, _ make: () -> S) -> S {
        let known =
            existingStore(of: record)
            ?? lazyParts.withLock { [made = make()] parts in
                let first = parts.stores[ObjectIdentifier(record)] ?? made
                parts.stores[ObjectIdentifier(record)] = first
                return first
            }
        // A record has one kind of store.
        return unsafe unsafeDowncast(known, to: S.self)
    }

    /// Lays out a plan for a container, or for a scope inside of another layout.
    init(_ plan: Plan, context: Context?, ancestors: Parents? = nil, outer: Layout? = nil, tag: ScopeTag? = nil) {
        (lazyParts, overriding) = (Guarded(LazyParts(plan: plan)), nil)
        unsafe self.context = unsafe context
        self.ancestors = outer?.ancestors ?? ancestors
        foreignViews = outer?.foreignViews ?? ancestors?.foreignViews ?? []
        self.outer = outer
        self.tag = tag
        depth = outer.map { $0.depth + 1 } ?? 0
        handleListener = plan.handleListener
        hasInstancesToClose =
            outer?.hasInstancesToClose ?? (plan.hasInstancesToClose() || ancestors?.hasInstancesToClose ?? false)
        hasOwnInstancesToClose =
            tag == nil
            ? hasInstancesToClose
            : plan.hasInstancesToClose(inScope: tag) || self.ancestors?.hasInstancesToClose ?? false
        var build = unsafe LayoutBuild(plan, context, outer, tag)
        build.makeSlots()
        (slots, prototypes, edges) = (build.slots, build.prototypes, build.edges)
        instances = InstanceMemory(byteCount: tag == nil ? build.instanceSize : 0)
        instanceSize = build.instanceSize
        unsafe scopeSlots = unsafe tag == nil ? [] : build.slotOfEntry
        listener = plan.listener
        (justInTimeRecord, companion) = (plan.justInTimeRecord, plan.companion)
        notifyingSlots = unsafe plan.listener == nil ? nil : NotifyingSlots(build.slotOfEntry)
        tables = unsafe TableList(
            plan.entries, notifyingSlots?.all ?? build.slotOfEntry, views: plan.viewCount + foreignViews.count,
            missing: build.missing)
        build.bindEdges(in: self)
        if tag == nil { unsafe build.convertStorageOffsetsToAddresses(in: instances.start) }
    }

    /// Lays out a plan that overrides another layout's, by a copy of that layout.
    init(overriding base: Layout, _ plan: OverridingPlan, context: Context) {
        (lazyParts, overriding) = (Guarded(LazyParts()), (base, plan))
        unsafe self.context = unsafe context
        (outer, tag, depth) = (nil, nil, 0)
        (listener, notifyingSlots) = (nil, nil)
        handleListener = plan.changes.handleListener ?? base.handleListener
        justInTimeRecord = plan.changes.justInTimeRecord ?? base.justInTimeRecord
        companion = plan.changes.companion ?? base.companion
        (ancestors, foreignViews) = (base.ancestors, base.foreignViews)
        hasInstancesToClose =
            base.hasInstancesToClose || plan.changes.handleListener != nil
            || plan.changed.contains { $0.entry.record.isClosed }
        hasOwnInstancesToClose = hasInstancesToClose
        instanceSize = base.template.instanceSize
        instances = InstanceMemory(byteCount: instanceSize)
        prototypes = nil
        let copy = unsafe LayoutCopy(base, plan, context, instances)
        (slots, edges, tables) = (copy.slots, copy.edges, copy.tables)
        unsafe scopeSlots = unsafe []
        copy.bindEdges(in: self)
    }

    /// The plan.
    var plan: Plan {
        if let plan = lazyParts.withLock(\.plan) { return plan }
        // Made without the lock. A layout without a plan overrides another one.
        let plan = overriding.map { Plan($0.base.plan, $0.plan) } ?? Plan()
        lazyParts.withLock { $0.plan = plan }
        return plan
    }

    /// The slot of an entry of the plan.
    func slot(ofEntry entry: Int) -> Slot { unsafe tag == nil ? slots.first + 1 + entry : scopeSlots[entry] }

    /// The slot of an entry as the tables and the edges have it.
    func notifyingOrRealSlot(ofEntry entry: Int) -> Slot {
        unsafe notifyingSlots?.slot(ofEntry: entry) ?? slot(ofEntry: entry)
    }

    /// The slot of a record, of those that the layout has; nil: it is another layout's.
    func slot(ofRecord record: Record) -> Slot? {
        for number in 1..<slots.count where unsafe slots.first[number].record == UnsafePointer(record.memory) {
            return unsafe slots.first + number
        }
        return nil
    }

    /// The entry of one of a container's own slots; nil: it is another one's.
    func entryNumber(ofSlot slot: Slot) -> Int? {
        let entry = unsafe slot - slots.first - 1
        return entry >= 0 && entry < slots.count - 1 ? entry : nil
    }

    /// What overriding layouts are copied from; made when it is first asked for.
    var template: LayoutTemplate {
        if let template = lazyParts.withLock(\.template) { return template }
        // Made without the lock: qualifiers are compared.
        let made = LayoutTemplate(of: self)
        return lazyParts.withLock { parts in
            let template = parts.template ?? made
            parts.template = template
            return template
        }
    }

    /// The layout of the scopes of a tag inside of this one; made once.
    func scopeLayout(for tag: ScopeTag) -> Layout {
        var next = unsafe ccore_instance(scopeLayoutList)
        while let address = unsafe next {
            let layout = unsafe Unmanaged<Layout>.fromOpaque(address).takeUnretainedValue()
            if layout.tag == tag { return layout }
            unsafe next = unsafe layout.scopeLayoutList.pointee.link
        }
        // Made without the lock: qualifiers are hashed and compared. If two threads make one, the first one counts.
        let layout = unsafe Layout(plan, context: nil, outer: self, tag: tag)
        return lazyParts.withLock { parts in
            if let first = parts.scopeLayouts.first(where: { $0.tag == tag }) { return first }
            parts.scopeLayouts.append(layout)
            unsafe ccore_set_link(layout.scopeLayoutList, ccore_instance(scopeLayoutList))
            unsafe ccore_publish(scopeLayoutList, Unmanaged.passUnretained(layout).toOpaque())
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

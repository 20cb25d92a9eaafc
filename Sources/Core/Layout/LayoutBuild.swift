internal import CCore

/// Makes the slots of a layout, and binds their edges.
@safe
struct LayoutBuild {
    let plan: Plan
    let context: Context?
    let outer: Layout?
    let tag: ScopeTag?
    /// What a key leads to that the layout does not have.
    let missing: Slot
    private(set) var slotOfEntry: [Slot] = unsafe []
    let slots: SlotMemory
    let prototypes: SlotMemory?
    let edges: EdgeMemory
    private(set) var instanceSize = 0
    /// The entries whose instances live in a scope of this layout, or in the container.
    private var kept: [Int] = []
    /// The entries that have a slot of this layout with edges.
    private var bound: [Int] = []
    /// Each entry's dependencies that a parameter asks for.
    private let needs: [[Dependency]]
    /// The entries that lead elsewhere than in the layout around.
    private let scopeSpecific: Set<Int>

    init(_ plan: Plan, _ context: Context?, _ outer: Layout?, _ tag: ScopeTag?) {
        unsafe self.context = unsafe context
        self.plan = plan
        self.outer = outer
        self.tag = tag
        let needs = plan.entries.map { $0.record.parameters }
        self.needs = needs
        scopeSpecific = outer.map { LayoutBuild.scopeSpecificEntries(plan, needs, $0) } ?? []
        slots = SlotMemory(count: (outer == nil ? plan.entries.count : scopeSpecific.count) + 1)
        unsafe missing = unsafe slots.first
        prototypes = tag.map { tag in SlotMemory(count: plan.entries.count { $0.record.tag == tag }) }
        edges = EdgeMemory(count: needs.reduce(0) { $0 + $1.count })
    }

    /// The entries whose instances live in the scope, and those made at each resolve that lead to one of them.
    private static func scopeSpecificEntries(_ plan: Plan, _ needs: [[Dependency]], _ outer: Layout) -> Set<Int> {
        var indices: [UnsafeRawPointer: Int] = unsafe [:]
        for index in plan.entries.indices { unsafe indices[UnsafeRawPointer(outer.slot(ofEntry: index))] = index }
        var edges: [(from: Int, to: Int)] = []
        for (index, entry) in plan.entries.enumerated() where !entry.record.lifetime.isKept {
            for need in needs[index] {
                let targets = unsafe outer.targetSlots(ofDependency: need, in: entry.view)
                edges += unsafe targets.compactMap { unsafe indices[UnsafeRawPointer($0)].map { ($0, index) } }
            }
        }
        // Each scope further in counts its hops anew.
        let scoped = plan.entries.indices.filter { plan.entries[$0].record.lifetime == .scoped }
        return Set(EdgeList(plan.entries.count, edges).reachable(from: scoped))
    }

    mutating func makeSlots() {
        unsafe missing.pointee.kind = SlotKind.missing.rawValue
        let context = unsafe context ?? outermostContext
        unsafe slotOfEntry.reserveCapacity(plan.entries.count)
        var next = 1
        for (index, entry) in plan.entries.enumerated() {
            if let outer, !scopeSpecific.contains(index) {
                unsafe slotOfEntry.append(outer.slot(ofEntry: index))
                continue
            }
            let slot = unsafe slots.first + next
            next += 1
            unsafe slotOfEntry.append(slot)
            unsafe slot.fillSlot(with: entry.record, view: entry.view, context: context, needs: needs[index])
            switch entry.record.lifetime {
            case .singleton, .shared: unsafe reserveInstance(slot, index, entry.record)
            case .transient, .graph, .custom: if !needs[index].isEmpty { bound.append(index) }
            case .scoped: unsafe fillScopedSlot(slot, ofEntry: index, with: entry.record)
            }
        }
    }

    /// The context of the container that the layout is for.
    private var outermostContext: Context? { unsafe outer.flatMap { unsafe $0.chain[$0.chain.count - 1].context } }

    /// Reserves memory for the instance of an entry.
    private mutating func reserveInstance(_ slot: Slot, _ index: Int, _ record: Record) {
        let (size, alignment) = record.instanceLayout
        let offset = (instanceSize + alignment - 1) & ~(alignment - 1)
        // An offset as long as it is not known where the memory is. One more, because the first one would be a null pointer.
        unsafe slot.pointee.storage = UnsafeMutableRawPointer(bitPattern: offset + 1)
        instanceSize = offset + size
        kept.append(index)
        if !needs[index].isEmpty { bound.append(index) }
    }

    /// Fills in where the instances are of a registration whose scope is of this layout, or of one around.
    private mutating func fillScopedSlot(_ slot: Slot, ofEntry index: Int, with record: Record) {
        if let tag, let prototypes, record.tag == tag {
            let number = kept.count
            let prototype = unsafe prototypes.first + number
            unsafe prototype.fillSlot(with: record, view: plan.entries[index].view, context: nil, needs: needs[index])
            unsafe prototype.pointee.kind = SlotKind.kept.rawValue
            unsafe reserveInstance(prototype, index, record)
            unsafe slot.pointee.kind = SlotKind.scoped.rawValue
            unsafe slot.pointee.number = UInt32(number * MemoryLayout<ccore_slot>.stride)
            unsafe slot.pointee.hops = 0
        } else if let around = unsafe outer?.slot(ofEntry: index), unsafe around.kind == .scoped {
            unsafe slot.pointee.kind = SlotKind.scoped.rawValue
            unsafe slot.pointee.number = unsafe around.pointee.number
            unsafe slot.pointee.hops = unsafe around.pointee.hops + 1
        }
    }

    /// Binds the parameters of initializers to slots.
    ///
    /// A child's are looked up by key where its parents have them.
    func bindEdges(in layout: Layout) {
        var next = unsafe edges.first
        for index in bound {
            let entry = plan.entries[index]
            for (position, need) in needs[index].enumerated() {
                unsafe next[position] = unsafe layout.slotToBind(forDependency: need, inView: entry.view)
            }
            var slot = unsafe slotOfEntry[index]
            if let prototypes, entry.record.lifetime == .scoped {
                unsafe slot = unsafe prototypes.first + Int(slot.pointee.number) / MemoryLayout<ccore_slot>.stride
            }
            unsafe slot.pointee.edges = unsafe UnsafePointer(next)
            unsafe next += needs[index].count
        }
    }

    /// Puts the kept slots' storage into memory: they have had offsets up to now.
    func convertStorageOffsetsToAddresses(in start: UnsafeMutableRawPointer) {
        for index in kept { unsafe slotOfEntry[index].convertStorageOffsetToAddress(in: start) }
    }
}

extension Slot {
    /// Fills in what a slot has by its record; a cell has no memory yet, and no scope is open.
    ///
    /// - Parameters:
    ///   - context: The handle of what is kept; for other slots, nil.
    ///   - needs: The dependencies that the record's parameters ask for, if they are at hand.
    func fillSlot(with record: Record, view: Int, context: Context?, needs: [Dependency]? = nil) {
        unsafe pointee.record = unsafe UnsafePointer(record.memory)
        unsafe pointee.kind = record.lifetime.slotKind.rawValue
        if record.lifetime.isKept { unsafe pointee.context = unsafe context }
        unsafe self.view = view
        // The factory of a custom lifetime runs only for a cell that its route chooses.
        unsafe setFlag(ccore_plain, to: record.isPlain && record.lifetime != .custom)
        unsafe setFlag(ccore_direct, to: record.isPlain && record.lifetime == .transient && record.argumentType == nil)
        if let arguments = record.argumentType {
            let type = UInt(bitPattern: ObjectIdentifier(arguments))
            unsafe pointee.storage = UnsafeMutableRawPointer(bitPattern: type)
            unsafe setFlag(ccore_repeatable)
        }
        unsafe setFlag(ccore_awaited, to: record.awaits)
        let needs = needs ?? record.parameters
        unsafe setFlag(ccore_has_qualified, to: needs.contains { $0.key.qualifier != nil || $0.record != nil })
    }

    /// Whether it has memory for an instance, and a maker.
    var isCell: Bool { unsafe kind == .kept || kind == .weak }

    /// Turns the offset of the storage into its address.
    func convertStorageOffsetToAddress(in start: UnsafeMutableRawPointer) {
        let offset = UInt(bitPattern: unsafe pointee.storage) - 1
        unsafe pointee.storage = unsafe start + Int(offset)
    }
}

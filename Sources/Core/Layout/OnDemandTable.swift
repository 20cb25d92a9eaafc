// Keys that no table of a layout has, noted when they are first asked for: a parent's, and those of types that say what they lead to.
//
//     look --> found: taken                     no lock
//          +-> not found: made, then, if nobody has noted another key meanwhile, noted under the lock; else looked for again
//
// So no qualifier is compared, and nothing of the user's is called, while the lock is held.

internal import CCore

@safe
final class OnDemandTable: @unchecked Sendable {  // `memory` guards the writing; readers go by release and acquire.
    /// The table; see `ccore_met`.
    let tablePointer: UnsafeMutablePointer<UnsafeMutablePointer<ccore_met>?>
    /// What the table leads to.
    private let memory = Guarded<[OnDemandSlot]>([])

    init() {
        unsafe tablePointer = .allocate(capacity: 1)
        unsafe tablePointer.initialize(to: nil)
    }

    deinit {
        unsafe ccore_free_met(tablePointer.pointee)
        unsafe tablePointer.deallocate()
    }

    /// The slot that was noted for a key; nil: none was.
    func findSlot(for key: ServiceKey, inView view: Int = 0) -> Slot? {
        let word = Self.hashWord(ofKey: key, inView: view)
        var others: UInt32 = 0
        while let slot = unsafe ccore_find_met(tablePointer, word, others) {
            // Odd words of two keys may be equal.
            if unsafe word & 1 == 0 || slot.record?.key == key { return unsafe slot }
            others += 1
        }
        return nil
    }

    /// Notes where a key leads, unless it was noted; returns where it leads.
    func findOrInsertSlot(for key: ServiceKey, inView view: Int = 0, making make: () -> OnDemandSlot) -> Slot {
        unsafe insertIfAbsent(
            Self.hashWord(ofKey: key, inView: view), find: { unsafe findSlot(for: key, inView: view) }, make)
    }

    /// A slot for the instances of another layout's slot that are made for handles of this one; the same for all who ask.
    func findOrInsertLocalSlot(forAncestorSlot slot: Slot, making make: () -> OnDemandSlot) -> Slot {
        // Noted by the slot's address: no type has it, and it is even.
        let word = UInt64(UInt(bitPattern: slot))
        return unsafe insertIfAbsent(word, find: { unsafe ccore_find_met(tablePointer, word, 0) }, make)
    }

    private func insertIfAbsent(_ word: UInt64, find: () -> Slot?, _ make: () -> OnDemandSlot) -> Slot {
        while true {
            let count = memory.withLock(\.count)
            if let known = unsafe find() { return unsafe known }
            let made = make()
            let isRecorded = memory.withLock { memory in
                guard memory.count == count else { return false }
                unsafe ccore_add_met(tablePointer, word, made.slot)
                memory.append(made)
                return true
            }
            if isRecorded { return unsafe made.slot }
        }
    }

    /// The first word of a key for the factories of a view: another one in each view.
    private static func hashWord(ofKey key: ServiceKey, inView view: Int) -> UInt64 {
        view == 0 ? key.word : key.word ^ UInt64(view) << 32 | 1
    }
}

/// A slot that is made on demand, with the memory that it needs.
@safe
final class OnDemandSlot {
    let slot: Slot
    private var kept: [AnyObject] = []

    /// The slot of another layout, as it is; or one in new memory.
    init(_ slot: Slot, keeping kept: [AnyObject] = []) {
        unsafe self.slot = unsafe slot
        self.kept = kept
    }

    /// A copy of another layout's slot, whose factory runs in a view of this one.
    init(copyOf slot: Slot, in view: Int) {
        let memory = SlotMemory(count: 1)
        unsafe self.slot = unsafe memory.first
        unsafe self.slot.pointee = unsafe slot.pointee
        unsafe self.slot.pointee.edges = nil
        unsafe self.slot.view = view
        kept = [memory]
    }

    /// A slot that leads to others.
    ///
    /// - Parameters:
    ///   - members: The others; a deferred one may be missing.
    ///   - others: What their memory is in, if this slot alone leads to them.
    init(_ record: Record, of members: [Slot?] = unsafe [], keeping others: [OnDemandSlot] = [], in view: Int) {
        let memory = SlotMemory(count: 1)
        let edges = unsafe EdgeMemory(count: members.count)
        for position in unsafe members.indices { unsafe edges.first[position] = unsafe members[position] }
        unsafe slot = unsafe memory.first
        unsafe slot.pointee.kind = SlotKind.composed.rawValue
        unsafe slot.pointee.record = unsafe UnsafePointer(record.memory)
        unsafe slot.pointee.edges = unsafe UnsafePointer(edges.first)
        unsafe slot.view = view
        kept = [memory, edges, record] + others
    }

    /// A slot of a composed type without members: what it resolves to lies in its storage, if it is always the same.
    convenience init<C: ComposedType>(empty type: C.Type, _ qualifier: AnyQualifier?, in view: Int) {
        unsafe self.init(type.makeComposedRecord(qualifier: qualifier, memberQualifiers: []), in: view)
        guard let empty = type.emptyInstance else { return }
        let memory = InstanceMemory(byteCount: MemoryLayout<C>.size)
        // Neither nil nor an empty collection holds anything that has to be released.
        unsafe memory.start.initializeMemory(as: C.self, to: empty)
        unsafe slot.pointee.storage = unsafe memory.start
        kept.append(memory)
    }
}

extension OnDemandSlot {
    /// A slot as a container has it, with the memory of a cell.
    ///
    /// - Parameter context: The handle of what is kept; of a scoped record, the scope, whose cell it is.
    convenience init(_ record: Record, in context: Context?, view: Int = 0) {
        let memory = SlotMemory(count: 1)
        let slot = unsafe memory.first
        unsafe slot.fillSlot(with: record, view: view, context: context)
        if record.lifetime == .scoped { unsafe slot.pointee.kind = SlotKind.kept.rawValue }
        let instance = InstanceMemory(byteCount: unsafe slot.isCell ? record.instanceLayout.size : 0)
        if unsafe slot.isCell { unsafe slot.pointee.storage = unsafe instance.start }
        unsafe self.init(slot, keeping: [memory, instance, record])
    }

    /// A slot that leads to a cell of a scope so many scopes further out; nil: no such scope is open.
    ///
    /// - Parameter cell: What the scope knows the cell by, the slot of its own layout; nil: it is this slot.
    convenience init(scoping record: Record, hops: Int?, cell: Slot?, view: Int = 0) {
        let memory = SlotMemory(count: 1)
        let edges = EdgeMemory(count: 1)
        unsafe edges.first.pointee = unsafe cell ?? memory.first
        unsafe memory.first.fillSlot(with: record, view: view, context: nil)
        if hops != nil { unsafe memory.first.pointee.kind = SlotKind.late.rawValue }
        unsafe memory.first.pointee.hops = UInt8(hops ?? 0)
        unsafe memory.first.pointee.edges = unsafe UnsafePointer(edges.first)
        unsafe self.init(memory.first, keeping: [memory, edges, record])
    }
}

// The tables of a layout: one of the public keys, and one for the private keys of each view. A view of an ancestor has an empty table
// at the end: what is private to it is looked for there, see ForeignView.swift.

internal import CCore

@safe
final class TableList {
    let first: UnsafeMutablePointer<ccore_table>
    private let memory: [TableMemory]

    /// How many views there are; the first one is the public view.
    var count: Int { memory.count }

    private init(_ memory: [TableMemory]) {
        unsafe first = .allocate(capacity: memory.count)
        for (view, table) in memory.enumerated() { unsafe (first + view).initialize(to: table.table) }
        self.memory = memory
    }

    /// The tables of a plan whose entries have these slots.
    ///
    /// - Parameter foreign: How many views ancestors have.
    convenience init(_ plan: Plan, _ slots: [Slot], missing: Slot, foreign: Int) {
        var counts = [Int](repeating: 0, count: plan.viewCount + foreign)
        for entry in plan.entries { if let view = entry.tableView { counts[view] += 1 } }
        let memory = counts.map { unsafe TableMemory(for: $0, missing: missing) }
        for (index, entry) in plan.entries.enumerated() {
            if let view = entry.tableView { unsafe memory[view].add(entry.record.key.word, slots[index]) }
        }
        self.init(memory)
    }

    /// The tables of another layout, which lead to a copy of its slots, with further keys.
    ///
    /// - Parameters:
    ///   - slots: The copy.
    ///   - added: The further entries, whose slots come after those that were copied.
    ///   - views: How many further views there are.
    ///   - foreign: How many views ancestors have.
    convenience init(
        copyOf other: TableList, leadingFrom former: SlotMemory, to slots: SlotMemory, adding added: [Plan.Entry],
        views: Int, foreign: Int
    ) {
        var counts = [Int](repeating: 0, count: other.count + views)
        for entry in added { if let view = entry.tableView { counts[view] += 1 } }
        let memory = counts.enumerated().map { view, count in
            view < other.memory.count - foreign
                ? unsafe TableMemory(copyOf: other.memory[view], from: former.first, to: slots.first, adding: count)
                : unsafe TableMemory(for: count, missing: slots.first)
        }
        for (position, entry) in added.enumerated() {
            guard let view = entry.tableView else { continue }
            unsafe memory[view].add(entry.record.key.word, slots.first + former.count + position)
        }
        self.init(memory)
    }

    deinit { unsafe first.deallocate() }

    /// The slot of a key for a factory in a view; nil: the plan has none.
    func find(_ key: ServiceKey, in view: Int) -> Slot? {
        if view != 0, let slot = unsafe first[view].find(key) { return unsafe slot }
        return unsafe first[0].find(key)
    }
}

// The tables of a layout: one of the public keys, and one for the private keys of each view. A view of an ancestor has an empty table
// at the end: what is private to it is looked for there, see ForeignView.swift.

internal import CCore

@safe
final class TableList {
    let first: UnsafeMutablePointer<ccore_table>
    /// How many keys each of them has.
    private let counts: [Int]

    /// How many views there are; the first one is the public view.
    var count: Int { counts.count }

    /// The tables of entries.
    ///
    /// - Parameters:
    ///   - slots: The entries' slots.
    ///   - views: How many views there are, those of ancestors included.
    ///   - missing: The first slot of the layout, to which all other keys lead.
    ///   - base: A layout whose keys lead to the same places here, after that slot.
    init(_ entries: [Plan.Entry], _ slots: [Slot], views: Int, missing: Slot, copying base: Layout? = nil) {
        var counts = [Int](repeating: 0, count: views)
        for entry in entries { if let view = entry.tableView { counts[view] += 1 } }
        unsafe first = .allocate(capacity: views)
        for view in 0..<views {
            if let base, view < base.tables.count - base.foreignViews.count {
                counts[view] += base.tables.counts[view]
                unsafe (first + view).initialize(
                    to: ccore_table(
                        copyOf: base.tables.first[view], from: base.slots.first, to: missing, for: counts[view]))
            } else {
                unsafe (first + view).initialize(to: ccore_table(for: counts[view], missing: missing))
            }
        }
        for (index, entry) in entries.enumerated() {
            if let view = entry.tableView { unsafe first[view].add(entry.record.key.word, slots[index]) }
        }
        self.counts = counts
    }

    deinit {
        for view in 0..<count { unsafe first[view].entries.deallocate() }
        unsafe first.deallocate()
    }

    /// The slot of a key for a factory in a view; nil: the plan has none.
    func findSlot(for key: ServiceKey, inView view: Int) -> Slot? {
        if view != 0, let slot = unsafe first[view].find(key) { return unsafe slot }
        return unsafe first[0].find(key)
    }
}

import Armory
import ArmoryTestSupport

/// Goes through the sequences of changes that a container makes in its table.
///
/// A key's slot number says what became of it: the key's own thousands, and a version that is odd for a registration and even
/// for the slot that says that it was removed.
@safe
struct ChangeCases {
    private(set) var misses: [String] = []
    private var sequences = 0
    private var changes = 0
    private var rebuilds = 0

    private var keys: [SmallKey] = []
    /// The version of each key in the table; nil: it is not there.
    private var versions: [Int?] = []
    private var trace: [String] = []

    mutating func run(_ keys: [SmallKey], length: Int) {
        self.keys = keys
        versions = Array(repeating: nil, count: keys.count)
        let table = unsafe RegistrationTable.allocate(capacity: 0)
        unsafe descend(table, length)
        unsafe table.deallocate()
    }

    private mutating func descend(_ table: RegistrationTable, _ length: Int) {
        if length == 0 {
            sequences += 1
            return
        }
        for index in keys.indices {
            guard let version = versions[index] else {
                unsafe change(table, length, index, to: 1, "insert") { table, key in
                    unsafe table.insert(key: key.word, hash: key.hash, slot: Self.slot(index, 1))
                }
                continue
            }
            // Replaced, registered again, or removed.
            for next in version % 2 == 1 ? [version + 2, version + 1] : [version + 1] {
                unsafe change(table, length, index, to: next, next % 2 == 1 ? "replace" : "remove") { table, key in
                    unsafe table.replace(Self.slot(index, version), hash: key.hash, by: Self.slot(index, next))
                }
            }
        }
        unsafe rebuild(table, length)
    }

    /// Makes a change in a copy of the table, and goes on with it.
    private mutating func change(
        _ table: RegistrationTable, _ length: Int, _ index: Int, to next: Int, _ what: String,
        _ body: (RegistrationTable, SmallKey) -> Bool
    ) {
        let copy = unsafe Self.copy(of: table)
        let before = versions[index]
        trace.append("\(what) \(index)")
        if unsafe !body(copy, keys[index]) { miss("refused") }
        versions[index] = next
        changes += 1
        unsafe check(copy)
        unsafe descend(copy, length - 1)
        versions[index] = before
        trace.removeLast()
        unsafe copy.deallocate()
    }

    private mutating func rebuild(_ table: RegistrationTable, _ length: Int) {
        let before = versions
        // With nothing to drop it doubles; once is enough.
        let drops = before.contains { $0.map { $0 % 2 == 0 } ?? false }
        guard unsafe drops || table.capacity == SmallTable.capacity else { return }
        let new = unsafe table.rebuilt { address in unsafe TableModel.number(address) % 2 == 1 }
        trace.append("rebuild")
        versions = before.map { version in version.flatMap { $0 % 2 == 1 ? $0 : nil } }
        rebuilds += 1
        unsafe check(new)
        if unsafe new.capacity != (drops ? SmallTable.capacity : 2 * table.capacity) {
            miss("the capacity is another")
        }
        unsafe descend(new, length - 1)
        versions = before
        trace.removeLast()
        unsafe new.deallocate()
    }

    private mutating func check(_ table: RegistrationTable) {
        for (index, key) in keys.enumerated() {
            let expected = versions[index].map { index * 1000 + $0 }
            let found =
                key.isType
                ? unsafe table.find(key.type)
                : unsafe table.find(qualifiedHash: key.hash) { unsafe TableModel.number($0) / 1000 == index }
            if unsafe found.slot.map({ unsafe TableModel.number($0) }) != expected {
                miss("key \(index) is not \(expected as Any)")
            }
        }
        var slots: [Int] = []
        unsafe table.forEachSlot { address in unsafe slots.append(TableModel.number(address)) }
        let all = versions.indices.compactMap { index in versions[index].map { index * 1000 + $0 } }
        if unsafe slots.sorted() != all || table.used != all.count { miss("the slots are \(slots)") }
    }

    private static func slot(_ index: Int, _ version: Int) -> UnsafeMutableRawPointer {
        unsafe TableModel.slot(index * 1000 + version)
    }

    private static func copy(of table: RegistrationTable) -> RegistrationTable {
        let copy = unsafe RegistrationTable.allocate(capacity: table.capacity)
        unsafe copy.memory.copyMemory(from: table.memory, byteCount: table.hintBytes + 64 + table.capacity * 16)
        return unsafe copy
    }

    private mutating func miss(_ what: String) {
        guard misses.count < 10 else { return }
        misses.append("\(what), after \(trace.joined(separator: ", ")): keys at \(keys.map(\.home))")
    }

    func state(_ label: String) {
        var stated = Stated(label)
        stated.add(sequences, "sequences")
        stated.add(changes, "changes")
        stated.add(rebuilds, "rebuilds")
        stated.state(misses: misses.count)
    }
}

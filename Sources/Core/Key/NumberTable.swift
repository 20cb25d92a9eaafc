internal import CCore

/// Finds the numbers of things by a word of their keys, while a container is planned.
///
/// Not a dictionary: the first one with a key of a new type makes the runtime search all conformances of the process, and a process plans
/// most of its containers at its start.
package struct NumberTable: Sendable {
    private struct Entry {
        var word: UInt64
        /// One more than the number; 0: the entry is free.
        var next: Int
    }

    private var entries: [Entry] = []
    private var count = 0

    /// - Parameter count: How many words it has room for; it grows if there are more.
    package init(for count: Int = 0) {
        guard count > 0 else { return }
        var size = 16
        while size < 2 * count { size *= 2 }
        entries = Array(repeating: Entry(word: 0, next: 0), count: size)
    }

    /// The number of a word that is meant: equal words may be those of different keys.
    package func first(_ word: UInt64, where isMeant: (Int) -> Bool) -> Int? {
        guard !entries.isEmpty else { return nil }
        var place = start(word)
        while entries[place].next != 0 {
            if entries[place].word == word, isMeant(entries[place].next - 1) { return entries[place].next - 1 }
            place = (place + 1) & (entries.count - 1)
        }
        return nil
    }

    /// Adds a number; the table does not look whether it has it.
    package mutating func add(_ word: UInt64, _ number: Int) {
        if 2 * (count + 1) > entries.count { grow() }
        insert(Entry(word: word, next: number + 1))
    }

    /// Puts a number in the place of another one.
    package mutating func replace(_ word: UInt64, _ old: Int, by new: Int) {
        var place = start(word)
        while entries[place].word != word || entries[place].next != old + 1 {
            place = (place + 1) & (entries.count - 1)
        }
        entries[place].next = new + 1
    }

    private mutating func grow() {
        let former = entries
        entries = Array(repeating: Entry(word: 0, next: 0), count: max(16, 2 * former.count))
        count = 0
        for entry in former where entry.next != 0 { insert(entry) }
    }

    private mutating func insert(_ entry: Entry) {
        var place = start(entry.word)
        while entries[place].next != 0 { place = (place + 1) & (entries.count - 1) }
        entries[place] = entry
        count += 1
    }

    private func start(_ word: UInt64) -> Int {
        // A position among entries of as many bytes as a layout's.
        Int(ccore_start(word, UInt64((entries.count - 1) * MemoryLayout<Entry>.size))) / MemoryLayout<Entry>.size
    }
}

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

    private var entries: [Entry]
    private var count = 0

    /// - Parameter count: How many words it has room for; it grows if there are more.
    package init(for count: Int = 0) {
        var size = 16
        while size < 2 * count { size *= 2 }
        entries = Array(repeating: Entry(word: 0, next: 0), count: size)
    }

    /// The number of a word that is meant: equal words may be those of different keys.
    package func firstNumber(forHashWord word: UInt64, where isMeant: (Int) -> Bool) -> Int? {
        let next = entries[entryIndex(of: word, where: isMeant)].next
        return next == 0 ? nil : next - 1
    }

    /// Adds a number; the table does not look whether it has it.
    package mutating func addEntry(hashWord word: UInt64, number: Int) {
        if 2 * (count + 1) > entries.count {
            var larger = NumberTable(for: entries.count)
            for entry in entries where entry.next != 0 { larger.addEntry(hashWord: entry.word, number: entry.next - 1) }
            self = larger
        }
        entries[entryIndex(of: word) { _ in false }] = Entry(word: word, next: number + 1)
        count += 1
    }

    /// The place of the number of a word that is meant, or the free one where the search for it ends.
    private func entryIndex(of word: UInt64, where isMeant: (Int) -> Bool) -> Int {
        // A position among entries of as many bytes as a layout's.
        let size = MemoryLayout<Entry>.size
        var place = Int(ccore_start(word, UInt64((entries.count - 1) * size))) / size
        while entries[place].next != 0, entries[place].word != word || !isMeant(entries[place].next - 1) {
            place = (place + 1) & (entries.count - 1)
        }
        return place
    }
}

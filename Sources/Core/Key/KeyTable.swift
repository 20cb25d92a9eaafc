internal import CCore

/// Numbers by keys and views, for code that plans containers.
///
/// Open addressing, like the table of a layout. A dictionary of the standard library would look up the conformance of its keys when it is
/// first used in a process, which takes longer than putting a thousand keys into this table.
package struct KeyTable: Sendable {
    private struct Entry {
        let word: UInt64
        let key: ServiceKey
        let view: Int
        var number: Int
    }

    private var entries: [Entry] = []
    /// The position of an entry, and one more; 0: the place is free. A power of two, of which at most half is in use.
    private var places: [Int32]

    /// Creates an empty table with room for some keys.
    package init(for count: Int) {
        var size = 16
        while size < 2 * count { size *= 2 }
        places = Array(repeating: 0, count: size)
        entries.reserveCapacity(count)
    }

    /// The number of a key in a view; nil: it has none.
    package subscript(key: ServiceKey, view: Int) -> Int? {
        get {
            let position = places[place(of: key, Self.word(of: key, view), view)]
            return position == 0 ? nil : entries[Int(position) - 1].number
        }
        set {
            guard let newValue else { return }
            if 2 * entries.count >= places.count { grow() }
            let word = Self.word(of: key, view)
            let place = place(of: key, word, view)
            if places[place] != 0 {
                entries[Int(places[place]) - 1].number = newValue
            } else {
                entries.append(Entry(word: word, key: key, view: view, number: newValue))
                places[place] = Int32(entries.count)
            }
        }
    }

    private static func word(of key: ServiceKey, _ view: Int) -> UInt64 {
        view == 0 ? key.word : ccore_qualified(key.word, UInt64(view) << 32)
    }

    /// The place of a key, or the free one where it would be.
    private func place(of key: ServiceKey, _ word: UInt64, _ view: Int) -> Int {
        var place = start(word)
        while places[place] != 0 {
            let entry = entries[Int(places[place]) - 1]
            // An even word is that of a type in the public view.
            if entry.word == word, word & 1 == 0 || entry.view == view && entry.key == key { break }
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    /// The place at which the search for a word begins.
    private func start(_ word: UInt64) -> Int {
        let size = unsafe UInt64(MemoryLayout<ccore_entry>.size)
        return Int(ccore_start(word, UInt64(places.count - 1) * size) / size)
    }

    private mutating func grow() {
        places = Array(repeating: 0, count: 2 * places.count)
        for (position, entry) in entries.enumerated() {
            places[place(of: entry.key, entry.word, entry.view)] = Int32(position + 1)
        }
    }
}

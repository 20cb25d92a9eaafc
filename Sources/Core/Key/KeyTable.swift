// Tables for code that plans containers. A dictionary of the standard library would look up the conformance of its keys when it is first
// used in a process, which takes longer than putting a thousand keys into one of these.

internal import CCore

/// Numbers by words: open addressing, like the table of a layout.
package struct WordTable: Sendable {
    private var entries: [Entry] = []
    /// The position of an entry, and one more; 0: the place is free. A power of two, of which at most half is in use.
    private var places: [Int32]

    private struct Entry {
        let word: UInt64
        let number: Int
    }

    /// Creates an empty table with room for some words.
    package init(for count: Int) {
        var size = 16
        while size < 2 * count { size *= 2 }
        places = Array(repeating: 0, count: size)
        entries.reserveCapacity(count)
    }

    /// The number of a word that a closure accepts; nil: there is none.
    @inline(__always)
    package func number(of word: UInt64, where isMeant: (Int) -> Bool) -> Int? {
        var place = start(word)
        while places[place] != 0 {
            let entry = entries[Int(places[place]) - 1]
            if entry.word == word, isMeant(entry.number) { return entry.number }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// Adds a number for a word, which may have others.
    package mutating func add(_ number: Int, for word: UInt64) {
        entries.append(Entry(word: word, number: number))
        if 2 * entries.count > places.count {
            places = Array(repeating: 0, count: 2 * places.count)
            for position in entries.indices { put(position) }
        } else {
            put(entries.count - 1)
        }
    }

    private mutating func put(_ position: Int) {
        var place = start(entries[position].word)
        while places[place] != 0 { place = (place + 1) & (places.count - 1) }
        places[place] = Int32(position + 1)
    }

    /// The place at which the search for a word begins.
    private func start(_ word: UInt64) -> Int {
        let size = unsafe UInt64(MemoryLayout<ccore_entry>.size)
        return Int(ccore_start(word, UInt64(places.count - 1) * size) / size)
    }
}

/// Numbers by keys and views.
package struct KeyTable: Sendable {
    private var table: WordTable
    private var keys: [(key: ServiceKey, view: Int)] = []
    private var numbers: [Int] = []

    /// Creates an empty table with room for some keys.
    package init(for count: Int) {
        table = WordTable(for: count)
        keys.reserveCapacity(count)
        numbers.reserveCapacity(count)
    }

    /// Sets the number of a key in a view, unless it has one.
    ///
    /// - Returns: The number that it had; nil: it had none.
    package mutating func put(_ number: Int, for key: ServiceKey, in view: Int) -> Int? {
        let word = Self.word(of: key, view)
        if let known = position(of: key, view, word) { return numbers[known] }
        table.add(keys.count, for: word)
        keys.append((key, view))
        numbers.append(number)
        return nil
    }

    /// The number of a key in a view; nil: it has none.
    package subscript(key: ServiceKey, view: Int) -> Int? {
        position(of: key, view, Self.word(of: key, view)).map { numbers[$0] }
    }

    /// Changes the number of a key that has one.
    package mutating func change(_ key: ServiceKey, in view: Int, to number: Int) {
        if let known = position(of: key, view, Self.word(of: key, view)) { numbers[known] = number }
    }

    private func position(of key: ServiceKey, _ view: Int, _ word: UInt64) -> Int? {
        // An even word is that of a type in the public view.
        table.number(of: word) { word & 1 == 0 || keys[$0].view == view && keys[$0].key == key }
    }

    private static func word(of key: ServiceKey, _ view: Int) -> UInt64 {
        view == 0 ? key.word : ccore_qualified(key.word, UInt64(view) << 32)
    }
}

// The table of a registry: open-addressed, with linear probing, at most half full.
//
//     word --XXH3--> place --> place --> empty
//
// A removed entry leaves no mark: the entries after it move up, as far as they may.

internal import CCore

@safe
struct EntryTable: ~Copyable {
    @safe
    private struct Place {
        var word: UInt64
        /// Held by `+1`; nil: the place is empty.
        var entry: Unmanaged<Entry>?
    }

    private var places: UnsafeMutableBufferPointer<Place> = unsafe .init(start: nil, count: 0)
    private(set) var count = 0

    /// Whether there is no room for another entry.
    var isFull: Bool { unsafe 2 * (count + 1) > places.count }
    /// Whether half of the room is taken.
    var isHalfFull: Bool { unsafe 4 * (count + 1) > places.count }

    deinit {
        unsafe places.forEach { unsafe $0.entry?.release() }
        unsafe places.deallocate()
    }

    private func start(_ word: UInt64) -> Int {
        unsafe Int(ccore_start(word, UInt64(places.count - 1) << 4) >> 4)
    }

    private func after(_ place: Int) -> Int { unsafe (place + 1) & (places.count - 1) }

    /// The first entry with a word for which the closure returns true.
    func first(_ word: UInt64, where isWanted: (Entry) -> Bool) -> Entry? {
        place(of: word, where: isWanted).flatMap { unsafe places[$0].entry?.takeUnretainedValue() }
    }

    private func place(of word: UInt64, where isWanted: (Entry) -> Bool) -> Int? {
        guard count > 0 else { return nil }
        var place = start(word)
        while let entry = unsafe places[place].entry {
            if unsafe places[place].word == word, unsafe isWanted(entry.takeUnretainedValue()) {
                return place
            }
            place = after(place)
        }
        return nil
    }

    /// Adds an entry; the table is not full.
    mutating func add(_ entry: Entry) {
        var place = start(entry.key.word)
        while unsafe places[place].entry != nil { place = after(place) }
        unsafe places[place] = unsafe Place(word: entry.key.word, entry: .passRetained(entry))
        entry.isListed = true
        count += 1
    }

    /// Puts an entry in the place of another one with the same word, which is returned.
    mutating func exchange(_ old: Entry, for new: Entry) -> Entry? {
        guard let place = place(of: old.key.word, where: { $0 === old }) else { return nil }
        let former = unsafe places[place].entry
        unsafe places[place].entry = unsafe .passRetained(new)
        (old.isListed, new.isListed) = (false, true)
        return unsafe former?.takeRetainedValue()
    }

    /// Removes an entry and returns it; nil: it is not there.
    mutating func remove(_ old: Entry) -> Entry? {
        guard var hole = place(of: old.key.word, where: { $0 === old }) else { return nil }
        let removed = unsafe places[hole].entry
        var next = after(hole)
        while unsafe places[next].entry != nil {
            // It may move up unless its way begins behind the hole.
            let begin = unsafe start(places[next].word)
            let distance = unsafe (next - begin) & (places.count - 1)
            if unsafe distance >= (next - hole) & (places.count - 1) {
                unsafe places[hole] = unsafe places[next]
                hole = next
            }
            next = after(next)
        }
        unsafe places[hole] = Place(word: 0, entry: nil)
        old.isListed = false
        count -= 1
        return unsafe removed?.takeRetainedValue()
    }

    /// All entries, in no particular order.
    var entries: [Entry] { unsafe places.compactMap { unsafe $0.entry?.takeUnretainedValue() } }

    /// The disposable entries that are vacant, and held by the table alone.
    ///
    /// A thread that has found an entry, or its cell, may be about to make an instance there. A running graph may have one.
    ///
    /// - Parameter held: Objects to release when the registry's lock is free.
    func disposable(_ held: inout [AnyObject]) -> [Entry] {
        // The list holds them too, so it is made when all have been looked at.
        let found = unsafe places.indices.filter { place in
            guard isHeldAlone(place), let entry = unsafe places[place].entry?.takeUnretainedValue() else {
                return false
            }
            return entry.isDisposable && entry.isUnused(&held)
        }
        return found.compactMap { unsafe places[$0].entry?.takeUnretainedValue() }
    }

    private func isHeldAlone(_ place: Int) -> Bool {
        // Taken out and put back: the count is as before.
        var entry = unsafe places[place].entry?.takeRetainedValue()
        defer { unsafe places[place].entry = unsafe entry.map { unsafe .passRetained($0) } }
        return isKnownUniquelyReferenced(&entry)
    }

    /// Moves the entries into a table of twice the size.
    mutating func grow() {
        let old = unsafe places
        unsafe places = .allocate(capacity: max(8, 2 * old.count))
        unsafe places.initialize(repeating: Place(word: 0, entry: nil))
        for index in old.indices where unsafe old[index].entry != nil {
            var free = unsafe start(old[index].word)
            while unsafe places[free].entry != nil { free = after(free) }
            unsafe places[free] = unsafe old[index]
        }
        unsafe old.deallocate()
    }
}

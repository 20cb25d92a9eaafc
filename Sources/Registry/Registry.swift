// A registry: the entries of one container of a library, which may change at any time.
//
//     find --> lock --> table --> entry, and its cell --> unlock --> the cell's instance, or the library's factory
//                         |
//                         +-- none: the parents, in order
//
// Nothing of the user's runs under the lock: neither a factory, nor an `==` of a user's type, nor the `deinit` of what is replaced.

package import ArmoryCore
internal import CCore

@safe
package final class Registry: @unchecked Sendable {  // `lock` guards the table, the cells of entries and their options.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var table = EntryTable()
    /// How often the table has changed.
    private var version: UInt64 = 0
    package let parents: [Registry]
    /// The turn of the whole family, for what has to run one at a time.
    package let turn: Turn

    /// What subscribers hear; nil: there are none.
    package let events: EntryEvents?

    package init(parents: [Registry] = [], events: EntryEvents? = nil) {
        unsafe lock = .allocate(capacity: 1)
        unsafe ccore_mutex_begin(lock)
        self.parents = parents
        self.events = events
        turn = parents.first?.turn ?? Turn()
    }

    deinit {
        unsafe ccore_mutex_end(lock)
        unsafe lock.deallocate()
    }

    /// Runs `body`, which calls no user code, under the lock.
    @inline(__always)
    package func locked<R>(_ body: () throws -> R) rethrows -> R {
        unsafe ccore_lock(lock)
        defer { unsafe ccore_unlock(lock) }
        return try body()
    }
}

/// An entry that was found.
package struct Found: Sendable {
    package let entry: Entry
    /// The entry's cell of that moment.
    package let cell: StandaloneCell
    /// The registry that has the entry.
    package let owner: Registry
}

// MARK: Finding

extension Registry {
    /// The entry of a key, here or in the first parent that has one.
    package func find(_ key: EntryKey) -> Found? {
        if let own = findOwn(key) { return own }
        for parent in parents {
            if let found = parent.find(key) { return found }
        }
        return nil
    }

    /// The entry of a key, here.
    package func findOwn(_ key: EntryKey) -> Found? {
        guard key.further == nil else {
            guard let entry = ownEntry(key) else { return nil }
            return Found(entry: entry, cell: cell(of: entry), owner: self)
        }
        return locked {
            guard let entry = entry(alike: key) else { return nil }
            return Found(entry: entry, cell: entry.currentCell(), owner: self)
        }
    }

    /// The entry of a key here, without its cell.
    package func ownEntry(_ key: EntryKey) -> Entry? {
        guard key.further != nil else { return locked { entry(alike: key) } }
        return candidates(key).first { $0.key == key }
    }

    /// The cell that an entry has now.
    package func cell(of entry: Entry) -> StandaloneCell { locked { entry.currentCell() } }

    /// The entry of a key that needs no `==` of the user's; the lock is held.
    private func entry(alike key: EntryKey) -> Entry? {
        table.first(key.word) { $0.key.isAlike(key) && $0.key.further == nil }
    }

    /// The entries that may have a key, to be compared without the lock.
    private func candidates(_ key: EntryKey) -> [Entry] {
        locked {
            var found: [Entry] = []
            _ = table.first(key.word) {
                if $0.key.isAlike(key) { found.append($0) }
                return false
            }
            return found
        }
    }

    /// All entries, here alone, in no particular order.
    package var entries: [Entry] { locked { table.entries } }
}

// MARK: Changing

extension Registry {
    /// Adds an entry, in place of the one of its key.
    ///
    /// - Returns: The former one, which is released here unless the caller keeps it.
    @discardableResult
    package func put(_ entry: Entry) -> Entry? {
        change(entry.key) { old, gone in
            guard let old else {
                insert(entry, &gone)
                return nil
            }
            return table.exchange(old, for: entry)
        }
    }

    /// Adds an entry, unless its key has one.
    ///
    /// - Returns: The entry of the key.
    package func add(_ entry: Entry) -> Entry {
        change(entry.key) { old, gone in
            if let old { return old }
            insert(entry, &gone)
            return entry
        }
    }

    /// Puts an entry in the place of another one of the same key; false: that one is not there any more.
    package func exchange(_ old: Entry, for new: Entry) -> Bool {
        let former = locked {
            version += 1
            return table.exchange(old, for: new)
        }
        return former != nil
    }

    /// Removes an entry; false: it is not there any more.
    @discardableResult
    package func remove(_ entry: Entry) -> Bool {
        let removed = locked {
            version += 1
            return table.remove(entry)
        }
        return removed != nil
    }

    /// Removes the entries for which the closure, which runs under the lock, returns true.
    ///
    /// - Returns: The removed ones.
    @discardableResult
    package func removeAll(where isRemoved: (Entry) -> Bool = { _ in true }) -> [Entry] {
        locked {
            version += 1
            return table.entries.filter(isRemoved).compactMap { table.remove($0) }
        }
    }

    /// Lets the entries have empty cells for which the closure, which runs under the lock, returns true.
    package func forget(where isForgotten: (Entry) -> Bool) {
        let cells = locked {
            table.entries.compactMap { entry in isForgotten(entry) ? entry.exchangeCell() : nil }
        }
        withExtendedLifetime(cells) {}
    }

    /// Lets an entry have an empty cell.
    package func forget(_ entry: Entry) {
        let cell = locked { entry.exchangeCell() }
        withExtendedLifetime(cell) {}
    }

    /// Runs `body` under the lock with the entry of a key; what it puts into the list is released after it.
    private func change(_ key: EntryKey, _ body: (Entry?, inout [Entry]) -> Entry?) -> Entry? {
        var gone: [Entry] = []
        defer { withExtendedLifetime(gone) {} }
        guard key.further != nil else {
            return locked {
                version += 1
                return body(entry(alike: key), &gone)
            }
        }
        while true {
            // Compared without the lock, and again if the table has changed meanwhile.
            let before = locked { version }
            let old = candidates(key).first { $0.key == key }
            let result: Entry?? = locked {
                guard version == before else { return nil }
                version += 1
                return .some(body(old, &gone))
            }
            if let result { return result }
        }
    }

    private func change(_ key: EntryKey, _ body: (Entry?, inout [Entry]) -> Entry) -> Entry {
        var result: Entry?
        _ = change(key) { old, gone in
            let entry = body(old, &gone)
            result = entry
            return nil
        }
        // The body has run.
        return unsafe result.unsafelyUnwrapped
    }

    /// Adds an entry of a key that has none; the lock is held.
    private func insert(_ entry: Entry, _ gone: inout [Entry]) {
        if table.isFull {
            gone += table.entries.filter(\.isDisposable).compactMap { table.remove($0) }
            if table.isFull { table.grow() }
        }
        table.add(entry)
    }
}

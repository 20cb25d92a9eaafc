// A registry: the entries of one container of a library, which may change at any time.
//
//     find --> lock --> table --> entry, and its cell --> unlock --> the cell's instance, or the library's factory
//                         |
//                         +-- none: the parents, in order
//
// No user code runs under the lock: neither a factory, nor an `==` of a user's type, nor the `deinit` of a replaced instance.

package import ArmoryCore
internal import CCore

@safe
package final class Registry: @unchecked Sendable {  // `lock` guards the table, the cells of entries and their options.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    /// In allocated memory: the runtime would check each use of an object's variable.
    private let table: UnsafeMutablePointer<EntryTable>
    package let parents: [Registry]
    /// The lock of the whole family, for factories that have to run one at a time.
    package let reentrantLock: ReentrantLock

    /// What subscribers hear; nil: there are none.
    package let events: EntryEvents?

    package init(parents: [Registry] = [], events: EntryEvents? = nil) {
        unsafe lock = .allocate(capacity: 1)
        unsafe ccore_mutex_begin(lock)
        unsafe table = .allocate(capacity: 1)
        unsafe table.initialize(to: EntryTable())
        self.parents = parents
        self.events = events
        reentrantLock = parents.first?.reentrantLock ?? ReentrantLock()
    }

    deinit {
        unsafe table.deinitialize(count: 1)
        unsafe table.deallocate()
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
    package func find(_ key: EntryKey) -> Found? { findOwn(key) ?? inherited { $0.find(key) } }

    /// The same without the entry's cell.
    package func findEntry(_ key: EntryKey) -> Entry? { ownEntry(key) ?? inherited { $0.findEntry(key) } }

    /// The result of the first parent that has one.
    private func inherited<R>(_ find: (Registry) -> R?) -> R? {
        for parent in parents {
            if let found = find(parent) { return found }
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
        return locked { candidates(key) }.first { $0.key == key }
    }

    /// The cell that an entry has now.
    package func cell(of entry: Entry) -> StandaloneCell { locked { entry.currentCell() } }

    /// The entry of a key that needs no `==` of the user's; the lock is held.
    private func entry(alike key: EntryKey) -> Entry? {
        unsafe table.pointee.first(key.word) { $0.key.isAlike(key) && $0.key.further == nil }
    }

    /// The entries that may have a key, to be compared without the lock, which is held.
    private func candidates(_ key: EntryKey) -> [Entry] {
        var found: [Entry] = []
        _ = unsafe table.pointee.first(key.word) {
            if $0.key.isAlike(key) { found.append($0) }
            return false
        }
        return found
    }

    /// All entries, here alone, in no particular order.
    package var entries: [Entry] { locked { unsafe table.pointee.entries } }
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
            return unsafe table.pointee.exchange(old, for: entry)
        }
    }

    /// Runs `body`, which calls no user code, under the lock with the entry of a key.
    ///
    /// - Parameters:
    ///   - key: A key that has nothing further.
    ///   - make: Makes the entry if there is none, also under the lock.
    package func change(_ key: EntryKey, orAdd make: () -> Entry, _ body: (Entry) -> Void) {
        var gone = LetGo()
        defer { withExtendedLifetime(gone) {} }
        locked {
            if let known = entry(alike: key) { return body(known) }
            let new = make()
            insert(new, &gone)
            body(new)
        }
    }

    /// Changes many entries at once.
    ///
    /// - Parameter body: Gets all entries, and returns those to remove and those to add, whose keys all others lack. Runs under the lock.
    package func changeAll(_ body: ([Entry]) -> (removed: [Entry], added: [Entry])) {
        let entries = locked {
            let entries = unsafe table.pointee.entries
            let (removed, added) = body(entries)
            for entry in removed { _ = unsafe table.pointee.remove(entry) }
            for entry in added {
                if unsafe table.pointee.isFull { unsafe table.pointee.grow() }
                unsafe table.pointee.add(entry)
            }
            return entries
        }
        withExtendedLifetime(entries) {}
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
        let former = locked { unsafe table.pointee.exchange(old, for: new) }
        return former != nil
    }

    /// Removes an entry; false: it is not there any more.
    @discardableResult
    package func remove(_ entry: Entry) -> Bool {
        let removed = locked { unsafe table.pointee.remove(entry) }
        return removed != nil
    }

    /// Removes the entries for which the closure, which runs under the lock, returns true.
    ///
    /// - Returns: The removed ones.
    @discardableResult
    package func removeAll(where isRemoved: (Entry) -> Bool = { _ in true }) -> [Entry] {
        locked { unsafe table.pointee.entries.filter(isRemoved).compactMap { unsafe table.pointee.remove($0) } }
    }

    /// Lets the entries have empty cells for which the closure, which runs under the lock, returns true.
    package func forget(where isForgotten: (Entry) -> Bool) {
        let cells = locked {
            unsafe table.pointee.entries.compactMap { entry in isForgotten(entry) ? entry.exchangeCell() : nil }
        }
        withExtendedLifetime(cells) {}
    }

    /// Lets an entry have an empty cell.
    package func forget(_ entry: Entry) {
        let cell = locked { entry.exchangeCell() }
        withExtendedLifetime(cell) {}
    }

    /// Runs `body` under the lock with the entry of a key; the last argument is released after it.
    private func change<R>(_ key: EntryKey, _ body: (Entry?, inout LetGo) -> R) -> R {
        var gone = LetGo()
        defer { withExtendedLifetime(gone) {} }
        guard key.further != nil else { return locked { body(entry(alike: key), &gone) } }
        while true {
            // Compared without the lock, and again if there are others meanwhile.
            let known = locked { candidates(key) }
            let old = known.first { $0.key == key }
            let result: R? = locked {
                guard candidates(key).elementsEqual(known, by: ===) else { return nil }
                return body(old, &gone)
            }
            if let result { return result }
        }
    }

    /// Adds an entry of a key that has none; the lock is held.
    private func insert(_ entry: Entry, _ gone: inout LetGo) {
        if unsafe table.pointee.isFull {
            for disposable in unsafe table.pointee.disposable(&gone.held) {
                unsafe table.pointee.remove(disposable).map { gone.entries.append($0) }
            }
            // Not soon again: each look at all entries has to make much room.
            if unsafe table.pointee.isHalfFull { unsafe table.pointee.grow() }
        }
        unsafe table.pointee.add(entry)
    }
}

/// Objects to release when the lock is free.
private struct LetGo {
    var entries: [Entry] = []
    var held: [AnyObject] = []
}

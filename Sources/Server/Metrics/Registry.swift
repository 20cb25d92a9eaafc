// Values that are created once for each of a bounded number of keys, and found without a lock.

#if Metrics
internal import Armory
internal import Synchronization

/// A table that only grows, up to a limited number of keys.
///
/// A slot is the address of an entry, or zero. It is written once, under the lock.
@safe
final class Registry<Key: Hashable & Sendable, Value: AnyObject & Sendable>: @unchecked Sendable {
    private final class Entry: Sendable {
        let key: Key
        let value = AtomicLazyReference<Value>()

        init(key: Key) { self.key = key }
    }

    private let limit: Int
    private let mask: Int
    private let slots: UnsafeMutablePointer<Atomic<UInt>>
    private let lock = Guarded(())
    /// The number of entries, which changes only under the lock.
    private let count = Atomic<Int>(0)

    init(limit: Int) {
        self.limit = min(max(0, limit), 100_000)
        // At least half of the slots are free, so a search is short, and ends.
        var capacity = 8
        while capacity < self.limit * 2 { capacity *= 2 }
        mask = capacity - 1
        unsafe slots = .allocate(capacity: capacity)
        for index in 0..<capacity { unsafe (slots + index).initialize(to: Atomic(0)) }
    }

    deinit {
        for index in 0...mask {
            // Relaxed: no other thread uses the table any more.
            let word = unsafe slots[index].load(ordering: .relaxed)
            unsafe UnsafeRawPointer(bitPattern: word).map { unsafe Unmanaged<Entry>.fromOpaque($0).release() }
        }
        unsafe slots.deinitialize(count: mask + 1)
        unsafe slots.deallocate()
    }

    /// Returns the value of a key; nil if the key is new and the table is full.
    ///
    /// `make` and the keys' `==` are called outside of the lock, because they are user code. `make` is called only for
    /// keys that have room. If several threads look up a new key at once, each may call `make`, and one value is kept.
    func value(of key: Key, make: () -> Value) -> Value? {
        guard let entry = entry(of: key) else { return nil }
        return entry.value.load() ?? entry.value.storeIfNil(make())
    }

    private func entry(of key: Key) -> Entry? {
        while true {
            // Acquiring: pairs with the releasing `add`, so a thread that sees a full table sees all its entries.
            let isFull = count.load(ordering: .acquiring) >= limit
            let place = find(key)
            if let entry = place.entry { return entry }
            if isFull { return nil }
            let new = Entry(key: key)
            let isKept = lock.withLock { _ in
                // Slots are never emptied. So if this slot is still free, no thread has inserted the key since `find`.
                let isFree = unsafe slots[place.index].load(ordering: .relaxed) == 0
                guard isFree, count.load(ordering: .relaxed) < limit else { return false }
                let word = unsafe UInt(bitPattern: Unmanaged.passRetained(new).toOpaque())
                // Releasing: pairs with the acquiring load in `find`, which then sees the entry.
                unsafe slots[place.index].store(word, ordering: .releasing)
                count.add(1, ordering: .releasing)
                return true
            }
            if isKept { return new }
        }
    }

    /// Finds the slot of the key, or the free slot where the key belongs.
    private func find(_ key: Key) -> (index: Int, entry: Entry?) {
        var index = key.hashValue & mask
        while true {
            // Acquiring: pairs with the releasing store of the address.
            let word = unsafe slots[index].load(ordering: .acquiring)
            guard let address = unsafe UnsafeRawPointer(bitPattern: word) else { return (index, nil) }
            // The table retains the entry.
            let entry = unsafe Unmanaged<Entry>.fromOpaque(address).takeUnretainedValue()
            if entry.key == key { return (index, entry) }
            index = (index + 1) & mask
        }
    }
}
#endif

/// The instances of one registration with a custom lifetime; the registration's slot has the store.
///
/// Instances are found by the hash of their places and arguments. User code compares those, so it runs without the
/// lock: a lookup copies the holders with the hash, compares them, and changes the store only if it still has the same
/// holders.
@safe
package final class CustomStore: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    let control: ControlBlock
    let waitLimit: Duration?
    /// The number of the registration's slot.
    let number: UInt

    private let lock = Lock()
    private var holders: [Int: [CustomHolder]] = [:]
    private var count = 0
    /// How many holders there may be before stale ones are removed.
    private var limit = CustomStore.leastLimit
    private var isSweeping = false

    private static let leastLimit = 32

    init(_ control: ControlBlock, waitLimit: Duration?, number: UInt) {
        self.control = control
        self.waitLimit = waitLimit
        self.number = number
        Census.begin(.store)
    }

    deinit {
        var all = all
        holders = [:]
        Self.release(&all)
        Census.end(.store)
    }

    /// How many holders there are.
    package var holderCount: Int { lock.withLock { count } }

    /// Whether an instance exists.
    ///
    /// Removing a holder needs the lock, so this look never releases one.
    var hasInstances: Bool {
        lock.withLock { holders.values.contains { $0.contains(where: \.isReady) } }
    }

    /// The holders with the hash.
    func candidates(_ hash: Int) -> [CustomHolder] {
        lock.withLock { holders[hash] ?? [] }
    }

    /// Adds a holder, or replaces a stale one by it, if the holders with its hash are still the given candidates.
    ///
    /// The caller has references to them all, so that none is released while the lock is held.
    func put(_ new: CustomHolder, insteadOf stale: CustomHolder?, among candidates: [CustomHolder]) -> Bool {
        lock.withLock {
            guard (holders[new.hash] ?? []).elementsEqual(candidates, by: ===) else { return false }
            if let stale { takeOut(stale) }
            holders[new.hash, default: []].append(new)
            count += 1
            return true
        }
    }

    /// Removes a holder, if the store has it.
    ///
    /// The caller has a reference to it.
    func remove(_ holder: CustomHolder) {
        lock.withLock { takeOut(holder) }
    }

    private func takeOut(_ holder: CustomHolder) {
        guard let index = holders[holder.hash]?.firstIndex(where: { $0 === holder }) else { return }
        holders[holder.hash]?.remove(at: index)
        if holders[holder.hash]?.isEmpty == true { holders[holder.hash] = nil }
        count -= 1
    }
}

// MARK: Releasing

extension CustomStore {
    /// All holders.
    var all: [CustomHolder] { lock.withLock { holders.values.flatMap(\.self) } }

    /// Releases the holders of an array that has their last references, newest first: user code may run.
    static func release(_ holders: inout [CustomHolder]) {
        holders.sort { $0.order < $1.order }
        while holders.popLast() != nil {}
    }

    /// Removes holders that will not be used again, if there are twice as many holders as the last sweep left.
    ///
    /// So the store never has more than twice as many holders as current ones, or the least limit, and sweeping costs
    /// each instance a constant.
    func sweep(where isStale: (CustomHolder) -> Bool) {
        var gone = takeOutStale(where: isStale)
        Self.release(&gone)
    }

    private func takeOutStale(where isStale: (CustomHolder) -> Bool) -> [CustomHolder] {
        var abandoned: [CustomHolder] = []
        let all: [CustomHolder]? = lock.withLock {
            guard count >= limit, !isSweeping else { return nil }
            isSweeping = true
            abandoned = takeOutAbandoned()
            return holders.values.flatMap(\.self)
        }
        guard let all else { return [] }
        // User code: the lock is not held.
        let stale = all.filter { $0.isReady && isStale($0) }
        lock.withLock {
            for holder in stale { takeOut(holder) }
            limit = max(Self.leastLimit, count * 2)
            isSweeping = false
        }
        return abandoned + stale
    }

    /// Removes holders whose factory threw and that no thread is about to try again: such a thread has a reference.
    private func takeOutAbandoned() -> [CustomHolder] {
        let hashes = holders.filter { $0.value.contains(where: \.isEmpty) }.map(\.key)
        var abandoned: [CustomHolder] = []
        for hash in hashes {
            var list = holders.removeValue(forKey: hash) ?? []
            for index in list.indices.reversed()
            where list[index].isEmpty && isKnownUniquelyReferenced(&list[index]) {
                abandoned.append(list.remove(at: index))
            }
            if !list.isEmpty { holders[hash] = list }
        }
        count -= abandoned.count
        return abandoned
    }
}

// MARK: In a slot

extension Slot {
    /// The store of a slot whose state is `custom`.
    package var store: CustomStore {
        unsafe unsafeDowncast(storeWord.pointee.takeUnretainedValue(), to: CustomStore.self)
    }
}

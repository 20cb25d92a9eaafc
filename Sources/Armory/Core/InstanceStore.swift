/// The instances of one registration with a custom lifetime; its slot has it.
///
/// They are found by the hash of their places and arguments. To compare those is the user's code, so it is done without
/// the lock: whoever looks takes what has the hash, compares, and changes something if that is what is still there.
@safe
package final class InstanceStore: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    let ledger: Ledger
    let waitLimit: Duration?
    /// That of the registration's slot.
    let number: UInt

    private let lock = Lock()
    private var holders: [Int: [InstanceHolder]] = [:]
    private var count = 0
    /// How many holders there may be before the stale ones are looked for.
    private var limit = InstanceStore.leastLimit
    private var isSweeping = false

    private static let leastLimit = 32

    init(_ ledger: Ledger, waitLimit: Duration?, number: UInt) {
        self.ledger = ledger
        self.waitLimit = waitLimit
        self.number = number
        Census.begin(.store)
    }

    deinit {
        for reference in takeOutAll() { reference.release() }
        Census.end(.store)
    }

    /// How many holders there are.
    package var holderCount: Int { lock.withLock { count } }

    /// Whether an instance is there.
    ///
    /// Who takes a holder out needs the lock, so nothing is let go of by looking at it.
    var hasInstances: Bool {
        lock.withLock { holders.values.contains { $0.contains(where: \.isReady) } }
    }

    /// Those with the hash.
    func candidates(_ hash: Int) -> [InstanceHolder] {
        lock.withLock { holders[hash] ?? [] }
    }

    /// Puts a holder in, or in the place of a stale one, where those with its hash are still the candidates that were
    /// looked at.
    ///
    /// The caller has them all, so that none goes while the lock is held.
    func put(_ new: InstanceHolder, inPlaceOf stale: InstanceHolder?, among candidates: [InstanceHolder]) -> Bool {
        lock.withLock {
            let current = holders[new.hash] ?? []
            guard current.count == candidates.count, zip(current, candidates).allSatisfy({ $0 === $1 })
            else { return false }
            if let stale, let index = current.firstIndex(where: { $0 === stale }) {
                holders[new.hash]?[index] = new
            } else {
                holders[new.hash, default: []].append(new)
                count += 1
            }
            return true
        }
    }

    /// Takes a holder out, if it is in.
    ///
    /// The caller has it.
    func remove(_ holder: InstanceHolder) {
        lock.withLock { takeOut(holder) }
    }

    private func takeOut(_ holder: InstanceHolder) {
        guard let index = holders[holder.hash]?.firstIndex(where: { $0 === holder }) else { return }
        holders[holder.hash]?.remove(at: index)
        if holders[holder.hash]?.isEmpty == true { holders[holder.hash] = nil }
        count -= 1
    }
}

// MARK: Letting go

extension InstanceStore {
    /// A reference (+1) to a holder, that is counted by nobody: arrays of it can be dropped without letting go of anything.
    @safe
    struct Reference {
        let order: UInt
        private let holder: Unmanaged<InstanceHolder>

        init(_ holder: InstanceHolder) {
            order = holder.order
            unsafe self.holder = unsafe Unmanaged.passRetained(holder)
        }

        /// The holder as a word, which has the reference.
        var word: UInt { unsafe UInt(bitPattern: holder.toOpaque()) }

        /// The instance may go: the user's code runs.
        func release() {
            unsafe holder.release()
        }
    }

    /// References to all holders.
    var references: [Reference] { lock.withLock { holders.values.flatMap(\.self).map(Reference.init) } }

    /// The newest instance first.
    private func takeOutAll() -> [Reference] {
        defer { holders = [:] }
        return holders.values.flatMap(\.self).map(Reference.init).newestFirst
    }

    /// Drops what nobody will be given again, when there are twice as many as were left the last time.
    ///
    /// So the store is never more than twice as large as what is current, and dropping costs each instance a constant.
    func sweep(where isStale: (InstanceHolder) -> Bool) {
        for reference in takeOutStale(where: isStale) { reference.release() }
    }

    private func takeOutStale(where isStale: (InstanceHolder) -> Bool) -> [Reference] {
        var abandoned: [InstanceHolder] = []
        let all: [InstanceHolder]? = lock.withLock {
            guard count >= limit, !isSweeping else { return nil }
            isSweeping = true
            abandoned = takeOutAbandoned()
            return holders.values.flatMap(\.self)
        }
        guard let all else { return [] }
        // The user's code: the lock is free.
        let stale = all.filter { $0.isReady && isStale($0) }
        lock.withLock {
            for holder in stale { takeOut(holder) }
            limit = max(Self.leastLimit, count * 2)
            isSweeping = false
        }
        return (abandoned + stale).map(Reference.init).newestFirst
    }

    /// Takes out those whose factory threw and that nobody is about to try again: whoever does has a reference.
    private func takeOutAbandoned() -> [InstanceHolder] {
        let hashes = holders.filter { $0.value.contains(where: \.isEmpty) }.map(\.key)
        var abandoned: [InstanceHolder] = []
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

extension [InstanceStore.Reference] {
    fileprivate var newestFirst: Self { sorted { $0.order > $1.order } }
}

// MARK: In a slot

extension Slot {
    /// Gives a new slot its store.
    func initializeStore(_ store: InstanceStore) {
        unsafe storeWord.initialize(to: Unmanaged.passRetained(store as AnyObject))
    }

    /// The store of a slot whose state is `custom`.
    package var store: InstanceStore {
        unsafe unsafeDowncast(storeWord.pointee.takeUnretainedValue(), to: InstanceStore.self)
    }
}

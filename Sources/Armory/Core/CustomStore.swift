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
    /// The number of the alarm for the next look for unused instances.
    private var alarm: UInt?

    private static let leastLimit = 32

    init(_ control: ControlBlock, waitLimit: Duration?, number: UInt) {
        self.control = control
        self.waitLimit = waitLimit
        self.number = number
        Census.begin(.store)
    }

    deinit {
        if let alarm { Alarms.shared.remove(alarm) }
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

// MARK: Unused instances

/// How many instances a store keeps, and for how long.
struct UseLimits: Sendable {
    /// The number of instances above which unused ones are released.
    let count: Int
    /// The nanoseconds after which an unused instance is released; nil: never.
    let idle: UInt64?
}

extension CustomStore {
    /// Notes a new instance that is about to be ready, and releases unused ones if there are too many.
    func noteMade(_ holder: CustomHolder, within limits: UseLimits) {
        holder.noteUse()
        if holderCount > limits.count { releaseUnused(limits, besides: 1) }
        guard let idle = limits.idle else { return }
        lock.withLock { if alarm == nil { setAlarm(after: idle, limits) } }
    }

    /// Looks for unused instances after a time; the lock is held.
    private func setAlarm(after time: UInt64, _ limits: UseLimits) {
        alarm = Alarms.shared.set(after: .nanoseconds(Int64(clamping: time))) { [weak self] in
            guard let self else { return }
            // Hooks run: the other alarms must not wait for them.
            control.runBeside { [self] in
                releaseUnused(limits, besides: 0)
                lock.withLock {
                    if let time = nextLook(limits) { setAlarm(after: time, limits) } else { alarm = nil }
                }
            }
        }
    }

    /// The time after which an instance may have been idle for too long; nil: there are no instances.
    ///
    /// The lock is held.
    private func nextLook(_ limits: UseLimits) -> UInt64? {
        guard let idle = limits.idle, let oldest = holders.values.joined().map(\.lastUsed).min() else { return nil }
        let now = Platform.now
        // Several instances that become idle one after the other share one look.
        return max(idle - min(idle, now - min(now, oldest)), idle / 16, 1_000_000)
    }

    /// Releases instances that no code refers to: those that are idle for too long, and the least recently used ones of
    /// too many.
    ///
    /// - Parameter others: The number of instances that are not ready, and count too.
    private func releaseUnused(_ limits: UseLimits, besides others: Int) {
        var gone = lock.withLock { takeOutUnused(limits, besides: others) }
        Self.release(&gone)
    }

    /// Takes out the holders to release.
    ///
    /// The lock is held, and no user code runs. So no thread finds an instance between the look at its references and the
    /// removal.
    private func takeOutUnused(_ limits: UseLimits, besides others: Int) -> [CustomHolder] {
        let now = Platform.now
        var unused: [CustomHolder] = []
        var used = others
        for hash in Array(holders.keys) {
            var list = holders.removeValue(forKey: hash) ?? []
            for index in list.indices.reversed() where list[index].isReady {
                if isKnownUniquelyReferenced(&list[index]), list[index].isUnused {
                    unused.append(list.remove(at: index))
                } else {
                    list[index].noteUse(at: now)
                    used += 1
                }
            }
            if !list.isEmpty { holders[hash] = list }
        }
        unused.sort { $0.lastUsed < $1.lastUsed }
        let total = used + unused.count
        // An eighth at once, because each look goes through all of them.
        let excess = total > limits.count ? total - (limits.count - limits.count / 8) : 0
        var gone: [CustomHolder] = []
        for (index, holder) in unused.enumerated() {
            let isIdle = limits.idle.map { now - min(now, holder.lastUsed) >= $0 } ?? false
            if index < excess || isIdle {
                gone.append(holder)
            } else {
                holders[holder.hash, default: []].append(holder)
            }
        }
        count -= gone.count
        return gone
    }
}

// MARK: In a slot

extension Slot {
    /// The store of a slot whose state is `custom`.
    package var store: CustomStore {
        unsafe unsafeDowncast(storeWord.pointee.takeUnretainedValue(), to: CustomStore.self)
    }
}

// The instances of one registration with a custom lifetime, in one container. The cells are the container's, which closes them
// with its own; the store lets them go before that.
//
// Instances are found by the hash of their places and arguments. User code compares those, so it runs without the lock: a lookup copies the
// entries with the hash, compares them, and changes the store only if it still has the same entries.

/// One instance of a custom lifetime: its cell, and what identifies it.
@safe
class KeptEntry: @unchecked Sendable {  // Immutable, but for what the store's lock guards.
    /// The hash of the place and the arguments.
    let hash: Int
    /// The key of the registration.
    let key: ServiceKey
    /// One count of the cell, not as a variable: to look at a variable's count is to change it, beside those who read it.
    private let held: Unmanaged<ExtraCell>
    // The store's lock guards both.
    /// Its number in the order in which instances were made; 0: it was not.
    fileprivate var number = 0
    /// When it was last asked for, or seen in use.
    fileprivate var lastUse = ContinuousClock.now

    init(_ hash: Int, _ key: ServiceKey, _ cell: ExtraCell) {
        self.hash = hash
        self.key = key
        unsafe held = .passRetained(cell)
    }

    // Gives back the count of `init`.
    deinit { _ = unsafe held.takeRetainedValue() }

    var cell: ExtraCell { unsafe held.takeUnretainedValue() }

    /// Whether nobody else has the cell; nobody but the caller has the entry.
    fileprivate var hasCellAlone: Bool {
        // Its count is taken, and given back.
        var cell = unsafe held.takeRetainedValue()
        let isAlone = isKnownUniquelyReferenced(&cell)
        _ = unsafe Unmanaged.passRetained(cell)
        return isAlone
    }
}

/// An entry with the place and the arguments of its instance.
final class KeptEntryOf<Place: Sendable, Arguments, Mark: Sendable>: KeptEntry, @unchecked Sendable {  // As its parent.
    let place: Place
    let arguments: Arguments
    /// Written by the one thread that creates the instance, before it is ready, and read when it is ready.
    var mark: Mark?

    init(_ hash: Int, _ place: Place, _ arguments: Arguments, _ key: ServiceKey, _ cell: ExtraCell) {
        (self.place, self.arguments) = (place, arguments)
        super.init(hash, key, cell)
    }
}

final class KeptStore: Sendable {
    private struct State {
        var entries: [Int: [KeptEntry]] = [:]
        var count = 0
        /// How many entries there may be before stale ones are removed.
        var limit = KeptStore.leastLimit
        var isSweeping = false
        /// How many instances were made.
        var made = 0
        /// Looks for unused instances.
        var alarm: UInt?

        mutating func insert(_ entry: KeptEntry) {
            entries[entry.hash, default: []].append(entry)
            count += 1
        }

        mutating func remove(_ entry: KeptEntry) -> Bool {
            guard let index = entries[entry.hash]?.firstIndex(where: { $0 === entry }) else { return false }
            entries[entry.hash]?.remove(at: index)
            if entries[entry.hash]?.isEmpty == true { entries[entry.hash] = nil }
            count -= 1
            return true
        }

        /// Removes an entry whose instance goes; false: the container has to close it, or it is not here.
        mutating func evict(_ entry: KeptEntry) -> Bool {
            entries[entry.hash] != nil && entry.cell.evictDeferringClosing() && remove(entry)
        }

        /// Takes out the entries for which a closure says so, which sees each one as the only one that has it.
        mutating func removeAll(where isGone: (inout KeptEntry) -> Bool) -> [KeptEntry] {
            var gone: [KeptEntry] = []
            for hash in Array(entries.keys) {
                var list = entries.removeValue(forKey: hash) ?? []
                for index in list.indices.reversed() where isGone(&list[index]) { gone.append(list.remove(at: index)) }
                if !list.isEmpty { entries[hash] = list }
            }
            count -= gone.count
            return gone
        }
    }

    private static let leastLimit = 32

    private let state = Guarded(State())
    /// The container, which keeps the store.
    private weak let container: Container?

    /// The cell of the container's route; nil: all containers have the same one.
    let route: ExtraCell?

    init(in container: Container, _ route: ExtraCell? = nil) { (self.container, self.route) = (container, route) }

    deinit { if let alarm = state.withLock(\.alarm) { Alarms.shared.cancelAlarm(alarm) } }

    /// How many entries there are.
    var count: Int { state.withLock(\.count) }

    /// All entries.
    var all: [KeptEntry] { state.withLock { $0.entries.values.flatMap(\.self) } }

    /// What has become of the instances: whether there is one, or one is being made.
    var instanceState: InstanceState {
        let cells = all.map(\.cell).filter { !$0.isVacant }
        return cells.isEmpty ? .empty : cells.contains(where: \.isReady) ? .ready : .building
    }

    /// The entries with the hash.
    func entries(withHash hash: Int) -> [KeptEntry] { state.withLock { $0.entries[hash] ?? [] } }

    enum InsertResult { case isStored, hasChanged, isRefused }

    /// Adds an entry, or replaces a stale one by it, if those with its hash are still the given candidates.
    ///
    /// The caller has references to them all, and to the container.
    func insert(_ new: KeptEntry, replacing stale: KeptEntry?, ifUnchanged candidates: [KeptEntry]) -> InsertResult {
        let result = state.withLock { state -> InsertResult in
            guard (state.entries[new.hash] ?? []).elementsEqual(candidates, by: ===) else { return .hasChanged }
            if let stale, !state.evict(stale) { return .isRefused }
            state.insert(new)
            return .isStored
        }
        if let stale, result == .isStored { closeEvictedEntriesReportingErrors([stale]) }
        return result
    }
}

// MARK: Releasing

extension KeptStore {
    /// Lets entries go, and closes their instances, newest first.
    ///
    /// - Returns: The errors of the hooks that ran during this call.
    func evictEntries(_ entries: [KeptEntry]) -> [ResolutionError] {
        // Where the container goes, its end closes them.
        guard let container else { return [] }
        defer { withExtendedLifetime(container) {} }
        return closeEvictedEntries(state.withLock { state in entries.filter { state.evict($0) } })
    }

    /// The same where nobody gets the errors.
    func evictEntryReportingErrors(_ entry: KeptEntry) { container?.reportHookErrors(evictEntries([entry])) }

    /// Calls the hooks of entries that were let go, newest first; no lock is held.
    private func closeEvictedEntries(_ gone: [KeptEntry]) -> [ResolutionError] {
        var rest = state.withLock { _ in gone.sorted { $0.number < $1.number } }
        var failures: [ResolutionError] = []
        while let entry = rest.popLast() { failures += entry.cell.closeEvictedInstance() }
        return failures
    }

    /// The same where nobody gets the errors.
    private func closeEvictedEntriesReportingErrors(_ gone: [KeptEntry]) {
        container?.reportHookErrors(closeEvictedEntries(gone))
    }

    /// Releases entries that will not be used again, if there are twice as many as the last sweep left.
    ///
    /// So the store never has more than twice as many as current ones, or the least limit, and sweeping costs each instance a constant.
    func releaseStaleEntriesIfDoubled(where isStale: (KeptEntry) -> Bool) {
        var held: [AnyObject] = []
        defer { withExtendedLifetime(held) {} }
        let (vacant, left) = state.withLock { state -> ([KeptEntry], [KeptEntry]) in
            guard state.count >= state.limit, !state.isSweeping else { return ([], []) }
            state.isSweeping = true
            // Those whose factory threw, or whose shared instance is gone, unless an asker is about to make it.
            let vacant = state.removeAll { entry in
                guard isKnownUniquelyReferenced(&entry), entry.hasCellAlone else { return false }
                var object: AnyObject?
                defer { if let object { held.append(object) } }
                return entry.cell.isVacant(keepingAliveIn: &object)
            }
            return (vacant, state.entries.values.flatMap(\.self))
        }
        guard !vacant.isEmpty || !left.isEmpty else { return }
        // User code: the lock is not held.
        let stale = left.filter { $0.cell.isReady && isStale($0) }
        let gone = state.withLock { state in
            let gone = stale.filter { state.evict($0) }
            state.limit = max(Self.leastLimit, state.count * 2)
            state.isSweeping = false
            return gone
        }
        closeEvictedEntriesReportingErrors(gone)
    }
}

// MARK: Unused instances

extension KeptStore {
    /// Notes that an instance is in use now.
    func recordUse(of entry: KeptEntry) { state.withLock { _ in entry.lastUse = .now } }

    /// Notes a new instance that is about to be ready, and releases unused ones if there are too many.
    func recordCreation(of entry: KeptEntry, releasingUnusedBeyond limits: RecentlyUsed?) {
        let isFull = state.withLock { state in
            state.made += 1
            entry.number = state.made
            entry.lastUse = .now
            guard let limits else { return false }
            if let idle = limits.idle, state.alarm == nil {
                state.alarm = scheduleReleaseOfUnused(after: idle, beyond: limits)
            }
            return state.count > limits.count
        }
        if isFull, let limits { releaseUnused(beyond: limits, notReadyCount: 1) }
    }

    /// Releases unused instances after a time.
    private func scheduleReleaseOfUnused(after time: Duration, beyond limits: RecentlyUsed) -> UInt {
        Alarms.shared.scheduleAlarm(after: time) { [weak self] in
            guard let self, let container else { return }
            releaseUnused(beyond: limits, notReadyCount: 0)
            state.withLock {
                $0.alarm = nextReleaseDelay(limits, $0).map { scheduleReleaseOfUnused(after: $0, beyond: limits) }
            }
            withExtendedLifetime(container) {}
        }
    }

    /// The time after which an instance may have been idle for too long; nil: there are none, or the container has closed them.
    private func nextReleaseDelay(_ limits: RecentlyUsed, _ state: State) -> Duration? {
        let uses = state.entries.values.joined().filter(\.cell.isReady).map(\.lastUse)
        guard let idle = limits.idle, let oldest = uses.min() else { return nil }
        // Several instances that become idle one after the other share one look.
        return max(idle - oldest.duration(to: .now), idle / 16, .milliseconds(1))
    }

    /// Releases instances that no code refers to: those that are idle for too long, and the least recently used ones of too many.
    ///
    /// - Parameter others: The number of instances that are not ready, and count too.
    private func releaseUnused(beyond limits: RecentlyUsed, notReadyCount others: Int) {
        let now = ContinuousClock.now
        // No thread finds an instance between the look at its references and the removal.
        let gone = state.withLock { state in
            var unused: [KeptEntry] = []
            var used = others
            let taken = state.removeAll { entry in
                guard entry.cell.isReady else { return false }
                if isKnownUniquelyReferenced(&entry), entry.hasCellAlone, entry.cell.isUnused {
                    return true
                }
                entry.lastUse = now
                used += 1
                return false
            }
            unused = taken.sorted { $0.lastUse < $1.lastUse }
            let total = used + unused.count
            // An eighth at once, because each look goes through all of them.
            let excess = total > limits.count ? total - (limits.count - limits.count / 8) : 0
            var gone: [KeptEntry] = []
            for (index, entry) in unused.enumerated() {
                let isIdle = limits.idle.map { entry.lastUse.duration(to: now) >= $0 } ?? false
                if index < excess || isIdle, entry.cell.evictDeferringClosing() {
                    gone.append(entry)
                } else {
                    state.insert(entry)
                }
            }
            return gone
        }
        closeEvictedEntriesReportingErrors(gone)
    }
}

// A time that ends, and the kept instances that end with it: those of a thread, or of what runs in `PerTask.withInstances`.
//
//     place --+1--> span --weak--> holder <--+1-- store <--+1-- slot
//                     \---weak-----------------> store
//
// The span keeps nothing: what the container lets go of before goes.

/// A place that comes to an end.
protocol EndingPlace {
    var span: LifeSpan { get }
}

/// Ends instances.
@safe
package final class LifeSpan: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    private let lock = Lock()
    /// What was made so far, oldest first.
    private var entries: [Entry] = []
    /// How many entries there may be before those are dropped whose instances are gone.
    private var limit = LifeSpan.leastLimit
    private var hasEnded = false

    private static let leastLimit = 32

    private struct Entry {
        weak var store: InstanceStore?
        weak var holder: InstanceHolder?

        /// Not inlined, so that the instance is gone before the next one is looked at.
        @inline(never)
        func letGo() {
            guard let holder, let store else { return }
            store.remove(holder)
        }
    }

    package init() {}

    /// Whether it has ended.
    var isOver: Bool { lock.withLock { hasEnded } }

    /// Notes an instance that was made; false where the span has ended.
    func add(_ holder: InstanceHolder, in store: InstanceStore) -> Bool {
        // Let go of after the lock: an entry retains nothing, but to look at it does for a moment.
        var seen: [AnyObject] = []
        defer { withExtendedLifetime(seen) {} }
        return lock.withLock {
            guard !hasEnded else { return false }
            if entries.count >= limit {
                entries = entries.filter { entry in
                    guard let holder = entry.holder, let store = entry.store else { return false }
                    seen += [holder, store] as [AnyObject]
                    return true
                }
                limit = max(Self.leastLimit, entries.count * 2)
            }
            entries.append(Entry(store: store, holder: holder))
            return true
        }
    }

    /// Ends the span: what was made in it goes, the newest first.
    ///
    /// No lock is held: code of the user's runs.
    package func end() {
        let ended = lock.withLock {
            hasEnded = true
            defer { entries = [] }
            return entries
        }
        for entry in ended.reversed() { entry.letGo() }
    }
}

extension LifeSpan: Hashable {
    package static func == (left: LifeSpan, right: LifeSpan) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

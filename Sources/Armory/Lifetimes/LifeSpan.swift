// A period that ends, and the kept instances that end with it: those of a thread, or of a call of
// `PerTask.withInstances`.
//
//     place --+1--> span --weak--> holder <--+1-- store <--+1-- slot
//                     \---weak-----------------> store
//
// The span holds no strong reference: an instance that the container releases earlier is freed then.

/// A place that ends.
protocol EndingPlace {
    var span: LifeSpan { get }
}

/// The end of kept instances: when the span ends, their stores release them.
@safe
package final class LifeSpan: ThreadSpan, @unchecked Sendable {  // Every `var` is guarded by `lock`.
    private let lock = Lock()
    /// The instances created so far, oldest first.
    private var entries: [Entry] = []
    /// The number of entries at which entries of released instances are dropped.
    private var limit = LifeSpan.leastLimit
    private var hasEnded = false

    private static let leastLimit = 32

    private struct Entry {
        weak var store: CustomStore?
        weak var holder: CustomHolder?

        /// Not inlined, so that the instance is freed before the next entry is processed.
        @inline(never)
        func letGo() {
            guard let holder, let store else { return }
            store.remove(holder)
        }
    }

    override package init() {}

    /// Whether the span has ended.
    var isOver: Bool { lock.withLock { hasEnded } }

    /// Notes a created instance; false if the span has ended.
    func add(_ holder: CustomHolder, in store: CustomStore) -> Bool {
        // Released after the lock: entries hold weak references, but reading them retains the objects for a moment.
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

    /// Ends the span and releases its instances, in reverse order of creation.
    ///
    /// No lock is held, because user code runs.
    override package func end() {
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

extension LifeSpan: CustomReflectable {
    /// A mirror without children: the public places have a span.
    package var customMirror: Mirror { Mirror(opaque: self) }
}

// A period that ends, and the kept instances that end with it: those of a thread, or of a call of `PerTask.withTaskInstances`.
//
//     place --+1--> span --weak--> entry <--+1-- store
//                     \---weak--------------------^
//
// The span holds no strong reference: an instance that the container releases earlier is freed then.

/// A place that ends.
protocol EndingPlace {
    var span: LifeSpan { get }
}

/// The end of kept instances: when the span ends, their stores release them.
final class LifeSpan: HashedByIdentity, Sendable {
    private struct State {
        /// The instances created so far, oldest first.
        var entries: [Entry] = []
        /// The number of entries at which those of released instances are dropped.
        var limit = LifeSpan.leastLimit
        var hasEnded = false
    }

    private struct Entry {
        weak var store: KeptStore?
        weak var entry: KeptEntry?
    }

    private static let leastLimit = 32

    private let state = Guarded(State())

    /// Whether the span has ended.
    var isOver: Bool { state.withLock(\.hasEnded) }

    /// Notes a created instance; false if the span has ended.
    func addEntryToReleaseAtSpanEnd(_ entry: KeptEntry, keptIn store: KeptStore) -> Bool {
        // Released after the lock: entries hold weak references, but reading them retains the objects for a moment.
        var seen: [AnyObject] = []
        defer { withExtendedLifetime(seen) {} }
        return state.withLock { state in
            guard !state.hasEnded else { return false }
            if state.entries.count >= state.limit {
                state.entries = state.entries.filter { known in
                    guard let entry = known.entry, let store = known.store else { return false }
                    seen += [entry, store] as [AnyObject]
                    return true
                }
                state.limit = max(Self.leastLimit, state.entries.count * 2)
            }
            state.entries.append(Entry(store: store, entry: entry))
            return true
        }
    }

    /// Ends the span and releases its instances, in reverse order of creation.
    ///
    /// No lock is held, because user code runs.
    func end() {
        let ended = state.withLock { state in
            state.hasEnded = true
            defer { state.entries = [] }
            return state.entries
        }
        for ended in ended.reversed() { releaseEntry(ended) }
    }

    /// Not inlined, so that the instance is freed before the next one is released.
    @inline(never)
    private func releaseEntry(_ ended: Entry) {
        guard let entry = ended.entry, let store = ended.store else { return }
        store.evictEntryReportingErrors(entry)
    }
}

extension LifeSpan: CustomReflectable {
    /// A mirror without children: the public places have a span.
    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

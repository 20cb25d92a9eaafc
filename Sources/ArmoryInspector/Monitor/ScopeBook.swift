// The scopes that are open, and how long those of each tag were.

#if Inspector
internal import Armory

/// Who is open.
struct ScopeBook {
    /// An open scope.
    struct Entry {
        let container: ContainerID
        let tag: ScopeTag
        let parent: ContainerID
        let start: UInt64
        /// What was made in it and is still there.
        var instances = 0
    }

    /// What is known of the scopes of one tag.
    struct Tag {
        var open = 0
        var failed = 0
        var durations = Durations()
    }

    private(set) var open: [ContainerID: Entry] = [:]
    /// By the tag itself: two tags may have one name.
    private(set) var tags: [ScopeTag: Tag] = [:]
    /// How many are open that found no place.
    private(set) var untracked = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    mutating func open(_ scope: ContainerEvent.ScopeInfo) {
        // Tags are made by code, and seldom many; one that is made for each scope must not fill the memory.
        guard open.count < capacity, tags.count < capacity || tags[scope.tag] != nil else {
            untracked += 1
            return
        }
        open[scope.container] = Entry(
            container: scope.container, tag: scope.tag, parent: scope.parent, start: scope.span.start)
        tags[scope.tag, default: Tag()].open += 1
    }

    mutating func end(_ scope: ContainerEvent.ScopeInfo, isFailed: Bool) {
        guard let entry = open.removeValue(forKey: scope.container) else {
            // It found no place, or was open before anybody listened.
            untracked = max(untracked - 1, 0)
            return
        }
        tags[entry.tag, default: Tag()].end(after: scope.span, isFailed: isFailed)
    }

    mutating func add(_ instances: Int, to container: ContainerID) {
        guard let index = open.index(forKey: container) else { return }
        open.values[index].instances = max(open.values[index].instances + instances, 0)
    }
}

extension ScopeBook.Tag {
    fileprivate mutating func end(after span: TimeSpan, isFailed: Bool) {
        open -= 1
        if isFailed { failed += 1 }
        durations.add(span.end - span.start)
    }

    /// The age from which one of them is conspicuous: what none of a hundred reached, were it shorter than the limit.
    ///
    /// Of a hundred scopes one is older than 99 of them at any time, so it takes twice that age, and a second at least.
    func conspicuousAge(limit: UInt64) -> UInt64 {
        guard durations.count >= 100 else { return limit }
        return min(limit, max(2 * durations.quantile(0.99), 1_000_000_000))
    }
}
#endif

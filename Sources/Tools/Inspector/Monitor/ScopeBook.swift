// The open scopes, and the durations of the ended ones by tag.

#if Inspector
internal import Armory

/// The open scopes and the tags.
struct ScopeBook {
    /// An open scope.
    struct Entry {
        let container: UInt64
        let tag: ScopeTag
        let parent: UInt64
        let start: UInt64
        let place: CodeLocation
        let request: RequestTexts?
        /// The number of instances that were created in the scope and still exist.
        var instances = 0
    }

    /// The counts and durations of the scopes of one tag.
    struct Tag {
        var open = 0
        var failed = 0
        var durations = Durations()
        /// The duration from which a scope is slow: twice the one that 99 of 100 did not exceed; nil: not known yet.
        ///
        /// It is computed anew after each hundred scopes.
        var slowAge: UInt64?
    }

    private(set) var open: [UInt64: Entry] = [:]
    /// The tags by identity, because two tags may have the same name.
    private(set) var tags: [ScopeTag: Tag] = [:]
    /// The number of open scopes that are not tracked.
    private(set) var untracked = 0
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    mutating func open(_ scope: ContainerEvent.ScopeInfo, _ request: RequestTexts?) {
        // Tags are usually few. Code that makes a tag for each scope must not fill the memory.
        guard open.count < capacity, tags.count < capacity || tags[scope.tag] != nil else {
            untracked += 1
            return
        }
        open[scope.container] = Entry(
            container: scope.container, tag: scope.tag, parent: scope.parent, start: scope.span.start,
            place: scope.location, request: request)
        tags[scope.tag, default: Tag()].open += 1
    }

    /// Notes the end of a scope; returns the duration from which a scope of its tag is slow.
    mutating func end(_ scope: ContainerEvent.ScopeInfo, isFailed: Bool) -> UInt64? {
        guard let entry = open.removeValue(forKey: scope.container) else {
            // The scope was not tracked, or was opened before the inspector subscribed.
            untracked = max(untracked - 1, 0)
            return nil
        }
        let slowAge = tags[entry.tag]?.slowAge
        tags[entry.tag, default: Tag()].end(after: scope.span, isFailed: isFailed)
        return slowAge
    }

    mutating func add(_ instances: Int, to container: UInt64) {
        guard let index = open.index(forKey: container) else { return }
        open.values[index].instances = max(open.values[index].instances + instances, 0)
    }
}

extension ScopeBook.Tag {
    fileprivate mutating func end(after span: TimeSpan, isFailed: Bool) {
        open -= 1
        if isFailed { failed += 1 }
        durations.add(span.end - span.start)
        if durations.count.isMultiple(of: 100) { slowAge = 2 * durations.quantile(0.99) }
    }

    /// The age from which an open scope of this tag is a suspect.
    ///
    /// Before 100 scopes have ended, it is `limit`. Then it is twice the age that 99 of 100 did not exceed, because one
    /// of a hundred scopes always exceeds that age. It is then at least a second, and at most `limit`.
    func conspicuousAge(limit: UInt64) -> UInt64 {
        guard durations.count >= 100 else { return limit }
        return min(limit, max(2 * durations.quantile(0.99), 1_000_000_000))
    }
}
#endif

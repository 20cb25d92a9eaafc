// The events of one scope, all of them.

#if Inspector
internal import Armory

/// A scope and its events, including the events of the scopes that were opened in it.
struct Record {
    /// Why the events of an ended scope are kept.
    enum Reason: String {
        /// A factory or the scope has failed.
        case failed
        /// It took at least twice as long as 99 of 100 scopes of its tag.
        case slow
        /// It is one of a few.
        case sampled
    }

    let number: Int
    let opening: Monitor.Occurrence
    private(set) var events: [Monitor.Occurrence] = []
    /// The number of events that were not kept, because there were too many.
    private(set) var dropped = 0
    private(set) var hasFailed = false
    /// The scopes that were opened in it and are still open.
    var inner: Set<UInt64> = []
    var end: UInt64?
    var reason: Reason?

    /// The number of events that are kept of one scope.
    static let mostEvents = 100

    init(number: Int, _ opening: Monitor.Occurrence) {
        self.number = number
        self.opening = opening
        events.reserveCapacity(8)
        events.append(opening)
    }

    mutating func note(_ occurrence: Monitor.Occurrence) {
        if occurrence.isFailure { hasFailed = true }
        // The end is always kept.
        guard events.count < Self.mostEvents || occurrence.kind == .ended && occurrence.container == opening.container
        else {
            dropped += 1
            return
        }
        events.append(occurrence)
    }
}

extension Monitor.Occurrence {
    /// Whether a factory, a hook or a scope has failed.
    var isFailure: Bool {
        switch kind {
        case .failed: true
        case .closed, .ended: detail != nil
        case .registered, .made, .waited, .opened: false
        }
    }
}
#endif

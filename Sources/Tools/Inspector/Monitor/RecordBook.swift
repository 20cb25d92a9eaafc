// The events of whole scopes, so that those of one request can be looked at together, long after.
//
//     opened --+--> followed, if there is room: all its events, and those of scopes opened in it
//              +--> ended: failed or slow --> kept, one a second in the long run
//                          any other      --> kept, one in five seconds in the long run
//
// Each list keeps the newest ones. So a burst of failures does not push out the samples, nor a burst of requests the failures.

#if Inspector
internal import Armory

/// The open scopes that are followed, and some of the ended ones.
struct RecordBook {
    /// The followed scopes.
    private(set) var open: [UInt64: Record] = [:]
    /// The scopes that were opened in followed scopes, and which those are.
    private var outer: [UInt64: UInt64] = [:]
    private(set) var conspicuous: Ring<Record>
    private(set) var samples: Ring<Record>
    /// The number of followed scopes that have ended.
    private(set) var ended = 0
    private var number = 0
    private let capacity: Int
    private var conspicuousAllowance = Allowance(most: 20, every: 1_000_000_000)
    private var sampleAllowance = Allowance(most: 20, every: 5_000_000_000)

    init(capacity: Int) {
        self.capacity = capacity
        conspicuous = Ring(capacity: max(capacity / 2, 1))
        samples = Ring(capacity: max(capacity - capacity / 2, 1))
    }

    /// All kept scopes, in no order.
    var all: [Record] {
        Array(open.values) + conspicuous.suffix(from: 0).elements + samples.suffix(from: 0).elements
    }

    /// Notes that a scope was opened in a container.
    mutating func open(_ occurrence: Monitor.Occurrence, in parent: UInt64) {
        guard let container = occurrence.container else { return }
        let followed = outer[parent] ?? parent
        if let index = open.index(forKey: followed) {
            // A scope with more events than are kept has no further inner ones: their number is limited, too.
            guard open.values[index].events.count < Record.mostEvents else {
                return open.values[index].note(occurrence)
            }
            open.values[index].note(occurrence)
            open.values[index].inner.insert(container)
            outer[container] = followed
        } else if open.count < capacity {
            open[container] = Record(number: number, occurrence)
            number += 1
        }
    }

    /// Notes any other event of a followed scope.
    mutating func note(_ occurrence: Monitor.Occurrence) {
        guard let container = occurrence.container, !open.isEmpty,
            let index = open.index(forKey: outer[container] ?? container)
        else { return }
        open.values[index].note(occurrence)
    }

    /// Notes that a scope has ended.
    ///
    /// - Parameter slowAge: The duration from which a scope of its tag is slow; nil: not known yet.
    mutating func end(_ occurrence: Monitor.Occurrence, slowAge: UInt64?) {
        note(occurrence)
        guard let container = occurrence.container else { return }
        if let followed = outer.removeValue(forKey: container) {
            if let index = open.index(forKey: followed) { open.values[index].inner.remove(container) }
            return
        }
        guard var record = open.removeValue(forKey: container) else { return }
        ended += 1
        for scope in record.inner { outer[scope] = nil }
        record.inner = []
        let now = occurrence.span.end
        let isSlow = slowAge.map { now - occurrence.span.start >= $0 } ?? false
        record.end = now
        if record.hasFailed || isSlow {
            guard conspicuousAllowance.takes(at: now) else { return }
            record.reason = record.hasFailed ? .failed : .slow
            conspicuous.append(record)
        } else if sampleAllowance.takes(at: now) {
            record.reason = .sampled
            samples.append(record)
        }
    }
}

/// Allows a few of many: at first some at once, and in the long run one in each period.
package struct Allowance {
    private let most: UInt64
    private let period: UInt64
    private var left: UInt64
    private var last: UInt64 = 0

    package init(most: UInt64, every period: UInt64) {
        self.most = most
        self.period = period
        left = most
    }

    /// Whether one more is allowed at a time, in nanoseconds.
    package mutating func takes(at now: UInt64) -> Bool {
        if last == 0 { last = now }
        let new = now > last ? (now - last) / period : 0
        left = min(left + new, most)
        last += new * period
        guard left > 0 else { return false }
        left -= 1
        return true
    }
}
#endif

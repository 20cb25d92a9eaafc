// Counts the objects that are alive, to find what a container leaks.

import Foundation

/// Hands out tracked objects and knows how many are alive.
package final class LifetimeTracker: @unchecked Sendable {  // The counts are guarded by `lock`.
    private let lock = NSLock()
    private var aliveCount = 0
    private var madeCount = 0
    private var released: [Int] = []

    package init() {}

    /// The number of tracked objects that are alive.
    package var alive: Int { lock.withLock { aliveCount } }

    /// The number of tracked objects made so far.
    package var made: Int { lock.withLock { madeCount } }

    /// The serial numbers of the released objects, in the order of their release.
    package var releaseOrder: [Int] { lock.withLock { released } }

    /// Whether none is alive, or soon none is.
    ///
    /// A task that closes instances in its own time lets go of the last one after its hook was called.
    package func isEmptySoon() async -> Bool {
        let limit = ContinuousClock.now + .seconds(60)
        while alive > 0, ContinuousClock.now < limit { try? await Task.sleep(for: .milliseconds(1)) }
        return alive == 0
    }

    fileprivate func begin() -> Int {
        lock.withLock {
            aliveCount += 1
            madeCount += 1
            return madeCount
        }
    }

    fileprivate func end(_ serial: Int) {
        lock.withLock {
            aliveCount -= 1
            released.append(serial)
        }
    }
}

/// An object whose life is counted by a tracker.
open class Tracked: @unchecked Sendable {  // Immutable here; subclasses answer for their own fields.
    private let life = Counted()
    private let tracker: LifetimeTracker
    /// The how-manieth object of the tracker this is, from 1.
    package let serial: Int

    package init(_ tracker: LifetimeTracker) {
        self.tracker = tracker
        serial = tracker.begin()
    }

    deinit {
        tracker.end(serial)
    }
}

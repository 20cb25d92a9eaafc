// What is alive after a piece of work and was not before.

import Armory
import Foundation

/// The counts of all that is alive in the process, as they were when the check was made.
package struct LeakCheck: Sendable {
    private let before = Self.alive()

    package init() {}

    /// What there is more of than before, such as `+1 slot`; empty where there is nothing.
    ///
    /// Waits for at most `seconds`: a thread whose result is in may still be letting go of its closure.
    package func growth(within seconds: Double) -> [String] {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            let growth = Self.alive().compactMap { name, count in
                let more = count - before[name, default: 0]
                return more > 0 ? "+\(more) \(name)" : nil
            }
            if growth.isEmpty || Date() > deadline { return growth.sorted() }
            usleep(1_000)
        }
    }

    /// Every count by its name.
    ///
    /// In a release build there are those of the tests' own objects alone.
    private static func alive() -> [String: Int] {
        var counts = ["counted": Counted.alive]
        for kind in Census.Kind.allCases {
            if let count = Census.alive(kind) { counts["\(kind)"] = count }
        }
        // A thread has its node until it ends, and some threads end with the process.
        if let nodes = counts["\(Census.Kind.threadNode)"],
            let threads = counts.removeValue(forKey: "\(Census.Kind.thread)")
        {
            counts["\(Census.Kind.threadNode)"] = max(0, nodes - threads)
        }
        return counts
    }
}

// What is alive after a piece of work and was not before.

import Foundation

/// The count of the tests' own objects that are alive, as it was when the check was made.
package struct LeakCheck: Sendable {
    private let before = Counted.alive

    package init() {}

    /// What there is more of than before; empty where there is nothing.
    ///
    /// Waits for at most `seconds`: a thread whose result is in may still be letting go of its closure.
    package func growth(within seconds: Double) -> [String] {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            let more = Counted.alive - before
            guard more > 0 else { return [] }
            if Date() > deadline { return ["+\(more) counted"] }
            usleep(1_000)
        }
    }
}

// What a watchdog tells of the library's own waits.

import ArmoryCore
import Foundation

package enum Waits {
    /// The wait-for graph in words, or, where a thread hangs with its lock, that it does.
    package static let described: @Sendable () -> String = { WaitPicture.description }

    /// Returns when the wait-for graph says the words, such as `waits for Ready`; false when it did not in a minute.
    @discardableResult
    package static func come(to words: String) -> Bool {
        let limit = Date(timeIntervalSinceNow: 60)
        while !WaitPicture.description.contains(words) {
            if Date() > limit { return false }
            usleep(200)
        }
        return true
    }
}

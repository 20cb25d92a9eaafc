// What a watchdog tells of the library's own waits.

import Armory
import Foundation

package enum Waits {
    /// The wait-for graph in words, or, where a thread hangs with its lock, that it does.
    package static let described: @Sendable () -> String = {
        let text = Locked<String?>(nil)
        let isKnown = Latch()
        // On a thread of its own, because the lock may never be free again.
        Thread {
            let description = WaitForGraph.shared.description
            text.withLock { $0 = description }
            isKnown.open()
        }.start()
        isKnown.wait(seconds: 60)
        return text.withLock { $0 } ?? "A thread holds the lock of the wait-for graph."
    }

    /// How many tasks wait for an instance.
    package static var tasks: Int { TaskWaits.shared.waiterCount }

    /// Returns when the wait-for graph says the words, such as `waits for Ready`; false when it did not in a minute.
    @discardableResult
    package static func come(to words: String) -> Bool {
        let limit = Date(timeIntervalSinceNow: 60)
        while !WaitForGraph.shared.description.contains(words) {
            if Date() > limit { return false }
            usleep(200)
        }
        return true
    }
}

// What a watchdog tells of the library's own waits.

import ArmoryCore
import Foundation

package enum Waits {
    /// The wait-for graph in words, or, where a thread hangs with its lock, that it does.
    package static let described: @Sendable () -> String = {
        let text = Locked<String?>(nil)
        let isKnown = Latch()
        // On a thread of its own, because the lock may never be free again.
        Thread {
            let description = WaitPicture.description
            text.withLock { $0 = description }
            isKnown.open()
        }.start()
        isKnown.wait(seconds: 60)
        return text.withLock { $0 } ?? "A thread holds the lock of the wait-for graph."
    }

    /// How many tasks wait for an instance.
    package static var tasks: Int { WaitPicture.description.matches(of: #/a task waits: /#).count }

    /// Returns when the wait-for graph says the words, such as `waits for Ready`; false when it did not in a minute.
    ///
    /// What a test makes of it holds for every order of the threads: it only makes the one that it is about sure to happen.
    @discardableResult
    package static func come(to words: String) -> Bool {
        let limit = Date(timeIntervalSinceNow: 60)
        while !hasCome(to: words) {
            if Date() > limit { return false }
            usleep(200)
        }
        return true
    }

    /// `waits for Ready` stands for a path of a waiting thread or task that ends with it.
    private static func hasCome(to words: String) -> Bool {
        let lines = WaitPicture.description.split(separator: "\n")
        guard words.hasPrefix("waits for") else { return lines.contains { $0.contains(words) } }
        return lines.contains { $0.contains(" waits: ") && $0.hasSuffix(words.dropFirst("waits for ".count)) }
    }
}

// What tests know of the waits of the core's threads.

import ArmoryCore
import ArmoryTestSupport
import Foundation

enum ThreadsWaiting {
    /// The waits in words, or, where a thread hangs with the lock of the wait-for graph, that it does.
    static let described: @Sendable () -> String = {
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

    /// Returns when a thread waits whose path ends with these keys; false when none did in a minute.
    ///
    /// What a test makes of it holds for every order of the threads: it only makes the one that it is about sure to happen.
    @discardableResult
    static func come(to path: String) -> Bool {
        let limit = Date(timeIntervalSinceNow: 60)
        while !WaitPicture.description.split(separator: "\n").contains(where: { $0.hasSuffix(path) }) {
            if Date() > limit { return false }
            usleep(200)
        }
        return true
    }
}

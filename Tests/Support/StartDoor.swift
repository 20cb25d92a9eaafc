// What tasks wait at without holding a thread.

import Foundation

/// Closed until somebody opens it, for good.
package final class StartDoor: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    private let lock = NSLock()
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    package init() {}

    package func open() {
        let waiters = lock.withLock {
            defer { self.waiters = [] }
            isOpen = true
            return self.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when it is open, also where the task is cancelled.
    package func wait() async {
        await withCheckedContinuation { waiter in
            let isOpen = lock.withLock {
                if !self.isOpen { waiters.append(waiter) }
                return self.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }
}

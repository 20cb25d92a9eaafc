// A reentrant lock: one thread at a time runs what belongs to it, and may take it again inside. Threads that would wait for each
// other go on without it, one at a time while the others wait in their factories: so no lock can hang.
//
//     thread --waits for--> lock --is had by--> thread --waits for--> ...

internal import CCore

/// What one thread at a time has.
package final class ReentrantLock: @unchecked Sendable {  // The wait-for graph's lock guards `holder`.
    fileprivate(set) var holder: ThreadNode?

    package init() {}

    /// Runs `body` when no other thread has the lock, or when waiting for it would never end, or would take too long.
    ///
    /// - Parameter limit: How long to wait, in nanoseconds.
    package func withLockOrWithout<R, E: Error>(
        waitingAtMost limit: UInt64 = .max, _ body: () throws(E) -> R
    ) throws(E) -> R {
        let deadline = limit == .max ? .max : ccore_now() + limit
        let isFirst = unsafe WaitForGraph.shared.acquireLock(
            self, by: .node(ofCallingThread: .current), until: deadline)
        defer { if isFirst { WaitForGraph.shared.releaseLock(self) } }
        return try body()
    }

    /// Whether the calling thread has the lock.
    package var isHeldByCurrentThread: Bool {
        let me = unsafe ThreadNode.node(ofCallingThread: .current)
        return WaitForGraph.shared.locked { holder === me }
    }
}

extension WaitForGraph {
    /// Waits for the lock; false: the thread has it already, or goes on without it.
    fileprivate func acquireLock(_ reentrantLock: ReentrantLock, by me: ThreadNode, until deadline: UInt64) -> Bool {
        // Released after the lock: the path may hold qualifiers of the user's.
        var path: [ResolutionError.Step]?
        defer { withExtendedLifetime(path) {} }
        return locked {
            while let holder = reentrantLock.holder {
                guard holder !== me, findCycle(from: .reentrantLock(reentrantLock), to: me) == nil else { return false }
                var steps = unsafe path ?? me.thread.steps
                let isInTime = sleep(me, on: .reentrantLock(reentrantLock), &steps, until: deadline)
                path = steps
                guard isInTime else { return false }
                // An injection that was to be postponed ends at the next wait.
            }
            reentrantLock.holder = me
            return true
        }
    }

    fileprivate func releaseLock(_ reentrantLock: ReentrantLock) {
        locked {
            reentrantLock.holder = nil
            wakeSleepers { if case .reentrantLock(let other)? = $0.wait { other === reentrantLock } else { false } }
        }
    }
}

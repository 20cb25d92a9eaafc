// Who waits for whom, across all threads and containers of the process.
//
//     thread --waits for--> cell --is made by--> thread, or build --runs on--> thread
//                                                  |
//                                                  +--(pending) holds--> unfinished build --runs on--> thread
//
// A thread looks for a circle before it sleeps, under the graph's one lock, and so does every thread whose wait a change has affected.
// If some wait in the circle is for an instance that exists already, that thread takes the instance early, which breaks the circle. If
// all instances of the circle are still being constructed, an injection in it is postponed; without one, the thread that would close the
// circle gets the error, and the others go on when it has given up.
//
// The lock is taken when a thread or a task waits, when a task makes an instance, when a making throws or injects, and when a
// handle ends in full. It is not taken when an instance is ready, or is made in the plain way while nobody waits. It is never held
// while user code
// runs. It is taken before the lock of a context, never after one. The process has one, because a circle may lead through
// several containers.

internal import CCore

@safe
package final class WaitForGraph: @unchecked Sendable {  // `lock` guards every `var`.
    package static let shared = WaitForGraph()

    let lock: UnsafeMutablePointer<pthread_mutex_t>
    package var sleepers: [ThreadNode] = []
    package var pending: [Build] = []
    /// How many builds have become pending.
    var finishedCount = 0
    /// The builds of tasks, by the contexts of their cells.
    var taskBuilds: [Context: [TaskBuild]] = unsafe [:]
    /// The tasks that wait, by their targets.
    package var waiters: [UInt: [TaskWaiter]] = [:]

    private init() {
        unsafe lock = .allocate(capacity: 1)
        unsafe ccore_mutex_begin(lock)
    }

    package func locked<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        unsafe ccore_lock(lock)
        defer { unsafe ccore_unlock(lock) }
        return try body()
    }
}

// The wait-for graph is locked in all of them.
extension WaitTarget {
    /// The build; nil: it is over, or a thread makes the cell in the plain way, or a task does.
    var build: Build? {
        switch self {
        case .cell(let slot): unsafe slot.maker?.build
        case .build(let build): build
        case .reentrantLock: nil
        }
    }

    /// The thread that can end the wait; nil: it is over, or none that waits itself.
    var node: ThreadNode? {
        switch self {
        case .cell(let slot): unsafe slot.maker?.node
        case .build(let build): build.isUnfinished ? build.node : nil
        case .reentrantLock(let reentrantLock): reentrantLock.holder
        }
    }

    /// The slot of the instance; nil: it is a lock.
    var slot: Slot? {
        switch self {
        case .cell(let slot): unsafe slot
        case .build(let build): unsafe build.slot
        case .reentrantLock: nil
        }
    }
}

extension Maker {
    /// The node of the thread that makes the instance; nil: a task does, or a thread that has never waited itself.
    ///
    /// The wait-for graph is locked, so a thread that makes it in the plain way does not end. Another one may have ended: its
    /// build holds its node.
    var node: ThreadNode? {
        if case .thread(let thread) = self { unsafe ThreadNode.existingNode(ofThread: thread) } else { build?.node }
    }

    /// The number of the thread; nil: a task does.
    var threadNumber: UInt64? {
        if case .thread(let thread) = self { unsafe thread.pointee.number } else { build?.node.number }
    }

    var build: Build? {
        if case .object(let build as Build) = self { build } else { nil }
    }
}

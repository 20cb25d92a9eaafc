// A thread's node in the wait-for graph: its wait, and the unfinished instances that it makes or holds.

internal import CCore

/// Created when the thread first waits, or makes an instance that is injected; it goes with the thread.
@safe
package final class ThreadNode: @unchecked Sendable {  // Each field says who guards it.
    /// What the thread sleeps on.
    ///
    /// Guarded by the wait-for graph's lock.
    var wait: WaitTarget?
    /// The path to what the thread waits for, as long as it does.
    ///
    /// Guarded by the wait-for graph's lock.
    package var steps: [ResolutionError.Step] = []
    /// The error of the factory that the thread has waited for.
    ///
    /// Guarded by the wait-for graph's lock.
    var failure: ResolutionError?
    /// The number of the thread that this one has last slept for; nil: it has not slept.
    ///
    /// Used only by the thread.
    var lastAwaitedThread: UInt64?
    /// Set to make the sleeping thread look again.
    ///
    /// Guarded by the wait-for graph's lock.
    var mustRecheck = false
    /// Set to make the sleeping thread end its innermost injection, which is postponed.
    ///
    /// Guarded by the wait-for graph's lock.
    var mustPostpone = false
    /// The builds whose instances the thread took early for builds that are not finished, oldest first.
    ///
    /// A build that finishes takes those that were added since it began. Used only by the thread.
    var takenEarly: [Build] = [] { didSet { updateUnfinishedCount() } }
    /// The builds that run, outermost first.
    ///
    /// Changed only by the thread; others read it while it sleeps, under the lock.
    var frames: [Frame] = [] { didSet { updateUnfinishedCount() } }
    /// The injections that were postponed.
    ///
    /// Used only by the thread.
    var postponedInjections: [PostponedInjection] = [] { didSet { updateUnfinishedCount() } }
    /// What goes with the thread.
    ///
    /// Used only by the thread.
    fileprivate var threadEndObject: AnyObject?
    let thread: ThreadState
    /// The thread's number, which a build tells of a thread that has ended.
    let number: UInt64
    let condition: UnsafeMutablePointer<pthread_cond_t>

    private init(_ thread: ThreadState) {
        unsafe self.thread = unsafe thread
        number = unsafe thread.pointee.number
        unsafe condition = .allocate(capacity: 1)
        unsafe ccore_condition_begin(condition)
    }

    deinit {
        unsafe ccore_condition_end(condition)
        unsafe condition.deallocate()
    }

    /// The node of the calling thread.
    static func node(ofCallingThread thread: ThreadState) -> ThreadNode {
        if let known = unsafe existingNode(ofThread: thread) { return known }
        let node = unsafe ThreadNode(thread)
        unsafe thread.pointee.release_node = { unsafe Unmanaged<ThreadNode>.fromOpaque($0).release() }
        // Others read it under this lock.
        WaitForGraph.shared.locked { unsafe thread.pointee.node = unsafe Unmanaged.passRetained(node).toOpaque() }
        return node
    }

    /// The node of a thread; nil: it has none, since it has never made anything in full, nor waited.
    ///
    /// The thread is the calling one, or the wait-for graph is locked.
    static func existingNode(ofThread thread: ThreadState) -> ThreadNode? {
        unsafe thread.pointee.node.map { unsafe Unmanaged<ThreadNode>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Notes that the thread holds the build's unfinished instance.
    ///
    /// The wait-for graph is locked.
    func noteTakenEarly(_ build: Build) {
        build.wasTakenEarly = true
        takenEarly.append(build)
    }

    /// Whether anything that the thread makes further out is unfinished.
    var isBuilding: Bool {
        guard frames.isEmpty, postponedInjections.isEmpty else { return true }
        // A cell that is made in the plain way has no frame. Only the last one of the path may be another thread's.
        return unsafe thread.path.dropLast().contains { slot in
            unsafe slot.pointee.kind == SlotKind.kept.rawValue && slot.pointee.state == SlotState.building.rawValue
        }
    }

    /// Updates how much is unfinished, or held although it is: while something is, everything is made in full.
    private func updateUnfinishedCount() {
        let held = frames.isEmpty && !takenEarly.isEmpty ? 1 : 0
        unsafe thread.pointee.unfinished = UInt32(max(frames.count + postponedInjections.count, held))
    }

    /// Returns whether the thread has to end its innermost injection, and resets the mark.
    ///
    /// The wait-for graph is locked.
    func consumeMustPostpone() -> Bool {
        defer { mustPostpone = false }
        return mustPostpone
    }
}

/// A target that a thread sleeps on.
@safe
enum WaitTarget {
    /// The making of a cell.
    case cell(Slot)
    /// A complete instance that holds unfinished ones.
    case build(Build)
    /// What another thread has.
    case reentrantLock(ReentrantLock)
}

/// Objects that go when their thread ends.
package enum ThreadLifetimeObject {
    /// The calling thread's object, one for each thread and of one type; made when it is first asked for.
    package static func findOrMakeThreadLocal<Object: AnyObject>(_ make: () -> Object) -> Object {
        let node = unsafe ThreadNode.node(ofCallingThread: ThreadState.current)
        if let known = node.threadEndObject as? Object { return known }
        let made = make()
        node.threadEndObject = made
        return made
    }
}

// The contexts of the process's threads. It holds nothing of any container: it lets a writer wait for readers,
// and it lends the context of an ended thread to a new one.

internal import Synchronization

@safe
package final class ThreadRegistry: @unchecked Sendable {  // `first` is guarded by `lock`.
    package static let shared = ThreadRegistry()

    private let lock = Lock()
    /// The newest context.
    ///
    /// Contexts are never freed, so the list only grows; its length is the largest number of threads that resolved at
    /// one time. Guarded by `lock`.
    private var first: UnsafeMutablePointer<ThreadContext>?
    /// Whether the kernel has the barrier that lets readers pin with plain stores.
    private let hasProcessBarrier: Bool

    private init() {
        hasProcessBarrier = Platform.prepareProcessBarrier()
    }

    package func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try lock.withLock(body)
    }
}

// MARK: A thread's context

extension ThreadRegistry {
    /// The context of the calling thread, which may be new here.
    package static func currentContext() -> UnsafeMutablePointer<ThreadContext> {
        if let pointer = unsafe Platform.slowThreadPointer {
            return unsafe pointer.assumingMemoryBound(to: ThreadContext.self)
        }
        let context = unsafe shared.claimContext()
        unsafe Platform.setThreadPointer(context, fast: shared.hasProcessBarrier) { pointer in
            unsafe ThreadRegistry.shared.releaseContext(
                pointer.assumingMemoryBound(to: ThreadContext.self))
        }
        return unsafe context
    }

    private func claimContext() -> UnsafeMutablePointer<ThreadContext> {
        let stack = Platform.stackBounds
        return unsafe lock.withLock {
            var candidate = unsafe first
            while let context = unsafe candidate {
                if unsafe !context.pointee.inUse {
                    unsafe context.pointee.inUse = true
                    unsafe context.pointee.adopt(stack)
                    return unsafe context
                }
                unsafe candidate = context.pointee.next
            }
            // 128: two cache lines, which processors fetch in pairs.
            let memory = UnsafeMutableRawPointer.allocate(
                byteCount: unsafe MemoryLayout<ThreadContext>.stride, alignment: 128)
            let context = unsafe memory.bindMemory(to: ThreadContext.self, capacity: 1)
            unsafe context.initialize(to: ThreadContext(stack: stack))
            unsafe context.pointee.next = first
            unsafe first = context
            return unsafe context
        }
    }

    private func releaseContext(_ context: UnsafeMutablePointer<ThreadContext>) {
        unsafe context.pointee.resolution = nil
        lock.withLock { unsafe context.pointee.inUse = false }
    }
}

// MARK: Reclamation

extension ThreadRegistry {
    /// Returns when no thread reads what was unlinked before the call.
    package func waitForReaders() {
        if hasProcessBarrier { Platform.processBarrier() }
        // The lock is not held while waiting: a pinned thread may need it to make its path longer. The list only grows,
        // at its head.
        var next = unsafe lock.withLock { unsafe first }
        while let context = unsafe next {
            // Acquire: pairs with the release in `unpin`, so that what the reader did before is seen.
            // Where there is no barrier, sequentially consistent, with the reader's exchange in `pinWithFence`.
            while unsafe context.pointee.pin.load(ordering: .sequentiallyConsistent) != 0 {
                Platform.yieldProcessor()
            }
            unsafe next = context.pointee.next
        }
    }

    /// The slots that threads are using.
    ///
    /// Call after `waitForReaders`.
    package func hazards() -> Set<UInt> {
        var hazards: Set<UInt> = []
        unsafe withContexts { context in
            // Acquire: pairs with the release in `push` and `pop`; the entries below are then seen. The path
            // is read before the graph, because a slot comes to the graph before it leaves the path.
            let top = unsafe context.pointee.pathTop.load(ordering: .acquiring)
            hazards.formUnion(unsafe HazardList.contents(context.pointee.pathBase..<top))
            let borrowTop = unsafe context.pointee.borrowTop.load(ordering: .acquiring)
            hazards.formUnion(unsafe HazardList.contents(context.pointee.borrowBase..<borrowTop))
            unsafe context.pointee.graph.appendHazards(to: &hazards)
        }
        return hazards
    }

    private func withContexts(_ body: (UnsafeMutablePointer<ThreadContext>) -> Void) {
        lock.withLock {
            var next = unsafe first
            while let context = unsafe next {
                unsafe body(context)
                unsafe next = context.pointee.next
            }
        }
    }
}

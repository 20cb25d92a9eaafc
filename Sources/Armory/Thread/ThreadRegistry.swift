// The contexts of the process's threads. The registry holds no part of any container: it lets a writer wait for
// readers, and it gives the context of an ended thread to a new one.

internal import Synchronization

@safe
package final class ThreadRegistry: @unchecked Sendable {  // Every `var` is guarded by `lock`.
    package static let shared = ThreadRegistry()

    private let lock = Lock()
    /// The newest context.
    ///
    /// Contexts are never freed, so the list only grows; its length is the largest number of threads that resolved at
    /// the same time. Guarded by `lock`.
    private var first: UnsafeMutablePointer<ThreadContext>?
    /// The addresses of arenas where running graphs wait: see GraphArena+Lasting.
    ///
    /// Guarded by `lock`.
    var homes: Set<UInt> = []
    /// The lasting graphs, without references that keep them alive.
    ///
    /// Guarded by `lock`.
    var lastingGraphs: [ObjectIdentifier: Unmanaged<AnyLastingGraph>] = unsafe [:]
    /// Whether the kernel has the barrier that lets readers pin with plain stores: see ThreadRegistry+Readers.
    ///
    /// Changed under `lock`.
    let hasProcessBarrier: Atomic<Bool>
    /// Changed by every writer on a system without the barrier, as its own barrier.
    let writers = Atomic<UInt>(0)

    private init() {
        hasProcessBarrier = Atomic(Platform.prepareProcessBarrier())
    }

    package func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try lock.withLock(body)
    }
}

// MARK: A thread's context

extension ThreadContext {
    /// This thread's context, created or reused on the thread's first call.
    package static var current: UnsafeMutablePointer<ThreadContext> {
        guard let pointer = unsafe Platform.threadPointer else { return unsafe currentWithoutFastPointer }
        return unsafe pointer.assumingMemoryBound(to: ThreadContext.self)
    }

    /// Not inlined, so that the callers of `current` save no registers for this rare path.
    @inline(never)
    private static var currentWithoutFastPointer: UnsafeMutablePointer<ThreadContext> {
        if let pointer = unsafe Platform.slowThreadPointer {
            return unsafe pointer.assumingMemoryBound(to: ThreadContext.self)
        }
        let registry = ThreadRegistry.shared
        let context = unsafe registry.claimContext()
        unsafe registry.lend(context, mayBePlain: true)
        return unsafe context
    }
}

extension ThreadRegistry {
    /// Makes a context the running thread's.
    ///
    /// - Parameter mayBePlain: Whether the thread pins with plain stores if the system has the barrier.
    func lend(_ context: UnsafeMutablePointer<ThreadContext>, mayBePlain: Bool) {
        lock.withLock {
            // Relaxed: the lock orders both.
            let isPlain = mayBePlain && hasProcessBarrier.load(ordering: .relaxed)
            unsafe context.hazards.pointee.plainPointer.store(
                isPlain ? Platform.threadPointerAddress : 0, ordering: .relaxed)
            unsafe Platform.setThreadPointer(context, fast: isPlain) { pointer in
                unsafe ThreadRegistry.shared.releaseContext(
                    pointer.assumingMemoryBound(to: ThreadContext.self))
            }
        }
    }

    /// Makes the calling thread pin as on a system without the barrier, for tests and benchmarks.
    package static func withholdFastPointer() {
        unsafe shared.lend(ThreadContext.current, mayBePlain: false)
    }

    fileprivate func claimContext() -> UnsafeMutablePointer<ThreadContext> {
        let stack = Platform.stackBounds
        return unsafe lock.withLock {
            let context = unsafe unusedContext() ?? makeContext()
            unsafe context.adopt(stack)
            Census.begin(.thread)
            return unsafe context
        }
    }

    private func unusedContext() -> UnsafeMutablePointer<ThreadContext>? {
        // Relaxed: the lock orders the exchange.
        unsafe contexts.first { unsafe !$0.hazards.pointee.isInUse.exchange(true, ordering: .relaxed) }
    }

    /// The contexts, newest first; the lock is held when this is read.
    var contexts: UnfoldSequence<UnsafeMutablePointer<ThreadContext>, UnsafeMutablePointer<ThreadContext>?> {
        unsafe sequence(state: first) { next in
            let context = unsafe next
            // Relaxed: set before the context was added to the list, under the registry's lock.
            unsafe next = context.flatMap {
                unsafe UnsafeMutablePointer(bitPattern: $0.hazards.pointee.next.load(ordering: .relaxed))
            }
            return unsafe context
        }
    }

    private func makeContext() -> UnsafeMutablePointer<ThreadContext> {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: unsafe HazardRecord.size + MemoryLayout<ThreadContext>.stride, alignment: 128)
        unsafe memory.initializeMemory(as: HazardRecord.self, to: HazardRecord())
        let context = unsafe (memory + HazardRecord.size).assumingMemoryBound(to: ThreadContext.self)
        unsafe context.initialize(to: ThreadContext(context.hazards))
        unsafe context.hazards.pointee.next.store(UInt(bitPattern: first), ordering: .relaxed)
        unsafe first = context
        return unsafe context
    }

    private func releaseContext(_ context: UnsafeMutablePointer<ThreadContext>) {
        // User code runs here: if it resolves, the thread gets another context, which ends after this one.
        unsafe context.pointee.span?.end()
        unsafe context.pointee.span = nil
        unsafe context.pointee.node = nil
        lock.withLock {
            unsafe context.hazards.pointee.plainPointer.store(0, ordering: .relaxed)
            unsafe context.hazards.pointee.isInUse.store(false, ordering: .relaxed)
        }
        Census.end(.thread)
    }
}

// MARK: Reclamation

extension ThreadRegistry {
    /// Waits until no thread reads an object that was unlinked before the call.
    package func waitForReaders() {
        passBarrier()
        // The lock is not held while waiting, because a pinned thread may need it to make its list of borrows longer. The
        // list of contexts only grows, at its head.
        let all = unsafe lock.withLock { unsafe contexts }
        unsafe all.forEach { context in
            // Sequentially consistent: pairs with the reader's exchange in `pinWithFence`. It is also an acquire, which
            // pairs with the release in `unpin`, so that the reader's actions before it are seen.
            while unsafe context.hazards.pointee.pin.load(ordering: .sequentiallyConsistent) != 0 {
                Platform.yieldProcessor()
            }
        }
    }

    /// The slots that threads are using.
    ///
    /// Call after `waitForReaders`. User code may run, as in ``disown(_:)``.
    ///
    /// - Parameter candidates: Slots that will be freed unless a thread uses them; lasting graphs disown the unused ones.
    package func hazards(among candidates: [UInt] = []) -> Set<UInt> {
        let (hazards, disowned) = lock.withLock {
            var hazards: Set<UInt> = []
            unsafe contexts.forEach { context in
                // Acquire: pairs with the release in `clookup_push` and `clookup_pop`; the entries below are then seen.
                // The path is read before the graph, because a slot enters the graph before it leaves the path.
                let record = unsafe context.hazards
                let top = unsafe record.pointee.pathTop.load(ordering: .acquiring)
                let base = unsafe record.pointee.pathBase.load(ordering: .relaxed)
                hazards.formUnion(HazardList.contents(base..<top))
                let borrowTop = unsafe record.pointee.borrowTop.load(ordering: .acquiring)
                let borrowBase = unsafe record.pointee.borrowBase.load(ordering: .relaxed)
                hazards.formUnion(HazardList.contents(borrowBase..<borrowTop))
            }
            unsafe forEachGraph { unsafe $0.appendHazards(to: &hazards) }
            return (hazards, disownLasting(Set(candidates).subtracting(hazards)))
        }
        withExtendedLifetime(disowned) {}
        return hazards
    }

    /// Makes the instances of these slots impossible to find in any graph.
    ///
    /// The slots will be freed with their container, and their memory may be used for other slots.
    ///
    /// User code may run: the `deinit` of a value that a lasting graph has held.
    ///
    /// - Parameter slots: Evaluated at most once, under the registry's lock, and only if a graph may have instances. It must run no user
    ///   code.
    package func disown(_ slots: @autoclosure () -> Set<UInt>) {
        let disowned = lock.withLock {
            lazy var all = slots()
            unsafe forEachGraph { unsafe $0.disown { all.contains($0) } }
            return unsafe lastingGraphs.isEmpty ? [] : disownLasting(all)
        }
        withExtendedLifetime(disowned) {}
    }

    /// Calls `body` for the index of each graph that has an arena; the lock is held.
    private func forEachGraph(_ body: (UnsafeMutableBufferPointer<GraphArena.Position>) -> Void) {
        unsafe contexts.forEach { unsafe body(UnsafeMutableBufferPointer(of: $0.hazards)) }
        for home in homes {
            if let arena = unsafe UnsafeMutablePointer<GraphArena>(bitPattern: home) {
                unsafe body(arena.pointee.positions)
            }
        }
    }

    /// Removes the instances of the slots from lasting graphs, and returns them; the lock is held.
    private func disownLasting(_ slots: Set<UInt>) -> [LastingInstance] {
        var disowned: [LastingInstance] = []
        guard !slots.isEmpty else { return disowned }
        // No `for` loop, because the formatter does not know `for unsafe`.
        unsafe lastingGraphs.values.forEach { lasting in
            unsafe lasting._withUnsafeGuaranteedRef { lasting in
                for instance in lasting.instances where slots.contains(instance.slot) {
                    unsafe instance.slot = GraphArena.disowned
                    disowned.append(instance)
                }
                lasting.instances.removeAll { unsafe $0.slot == GraphArena.disowned }
            }
        }
        return disowned
    }
}

/// Ends with its thread: a subclass on a higher floor releases the instances that the thread keeps.
package class ThreadSpan: @unchecked Sendable {  // Immutable; a subclass says what guards its own state.
    package init() {}

    /// Called by the thread at its end, with no lock held.
    package func end() {}
}

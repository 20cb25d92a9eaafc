// How readers and writers see each other's stores: with the kernel's barrier, without it, and when the kernel begins to
// refuse it, as it does if the process installs a filter of system calls.
//
//     barrier     readers pin with plain stores; a writer makes all threads pass a barrier
//        | the kernel refuses the barrier: the fast pointer of every thread is withheld
//        v
//     settling    some thread was not seen to pin with a fence since; a writer waits for `settlingTime` before it looks
//        | every thread has pinned with a fence, or has ended
//        v
//     fences      readers pin with a fence, and so do writers
//
// A thread without a fast pointer clears `plainPointer`, and then pins with a fence. Until then it may be inside a pin that it
// made with a plain store, which may not have reached memory when the writer looks. Such a store takes some microseconds
// at most, whether its thread runs or not. A processor writes its stores in order as fast as it gets the cache lines,
// and the kernel's switch to another thread is a barrier. The thread can find an unlinked slot only if it read before
// the unlinking. Then its pin was already stored. So a writer that waits for much longer between unlinking and looking
// sees the pin.

internal import Synchronization

extension ThreadRegistry {
    /// How readers pin.
    package enum Readers: Sendable {
        case barrier, settling, fences
    }

    /// The time in which every store is seen by all threads, in nanoseconds: a thousand times what a processor takes.
    package static let settlingTime: UInt64 = 10_000_000

    package var readers: Readers {
        // Acquire: pairs with the release in `stopBarrier`.
        if hasProcessBarrier.load(ordering: .acquiring) { return .barrier }
        return plainReaderCount > 0 ? .settling : .fences
    }

    /// How many threads pin with plain stores, as far as this thread can know.
    package var plainReaderCount: Int {
        withLock {
            var count = 0
            // No `for` loop, because the formatter does not know `for unsafe`.
            unsafe contexts.forEach { context in
                // Relaxed: the lock orders it.
                if unsafe context.hazards.pointee.plainPointer.load(ordering: .relaxed) != 0 { count += 1 }
            }
            return count
        }
    }

    /// Orders the writer's unlinking before its look at the pins, for itself and for the readers.
    func passBarrier() {
        // Acquire: as in `readers`.
        if hasProcessBarrier.load(ordering: .acquiring) {
            if Platform.processBarrier() { return }
            stopBarrier()
        }
        // The writer itself does not read.
        if let own = unsafe Platform.slowThreadPointer {
            unsafe stopPlainPins(own.assumingMemoryBound(to: ThreadContext.self))
        }
        // Sequentially consistent: between the unlinking and the loads in `waitForReaders`, as the reader's exchange in
        // `pinWithFence` is between its pin and its lookup.
        writers.wrappingAdd(1, ordering: .sequentiallyConsistent)
        if plainReaderCount > 0 { Platform.sleep(nanoseconds: Self.settlingTime) }
    }

    /// Has all threads pin with fences from their next lookup on.
    private func stopBarrier() {
        withLock {
            // Release: pairs with the acquire in `readers` and `passBarrier`.
            hasProcessBarrier.store(false, ordering: .releasing)
            // Only its own thread gives up a context, under the lock: the addresses are valid.
            unsafe contexts.forEach { context in
                Platform.withholdThreadPointer(at: unsafe context.hazards.pointee.plainPointer.load(ordering: .relaxed))
            }
        }
    }

    /// Switches the calling thread to pinning with fences; it must not be pinned.
    func stopPlainPins(_ context: UnsafeMutablePointer<ThreadContext>) {
        // A thread's first pin is made with a fence, too, and the next ones are plain. Acquire: as in `readers`.
        guard !hasProcessBarrier.load(ordering: .acquiring) else { return }
        // Relaxed: the thread itself stored it.
        guard unsafe context.hazards.pointee.plainPointer.load(ordering: .relaxed) != 0 else { return }
        unsafe lend(context, mayBePlain: false)
    }

    /// Uses the kernel's barrier again, for tests; other threads that pin with fences go on with that.
    package func restoreBarrier() {
        Platform.refuseProcessBarrier(with: 0)
        let isPrepared = Platform.prepareProcessBarrier()
        withLock { hasProcessBarrier.store(isPrepared, ordering: .releasing) }
        // Later tests of this thread test its fast path.
        unsafe lend(ThreadContext.current, mayBePlain: true)
    }
}

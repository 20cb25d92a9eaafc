// The strategies that take a lock for every resolve.

import Dispatch
import Synchronization

final class MutexTable: SingletonTable {
    static let strategy = "pthread mutex"

    private let lock = PthreadMutex()
    private let slots: SlotTable

    init(maker: Maker) {
        slots = SlotTable(maker: maker)
    }

    var lockBytes: Int { PthreadMutex.byteCount }

    func instance<T: Service>(_ type: T.Type) -> T {
        lock.withLock { slots.instance(type) }
    }
}

final class RecursiveMutexTable: SingletonTable {
    static let strategy = "recursive mutex"

    private let lock = PthreadMutex(isRecursive: true)
    private let slots: SlotTable

    init(maker: Maker) {
        slots = SlotTable(maker: maker)
    }

    var lockBytes: Int { PthreadMutex.byteCount }

    func instance<T: Service>(_ type: T.Type) -> T {
        lock.withLock { slots.instance(type) }
    }
}

final class ReadWriteLockTable: SingletonTable {
    static let strategy = "rwlock"

    private let lock = PthreadReadWriteLock()
    private let slots: SlotTable

    init(maker: Maker) {
        slots = SlotTable(maker: maker)
    }

    var lockBytes: Int { PthreadReadWriteLock.byteCount }

    func instance<T: Service>(_ type: T.Type) -> T {
        let existing = lock.withReadLock { slots.existing(type, at: slots.position(of: type)) }
        // Another thread may have created it since the read lock was released, so `instance` checks again.
        return existing ?? lock.withWriteLock { slots.instance(type) }
    }
}

/// A table with sixteen mutexes: a service's position in the table selects its mutex.
final class StripedTable: SingletonTable {
    static let strategy = "striped mutexes"
    private static let stripeCount = 16

    private let stripes = (0..<stripeCount).map { _ in PthreadMutex() }
    private let slots: SlotTable

    init(maker: Maker) {
        slots = SlotTable(maker: maker)
    }

    var lockBytes: Int { Self.stripeCount * PthreadMutex.byteCount }

    func instance<T: Service>(_ type: T.Type) -> T {
        let position = slots.position(of: type)
        return stripes[position % Self.stripeCount].withLock {
            slots.existing(type, at: position) ?? slots.make(type, at: position)
        }
    }
}

/// A table with a spin lock.
///
/// A waiting thread spins, and after a while yields its processor: with more threads than processors, the thread that
/// holds the lock may be waiting for one.
final class SpinLockTable: SingletonTable {
    static let strategy = "spin lock"
    private static let patience = 100

    private let isTaken = Atomic<Bool>(false)
    private let slots: SlotTable

    init(maker: Maker) {
        slots = SlotTable(maker: maker)
    }

    var lockBytes: Int { MemoryLayout<Atomic<Bool>>.size }

    func instance<T: Service>(_ type: T.Type) -> T {
        lock()
        // Release: pairs with the acquire in `lock`.
        defer { isTaken.store(false, ordering: .releasing) }
        return slots.instance(type)
    }

    @inline(__always)
    private func lock() {
        // Acquire: pairs with the release by the previous holder.
        while isTaken.exchange(true, ordering: .acquiring) {
            var tries = 0
            // Relaxed: only a check before the next exchange, so that waiting threads do not fight for the cache line.
            while isTaken.load(ordering: .relaxed) {
                tries += 1
                if tries % Self.patience == 0 { yieldProcessor() }
            }
        }
    }
}

final class SynchronizationMutexTable: SingletonTable {
    static let strategy = "Synchronization.Mutex"

    private let slots: Mutex<SlotTable>

    init(maker: Maker) {
        slots = Mutex(SlotTable(maker: maker))
    }

    var lockBytes: Int { MemoryLayout<Mutex<SlotTable>>.size - MemoryLayout<SlotTable>.size }

    func instance<T: Service>(_ type: T.Type) -> T {
        slots.withLock { $0.instance(type) }
    }
}

final class SerialQueueTable: SingletonTable {
    static let strategy = "serial queue"

    private let queue = DispatchQueue(label: "singletons")
    private let slots: SlotTable

    init(maker: Maker) {
        slots = SlotTable(maker: maker)
    }

    var lockBytes: Int { Heap.bytes(of: queue) }

    func instance<T: Service>(_ type: T.Type) -> T {
        queue.sync { slots.instance(type) }
    }
}

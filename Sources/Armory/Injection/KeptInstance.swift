// The instance of a deferred dependency. A read takes no lock, as a ready hit does not.
//
//     word     meaning
//     odd      there is no instance; another word after each release
//     even     the address of memory with the instance
//
//                  keep                    release
//     vacant(n) ----------> instance ------------------> vacant(n + 1)
//         |                                                  ^
//         +----------------------- release ------------------+
//
// A release takes the word away, waits for the reads that may have found it, and frees the memory: see `ccore_begin_read`.
//
// It is not generic, and each function takes the type: the metadata of a generic structure would be looked up at each use.

public import CCore
public import Synchronization

@safe
@usableFromInline
struct KeptInstance: ~Copyable {
    /// The word before the first instance.
    private static let unused: UInt = 1

    @usableFromInline let word = Atomic<UInt>(unused)
    private let releases = Atomic<UInt>(0)
    /// The address of the `ReentrantLock`, with one reference to it; 0: none was needed.
    private let lockWord = Atomic<UInt>(0)

    /// Returns the instance; if there is none, the result of `make`.
    @inlinable @inline(__always)
    func readInstance<T, E: Error>(or make: () throws(E) -> T) throws(E) -> T {
        let reads = unsafe ccore_begin_read()
        // Sequentially consistent, as `ccore_begin_read` says; it also pairs with the release in `store`.
        let word = word.load(ordering: .sequentiallyConsistent)
        if word & 1 == 0 {
            let instance = unsafe UnsafePointer<T>(bitPattern: word).unsafelyUnwrapped.pointee
            unsafe ccore_end_read(reads)
            return instance
        }
        unsafe ccore_end_read(reads)
        return try make()
    }

    /// The instance; nil: there is none.
    func readInstance<T>(ofType type: T.Type) -> T? {
        // The closure names the type: it would be inferred as `T?` otherwise, which the memory does not have.
        try? readInstance { () throws(Absent) -> T in throw Absent() }
    }

    private struct Absent: Error {}

    var isFilled: Bool { vacancy == 0 }

    /// The word that says that there is no instance; 0: there is one.
    var vacancy: UInt {
        // Relaxed: `store` compares it.
        let word = word.load(ordering: .relaxed)
        return word & 1 == 0 ? 0 : word
    }

    /// Keeps an instance unless there is another one, or there was a release, since the vacancy was read.
    ///
    /// - Parameter vacancy: With 0, nothing is kept: there was an instance.
    /// - Returns: The instance that is kept; the given one if none is.
    func store<T>(_ made: T, ifVacantSince vacancy: UInt) -> T {
        let memory = Self.allocateBox(holding: made)
        // Release: the instance is whole; pairs with the load in `readInstance`.
        if word.compareExchange(expected: vacancy, desired: memory, ordering: .releasing).exchanged { return made }
        freeBox(ofType: T.self, at: memory)
        return readInstance { made }
    }

    /// Removes the instance and releases it.
    ///
    /// User code may run: its `deinit`.
    func releaseInstance<T>(ofType type: T.Type) {
        // Relaxed: threads only take different numbers.
        let vacant = releases.wrappingAdd(1, ordering: .relaxed).newValue << 1 | 1
        // Sequentially consistent, as `ccore_begin_read` says; it also pairs with the release in `store`.
        let old = word.exchange(vacant, ordering: .sequentiallyConsistent)
        guard old & 1 == 0 else { return }
        ccore_wait_for_reads()
        freeBox(ofType: type, at: old)
    }

    private static func allocateBox<T>(holding instance: consuming T) -> UInt {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
        unsafe memory.initialize(to: instance)
        return UInt(bitPattern: memory)
    }

    /// Releases the instance at the end of the owner.
    func destroyInstanceAndLock<T>(ofType type: T.Type) {
        // Relaxed: no other thread has it.
        freeBox(ofType: type, at: word.load(ordering: .relaxed))
        let reentrantLock = lockWord.load(ordering: .relaxed)
        if reentrantLock != 0 {
            unsafe Unmanaged<ReentrantLock>.fromOpaque(UnsafeRawPointer(bitPattern: reentrantLock).unsafelyUnwrapped)
                .release()
        }
    }

    private func freeBox<T>(ofType type: T.Type, at word: UInt) {
        guard word & 1 == 0, let memory = unsafe UnsafeMutablePointer<T>(bitPattern: word) else { return }
        // Moved out rather than deinitialised in place: one value needs no array's destructor.
        _ = unsafe memory.move()
        unsafe memory.deallocate()
    }

    /// The lock of the threads that resolve the instance.
    var reentrantLock: ReentrantLock {
        // Acquire: the lock is whole; pairs with the release below.
        var word = lockWord.load(ordering: .acquiring)
        if word == 0 {
            let made = unsafe Unmanaged.passRetained(ReentrantLock())
            let own = UInt(bitPattern: unsafe made.toOpaque())
            let (exchanged, original) = lockWord.compareExchange(
                expected: 0, desired: own, ordering: .acquiringAndReleasing)
            if !exchanged { unsafe made.release() }
            word = exchanged ? own : original
        }
        // The owner keeps it.
        return unsafe Unmanaged<ReentrantLock>.fromOpaque(UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped)
            .takeUnretainedValue()
    }
}

@available(*, unavailable, message: "Its owner decides which threads share it.")
extension KeptInstance: Sendable {}

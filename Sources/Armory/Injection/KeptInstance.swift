// The instance of a deferred dependency. A read takes no lock, as a ready hit does not.
//
//     word     meaning
//     odd      there is no instance; another word after each release
//     even     the address of memory with the instance
//
//                  keep                    release
//     vacant(n) ----------> instance ------------------> vacant(n + 1)        replace: instance --> another instance
//         |                                                  ^
//         +----------------------- release ------------------+
//
// It is not generic, and each function takes the type: the metadata of a generic structure would be looked up at each use.
//
// A reader is pinned until it has copied the instance. A release replaces the word, waits until no thread reads the former
// one, and then frees the memory.

public import Synchronization

private struct Absent: Error {}

@safe
@usableFromInline
struct KeptInstance: ~Copyable {
    /// The word before the first instance.
    static let unused: UInt = 1

    @usableFromInline let word = Atomic<UInt>(unused)
    private let releases = Atomic<UInt>(0)

    /// Returns the instance; if there is none, the result of `make`.
    @inlinable
    @inline(__always)
    func read<T, E: Error>(or make: () throws(E) -> T) throws(E) -> T {
        try Self.read({ load() }, or: make)
    }

    @inlinable
    @inline(__always)
    func load() -> UInt {
        // Acquire: pairs with the releases in `keep` and `exchange`.
        word.load(ordering: .acquiring)
    }

    /// The same by a function that reads the word.
    @inlinable
    @inline(__always)
    static func read<T, E: Error>(_ load: () -> UInt, or make: () throws(E) -> T) throws(E) -> T {
        let pin = Pin()
        let word = load()
        if word & 1 == 0 {
            let instance = unsafe UnsafePointer<T>(bitPattern: word).unsafelyUnwrapped.pointee
            pin.end()
            return instance
        }
        pin.end()
        return try make()
    }

    /// The instance; nil: there is none.
    func read<T>(_ type: T.Type) -> T? {
        // The closure names the type: it would be inferred as `T?` otherwise, which the memory does not have.
        try? read { () throws(Absent) -> T in throw Absent() }
    }

    var isFilled: Bool { vacancy == 0 }

    /// The word that says that there is no instance; 0: there is one.
    var vacancy: UInt {
        // Relaxed: `keep` compares it.
        let word = word.load(ordering: .relaxed)
        return word & 1 == 0 ? 0 : word
    }

    /// Keeps an instance unless there is another one, or there was a release, since the vacancy was read.
    ///
    /// - Parameter vacancy: With 0, nothing is kept: there was an instance.
    /// - Returns: The instance that is kept; the given one if none is.
    func keep<T>(_ made: T, at vacancy: UInt) -> T {
        let memory = Self.memory(with: made)
        // Release: the instance is whole; pairs with the acquire in `read`.
        if word.compareExchange(expected: vacancy, desired: memory, ordering: .releasing).exchanged { return made }
        free(T.self, at: memory)
        return read { made }
    }

    /// Keeps the first instance, before another thread knows the owner.
    func keepFirst<T>(_ instance: consuming T) {
        // Relaxed: publishing the owner orders this store.
        word.store(Self.memory(with: instance), ordering: .relaxed)
    }

    /// Removes the instance and releases it.
    ///
    /// User code may run: its `deinit`.
    func release<T>(_ type: T.Type) {
        exchange(type, for: releases.wrappingAdd(1, ordering: .relaxed).newValue << 1 | 1)
    }

    /// Keeps an instance in place of the former one, which is released: its `deinit` may run.
    func replace<T>(with instance: T) {
        exchange(T.self, for: Self.memory(with: instance))
    }

    private func exchange<T>(_ type: T.Type, for new: UInt) {
        // Acquire: pairs with the releases in `keep` and of an earlier exchange, whose instance is released next. Release: pairs
        // with the acquire in `load`.
        let old = word.exchange(new, ordering: .acquiringAndReleasing)
        if old & 1 == 0 { ThreadRegistry.shared.waitForReaders() }
        free(type, at: old)
    }

    private static func memory<T>(with instance: consuming T) -> UInt {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
        unsafe memory.initialize(to: instance)
        return UInt(bitPattern: memory)
    }

    /// Releases the instance at the end of the owner.
    func end<T>(_ type: T.Type) {
        // Relaxed: no other thread has it.
        free(type, at: word.load(ordering: .relaxed))
    }

    private func free<T>(_ type: T.Type, at word: UInt) {
        guard word & 1 == 0, let memory = unsafe UnsafeMutablePointer<T>(bitPattern: word) else { return }
        // Moved out rather than deinitialised in place: one value needs no array's destructor.
        _ = unsafe memory.move()
        unsafe memory.deallocate()
    }
}

@available(*, unavailable, message: "Its owner decides which threads share it.")
extension KeptInstance: Sendable {}

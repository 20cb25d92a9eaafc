// From a slot to the container that has it, for code that was handed no container.
//
//     slot.number    [ index in the directory : 32 | how many slots the container had made : 32 ]
//
// The index is in the number because a slot has no room for another word. Only a thread inside a factory of the
// container asks, so the container is alive. The directory has no references, so it keeps no container alive. A scope's
// control block keeps its index from scope to scope; only the entry changes.
//
//     chunk      0        1         2          . . .  25
//     entries    64       128       256                2^31      allocated when its first index is given, never moved

internal import Synchronization

/// The containers of the process by their indices.
@safe
final class ContainerDirectory: @unchecked Sendable {  // `free` and `count` are guarded by `lock`; the rest is atomic.
    static let shared = ContainerDirectory()

    /// The entry of a container: its address, or 0.
    @safe
    struct Entry {
        fileprivate let word: UnsafeMutablePointer<Atomic<UInt>>
        let index: UInt

        /// Sets the container of the entry, until it ends.
        func set(_ container: Container) {
            // Release: the container is whole; pairs with the acquire in `container(of:)`.
            unsafe word.pointee.store(Unmanaged.passUnretained(container).word, ordering: .releasing)
        }

        /// Clears the entry of a container that has ended.
        func clear() {
            // Relaxed: no thread asks for it any more.
            unsafe word.pointee.store(0, ordering: .relaxed)
        }
    }

    private let lock = Lock()
    private let chunks: UnsafeMutablePointer<Atomic<UInt>>
    private var count: UInt = 0
    /// The indices of containers that have ended.
    private var free: [UInt] = []

    static let numberBits: UInt = 32
    private static let chunkCount = 26
    private static let firstChunk: UInt = 64

    private init() {
        unsafe chunks = .allocate(capacity: Self.chunkCount)
        for index in 0..<Self.chunkCount { unsafe (chunks + index).initialize(to: Atomic(0)) }
    }

    /// Reserves an index for one container, or for several that exist one after the other.
    func reserve() -> Entry {
        let index = lock.withLock { () -> UInt in
            if let index = free.popLast() { return index }
            defer { count += 1 }
            allocateChunk(of: count)
            return count
        }
        return unsafe Entry(word: word(of: index), index: index)
    }

    /// Gives the index up for another container.
    func leave(_ entry: Entry) {
        entry.clear()
        lock.withLock { free.append(entry.index) }
    }

    /// The container of a slot.
    ///
    /// Requires that the slot is on the calling thread's path, so that its container does not end meanwhile.
    func container(of slot: Slot) -> Container? {
        // Acquire: pairs with the release in `set`.
        let address = unsafe word(of: slot.number &>> Self.numberBits).pointee.load(ordering: .acquiring)
        return unsafe Unmanaged(word: address)?.takeUnretainedValue()
    }

    /// The chunk of an index, and its offset in the chunk.
    private static func position(of index: UInt) -> (chunk: Int, offset: Int) {
        let chunk = UInt.bitWidth - 1 - (index / firstChunk + 1).leadingZeroBitCount
        return (chunk, Int(index - firstChunk * ((1 << UInt(chunk)) - 1)))
    }

    private func word(of index: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
        let (chunk, offset) = Self.position(of: index)
        // Acquire: pairs with the release below.
        let base = unsafe chunks[chunk].load(ordering: .acquiring)
        return unsafe UnsafeMutablePointer<Atomic<UInt>>(bitPattern: base).unsafelyUnwrapped + offset
    }

    /// The lock is held.
    private func allocateChunk(of index: UInt) {
        let (chunk, offset) = Self.position(of: index)
        guard offset == 0 else { return }
        let size = Int(Self.firstChunk) << chunk
        let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: size)
        for index in 0..<size { unsafe (words + index).initialize(to: Atomic(0)) }
        // Release: the entries are initialised; pairs with the acquire above.
        unsafe chunks[chunk].store(UInt(bitPattern: words), ordering: .releasing)
    }
}

// From a slot to the container that has it, for code that was handed no container.
//
//     slot.number    [ place in the directory : 32 | how many slots the container had made : 32 ]
//
// The place is in the number because a slot has no room for another word. Only a thread that is in a factory of the
// container asks, so the container is there, and the directory holds nothing: no container is kept alive by it. A scope's
// ledger keeps its place from scope to scope, and its entry is all that changes.
//
//     chunk      0        1         2          . . .   25
//     entries    64       128       256                2^31        allocated when the first place in it is given, never moved

internal import Synchronization

/// The containers of the process by their places.
@safe
final class ContainerDirectory: @unchecked Sendable {  // `free` and `count` are guarded by `lock`; the rest is atomic.
    static let shared = ContainerDirectory()

    /// Where a container stands: its address, or 0.
    @safe
    struct Entry {
        fileprivate let word: UnsafeMutablePointer<Atomic<UInt>>
        let place: UInt

        /// Names a container, until it ends.
        func set(_ container: Container) {
            let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(container).toOpaque())
            // Release: the container is whole; pairs with the acquire in `container(of:)`.
            unsafe word.pointee.store(address, ordering: .releasing)
        }

        /// The container has ended.
        func clear() {
            // Relaxed: nobody asks for it.
            unsafe word.pointee.store(0, ordering: .relaxed)
        }
    }

    private let lock = Lock()
    private let chunks: UnsafeMutablePointer<Atomic<UInt>>
    private var count: UInt = 0
    /// The places of containers that are gone.
    private var free: [UInt] = []

    static let numberBits: UInt = 32
    private static let chunkCount = 26
    private static let firstChunk: UInt = 64

    private init() {
        unsafe chunks = .allocate(capacity: Self.chunkCount)
        for index in 0..<Self.chunkCount { unsafe (chunks + index).initialize(to: Atomic(0)) }
    }

    /// A place for containers that come one after the other, or for one.
    func reserve() -> Entry {
        let place = lock.withLock { () -> UInt in
            if let place = free.popLast() { return place }
            defer { count += 1 }
            allocateChunk(of: count)
            return count
        }
        return unsafe Entry(word: word(of: place), place: place)
    }

    /// The place is another's.
    func leave(_ entry: Entry) {
        entry.clear()
        lock.withLock { free.append(entry.place) }
    }

    /// The container of a slot.
    ///
    /// The slot is on the calling thread's path: its container does not end meanwhile.
    func container(of slot: Slot) -> Container? {
        // Acquire: pairs with the release in `set`.
        let address = unsafe word(of: slot.number &>> Self.numberBits).pointee.load(ordering: .acquiring)
        return unsafe UnsafeRawPointer(bitPattern: address).map {
            unsafe Unmanaged<Container>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// The chunk of a place, and where it stands there.
    private static func position(of place: UInt) -> (chunk: Int, index: Int) {
        let chunk = UInt.bitWidth - 1 - (place / firstChunk + 1).leadingZeroBitCount
        return (chunk, Int(place - firstChunk * ((1 << UInt(chunk)) - 1)))
    }

    private func word(of place: UInt) -> UnsafeMutablePointer<Atomic<UInt>> {
        let (chunk, index) = Self.position(of: place)
        // Acquire: pairs with the release below.
        let base = unsafe chunks[chunk].load(ordering: .acquiring)
        return unsafe UnsafeMutablePointer<Atomic<UInt>>(bitPattern: base).unsafelyUnwrapped + index
    }

    /// The lock is held.
    private func allocateChunk(of place: UInt) {
        let (chunk, index) = Self.position(of: place)
        guard index == 0 else { return }
        let size = Int(Self.firstChunk) << chunk
        let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: size)
        for index in 0..<size { unsafe (words + index).initialize(to: Atomic(0)) }
        // Release: the entries are initialised; pairs with the acquire above.
        unsafe chunks[chunk].store(UInt(bitPattern: words), ordering: .releasing)
    }
}

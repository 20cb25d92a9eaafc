// The instances of one outermost resolve, in bump-allocated memory of the thread. It is filled while a graph is built,
// emptied when the outermost resolve ends, and reused by the next one.
//
//     chunk   [ header | value ][ header | value ] . . .  -> bump
//               ^ previous <------- newest
//     index   open addressing over (slot, entry), power of two, at most half full
//
// Code without the factory's resolver may hand its objects to another task, so it does not get the objects that the
// factory's own graph uses. A resolve by such code is a separate level:
//
//     level 1   the graph of the outermost resolve          level 0   instances that may be shared: every level finds
//     level 2   that of a resolve in one of its factories             them
//     level 3   that of a later one
//
// GraphArena+Levels.swift has the changes of the level. A number is never used again in the arena.
//
// Entries are removed at the end, in reverse order of insertion, so that probe chains stay whole without tombstones. An
// abandoned instance stays until another one is created in its entry, or until the end.
//
// The index holds slots of the registration table, so it is also a list of hazards. A replaced slot stays allocated
// while an instance that it created is here, so no other binding can get its address. A slot that is freed with its
// container is disowned first: its instance stays until the end, but lookups no longer find it.

internal import Synchronization

@unsafe
@usableFromInline
package struct GraphArena: ~Copyable {
    /// One position of the index.
    @unsafe
    struct Position: ~Copyable {
        /// The slot of the instance; 0: free.
        ///
        /// Written by the owner, and by a container that ends (`disown`), under the registry's lock. Read by a writer
        /// that looks for hazards. Ordered by `pathTop`: the slot stays on the path until it is here.
        let slot = Atomic<UInt>(0)
        /// The address of the instance's entry.
        ///
        /// Used only by the owner; atomic because other threads read the position.
        let entry = Atomic<UInt>(0)
    }

    /// The header in memory before each value.
    @unsafe
    package struct Entry {
        /// The `Build` of an unfinished instance; nil: finished.
        package var build: AnyObject?
        /// `Void` if the instance was released before the entry.
        fileprivate(set) var type: any Any.Type
        package let previous: UnsafeMutablePointer<Entry>?
        /// The level of the graph that the instance belongs to; 0: every level finds it.
        let level: UInt
        var position: Int32
        /// Whether the type is a class, so that the value is one reference.
        fileprivate(set) var isObject: Bool
    }

    var index: UnsafeMutablePointer<Position>
    var mask: Int
    /// The number of entries.
    package var count = 0
    /// The number of entries at which the index is half full.
    var countLimit: Int
    package var newest: UnsafeMutablePointer<Entry>?
    var bump: UInt = 0
    var bumpEnd: UInt = 0
    /// The chunk that is kept for reuse once a graph has used one.
    var firstChunk: UInt = .max
    var firstChunkEnd: UInt = 0
    var chunks: [Range<UInt>] = []
    /// The level of the running graph.
    ///
    /// A whole word: a program may run inside of a factory for as long as it likes.
    var level: UInt = 1
    /// The highest level that has begun.
    var lastLevel: UInt = 1
    /// The lasting graphs of this level and of those further out, which receive the instances when their level ends.
    ///
    /// Nil, and not empty, if there are none: the end of every graph looks.
    package var lastings: [AnyLastingGraph]?
    /// The number of running `removeGraph` calls; they nest if a user's `deinit` resolves.
    var removals = 0

    /// Replaces a freed slot in the index: it is no slot's address, and not 0 (free), so that probe chains stay whole.
    static let disowned: UInt = 1
    static let initialCapacity = 16
    static let firstChunkSize = 4096
    /// The size of the header; a value begins at the first multiple of its alignment after it.
    static let header = unsafe MemoryLayout<Entry>.stride

    /// The record that tells other threads where the index is; nil: no thread's arena, but one known to the registry.
    var hazards: UnsafeMutablePointer<HazardRecord>?

    init(_ hazards: UnsafeMutablePointer<HazardRecord>?) {
        unsafe self.hazards = unsafe hazards
        unsafe index = Self.makeIndex(capacity: Self.initialCapacity)
        unsafe mask = Self.initialCapacity - 1
        unsafe countLimit = Self.initialCapacity / 2
        unsafe announceIndex()
    }

    /// Publishes the index; called under the registry's lock, or for a new arena.
    func announceIndex() {
        guard let hazards = unsafe hazards else { return }
        unsafe hazards.pointee.graphIndex.store(UInt(bitPattern: index), ordering: .relaxed)
        unsafe hazards.pointee.graphCapacity.store(mask + 1, ordering: .relaxed)
    }

    static func makeIndex(capacity: Int) -> UnsafeMutablePointer<Position> {
        let index = UnsafeMutablePointer<Position>.allocate(capacity: capacity)
        for position in 0..<capacity {
            unsafe (index + position).initialize(to: Position())
        }
        return unsafe index
    }

    @inline(__always)
    static func hash(_ slot: UInt) -> Int {
        // Slots are at least 16 bytes apart; the multiplier is 2^64 divided by the golden ratio.
        Int(truncatingIfNeeded: (slot &* 0x9E37_79B9_7F4A_7C15) &>> 32)
    }

    /// Finds the entry of a slot's instance that belongs to the level, or to all; nil: there is none.
    @inline(__always)
    package func find(_ slot: UInt) -> UnsafeMutablePointer<Entry>? {
        var position = unsafe Self.hash(slot) & mask
        while true {
            let found = unsafe index[position].slot.load(ordering: .relaxed)
            if found == slot {
                let entry = unsafe UnsafeMutablePointer<Entry>(
                    bitPattern: index[position].entry.load(ordering: .relaxed)
                ).unsafelyUnwrapped
                let level = unsafe entry.pointee.level
                if unsafe level == self.level || level == 0 { return unsafe entry }
            }
            if found == 0 { return nil }
            position = unsafe (position &+ 1) & mask
        }
    }

    /// The address of an entry's value, of a type with this alignment.
    static func address(of entry: UnsafeMutablePointer<Entry>, alignment: Int) -> UnsafeMutableRawPointer {
        let start = unsafe UInt(bitPattern: entry) &+ UInt(bitPattern: header)
        let mask = UInt(bitPattern: alignment) &- 1
        return unsafe UnsafeMutableRawPointer(bitPattern: (start &+ mask) & ~mask).unsafelyUnwrapped
    }

    /// The address of an entry's value.
    package static func value<T>(
        of entry: UnsafeMutablePointer<Entry>, as type: T.Type
    ) -> UnsafeMutablePointer<T> {
        unsafe address(of: entry, alignment: MemoryLayout<T>.alignment).assumingMemoryBound(to: type)
    }

    /// Copies an entry's value into a room.
    @inline(__always)
    static func copy(_ entry: UnsafeMutablePointer<Entry>, _ type: any Any.Type, to room: UnsafeMutableRawPointer) {
        if unsafe entry.pointee.isObject {
            let object = unsafe value(of: entry, as: Unmanaged<AnyObject>.self).pointee
            unsafe room.storeBytes(of: object.retain(), as: Unmanaged<AnyObject>.self)
        } else {
            unsafe InstanceType(type).copy(at: address(of: entry, alignment: 8), to: room)
        }
    }
}

@available(*, unavailable, message: "An arena belongs to its thread.")
extension GraphArena: Sendable {}

@available(*, unavailable, message: "An arena belongs to its thread.")
extension GraphArena.Position: Sendable {}

@available(*, unavailable, message: "An arena belongs to its thread.")
extension GraphArena.Entry: Sendable {}

// MARK: Changing

extension GraphArena {
    /// Inserts an instance of a slot that has none in the arena.
    @discardableResult
    package mutating func insert<T>(
        _ slot: UInt, _ instance: T, isShareable: Bool = false
    ) -> UnsafeMutablePointer<Entry> {
        let entry = unsafe makeRoom(for: slot, T.self, isShareable: isShareable)
        unsafe Self.value(of: entry, as: T.self).initialize(to: instance)
        return unsafe entry
    }

    /// Inserts a copy of an instance, whose slot has none in the arena.
    @inline(__always)
    mutating func insert(
        _ slot: UInt, copyOf instance: UnsafeMutableRawPointer, _ type: any Any.Type, isShareable: Bool
    ) {
        if unsafe InstanceType(type).isClass {
            let entry = unsafe makeRoom(
                for: slot, type, bytes: Self.bytes(size: 8, alignment: 8), isObject: true,
                level: isShareable ? 0 : level)
            let object = unsafe instance.load(as: Unmanaged<AnyObject>.self)
            unsafe Self.value(of: entry, as: Unmanaged<AnyObject>.self).initialize(to: object.retain())
        } else {
            let entry = unsafe makeRoom(for: slot, type, isShareable: isShareable)
            unsafe InstanceType(type)
                .copy(instance, to: Self.address(of: entry, alignment: InstanceType(type).alignment))
        }
    }

    /// Makes an entry for an instance of a slot that has none in the arena; the caller initialises the value at once.
    @inline(__always)
    mutating func makeRoom(
        for slot: UInt, _ type: any Any.Type, isShareable: Bool
    ) -> UnsafeMutablePointer<Entry> {
        let layout = unsafe InstanceType(type)
        let bytes = unsafe Self.bytes(size: layout.size, alignment: layout.alignment)
        return unsafe makeRoom(
            for: slot, type, bytes: bytes, isObject: layout.isClass, level: isShareable ? 0 : level)
    }

    /// The size of an entry: entries begin at multiples of 16.
    static func bytes(size: Int, alignment: Int) -> UInt {
        let slack: Int = max(0, alignment &- 16)
        let end: Int = unsafe header &+ size &+ slack &+ 15
        return UInt(bitPattern: end & ~15)
    }

    private mutating func makeRoom(
        for slot: UInt, _ type: any Any.Type, bytes: UInt, isObject: Bool, level: UInt
    ) -> UnsafeMutablePointer<Entry> {
        if unsafe count == countLimit { unsafe growIndex() }
        if unsafe bumpEnd &- bump < bytes { unsafe addChunk(atLeast: bytes) }
        let entry = unsafe UnsafeMutablePointer<Entry>(bitPattern: bump).unsafelyUnwrapped
        unsafe bump &+= bytes
        let position = unsafe freePosition(for: slot)
        unsafe entry.initialize(
            to: Entry(
                build: nil, type: type, previous: newest, level: level, position: Int32(truncatingIfNeeded: position),
                isObject: isObject))
        unsafe index[position].entry.store(UInt(bitPattern: entry), ordering: .relaxed)
        // Relaxed: the slot is on the path until after this; see `Position.slot`.
        unsafe index[position].slot.store(slot, ordering: .relaxed)
        unsafe newest = entry
        unsafe count &+= 1
        Census.begin(.graphEntry)
        return unsafe entry
    }

    func freePosition(for slot: UInt) -> Int {
        var position = unsafe Self.hash(slot) & mask
        while unsafe index[position].slot.load(ordering: .relaxed) != 0 {
            position = unsafe (position &+ 1) & mask
        }
        return position
    }

    /// Reserves memory for more entries.
    mutating func reserve(_ entries: Int, bytes: UInt) {
        while unsafe countLimit < count + entries { unsafe growIndex() }
        if unsafe bumpEnd &- bump < bytes { unsafe addChunk(atLeast: bytes) }
    }

    private mutating func addChunk(atLeast bytes: UInt) {
        let size = unsafe max(chunks.last.map { $0.count * 2 } ?? Self.firstChunkSize, Int(bytes))
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        if unsafe !chunks.isEmpty { Census.begin(.graphChunk) }
        unsafe bump = UInt(bitPattern: memory)
        unsafe bumpEnd = bump + UInt(size)
        unsafe chunks.append(bump..<bumpEnd)
    }

    /// The entries with their slots, newest first.
    var entries: [(UnsafeMutablePointer<Entry>, slot: UInt)] {
        var entries: [(UnsafeMutablePointer<Entry>, slot: UInt)] = unsafe []
        var next = unsafe newest
        while let entry = unsafe next {
            unsafe entries.append((entry, index[Int(entry.pointee.position)].slot.load(ordering: .relaxed)))
            unsafe next = entry.pointee.previous
        }
        return unsafe entries
    }

    /// Doubles the index and inserts the oldest entries first, so that entries can still be removed newest first.
    private mutating func growIndex() {
        // Under the registry's lock, including the reads: a writer that looks for hazards reads the index, and a
        // container that ends disowns its slots in it.
        ThreadRegistry.shared.withLock {
            var entries = unsafe entries
            unsafe index.deallocate()
            unsafe mask = mask * 2 + 1
            unsafe countLimit *= 2
            unsafe index = Self.makeIndex(capacity: mask + 1)
            while let (entry, slot) = unsafe entries.popLast() {
                let position = unsafe freePosition(for: slot)
                unsafe entry.pointee.position = Int32(truncatingIfNeeded: position)
                unsafe index[position].entry.store(UInt(bitPattern: entry), ordering: .relaxed)
                unsafe index[position].slot.store(slot, ordering: .relaxed)
            }
            unsafe announceIndex()
        }
    }

    /// The positions of this arena's index.
    var positions: UnsafeMutableBufferPointer<Position> {
        unsafe UnsafeMutableBufferPointer(start: index, count: mask + 1)
    }
}

// MARK: Removing

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// Empties the arena at the end of an outermost resolve.
    ///
    /// All entries are removed from the index before the first is destroyed, so that a resolve in a `deinit` starts a
    /// new graph.
    @_optimize(speed)
    package func removeGraph() {
        if unsafe pointee.graph.lastings != nil { return unsafe endResolveOfLastingGraph() }
        unsafe dropGraph()
    }

    /// Releases all instances.
    @inline(__always)
    package func dropGraph() {
        let newest = unsafe pointee.graph.newest
        var entry = unsafe newest
        while let current = unsafe entry {
            unsafe pointee.graph.index[Int(current.pointee.position)].slot.store(0, ordering: .relaxed)
            unsafe entry = current.pointee.previous
        }
        unsafe pointee.graph.newest = nil
        unsafe pointee.graph.count = 0
        unsafe pointee.graph.removals &+= 1
        unsafe entry = unsafe newest
        while let current = unsafe entry {
            let previous = unsafe current.pointee.previous
            unsafe GraphArena.destroy(current)
            unsafe entry = previous
        }
        unsafe pointee.graph.removals &-= 1
        // Graphs from resolves in a `deinit` are removed by now, so the arena is empty.
        if unsafe pointee.graph.removals == 0 { unsafe pointee.graph.reuseMemory() }
    }
}

extension GraphArena {
    /// Keeps the first chunk for the next graph and frees the others.
    @inline(__always)
    mutating func reuseMemory() {
        if unsafe bump >= firstChunk && bumpEnd == firstChunkEnd {
            unsafe bump = firstChunk
        } else {
            unsafe freeFurtherChunks()
        }
    }

    private mutating func freeFurtherChunks() {
        for chunk in unsafe chunks.dropFirst() {
            unsafe UnsafeMutableRawPointer(bitPattern: chunk.lowerBound)?.deallocate()
            Census.end(.graphChunk)
        }
        if unsafe chunks.count > 1 { unsafe chunks.removeLast(chunks.count - 1) }
        guard let chunk = unsafe chunks.first else { return }
        unsafe bump = chunk.lowerBound
        unsafe firstChunk = chunk.lowerBound
        unsafe bumpEnd = chunk.upperBound
        unsafe firstChunkEnd = chunk.upperBound
    }

    static func destroy(_ entry: UnsafeMutablePointer<Entry>) {
        unsafe release(entry)
        Census.end(.graphEntry)
    }

    /// Releases an entry's instance, which lookups do not find any more; the entry stays.
    static func empty(_ entry: UnsafeMutablePointer<Entry>) {
        unsafe release(entry)
        unsafe entry.pointee.type = Void.self
        unsafe entry.pointee.isObject = false
    }

    private static func release(_ entry: UnsafeMutablePointer<Entry>) {
        func destroyValue<T>(_ type: T.Type) {
            // Moved out instead of deinitialised in place: a single value needs no destructor for arrays.
            _ = unsafe value(of: entry, as: type).move()
        }
        if unsafe entry.pointee.build != nil { unsafe entry.pointee.build = nil }
        if unsafe entry.pointee.isObject {
            unsafe value(of: entry, as: Unmanaged<AnyObject>.self).pointee.release()
        } else {
            unsafe destroyValue(entry.pointee.type)
        }
    }
}

// Graphs that outlive their outermost resolve: something was made in them that resolves later.
//
//     the outermost resolve ends     its instances go from the arena to the keeper: objects weakly, values as they are
//     a thread resolves in it again  what the thread had in its arena waits in a home of its own; the keeper's instances
//                                    come into the arena
//     that ends                      the other way round
//
// Objects are held weakly, because they may be those that keep the graph. The registry knows the homes: what waits there is a
// running graph, and its slots are hazards. It knows the keepers too: a keeper's slot is no hazard; where it is freed, the
// instance is of no slot any more, and the graph makes another one.

internal import Synchronization

/// What is to be done at the end of an outermost resolve, beside letting go of its instances.
package class GraphKeeper: @unchecked Sendable {  // What its subclass says.
    /// What was made in the graph, the oldest first, while no thread resolves in it.
    ///
    /// Guarded by the registry's lock.
    var instances: [KeptInstance] = []

    package init() {}

    deinit {
        ThreadRegistry.shared.forget(self)
    }

    /// Whether the thread resolves in a graph that it will put back where it was.
    func isLent() -> Bool { false }

    /// The outermost resolve has ended, and its instances are still in the thread's arena: they are wanted.
    func keep(_ context: UnsafeMutablePointer<ThreadContext>) {}

    /// The instances are in that arena now.
    func moved(to arena: UnsafeMutablePointer<GraphArena>) {}

    /// The outermost resolve has ended, and the thread's arena is empty.
    func resolveEnded(_ context: UnsafeMutablePointer<ThreadContext>) {}
}

/// One instance of a graph that is kept.
package class KeptInstance {
    /// Guarded by the registry's lock.
    var slot: UInt

    fileprivate init(_ slot: UInt) { self.slot = slot }

    /// The object, where it is one and still there.
    package var strong: AnyObject? { nil }

    /// The size of its entry in an arena.
    fileprivate var bytes: Int { 0 }

    /// Puts the instance, where it is still there, into an arena that has room for it.
    ///
    /// The registry's lock is held: no code of the user's runs.
    fileprivate func put(into arena: inout GraphArena) {}
}

private final class KeptInstanceOf<T>: KeptInstance {
    private let object: SharedCell?
    private let value: T?

    init(_ instance: T, of slot: UInt) {
        object = SharedCell(instance)
        value = object == nil ? instance : nil
        super.init(slot)
    }

    override var strong: AnyObject? { object?.load(as: T.self).flatMap { ObjectIdentity.object(of: $0) } }

    override var bytes: Int { unsafe GraphArena.entrySize(of: T.self) }

    override func put(into arena: inout GraphArena) {
        guard unsafe slot != GraphArena.disowned, let instance = object?.load(as: T.self) ?? value else { return }
        _ = unsafe arena.insert(slot, instance)
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The end of an outermost resolve that has a keeper.
    @inline(never)
    func endKeptGraph() {
        guard unsafe pointee.graph.keeper?.isLent() == false else { return }
        var keeper = unsafe pointee.graph.keeper
        unsafe pointee.graph.keeper = nil
        // Who wanted the instances may be gone.
        if !isKnownUniquelyReferenced(&keeper) { unsafe keeper?.keep(self) }
        unsafe dropGraph()
        unsafe keeper?.resolveEnded(self)
    }
}

// MARK: Taking and giving back

extension GraphArena {
    /// The finished instances, the oldest first.
    ///
    /// - Parameter isKept: Whether an entry is; the marker's is not.
    func kept(where isKept: (UnsafeMutablePointer<Entry>) -> Bool) -> [KeptInstance] {
        var instances: [KeptInstance] = []
        var next = unsafe newest
        while let entry = unsafe next {
            let slot = unsafe index[Int(entry.pointee.position)].slot.load(ordering: .relaxed)
            func keep<T>(_ type: T.Type) {
                unsafe instances.append(KeptInstanceOf(Self.value(of: entry, as: type).pointee, of: slot))
            }
            if unsafe slot != Self.disowned && isKept(entry) { unsafe keep(entry.pointee.type) }
            unsafe next = entry.pointee.previous
        }
        return instances.reversed()
    }

    static func entrySize<T>(of type: T.Type) -> Int {
        unsafe (header + MemoryLayout<T>.size + max(0, MemoryLayout<T>.alignment - 16) + 15) & ~15
    }

    /// Lets go of everything in an arena that is no thread's, the newest first, and of its memory.
    mutating func tearDown() {
        while let entry = unsafe newest {
            unsafe newest = entry.pointee.previous
            unsafe Self.destroy(entry)
        }
        for (number, chunk) in unsafe chunks.enumerated() {
            unsafe UnsafeMutableRawPointer(bitPattern: chunk.lowerBound)?.deallocate()
            if number > 0 { Census.end(.graphChunk) }
        }
        unsafe index.deallocate()
    }

    fileprivate static func exchange(_ mine: inout GraphArena, _ other: UnsafeMutablePointer<GraphArena>) {
        unsafe swap(&mine.index, &other.pointee.index)
        unsafe swap(&mine.mask, &other.pointee.mask)
        unsafe swap(&mine.count, &other.pointee.count)
        unsafe swap(&mine.countLimit, &other.pointee.countLimit)
        unsafe swap(&mine.newest, &other.pointee.newest)
        unsafe swap(&mine.bump, &other.pointee.bump)
        unsafe swap(&mine.bumpEnd, &other.pointee.bumpEnd)
        unsafe swap(&mine.firstChunk, &other.pointee.firstChunk)
        unsafe swap(&mine.firstChunkEnd, &other.pointee.firstChunkEnd)
        unsafe swap(&mine.chunks, &other.pointee.chunks)
        unsafe swap(&mine.keeper, &other.pointee.keeper)
        unsafe mine.announceIndex()
    }
}

extension ThreadRegistry {
    /// Has the keeper hold what was made in its graph.
    func keep(_ instances: [KeptInstance], in keeper: GraphKeeper) {
        withLock {
            keeper.instances = instances
            unsafe keepers[ObjectIdentifier(keeper)] = unsafe Unmanaged.passUnretained(keeper)
        }
    }

    /// Puts what the keeper holds into the thread's arena, which is empty.
    func lend(_ keeper: GraphKeeper, to context: UnsafeMutablePointer<ThreadContext>) {
        // The thread has the keeper to itself; others may disown what it holds.
        let instances = withLock { keeper.instances }
        unsafe context.pointee.graph.reserve(instances.count, bytes: instances.reduce(0) { $0 + $1.bytes })
        withLock {
            for instance in instances { unsafe instance.put(into: &context.pointee.graph) }
            keeper.instances = []
        }
        // What was disowned goes here, where no lock is held.
        withExtendedLifetime(instances) {}
    }

    /// Exchanges what is in the thread's arena and what is in another one.
    ///
    /// - Parameter isHome: Whether a running graph waits in the other one from now on.
    func exchangeGraphs(
        of context: UnsafeMutablePointer<ThreadContext>, and other: UnsafeMutablePointer<GraphArena>, isHome: Bool
    ) {
        withLock {
            unsafe GraphArena.exchange(&context.pointee.graph, other)
            if isHome {
                homes.insert(UInt(bitPattern: other))
            } else {
                homes.remove(UInt(bitPattern: other))
            }
        }
        unsafe other.pointee.keeper?.moved(to: other)
        unsafe withUnsafeMutablePointer(to: &context.pointee.graph) { arena in
            unsafe arena.pointee.keeper?.moved(to: arena)
        }
    }

    /// Forgets a keeper, which ends.
    fileprivate func forget(_ keeper: GraphKeeper) {
        withLock { unsafe keepers[ObjectIdentifier(keeper)] = nil }
    }
}

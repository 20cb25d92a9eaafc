// Graphs that outlive their outermost resolve, because an object that was created in them resolves in them later.
//
//     the outermost resolve ends     its instances move from the arena to the lasting graph: objects weakly, shareable
//                                    values unchanged
//     a thread resolves in it again  the contents of the thread's arena wait in a separate arena, a home; the instances
//                                    of the lasting graph that the thread may use move into its arena
//     that resolve ends              the same in reverse
//
// Objects are held weakly, because they may be the ones that keep the graph. Another thread must not release an instance
// that is not shareable, because a `deinit` may use other objects of the graph. So the graph drops such values, and a
// call that may come from another thread does not take such objects. The registry knows the homes: a running graph
// waits there, and its slots are hazards. The registry also knows the lasting graphs: a lasting graph's slot is no
// hazard. If the slot is freed, its instance belongs to no slot any more, and the graph creates another one.

/// A lasting graph, as far as threads and arenas know it: its instances, and the work at the end of a resolve in it.
@safe
package class AnyLastingGraph: @unchecked Sendable {  // Each field says who guards it.
    /// The instances that were created in the graph, oldest first; without those that are on loan to a thread.
    ///
    /// Guarded by the registry's lock.
    var instances: [LastingInstance] = []
    /// The arena of the graph's instances while a thread has the turn: that thread's arena, or a home further in.
    ///
    /// Used only by the thread that has the turn.
    package var arena: UnsafeMutablePointer<GraphArena>?
    /// The level of the graph in that arena.
    ///
    /// Used only by the thread that has the turn.
    package var level: UInt = 1
    /// Whether the graph is on loan to the thread, which will give it back.
    ///
    /// Used only by the thread that has the turn.
    package var isOnLoan = false

    package init() {}

    deinit {
        let registry = ThreadRegistry.shared
        registry.withLock { unsafe registry.lastingGraphs[ObjectIdentifier(self)] = nil }
    }

    /// Keeps the instances, which are still in the thread's arena; called at the end of the outermost resolve.
    func keep(_ context: UnsafeMutablePointer<ThreadContext>) {}

    /// Called when a resolve in the graph has ended and its instances have left the thread's arena.
    func resolveEnded(_ context: UnsafeMutablePointer<ThreadContext>) {}
}

/// One instance of a lasting graph.
@safe
package final class LastingInstance {
    /// Guarded by the registry's lock.
    var slot: UInt
    /// The size of the instance's entry in an arena.
    fileprivate let bytes: UInt
    fileprivate let isShareable: Bool
    /// The object; nil if the instance is a value or was released.
    package let strong: () -> AnyObject?
    /// Puts the instance, unless it was released, into an arena that has room for it.
    ///
    /// The registry's lock is held, so no user code may run.
    fileprivate let put: (_ slot: UInt, _ arena: inout GraphArena) -> Void

    /// Creates the record of an instance; nil: it is a value that is not shareable.
    fileprivate init?<T>(_ instance: T, of slot: UInt, isShareable: Bool) {
        let object = SharedCell(instance)
        guard isShareable || object != nil else { return nil }
        self.slot = slot
        self.isShareable = isShareable
        bytes = unsafe GraphArena.bytes(size: MemoryLayout<T>.size, alignment: MemoryLayout<T>.alignment)
        let value = object == nil ? instance : nil
        strong = { object?.load(as: T.self).flatMap { ObjectIdentity.object(of: $0) } }
        unsafe put = { slot, arena in
            guard let instance = object?.load(as: T.self) ?? value else { return }
            _ = unsafe arena.insert(slot, instance, isShareable: isShareable)
        }
    }
}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// The address of the thread's arena.
    package var graph: UnsafeMutablePointer<GraphArena> {
        unsafe withUnsafeMutablePointer(to: &pointee.graph) { unsafe $0 }
    }

    /// Ends an outermost resolve that has a lasting graph.
    @inline(never)
    func endResolveOfLastingGraph() {
        // Inside of the outermost resolve, the thread has no graph on loan: there is one lasting graph.
        var lasting = unsafe pointee.graph.lastings?.first
        guard lasting?.isOnLoan == false else { return }
        unsafe pointee.graph.lastings = nil
        // The objects that needed the instances may have been released.
        if !isKnownUniquelyReferenced(&lasting) { unsafe lasting?.keep(self) }
        unsafe dropGraph()
        unsafe lasting?.resolveEnded(self)
    }
}

// MARK: Taking and giving back

extension GraphArena {
    /// The instances to keep of the level, and of all levels, oldest first.
    ///
    /// - Parameter isKept: Whether to keep the entry of a slot: it is finished, and not the marker.
    func kept(where isKept: (UnsafeMutablePointer<Entry>, UInt) -> Bool) -> [LastingInstance] {
        unsafe entries.reversed().compactMap { entry, slot in
            func keep<T>(_ type: T.Type) -> LastingInstance? {
                let instance = unsafe Self.value(of: entry, as: type).pointee
                return unsafe LastingInstance(instance, of: slot, isShareable: entry.pointee.level == 0)
            }
            let isFound = unsafe entry.pointee.level == level || entry.pointee.level == 0
            return unsafe slot != Self.disowned && isFound && isKept(entry, slot) ? keep(entry.pointee.type) : nil
        }
    }

    /// Releases all instances of an arena of no thread, in reverse order of creation, and frees its memory.
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

    /// Exchanges everything with an arena of no thread, except the record that tells other threads where the index is.
    fileprivate mutating func exchange(with other: inout GraphArena) {
        unsafe swap(&self, &other)
        unsafe swap(&hazards, &other.hazards)
        unsafe announceIndex()
    }
}

extension ThreadRegistry {
    /// Stores the instances of a graph, which are still in the thread's arena, in its lasting graph.
    func keep(
        _ instances: [LastingInstance], of context: UnsafeMutablePointer<ThreadContext>, in lasting: AnyLastingGraph
    ) {
        withLock {
            // A container that has ended since the slots were read has disowned its own in the arena.
            for instance in instances where unsafe context.pointee.graph.find(instance.slot) == nil {
                unsafe instance.slot = GraphArena.disowned
            }
            lasting.instances += instances
            unsafe lastingGraphs[ObjectIdentifier(lasting)] = unsafe Unmanaged.passUnretained(lasting)
        }
    }

    /// Moves the lasting graph's instances, all or the shareable ones, into the thread's arena, which is empty.
    func lend(_ lasting: AnyLastingGraph, all: Bool, to context: UnsafeMutablePointer<ThreadContext>) {
        // Only this thread uses the lasting graph; other threads may disown its instances.
        let instances = withLock { lasting.instances }.filter { all || $0.isShareable }
        unsafe context.pointee.graph.reserve(instances.count, bytes: instances.reduce(0) { $0 + $1.bytes })
        withLock {
            for instance in instances where unsafe instance.slot != GraphArena.disowned {
                unsafe instance.put(instance.slot, &context.pointee.graph)
            }
            lasting.instances.removeAll { all || $0.isShareable }
        }
        // Disowned instances are released here, where no lock is held.
        withExtendedLifetime(instances) {}
    }

    /// Exchanges the contents of the thread's arena and of another one.
    ///
    /// - Parameter isHome: Whether a running graph waits in the other arena from now on.
    func exchangeGraphs(
        of context: UnsafeMutablePointer<ThreadContext>, and other: UnsafeMutablePointer<GraphArena>, isHome: Bool
    ) {
        withLock {
            unsafe context.pointee.graph.exchange(with: &other.pointee)
            if isHome {
                homes.insert(UInt(bitPattern: other))
            } else {
                homes.remove(UInt(bitPattern: other))
            }
        }
        for lasting in unsafe other.pointee.lastings ?? [] { unsafe lasting.arena = unsafe other }
        for lasting in unsafe context.pointee.graph.lastings ?? [] { unsafe lasting.arena = unsafe context.graph }
    }
}

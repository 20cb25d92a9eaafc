// A graph inside a graph: a resolve by code that has no resolver, in a factory. See GraphArena.swift for what a level
// finds.
//
//     factory --> container.resolve(A)    begins level 2: finds no object of level 1, except shareable ones
//                   A --> resolver(B)     the same level
//             <-- A                       level 2 ends: its instances are released, except those that may be shared

internal import Synchronization

extension GraphArena {
    /// The state of the arena around a level.
    @unsafe
    struct OuterLevel {
        let level: UInt
        let start: UInt
        let newest: UnsafeMutablePointer<Entry>?
        let bump: UInt
        let bumpEnd: UInt
    }

    /// The lasting graph of the level, which receives the instances when the level ends; nil: they are released.
    package var lasting: AnyLastingGraph? {
        unsafe lastings?.last { unsafe $0.level == level }
    }
}

@available(*, unavailable, message: "An arena belongs to its thread.")
extension GraphArena.OuterLevel: Sendable {}

extension UnsafeMutablePointer where Pointee == ThreadContext {
    /// Calls `body`, whose resolves form a graph that shares only shareable instances with the running one.
    package func inNewLevel<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let around = unsafe beginLevel()
        defer { unsafe endLevel(around) }
        return try body()
    }

    /// Calls `body`, whose resolves continue the graph of a level further out.
    package func inLevel<R>(_ level: UInt, _ body: () throws -> R) rethrows -> R {
        let inner = unsafe pointee.graph.level
        unsafe pointee.graph.level = level
        defer { unsafe pointee.graph.level = inner }
        return try body()
    }

    private func beginLevel() -> GraphArena.OuterLevel {
        let graph = unsafe graph
        let around = unsafe GraphArena.OuterLevel(
            level: graph.pointee.level, start: pointee.levelStart, newest: graph.pointee.newest,
            bump: graph.pointee.bump, bumpEnd: graph.pointee.bumpEnd)
        unsafe graph.pointee.lastLevel &+= 1
        unsafe graph.pointee.level = unsafe graph.pointee.lastLevel
        unsafe pointee.levelStart = unsafe pathPosition
        return unsafe around
    }

    private func endLevel(_ around: GraphArena.OuterLevel) {
        var lasting = unsafe pointee.graph.lasting
        if lasting != nil {
            unsafe pointee.graph.lastings?.removeLast()
            if unsafe pointee.graph.lastings?.isEmpty ?? false { unsafe pointee.graph.lastings = nil }
            if !isKnownUniquelyReferenced(&lasting) { unsafe lasting?.keep(self) }
        }
        let level = unsafe pointee.graph.level
        unsafe pointee.graph.level = unsafe around.level
        unsafe pointee.levelStart = unsafe around.start
        unsafe dropInstances(of: level, around)
        unsafe lasting?.resolveEnded(self)
    }

    /// Releases the level's instances.
    ///
    /// The entries that are newer than every shareable one are removed. The older ones stay empty until the end of the
    /// outermost resolve.
    private func dropInstances(of level: UInt, _ around: GraphArena.OuterLevel) {
        let newest = unsafe pointee.graph.newest
        var rest = unsafe newest
        while let entry = unsafe rest, unsafe entry != around.newest, unsafe entry.pointee.level == level {
            unsafe pointee.graph.index[Int(entry.pointee.position)].slot.store(0, ordering: .relaxed)
            unsafe pointee.graph.count &-= 1
            unsafe rest = entry.pointee.previous
        }
        unsafe pointee.graph.newest = unsafe rest
        var entry = unsafe newest
        while let current = unsafe entry, unsafe current != rest {
            let previous = unsafe current.pointee.previous
            unsafe GraphArena.destroy(current)
            unsafe entry = previous
        }
        unsafe entry = unsafe rest
        while let current = unsafe entry, unsafe current != around.newest {
            if unsafe current.pointee.level == level {
                // Relaxed: as in `disown`.
                let position = unsafe Int(current.pointee.position)
                unsafe pointee.graph.index[position].slot.store(GraphArena.disowned, ordering: .relaxed)
                unsafe GraphArena.empty(current)
            }
            unsafe entry = unsafe current.pointee.previous
        }
        // The `deinit` of an instance may have resolved, and left shareable instances.
        guard unsafe pointee.graph.newest == around.newest, unsafe pointee.graph.bumpEnd == around.bumpEnd else {
            return
        }
        unsafe pointee.graph.bump = unsafe around.bump
    }
}

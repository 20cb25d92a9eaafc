// Counts of the library's own live allocations. A debug build counts them, so that tests find leaks; a release build
// does not.

internal import Synchronization

/// Counts the objects that are allocated and not yet freed, in all containers and threads.
///
/// It finds leaks that a count of the user's instances cannot find: of slots, bindings and builds.
package enum Census {
    /// The kinds of objects that are counted.
    package enum Kind: Int, CaseIterable, Sendable {
        case container, gate, table, slot, binding, qualifier, build, cell, store
        /// An instance in a thread's graph.
        case graphEntry
        /// Memory for a graph, beyond the first chunk of each thread, which is kept.
        case graphChunk
        /// A graph that lasts because an object that was created in it resolves in it later.
        case lastingGraph
        /// A thread's node in the wait-for graph.
        case threadNode
        /// A thread that has resolved and has not ended; it keeps one node.
        case thread
        /// A running async factory, for the resolves inside it.
        case taskFrame
        /// An attempt to create an instance that tasks wait for.
        case taskBuild
    }

    #if ARMORY_INTERNAL_CHECKS
    @safe
    private struct Counts: @unchecked Sendable {  // Atomics, at an address that does not change.
        let numbers: UnsafeMutablePointer<Atomic<Int>>

        init() {
            let count = Kind.allCases.count
            unsafe numbers = .allocate(capacity: count)
            for index in 0..<count { unsafe (numbers + index).initialize(to: Atomic(0)) }
        }

        func change(_ kind: Kind, by change: Int) {
            // Relaxed: the count orders nothing, so it hides no data race from ThreadSanitizer.
            unsafe numbers[kind.rawValue].add(change, ordering: .relaxed)
        }
    }

    private static let counts = Counts()

    /// Counts one more.
    package static func begin(_ kind: Kind) {
        counts.change(kind, by: 1)
    }

    /// Counts one less.
    package static func end(_ kind: Kind) {
        counts.change(kind, by: -1)
    }

    /// The number of live objects of a kind; nil in a build that does not count.
    package static func alive(_ kind: Kind) -> Int? {
        unsafe counts.numbers[kind.rawValue].load(ordering: .relaxed)
    }
    #else
    @inline(__always)
    package static func begin(_ kind: Kind) {}

    @inline(__always)
    package static func end(_ kind: Kind) {}

    package static func alive(_ kind: Kind) -> Int? { nil }
    #endif
}

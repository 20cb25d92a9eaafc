// How much of the library's own memory is alive. A debug build counts, so that a test finds what is leaked; a release
// build does not.

internal import Synchronization

/// Counts what is allocated and not yet freed, in all containers and threads.
///
/// It says what a count of the users' instances cannot: that a slot, a binding or a build is left behind.
package enum Census {
    /// What is counted.
    package enum Kind: Int, CaseIterable, Sendable {
        case container, gate, table, slot, binding, qualifier, build, cell, store
        /// An instance in a thread's graph.
        case graphEntry
        /// Memory for a graph, beyond the first chunk of each thread, which is kept.
        case graphChunk
        /// A graph that something which resolves later was born in.
        case keptGraph
        /// A thread's part in the wait-for graph.
        case resolution
        /// A thread that has resolved and has not ended; it keeps one resolution.
        case thread
        /// An async factory that runs, for whoever asks in it.
        case taskFrame
        /// An attempt to make what tasks wait for.
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
            // Relaxed: a count orders nothing, so that it hides no race from ThreadSanitizer.
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

    /// How many there are; nil where nothing is counted.
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

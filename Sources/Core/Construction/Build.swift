// A making in full: one that others may have to see, because there are injections, or because something on the way is unfinished.
//
//     phase          the instance                    another one may take it early
//     constructing   does not exist                  no
//     injecting      exists, is being completed      if it is an object, to close a circle
//     pending        is complete, but holds others   yes, to close a circle
//                    that are not
//     done           is published
//     failed         was given up
//
// Early means before it is published, by a thread that could otherwise never finish. A build that takes an instance early depends on
// it, and is not published before that one is complete. So the instances of a circle are published together, and no thread outside
// sees one that is half wired. If one is given up, so are those that hold it.

internal import CCore

@safe
package final class Build: @unchecked Sendable {  // The wait-for graph's lock guards what says nothing else.
    package enum Phase {
        case constructing, injecting, pending, done, failed
    }

    /// Who gets the instance: every asker of a cell, the running graph, or the caller.
    enum Kind {
        case kept, graph, transient
    }

    let kind: Kind
    package let slot: Slot
    /// The thread that makes it.
    let node: ThreadNode
    /// The depth at which the graph of the instance began; 0: threads may share the instance.
    ///
    /// When the graph has ended, another thread may use the instance. So nothing that is done to it may wait for longer.
    let graphDepth: UInt32
    package var phase = Phase.constructing
    /// Keeps the memory of a cell: the build may be finished after its maker has gone.
    ///
    /// Set by the thread that begins the making.
    var handle: AnyObject?
    /// Whether nobody waited any more when its task was still making the instance.
    var isAbandoned = false
    /// Whether its injection can run again later.
    ///
    /// Set by the thread that begins the making.
    var canBePostponed = true
    /// Where the instance lies from `injecting` on: the cell's storage, or the arena; of a transient one, the stack of the thread, which
    /// alone reads it, and only while it injects.
    ///
    /// Nil: nobody can take it.
    var instance: UnsafeMutableRawPointer?
    /// Whether the instance is an object.
    var isObject = false
    var wasTakenEarly = false
    /// The builds whose unfinished instances this one took; set when it becomes pending.
    var dependencies: [Build] = []
    /// Its number among those that have become pending.
    var finishOrder = 0
    /// The builds that the factory took early, noted here while an injection is postponed.
    ///
    /// Used only by the thread.
    var takenByFactory: [Build] = []

    init(_ kind: Kind, _ slot: Slot, _ node: ThreadNode) {
        self.kind = kind
        unsafe self.slot = unsafe slot
        self.node = node
        graphDepth = unsafe kind == .kept ? 0 : node.thread.pointee.graph_depth
    }

    var isUnfinished: Bool { phase != .done && phase != .failed }

    /// Whether the instance may be taken early.
    var canBeTakenEarly: Bool {
        guard kind != .transient else { return false }
        return switch phase {
        case .pending: unsafe instance != nil
        case .injecting: unsafe instance != nil && isObject
        case .constructing, .done, .failed: false
        }
    }
}

/// What the closures that make an instance allow.
///
/// Its parts are inlinable: libraries write them at each resolve.
@frozen
@usableFromInline
package struct MakingOptions: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The factory may ask for another instance of its own slot: it takes arguments, which may differ.
    @inlinable package static var isRepeatable: MakingOptions { MakingOptions(rawValue: 1) }
    /// The closures are gone when the call has ended: no injection can be postponed.
    @inlinable package static var endsWithCall: MakingOptions { MakingOptions(rawValue: 2) }
}

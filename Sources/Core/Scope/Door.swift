// The way from a task to the handle that is current in it. The end of `withScope` empties it: a task that outlives the request gets
// `closed`, and keeps nothing of the request alive.
//
//     task-local --> door --(mutex)--> handle              task that outlives it --> door --> nothing

internal import CCore

/// A reference to a handle that can be taken back.
struct Door: Sendable {
    private struct State: Sendable {
        var handle: Container?
        var isOver = false
        /// The address of the home whose scope the handle is.
        let outer: UInt
        /// The door of the body around.
        let around: Door?
    }

    private let state: Guarded<State>

    init(to handle: Container, of outer: Container, in around: Door?) {
        state = unsafe Guarded(State(handle: handle, outer: UInt(bitPattern: outer.home), around: around))
    }

    /// The handle; nil: it has ended.
    var current: Container? { state.withLock { $0.handle } }

    /// Empties the door.
    ///
    /// - Parameter isOver: Whether the body and its scope have ended, too.
    func shut(isOver: Bool) {
        // Released after the lock: with the handle, its instances may go.
        let former = state.withLock { state in
            if isOver { state.isOver = true }
            return state.handle.take()
        }
        withExtendedLifetime(former) {}
    }

    /// Whether the body and its scope have ended.
    var isOver: Bool { state.withLock(\.isOver) }

    /// The doors of the bodies with a scope of a home that the running code is part of, if this is its door.
    func doors(of home: Home) -> [Door] {
        let (isOne, around) = state.withLock { state in
            (!state.isOver && state.outer == UInt(bitPattern: home), state.around)
        }
        return unsafe (isOne ? [self] : []) + (around?.doors(of: home) ?? [])
    }

    /// Whether the running code is part of a body with a scope inside of a home, if this is its door.
    ///
    /// - Parameter home: Its address.
    func isInside(_ home: UInt) -> Bool {
        let (isOver, outer, handle, around) = state.withLock { ($0.isOver, $0.outer, $0.handle, $0.around) }
        if !isOver, outer == home || handle?.outer?.waitingHomes.contains(home) ?? false { return true }
        return around?.isInside(home) ?? false
    }
}

extension Container {
    @TaskLocal static var door: Door?

    /// The handle of the running code: that of the factory which runs, else the task's.
    ///
    /// - Complexity: O(1).
    public static var current: Container? {
        let thread = unsafe ThreadState.current
        let depth = unsafe ccore_depth(thread)
        if depth != 0 {
            unsafe thread.noteWide()
            return unsafe thread.pointee.path[Int(depth) - 1].home.container
        }
        if let container = TaskFrame.running?.current?.container as? Container { return container }
        return door?.current
    }
}

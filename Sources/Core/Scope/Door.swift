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
        let around: Door
    }

    private let state: Guarded<State>?

    /// What a task has outside of every body. Not an optional door: a task-local of this type is copied by fewer calls.
    static let none = Door()

    private init() { state = nil }

    init(to handle: Container, of outer: Container, in around: Door) {
        state = unsafe Guarded(State(handle: handle, outer: UInt(bitPattern: outer.home), around: around))
    }

    /// The handle; nil: it has ended.
    var current: Container? { state?.withLock { $0.handle } }

    /// Empties the door.
    ///
    /// - Parameter isOver: Whether the body and its scope have ended, too.
    func shut(isOver: Bool) {
        // Released after the lock: with the handle, its instances may go.
        let former = state?.withLock { state in
            if isOver { state.isOver = true }
            return state.handle.take()
        }
        withExtendedLifetime(former) {}
    }

    /// Whether the body and its scope have ended.
    var isOver: Bool { state?.withLock(\.isOver) ?? true }

    /// The doors of the bodies with a scope of a home that the running code is part of, if this is its door.
    func doors(of home: Home) -> [Door] {
        guard let state else { return [] }
        let (isOne, around) = state.withLock { state in
            (!state.isOver && state.outer == UInt(bitPattern: home), state.around)
        }
        return unsafe (isOne ? [self] : []) + around.doors(of: home)
    }
}

extension Container {
    @TaskLocal static var door = Door.none

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
        return door.current
    }
}

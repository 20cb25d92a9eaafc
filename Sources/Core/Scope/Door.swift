// The way from a task to the handle that is current in it. The end of `withScope` empties it: a task that outlives the request gets
// `closed`, and keeps nothing of the request alive.
//
//     task-local --> door --(mutex)--> handle              task that outlives it --> door --> nothing

internal import CCore

/// A reference to a handle that can be taken back.
final class Door: Sendable {
    private let handle: Guarded<Container?>
    /// The address of the home whose scope the handle is.
    let outer: UInt
    /// The door of the body around.
    let around: Door?
    /// Whether the body and its scope have ended.
    let isOver = Guarded(false)

    init(to handle: Container, of outer: Container, in around: Door?) {
        self.handle = Guarded(handle)
        self.outer = unsafe UInt(bitPattern: outer.home)
        self.around = around
    }

    /// The handle; nil: it has ended.
    var current: Container? { handle.withLock { $0 } }

    /// Empties the door.
    func shut() {
        // Released after the lock: with the handle, its instances may go.
        let former = handle.withLock { $0.take() }
        withExtendedLifetime(former) {}
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
            return unsafe thread.pointee.path[Int(depth) - 1].home.container
        }
        if let container = TaskFrame.running?.current?.container as? Container { return container }
        return door?.current
    }
}

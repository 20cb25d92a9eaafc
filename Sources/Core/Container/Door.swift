// The way from a task to the handle that is current in it. The end of `withScope` empties it: a task that outlives the request gets
// `closed`, and keeps nothing of the request alive but the bare memory of its context.
//
//     task-local --> memory --(the context's mutex)--> handle         task that outlives it --> memory --> nothing

internal import CCore

/// The current container of a task, or an object that opens one at its first use.
@usableFromInline
package protocol CurrentContainer: AnyObject, Sendable {
    /// The container; nil: it has ended, or the one around is current.
    var container: Container? { get }
    /// Whether it has ended.
    var isPast: Bool { get }
}

/// A reference to a handle that can be taken back.
@usableFromInline
struct Door: @unchecked Sendable {  // The context's mutex guards what changes.
    private let memory: ContextMemory?
    /// What was made current inside of the body, and goes before its scope.
    let choice: (any CurrentContainer)?

    /// What a task has outside of every body.
    ///
    /// No optional: a task-local of this type is copied by fewer calls.
    static let none = Door(nil)

    private init(_ memory: ContextMemory?, choosing choice: (any CurrentContainer)? = nil) {
        self.memory = memory
        self.choice = choice
    }

    /// The door to a scope.
    init(to scope: Container) { self.init(scope.memory) }

    /// Opens the door to a scope that no other thread or task has seen.
    init(opening scope: Container, of outer: Container, in around: Door) {
        let memory = scope.memory
        memory.withWay { way in
            unsafe way = WayToHandle(
                handle: scope, isOver: false, outer: UInt(bitPattern: outer.context), around: around.running)
        }
        self.init(memory)
    }

    /// The same way, with another container that is current.
    @usableFromInline func choosing(_ container: any CurrentContainer) -> Door { Door(memory, choosing: container) }

    /// The memory of the innermost body around that has not ended.
    ///
    /// Those that have ended are left out of the way from there on, too: a task that a body starts may start the next one in a body of its
    /// own, and so on without an end.
    private var running: ContextMemory? {
        guard let innermost = memory?.skippingThoseOver else { return nil }
        guard let around = innermost.withLock({ $0.around }) else { return innermost }
        let next = around.skippingThoseOver
        // Released after the lock.
        let former = innermost.withLock { way in
            defer { way.around = next }
            return way.around
        }
        withExtendedLifetime(former) {}
        return innermost
    }

    /// Whether both lead to one scope.
    func leads(as other: Door) -> Bool { memory === other.memory }

    /// What was made current inside of the body, else the handle; nil: it has ended, or there is none.
    var current: Container? {
        if let choice {
            if let container = choice.container { return container }
            if choice.isPast { return nil }
        }
        return memory?.withLock { $0.handle }
    }

    /// Whether there is nothing current because it has ended.
    var hasEnded: Bool { choice?.isPast ?? false || memory?.withLock { $0.handle == nil } ?? false }

    /// Empties the door.
    ///
    /// - Parameter isOver: Whether the body and its scope have ended, too.
    func shut(isOver: Bool) {
        // Released after the lock: with the handle, its instances may go.
        let former = memory?.withLock { way in
            if isOver { way.isOver = true }
            return way.handle.take()
        }
        withExtendedLifetime(former) {}
    }

    /// Whether the body and its scope have ended.
    var isOver: Bool { memory?.withLock { $0.isOver } ?? true }

    /// The doors of the bodies with a scope of a context that the running code is part of, if this is its door.
    func doors(of context: Context) -> [Door] {
        bodies.filter { !$0.way.isOver && $0.way.outer == UInt(bitPattern: context) }.map { Door($0.memory) }
    }

    /// Whether the running code is part of a body with a scope inside of a context, if this is its door.
    ///
    /// - Parameter context: Its address.
    func isInside(_ context: UInt) -> Bool {
        bodies.contains { _, way in
            !way.isOver && (way.outer == context || way.handle?.outer?.waitingContexts.contains(context) ?? false)
        }
    }

    /// The bodies that the running code is part of, if this is its door, innermost first.
    private var bodies: [(memory: ContextMemory, way: WayToHandle)] {
        var bodies: [(memory: ContextMemory, way: WayToHandle)] = []
        var next = memory
        while let memory = next {
            let way = memory.withLock { $0 }
            bodies.append((memory, way))
            next = way.around
        }
        return bodies
    }
}

extension ContextMemory {
    /// This one, or the first one around whose body has not ended.
    fileprivate var skippingThoseOver: ContextMemory? {
        var next = self
        while true {
            let (isOver, around) = next.withLock { ($0.isOver, $0.around) }
            guard isOver else { return next }
            guard let around else { return nil }
            next = around
        }
    }
}

extension Door {
    /// The task-local value of ``ofTask``.
    ///
    /// Not a property with `@TaskLocal`, which code that is inlined into other modules could not name. A request passes through two calls
    /// that await, and each that is not inlined has a separate frame.
    @usableFromInline static let task = TaskLocal(wrappedValue: Door.none)
    static var ofTask: Door { task.get() }
}

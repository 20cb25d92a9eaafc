// The reference from a task to the handle that is current in it. The end of `withScope` revokes it: a task that outlives the request gets
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
    var isExpired: Bool { get }
}

/// A reference to a handle that can be taken back.
@usableFromInline
struct CurrentContainerReference: @unchecked Sendable {  // The context's mutex guards what changes.
    private let memory: ContextMemory?
    /// What was made current inside of the body, and goes before its scope.
    let choice: (any CurrentContainer)?

    /// What a task has outside of every body.
    ///
    /// No optional: a task-local of this type is copied by fewer calls.
    static let none = CurrentContainerReference(nil)

    private init(_ memory: ContextMemory?, choosing choice: (any CurrentContainer)? = nil) {
        self.memory = memory
        self.choice = choice
    }

    /// The reference to a scope.
    init(to scope: Container) { self.init(scope.memory) }

    /// A reference to a scope that no other thread or task has seen.
    init(opening scope: Container, of outer: Container, in around: CurrentContainerReference) {
        let memory = scope.memory
        memory.withHandleLinkWithoutLocking { link in
            unsafe link = HandleLink(
                handle: scope, isOver: false, outer: UInt(bitPattern: outer.context), around: around.runningBody)
        }
        self.init(memory)
    }

    /// The same reference, with another container that is current.
    @usableFromInline func replacingContainer(with container: any CurrentContainer) -> CurrentContainerReference {
        CurrentContainerReference(memory, choosing: container)
    }

    /// The memory of the innermost body around that has not ended.
    ///
    /// Those that have ended are left out of the chain from there on, too: a task that a body starts may start the next one in a body of its
    /// own, and so on without an end.
    private var runningBody: ContextMemory? {
        guard let innermost = memory?.innermostRunning else { return nil }
        guard let around = innermost.withLock({ $0.around }) else { return innermost }
        let next = around.innermostRunning
        // Released after the lock.
        let former = innermost.withLock { link in
            defer { link.around = next }
            return link.around
        }
        withExtendedLifetime(former) {}
        return innermost
    }

    /// Whether both lead to one scope.
    func refersToSameScope(as other: CurrentContainerReference) -> Bool { memory === other.memory }

    /// What was made current inside of the body, else the handle; nil: it has ended, or there is none.
    var current: Container? {
        if let choice {
            if let container = choice.container { return container }
            if choice.isExpired { return nil }
        }
        return memory?.withLock { $0.handle }
    }

    /// Whether there is nothing current because it has ended.
    var hasEnded: Bool { choice?.isExpired ?? false || memory?.withLock { $0.handle == nil } ?? false }

    /// Revokes the reference: it leads to nothing from then on.
    ///
    /// - Parameter isScopeBodyOver: Whether the body and its scope have ended, too.
    func revokeCurrentContainer(isScopeBodyOver: Bool) {
        // Released after the lock: with the handle, its instances may go.
        let former = memory?.withLock { link in
            if isScopeBodyOver { link.isOver = true }
            return link.handle.take()
        }
        withExtendedLifetime(former) {}
    }

    /// Whether the body and its scope have ended.
    var isOver: Bool { memory?.withLock { $0.isOver } ?? true }

    /// The references of the bodies with a scope of a context that the running code is part of, if this is its reference.
    func enclosingBodyReferences(inScopesOf context: Context) -> [CurrentContainerReference] {
        enclosingBodies.filter { !$0.link.isOver && $0.link.outer == UInt(bitPattern: context) }.map {
            CurrentContainerReference($0.memory)
        }
    }

    /// Whether the running code is part of a body with a scope inside of a context, if this is its reference.
    ///
    /// - Parameter context: Its address.
    func isInsideBody(ofScopeIn context: UInt) -> Bool {
        enclosingBodies.contains { _, link in
            !link.isOver && (link.outer == context || link.handle?.outer?.waitingContexts.contains(context) ?? false)
        }
    }

    /// The bodies that the running code is part of, if this is its reference, innermost first.
    private var enclosingBodies: [(memory: ContextMemory, link: HandleLink)] {
        var bodies: [(memory: ContextMemory, link: HandleLink)] = []
        var next = memory
        while let memory = next {
            let link = memory.withLock { $0 }
            bodies.append((memory, link))
            next = link.around
        }
        return bodies
    }
}

extension ContextMemory {
    /// This one, or the first one around whose body has not ended.
    fileprivate var innermostRunning: ContextMemory? {
        var next = self
        while true {
            let (isOver, around) = next.withLock { ($0.isOver, $0.around) }
            guard isOver else { return next }
            guard let around else { return nil }
            next = around
        }
    }
}

extension CurrentContainerReference {
    /// The task-local value of ``ofCurrentTask``.
    ///
    /// Not a property with `@TaskLocal`, which code that is inlined into other modules could not name. A request passes through two calls
    /// that await, and each that is not inlined has a separate frame.
    @usableFromInline static let taskLocal = TaskLocal(wrappedValue: CurrentContainerReference.none)
    static var ofCurrentTask: CurrentContainerReference { taskLocal.get() }
}

// One attempt to make the instance of a slot. It exists from the claim of the slot until the instance is published or
// given up, and it is a node of the wait-for graph.
//
//     phase          the instance                    another may take it early
//     constructing   does not exist                  no
//     injecting      exists, is being completed      an object, or a copy for a site, to close a cycle
//     pending        is complete, but holds others   yes, to close a cycle
//                    that are not
//     done           is published
//     failed         was given up
//
// Taking an instance early means: before it is published, by a thread that could otherwise never finish. A build that
// takes an instance early depends on it. An instance that depends on an unfinished one is not published before that one
// is complete. So the instances of a cycle are published together, and no thread outside sees one that is half wired.

/// The part of a build that does not depend on the instance's type.
@safe
package class AnyBuild: @unchecked Sendable {  // Each field says who guards it.
    package enum Phase: Sendable {
        case constructing, injecting, pending, done, failed
    }

    /// The callers that get the instance.
    package enum Kind: Sendable {
        /// Every caller that asks the slot's container.
        case kept
        /// The running outermost resolve.
        case graph
        /// The caller.
        case transient
    }

    package let kind: Kind
    /// The slot that is being built; nil if the instance is not kept, so that other threads do not see it.
    package let slot: Slot?
    /// The thread that runs the factory.
    package let owner: ThreadNode
    /// The state that the slot returns to when the build is given up.
    package let previousState: UInt
    /// The position on the path where the level of the instance begins; 0: threads may share the instance.
    ///
    /// When its level has ended, an instance that threads may not share may be in use by another thread. So nothing
    /// that is done to it may wait for longer.
    let levelStart: UInt
    /// Guarded by the wait-for graph's lock.
    package internal(set) var phase = Phase.constructing
    /// Whether another build took the unfinished instance.
    ///
    /// Guarded by the wait-for graph's lock.
    var wasTakenEarly = false
    /// The builds whose instances this one took while they were unfinished; set when this one becomes pending.
    ///
    /// Guarded by the wait-for graph's lock.
    var dependencies: [AnyBuild] = []

    /// Whether the factory was called again further in, and that call's instance is complete.
    ///
    /// Used only by the owner.
    var isMadeAgain = false

    /// The builds that the factory took early, noted here when the injection is put off.
    ///
    /// Used only by the owner.
    var takenByFactory: [AnyBuild] = []

    fileprivate init(_ kind: Kind, slot: Slot?, owner: ThreadNode, previousState: UInt, levelStart: UInt) {
        self.kind = kind
        self.levelStart = levelStart
        unsafe self.slot = unsafe slot
        self.owner = owner
        self.previousState = previousState
        Census.begin(.build)
    }

    deinit {
        Census.end(.build)
    }

    /// The type of the instance.
    var instanceType: any Any.Type { Never.self }

    /// Whether the build is constructing, injecting or pending.
    ///
    /// Guarded by the wait-for graph's lock.
    var isUnfinished: Bool { phase != .done && phase != .failed }

    /// Whether the instance may be taken early.
    ///
    /// Guarded by the wait-for graph's lock.
    var canBeTakenEarly: Bool { false }

    /// Puts the instance into the slot.
    ///
    /// The wait-for graph is locked.
    func publish(into remains: inout Remains) {}

    /// Returns the slot to its previous state.
    ///
    /// The wait-for graph is locked.
    func giveUp(into remains: inout Remains) {
        phase = .failed
        dropHeld(into: &remains)
        unsafe slot?.leaveWatched(self, for: previousState)
    }

    /// Hands over this build and its dependencies for their release after the lock: that may release an instance, whose
    /// `deinit` is user code.
    fileprivate func dropHeld(into remains: inout Remains) {
        remains.builds.append(self)
        remains.builds += dependencies
        dependencies = []
    }
}

/// The work that remains after the wait-for graph is unlocked, because it may run user code.
package struct Remains {
    /// Builds to release, with everything that they hold.
    var builds: [AnyBuild] = []
    /// Cells for their owners to retire.
    var cells: [(owner: any SlotOwner, cell: UInt)] = []

    /// Does the remaining work.
    ///
    /// No lock is held.
    func carryOut() {
        for (owner, cell) in cells where cell != 0 { owner.retire(cell: cell) }
    }
}

/// An owner of slots, for example a container.
package protocol SlotOwner: AnyObject, Sendable {
    /// Returns the number of the next kept instance.
    func nextOrder() -> UInt
    /// Retires a cell that was taken out of its slot; readers may still use it.
    func retire(cell: UInt)
    /// Receives the waits of threads that resolve from this owner; nil: the container reports no events.
    var waitListener: (any WaitListener)? { get }
    /// How long a thread waits for another thread's factory.
    var waitLimit: Duration? { get }
}

/// Receives each wait of a thread for another thread.
package protocol WaitListener: Sendable {
    /// Reports a wait that has ended.
    ///
    /// Called by the thread that waited, with no lock held.
    ///
    /// - Parameters:
    ///   - record: The registration whose instance the thread needed.
    ///   - isTurn: Whether the thread waited for its turn in a container that builds one at a time.
    ///   - start: When the wait began, in the clock's nanoseconds.
    ///   - maker: The number of the thread that made the instance, if it is known.
    ///   - context: The context of the thread that waited.
    func reportWait(
        for record: Binding, isTurn: Bool, since start: UInt64, maker: UInt64?,
        _ context: UnsafeMutablePointer<ThreadContext>)
}

package final class Build<T>: AnyBuild, @unchecked Sendable {  // As `AnyBuild`.
    /// The instance as the factory returned it, then as the injections left it; nil once that is so for an instance that is
    /// not kept.
    ///
    /// Written by the owner with the wait-for graph locked.
    private(set) var instance: T?
    private let slotOwner: any SlotOwner
    /// Whether a value closes a cycle too, by a copy that lacks what the injections assign.
    private let givesCopies: Bool

    package init(
        _ kind: Kind, slot: Slot?, owner: ThreadNode, previousState: UInt = SlotState.empty,
        slotOwner: any SlotOwner, givesCopies: Bool = false, levelStart: UInt = 0
    ) {
        self.slotOwner = slotOwner
        self.givesCopies = givesCopies
        unsafe super.init(kind, slot: slot, owner: owner, previousState: previousState, levelStart: levelStart)
    }

    override var instanceType: any Any.Type { T.self }

    override var canBeTakenEarly: Bool {
        switch phase {
        case .pending: true
        case .injecting: givesCopies || isObject
        case .constructing, .done, .failed: false
        }
    }

    /// Whether there is an instance, and it is an object.
    ///
    /// Guarded by the wait-for graph's lock.
    var isObject: Bool { instance.map { ObjectIdentity.object(of: $0) != nil } ?? false }

    /// The instance exists; its injections begin.
    func beginInjecting(_ instance: T) {
        self.instance = instance
        phase = .injecting
    }

    /// Whether the instance is the object that the factory returned.
    func isSameObject(as other: T) -> Bool {
        guard let instance else { return true }
        return ObjectIdentity.object(of: instance) === ObjectIdentity.object(of: other)
    }

    package func becomePending(_ instance: T, on dependencies: [AnyBuild]) {
        // Another thread may release a pending build: with it, it must not release an instance that only the thread's graph
        // or its caller may use.
        self.instance = kind == .kept ? instance : nil
        self.dependencies = dependencies
        phase = .pending
    }

    override func publish(into remains: inout Remains) {
        phase = .done
        dropHeld(into: &remains)
        guard let instance, let slot = unsafe slot else { return }
        unsafe store(instance, in: slot, &remains)
        unsafe slot.leaveWatched(self, for: publishedState)
    }

    /// Publishes without the lock, unless another thread watches.
    ///
    /// Requires that the instance holds nothing unfinished.
    func publishUnwatched(_ instance: T, _ remains: inout Remains) -> Bool {
        guard let slot = unsafe slot else { return false }
        unsafe store(instance, in: slot, &remains)
        return unsafe slot.leaveUnwatched(self, for: publishedState)
    }

    /// The second half of `publishUnwatched`, for a build that another thread watches.
    ///
    /// The wait-for graph is locked.
    func publishStored() {
        phase = .done
        unsafe slot?.leaveWatched(self, for: publishedState)
    }

    private var publishedState: UInt {
        unsafe slot?.binding.lifetime == .shared ? SlotState.weak : SlotState.ready
    }

    private func store(_ instance: T, in slot: Slot, _ remains: inout Remains) {
        if publishedState == SlotState.weak {
            // `Construction` has refused instances that no cell can hold, after the factory and after the injections.
            guard let cell = SharedCell(instance) else {
                preconditionFailure("a shared instance is an object")
            }
            remains.cells.append((slotOwner, unsafe slot.exchangeCell(cell)))
        } else {
            unsafe slot.instance(as: T.self).initialize(to: instance)
            unsafe slot.order = slotOwner.nextOrder()
        }
    }
}

extension AnyBuild {
    /// The build, cast to the type that its slot's key proves.
    ///
    /// Not checked: a caller may hold the metatype of a subclass as that of a superclass. Instances of both are references.
    @unsafe
    func typed<T>(as type: T.Type) -> Build<T> {
        unsafe Unmanaged<Build<T>>.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
    }
}

extension UnsafeMutablePointer where Pointee == GraphArena.Entry {
    /// The build of an instance that is or was unfinished.
    var build: AnyBuild? { unsafe pointee.build.map { unsafe unsafeDowncast($0, to: AnyBuild.self) } }
}

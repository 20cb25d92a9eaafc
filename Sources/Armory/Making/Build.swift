// One attempt to make the instance of a slot. It exists from the claim of the slot until the instance is published or
// given up, and it is a node of the wait-for graph.
//
//     phase          the instance                    another may take it early
//     constructing   does not exist                  no
//     injecting      exists, is being completed      an object, to close a cycle
//     pending        is complete, but holds others   yes, to close a cycle
//                    that are not
//     done           is published
//     failed         was given up
//
// "Early" means: before it is published, by a thread that could otherwise never finish. Whoever takes an instance
// early depends on it; an instance that depends on an unfinished one is not published before that one is complete.
// So the instances of a cycle are published together, and nobody outside sees one that is half wired.

/// What does not depend on the type of the instance.
@safe
package class AnyBuild: @unchecked Sendable {  // Each field says who guards it.
    package enum Phase: Sendable {
        case constructing, injecting, pending, done, failed
    }

    /// Who will have the instance.
    package enum Kind: Sendable {
        /// All who ask the slot's container.
        case kept
        /// The running outermost resolve.
        case graph
        /// The caller.
        case transient
    }

    package let kind: Kind
    /// The slot that is being built; nil where the instance is not kept, so that other threads do not see it.
    package let slot: Slot?
    /// Who runs the factory.
    package let owner: Resolution
    /// The state that the slot goes back to when the build is given up.
    package let previousState: UInt
    /// Guarded by the wait-for graph's lock.
    package internal(set) var phase = Phase.constructing
    /// Whether somebody holds the unfinished instance.
    ///
    /// Guarded by the wait-for graph's lock.
    var wasTakenEarly = false
    /// The builds whose instances this one holds, though they were unfinished; set when it becomes pending.
    ///
    /// Guarded by the wait-for graph's lock.
    var dependencies: [AnyBuild] = []

    /// What the factory took early, where the injection was put off.
    ///
    /// The owner's.
    var takenByFactory: [AnyBuild] = []
    /// Whether the instance was given up when it was finished.
    ///
    /// The owner's.
    var wasGivenUp = false

    fileprivate init(_ kind: Kind, slot: Slot?, owner: Resolution, previousState: UInt) {
        self.kind = kind
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

    /// Constructing, injecting or pending.
    ///
    /// Guarded by the wait-for graph's lock.
    var isUnfinished: Bool {
        switch phase {
        case .constructing, .injecting, .pending: true
        case .done, .failed: false
        }
    }

    /// Whether the instance may be taken early.
    ///
    /// Guarded by the wait-for graph's lock.
    var canBeTakenEarly: Bool { false }

    /// Puts the instance into the slot.
    ///
    /// The wait-for graph is locked.
    func publish(into remains: inout Remains) {}

    /// Takes the slot back to its previous state.
    ///
    /// The wait-for graph is locked.
    func giveUp(into remains: inout Remains) {}
}

/// What is left to be done when the wait-for graph is unlocked again: code of the user's may run.
package struct Remains {
    /// Builds to be released, with what they hold.
    var builds: [AnyBuild] = []
    /// Cells to be retired by their owners.
    var cells: [(owner: any SlotOwner, cell: UInt)] = []

    /// Does it.
    ///
    /// No lock is held.
    func settle() {
        for (owner, cell) in cells where cell != 0 { owner.retire(cell: cell) }
    }
}

/// What keeps slots: a container.
package protocol SlotOwner: AnyObject, Sendable {
    /// The number of the next instance that is kept.
    func nextOrder() -> UInt
    /// The cell is out of its slot; readers may still be in it.
    func retire(cell: UInt)
    /// Receives the waits of threads that resolve from this owner; nil where nothing subscribes to them.
    var waitListener: (any WaitListener)? { get }
    /// How long a thread waits for another one's factory.
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
    ///   - maker: The number of the thread that made the instance, where it is known.
    ///   - context: The context of the thread that waited.
    func tellWait(
        for record: AnyBinding, isTurn: Bool, since start: UInt64, maker: UInt64?,
        _ context: UnsafeMutablePointer<ThreadContext>)
}

package final class Build<T>: AnyBuild, @unchecked Sendable {  // As `AnyBuild`.
    /// The instance as the factory returned it, then as the injections left it.
    ///
    /// Written by the owner with the wait-for graph locked.
    private(set) var instance: T?
    private let slotOwner: any SlotOwner

    package init(
        _ kind: Kind, slot: Slot?, owner: Resolution, previousState: UInt = SlotState.empty,
        slotOwner: any SlotOwner
    ) {
        self.slotOwner = slotOwner
        unsafe super.init(kind, slot: slot, owner: owner, previousState: previousState)
    }

    /// A build of what a thread makes by the fast way.
    convenience init(lightIn slot: Slot, owner: Resolution, slotOwner: any SlotOwner) {
        unsafe self.init(.kept, slot: slot, owner: owner, previousState: SlotState.fresh, slotOwner: slotOwner)
    }

    override var instanceType: any Any.Type { T.self }

    override var canBeTakenEarly: Bool {
        switch phase {
        case .pending: true
        case .injecting: instance.map { ObjectIdentity.object(of: $0) != nil } ?? false
        case .constructing, .done, .failed: false
        }
    }

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
        self.instance = instance
        self.dependencies = dependencies
        phase = .pending
    }

    override func publish(into remains: inout Remains) {
        phase = .done
        dropHeld(into: &remains)
        guard let instance else { return }
        guard let slot = unsafe slot else { return }
        unsafe store(instance, in: slot, &remains)
        unsafe slot.leaveWatched(self, for: publishedState)
    }

    /// Publishes without the lock, unless another thread watches.
    ///
    /// Nothing unfinished is held.
    func publishUnwatched(_ instance: T, _ remains: inout Remains) -> Bool {
        guard let slot = unsafe slot else { return false }
        unsafe store(instance, in: slot, &remains)
        return unsafe slot.leaveUnwatched(self, for: publishedState)
    }

    /// The second half of `publishUnwatched` where another thread watched.
    ///
    /// The wait-for graph is locked.
    func publishStored() {
        phase = .done
        unsafe slot?.leaveWatched(self, for: publishedState)
    }

    /// Lets go of this build and of those it depends on when the lock is free again: an instance may go with them, and
    /// its `deinit` is the user's.
    private func dropHeld(into remains: inout Remains) {
        remains.builds.append(self)
        remains.builds += dependencies
        dependencies = []
    }

    private var publishedState: UInt {
        unsafe slot?.binding.lifetime == .shared ? SlotState.weak : SlotState.ready
    }

    private func store(_ instance: T, in slot: Slot, _ remains: inout Remains) {
        if publishedState == SlotState.weak {
            // `Construction` has refused what no cell can hold, after the factory and after the injections.
            guard let cell = SharedCell(instance) else {
                preconditionFailure("a shared instance is an object")
            }
            remains.cells.append((slotOwner, unsafe slot.exchangeCell(cell)))
        } else {
            unsafe slot.instance(as: T.self).initialize(to: instance)
            unsafe slot.order = slotOwner.nextOrder()
        }
    }

    override func giveUp(into remains: inout Remains) {
        phase = .failed
        dropHeld(into: &remains)
        unsafe slot?.leaveWatched(self, for: previousState)
    }
}

extension AnyBuild {
    /// The build as its slot's key has shown it to be.
    ///
    /// See `AnyBinding.typed`.
    @unsafe
    func typed<T>(as type: T.Type) -> Build<T> {
        unsafe Unmanaged<Build<T>>.fromOpaque(Unmanaged.passUnretained(self).toOpaque()).takeUnretainedValue()
    }
}

extension UnsafeMutablePointer where Pointee == GraphArena.Entry {
    /// The build of an instance that is or was unfinished.
    var build: AnyBuild? {
        guard let build = unsafe pointee.build else { return nil }
        return unsafe unsafeDowncast(
            Unmanaged<AnyObject>.fromOpaque(build).takeUnretainedValue(), to: AnyBuild.self)
    }

    func setBuild(_ build: AnyBuild) {
        let old = unsafe pointee.build
        unsafe pointee.build = Unmanaged<AnyObject>.passRetained(build).toOpaque()
        if let old = unsafe old { unsafe Unmanaged<AnyObject>.fromOpaque(old).release() }
    }
}

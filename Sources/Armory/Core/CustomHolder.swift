internal import Synchronization

/// One instance of a custom lifetime: its place and arguments, and the slot in which it is created.
///
/// The slot is like those of the table, so that a single thread creates the instance and all others wait, as for a
/// singleton. But no table names it, and no pinned reader finds it: every user of the slot has the holder. So the slot
/// needs no hazards and is freed with the holder's last reference:
///
///     store --+1--> holder --> slot --(making)+1--> build --+1--> holder
///     the caller's frame --+1--> holder
@safe
package class CustomHolder: SlotOwner, @unchecked Sendable {  // Immutable; the slot answers for itself.
    let slot: Slot
    /// The hash of the place and the arguments.
    let hash: Int
    private let control: ControlBlock
    /// The time of the last use, for a lifetime that needs it.
    private let lastUse = Atomic<UInt64>(0)
    package let waitLimit: Duration?

    init(_ binding: Binding, hash: Int, in store: CustomStore) {
        unsafe slot = unsafe Slot.allocate(binding, state: SlotState.empty, number: store.number)
        self.hash = hash
        control = store.control
        waitLimit = store.waitLimit
    }

    deinit {
        var teardown = Teardown(first: unsafe slot.claim(reporting: control.events != nil), of: control)
        control.closeBeside(&teardown)
        unsafe slot.deallocate()
    }

    package func nextOrder() -> UInt { control.nextOrder() }

    package var waitListener: (any WaitListener)? { control.reporter }

    package func retire(cell: UInt) {
        // Only a `Shared` registration has a cell.
        control.retireLater(.object(cell))
    }

    /// Whether the instance exists.
    var isReady: Bool { unsafe slot.state == SlotState.ready }

    /// The instance's number in its container's order of creation; 0: it does not exist.
    var order: UInt { isReady ? unsafe slot.order : 0 }

    /// Whether no thread has created the instance, or a thread's attempt has failed.
    var isEmpty: Bool { unsafe slot.state == SlotState.empty }

    // Relaxed: only the time counts.

    /// Notes that the instance is in use now.
    func noteUse(at time: UInt64 = Platform.now) { lastUse.store(time, ordering: .relaxed) }

    /// The time of the last use that was noted.
    var lastUsed: UInt64 { lastUse.load(ordering: .relaxed) }

    /// Whether no reference to the instance exists, except the slot's.
    ///
    /// Requires an instance that is an object, also one behind a protocol, and that the caller has the only reference to
    /// this holder: otherwise another thread may be about to take the instance.
    var isUnused: Bool {
        // Unsafe: the first word of such an instance is the reference to the object.
        unsafe isOnlyReference(
            at: slot.instance(of: slot.withBinding { $0.instanceType }).assumingMemoryBound(to: AnyObject.self))
    }
}

/// Whether no other reference to the object exists.
///
/// Generic: a call of `isKnownUniquelyReferenced` for an `AnyObject` would open the existential, and debug builds copy it for
/// that.
@unsafe
private func isOnlyReference<Object: AnyObject>(at reference: UnsafeMutablePointer<Object>) -> Bool {
    unsafe isKnownUniquelyReferenced(&reference.pointee)
}

/// One instance of a custom lifetime: the place and the arguments that it is for, and a slot in which it is made.
///
/// The slot is one as the table has, so that a single thread makes the instance, and all others wait, as for a singleton.
/// But no table names it, and no reader comes upon it while pinned: whoever uses it has the holder. So it needs no hazards
/// and goes with its last reference:
///
///     store --+1--> holder --> slot --(making)+1--> build --+1--> holder
///     the caller's frame --+1--> holder
@safe
package class InstanceHolder: SlotOwner, @unchecked Sendable {  // Immutable; the slot answers for itself.
    let slot: Slot
    /// Of the place and the arguments.
    let hash: Int
    private let ledger: Ledger
    package let waitLimit: Duration?

    init(_ binding: AnyBinding, hash: Int, in store: InstanceStore) {
        unsafe slot = unsafe Slot.allocate(binding, state: SlotState.empty, number: store.number)
        self.hash = hash
        ledger = store.ledger
        waitLimit = store.waitLimit
    }

    deinit {
        ledger.closeBeside(Teardown(unsafe slot.claim(telling: ledger.events != nil), of: ledger))
        unsafe slot.deallocate()
    }

    /// What is to be done before a reference that is counted by nobody is let go of.
    static func claim(_ address: UInt, telling isTold: Bool) -> TeardownTurn {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return TeardownTurn() }
        return unsafe Unmanaged<InstanceHolder>.fromOpaque(pointer).takeUnretainedValue().slot.claim(telling: isTold)
    }

    /// Lets go of a reference that is counted by nobody.
    static func release(_ address: UInt) {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return }
        unsafe Unmanaged<InstanceHolder>.fromOpaque(pointer).release()
    }

    package func nextOrder() -> UInt { ledger.nextOrder() }

    package var waitListener: (any WaitListener)? { ledger.teller }

    package func retire(cell: UInt) {
        // A cell is that of a `Shared` registration.
        ledger.retireLater(cell)
    }

    /// Whether the instance is there.
    var isReady: Bool { unsafe slot.state == SlotState.ready }

    /// When the instance came to be, among those of its container; 0: it is not there.
    var order: UInt { isReady ? unsafe slot.order : 0 }

    /// Whether nobody has made the instance, or somebody has failed to.
    var isEmpty: Bool { unsafe slot.state == SlotState.empty }
}

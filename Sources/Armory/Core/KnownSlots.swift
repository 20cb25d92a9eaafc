// The slots that keep the inherited singletons of a container that overrides registrations.
//
// The search for such a slot takes thousands of instructions (Container+Derived.swift). So the container remembers its result.
// Code in C reads it, also for the containers below (`find_inherited` in CLookup.c):
//
//     KnownSlots      | table | control blocks, count |
//
//     table           leads from a type to a slot; empty, and shared with others, as long as nothing is known
//     its stamp       the sum of the versions of the control blocks when the table was made. The versions only grow. A lookup with
//                     another sum does not use the table
//
// A slot in the table is alive as long as the sum is the stamp. The change that unlinks a slot raises a version, waits for the
// readers, and then frees the slot. A reader is pinned before it reads the versions.

internal import CLookup
internal import Synchronization

@safe
final class KnownSlots: @unchecked Sendable {  // `lock` guards the writers; the rest is immutable.
    // C reads the next two (CLookup.h).
    private let table = unsafe Atomic(RegistrationTable.emptyAddress)
    /// Those of the container that overrides, and of its ancestors.
    private let controls: UnsafeMutableBufferPointer<Unmanaged<ControlBlock>>
    private let lock = Lock()

    /// Returns nil if observers watch the lookups, so that each has to take the slow path, or if an ancestor is a scope of a
    /// plan, whose slots serve one scope after the other.
    init?(_ derivation: Derivation, _ control: ControlBlock, ancestors: [Container]) {
        guard derivation.observer == nil,
            !ancestors.contains(where: { $0.plan != nil || $0.derivation?.observer != nil })
        else { return nil }
        let all = [control] + ancestors.map(\.control)
        unsafe controls = .allocate(capacity: all.count)
        _ = unsafe controls.initialize(from: all.map { unsafe Unmanaged.passUnretained($0) })
    }

    deinit {
        // Relaxed: no other thread has the object.
        if let own = unsafe ownTable(table.load(ordering: .relaxed)) { unsafe own.deallocate() }
        unsafe controls.deallocate()
    }

    /// The sum of the versions.
    var stamp: UInt { unsafe clookup_stamp(Unmanaged.passUnretained(self).toOpaque()) }

    /// Whether a container is the one that overrides, or an ancestor of it.
    func includes(_ container: Container) -> Bool {
        unsafe controls.contains { unsafe $0.toOpaque() == Unmanaged.passUnretained(container.control).toOpaque() }
    }

    /// Remembers the slot of a type, unless something has changed since the stamp was read.
    ///
    /// The thread is not pinned.
    func remember(_ type: ObjectIdentifier, _ slot: UInt, since stamp: UInt) {
        let retired = unsafe lock.withLock { () -> RegistrationTable? in
            guard stamp == self.stamp else { return nil }
            let slot = unsafe Slot(identifier: slot).address
            let (key, hash) = (UInt(bitPattern: type), KeyHash.hash(type))
            // Relaxed: the lock orders it.
            let old = unsafe ownTable(table.load(ordering: .relaxed))
            var new: RegistrationTable
            if let old = unsafe old, unsafe old.stamp == stamp {
                if case .slot = unsafe old.find(type) { return nil }
                if unsafe old.insert(key: key, hash: hash, slot: slot) { return nil }
                unsafe new = old.rebuilt { _ in true }
            } else {
                unsafe new = RegistrationTable.allocate()
            }
            while unsafe !new.insert(key: key, hash: hash, slot: slot) {
                let larger = unsafe new.rebuilt { _ in true }
                unsafe new.deallocate()
                unsafe new = larger
            }
            unsafe new.stamp = stamp
            // Release: the table is whole; pairs with the acquire in `find_known` (CLookup.c).
            unsafe table.store(new.address, ordering: .releasing)
            return unsafe old
        }
        if let retired = unsafe retired {
            unsafe controls[0].takeUnretainedValue().retireLater(.table(retired.address))
        }
    }

    /// The table of an address; nil for the shared one.
    private func ownTable(_ address: UInt) -> RegistrationTable? {
        unsafe address == RegistrationTable.emptyAddress ? nil : RegistrationTable(address: address)
    }
}

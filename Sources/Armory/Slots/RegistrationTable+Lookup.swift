// Lookups take no lock: they need one acquire load for each visited entry and one for the slot.

public import CLookup
public import Synchronization

extension RegistrationTable {
    /// The result of a lookup.
    ///
    /// Not an optional pointer, because the caller would then test again what the probe already knows.
    @unsafe
    @frozen
    @usableFromInline
    package enum Found {
        case slot(UnsafeMutableRawPointer)
        case nothing
    }

    /// Finds the slot of an unqualified key.
    ///
    /// The calling thread must be pinned.
    @inlinable
    @inline(__always)
    package func find(_ type: ObjectIdentifier) -> Found {
        let slot = unsafe clookup_slot(address, UInt(bitPattern: type))
        guard let slot = unsafe UnsafeMutableRawPointer(bitPattern: slot) else { return unsafe .nothing }
        return unsafe .slot(slot)
    }

    /// Finds the slot of a qualified key with this hash that `isMatch` accepts.
    ///
    /// Several keys can have the same hash, so `isMatch` compares the binding in the slot.
    @inlinable
    @inline(__always)
    package func find(
        qualifiedHash hash: UInt, where isMatch: (UnsafeMutableRawPointer) -> Bool
    ) -> Found {
        let hash = unsafe hash | collisions
        let key = hash | 1
        let mask = unsafe mask
        var offset = hash & mask
        while true {
            let entry = unsafe entry(at: offset)
            // Acquire: pairs with the release in `insert`.
            let found = unsafe entry.pointee.key.load(ordering: .acquiring)
            if found == key {
                let slot = unsafe Self.slot(of: entry)
                if unsafe isMatch(slot) { return unsafe .slot(slot) }
            }
            if found == 0 { return unsafe .nothing }
            offset = (offset &+ 16) & mask
        }
    }

    /// Visits the entries with the hash of a qualified key, in the order of a lookup, until `body` returns false.
    ///
    /// - Parameter body: Gets the place of an entry, which keeps its key until the table is rebuilt, and its slot.
    func visitChain(
        ofQualifiedHash hash: UInt, _ body: (_ place: UInt, _ slot: UnsafeMutableRawPointer) -> Bool
    ) {
        let hash = unsafe hash | collisions
        let mask = unsafe mask
        var offset = hash & mask
        while true {
            let entry = unsafe entry(at: offset)
            // Acquire: pairs with the release in `insert`.
            let found = unsafe entry.pointee.key.load(ordering: .acquiring)
            if found == 0 { return }
            if unsafe found == hash | 1 && !body(offset, Self.slot(of: entry)) { return }
            offset = (offset &+ 16) & mask
        }
    }

    @inlinable
    @inline(__always)
    static func slot(of entry: UnsafeMutablePointer<Entry>) -> UnsafeMutableRawPointer {
        // Acquire: pairs with the release in `insert` and `replace`.
        unsafe UnsafeMutableRawPointer(
            bitPattern: entry.pointee.slot.load(ordering: .acquiring)
        ).unsafelyUnwrapped
    }
}

extension RegistrationTable.Found {
    /// The slot or nil, for callers outside the fast path.
    package var slot: UnsafeMutableRawPointer? {
        switch unsafe self {
        case .slot(let slot): unsafe slot
        case .nothing: nil
        }
    }
}

@available(*, unavailable, message: "Threads that protect it alone may hold a slot.")
extension RegistrationTable.Found: Sendable {}

extension RegistrationTable {
    /// Whether the slot is for another container's registration, under the address of the binding as its key.
    package func isForAnother(_ slot: Slot) -> Bool {
        guard case .slot(let address) = unsafe find(slot.bindingIdentifier) else { return false }
        return unsafe address == slot.address
    }
}

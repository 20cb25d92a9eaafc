internal import Synchronization

extension Container {
    /// The slot of a qualified key.
    @inlinable
    @inline(__always)
    func find<Q: Hashable & Sendable>(
        _ type: any Any.Type, _ qualifier: Q, hash: UInt, _ pin: inout Pin
    ) -> RegistrationTable.Found {
        // Comparing names runs only code of this library.
        guard Q.self == Name.self else { return unsafe findUnpinned(type, qualifier, hash: hash, &pin) }
        return unsafe table.find(qualifiedHash: hash) { address in
            unsafe Slot(address).withBinding { binding in
                binding.type == type && binding.isQualified(by: qualifier)
            }
        }
    }

    /// The table's slot for a key with this hash.
    func find(
        _ key: ServiceKey, hash: UInt, _ pin: inout Pin
    ) -> RegistrationTable.Found {
        guard let qualifier = key.qualifier else { return unsafe table.find(key.typeIdentifier) }
        return unsafe findUnpinned(key.type, hash: hash, &pin) { $0 == qualifier }
    }

    /// The slot of a key whose qualifier is compared by user code, which must not run while the thread is pinned.
    @usableFromInline
    @inline(never)
    func findUnpinned<Q: Hashable & Sendable>(
        _ type: any Any.Type, _ qualifier: Q, hash: UInt, _ pin: inout Pin
    ) -> RegistrationTable.Found {
        unsafe findUnpinned(type, hash: hash, &pin) { $0.equals(qualifier) }
    }

    /// The slot of the registration of the type whose qualifier `isEqual` accepts.
    func findUnpinned(
        _ type: any Any.Type, hash: UInt, _ pin: inout Pin,
        _ isEqual: (AnyQualifier) -> Bool
    ) -> RegistrationTable.Found {
        var equal = pin.pause { equalEntry(type, hash: hash, isEqual) }
        // A copy without the qualifier, whose last reference must not be released here, while the thread is pinned.
        while let entry = equal.map({
            (qualifier: ObjectIdentifier($0.qualifier), place: $0.place, table: $0.table, rebuilds: $0.rebuilds)
        }) {
            let table = unsafe table
            // Acquire: pairs with the release in `rebuildTable`. After the table: a table that has the address of an
            // earlier one comes after two rebuilds, of which the first is seen then.
            let hasPlaces =
                unsafe table.address == entry.table
                && control.rebuilds.load(ordering: .acquiring) == entry.rebuilds
            var found: UnsafeMutableRawPointer?
            var present: EqualEntry?
            unsafe table.visitChain(ofQualifiedHash: hash) { place, address in
                // The type too: the further types of a registration share its qualifier.
                let binding = unsafe Slot(address).binding
                guard binding.type == type, let qualifier = binding.qualifier else { return true }
                let isEqual = ObjectIdentifier(qualifier) == entry.qualifier
                guard isEqual || hasPlaces && place == entry.place else { return true }
                unsafe found = address
                if !isEqual {
                    present = EqualEntry(
                        qualifier: qualifier, place: place, table: entry.table, rebuilds: entry.rebuilds)
                }
                return false
            }
            // The table holds the qualifier too, so a pinned thread may release it: this is not the last reference.
            if let found = unsafe found, present == nil { return unsafe .slot(found) }
            // The registration was replaced meanwhile, or the table was rebuilt too: then the new one is another
            // candidate. Releasing the earlier qualifier may run a user's `deinit`.
            pin.pause {
                equal = nil
                equal = present.take() ?? equalEntry(type, hash: hash, isEqual)
            }
        }
        return unsafe .nothing
    }
}

// MARK: Comparing qualifiers, which runs user code

/// An entry of a table whose qualifier is equal to the one that is looked up.
private struct EqualEntry {
    let qualifier: AnyQualifier
    let place: UInt
    let table: UInt
    /// How often the table had been rebuilt before it was read.
    let rebuilds: UInt
}

extension Container {
    /// The entry of a registration of the type whose qualifier `isEqual` accepts.
    ///
    /// For a thread that is not pinned: a user's `deinit` may run when the compared qualifiers are released.
    @inline(never)
    private func equalEntry(
        _ type: any Any.Type, hash: UInt, _ isEqual: (AnyQualifier) -> Bool
    ) -> EqualEntry? {
        // Acquire: pairs with the release in `rebuildTable`.
        let rebuilds = control.rebuilds.load(ordering: .acquiring)
        let (table, entries) = chain(of: type, hash: hash)
        return entries.first { isEqual($0.qualifier) }.map {
            EqualEntry(qualifier: $0.qualifier, place: $0.place, table: table, rebuilds: rebuilds)
        }
    }

    /// The qualifiers of the entries with a hash and a type, each with the place of its entry, and the table's address.
    ///
    /// All at once: a table full of equal hashes is searched once, not once for each qualifier. Pins the thread.
    func chain(
        of type: any Any.Type, hash: UInt
    ) -> (table: UInt, entries: [(place: UInt, qualifier: AnyQualifier)]) {
        let pin = Pin()
        let table = unsafe table
        var entries: [(place: UInt, qualifier: AnyQualifier)] = []
        unsafe table.visitChain(ofQualifiedHash: hash) { place, address in
            let binding = unsafe Slot(address).binding
            if binding.type == type, let qualifier = binding.qualifier { entries.append((place, qualifier)) }
            return true
        }
        pin.end()
        return (unsafe table.address, entries)
    }
}

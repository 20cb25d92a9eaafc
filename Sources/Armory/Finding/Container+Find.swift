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
            unsafe Slot(address).withBinding(AnyBinding.self) { binding in
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
        var equal = pin.pause { equalQualifier(type, hash: hash, isEqual) }
        while equal != nil {
            let found = unsafe table.find(qualifiedHash: hash) { address in
                // The type too: the further types of a registration share its qualifier.
                let binding = unsafe Slot(address).binding
                return binding.type == type && binding.qualifier === equal
            }
            // The table holds the qualifier too, so a pinned thread may release it: this is not the last reference.
            if case .slot = unsafe found { return unsafe found }
            // It was replaced meanwhile: the new registration is another candidate.
            // Releasing the qualifier may run a user's `deinit`.
            pin.pause {
                equal = nil
                equal = equalQualifier(type, hash: hash, isEqual)
            }
        }
        return unsafe .nothing
    }

    /// The qualifier of a registration of the type that `isEqual` accepts.
    ///
    /// For a thread that is not pinned: a user's `deinit` may run when the compared qualifiers are released.
    @inline(never)
    private func equalQualifier(
        _ type: any Any.Type, hash: UInt, _ isEqual: (AnyQualifier) -> Bool
    ) -> AnyQualifier? {
        let pin = Pin()
        // All at once: a table full of equal hashes is searched once, not once for each qualifier.
        var candidates: [AnyQualifier] = []
        _ = unsafe table.find(qualifiedHash: hash) { address in
            let binding = unsafe Slot(address).binding
            if binding.type == type, let qualifier = binding.qualifier { candidates.append(qualifier) }
            return false
        }
        pin.end()
        return candidates.first(where: isEqual)
    }
}

extension Container {
    /// Changes the slot of a key in the first container that has it, this one or an ancestor, and passes its slots of
    /// further keys.
    func changeWhereItIs(
        _ key: ServiceKey, and others: [ServiceKey],
        _ body: (_ owner: Container, _ slot: Slot?, _ hash: UInt, _ others: [HashedSlot]) throws(ResolutionError)
            -> [ControlBlock.Retired]
    ) throws(ResolutionError) {
        if !ancestors.isEmpty && !isClosed {
            for owner in [self] + ancestors where owner.has(key) {
                try checkIsOwn(owner, key)
                do throws(ResolutionError) {
                    return unsafe try owner.change(key, and: others) { slot, hash, others throws(ResolutionError) in
                        try unsafe body(owner, slot, hash, others)
                    }
                } catch  where error.code == .missing {
                    // Removed meanwhile: the next container that has the key is changed, if any.
                }
            }
        }
        unsafe try change(key, and: others) { slot, hash, others throws(ResolutionError) in
            try unsafe body(self, slot, hash, others)
        }
    }

    private func has(_ key: ServiceKey) -> Bool {
        let hash = key.tableHash
        var pin = Pin()
        guard case .slot(let address) = unsafe find(key, hash: hash, &pin) else { return false }
        // A scope's shortcut leads to a registration of an ancestor.
        let isOwn = unsafe Slot(address).state != SlotState.absent && !table.isForAnother(Slot(address))
        pin.end()
        return isOwn
    }
}

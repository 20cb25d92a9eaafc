extension Container {
    /// The slot that creates and keeps the instance of an inner record for this container.
    ///
    /// Works as `instanceSlot(of:)` does. The container that has the outer record keeps the instance.
    func instanceSlot(
        ofInner binding: Binding, _ pin: consuming Pin
    ) throws(ResolutionError) -> PinnedSlot {
        switch binding.lifetime {
        case .transient, .graph:
            return try unsafe ownSlot(for: binding, pin)
        case .scoped:
            guard let scope = scopeContainer(of: binding) else {
                throw outsideScopeFault(binding, pin)
            }
            return try unsafe instanceSlot(of: binding, in: scope, pin)
        case .singleton, .shared, .custom:
            if !isDerived, case .slot(let address) = unsafe table.find(ObjectIdentifier(binding)) {
                return unsafe PinnedSlot(self, Slot(address), pin)
            }
            let keeper = keeper(ofInner: binding, &pin)
            return try unsafe instanceSlot(of: binding, in: keeper, pin)
        }
    }

    /// The slot that keeps the instance of an inner record, in its owner or in a container below that overrides.
    private func instanceSlot(
        of binding: Binding, in owner: Container, _ pin: consuming Pin
    ) throws(ResolutionError) -> PinnedSlot {
        guard isDerived else { return try unsafe owner.ownSlot(for: binding, pin) }
        pin.end()
        let keeper = try keeper(of: binding, in: owner) ?? owner
        return try unsafe keeper.ownSlot(for: binding, Pin())
    }

    /// The container that has the outer record of an inner one, or a slot for it already.
    ///
    /// If the record was replaced meanwhile: the container that has its key.
    private func keeper(ofInner binding: Binding, _ pin: inout Pin) -> Container {
        for container in [self] + ancestors where container.derivation == nil {
            if case .slot = unsafe container.table.find(ObjectIdentifier(binding)) { return container }
        }
        let key = binding.key
        // The hash of a qualifier is user code.
        let hash = pin.pause { key.tableHash }
        var first: Container?
        for container in [self] + ancestors {
            // A scope's shortcut leads to a registration of an ancestor.
            guard case .slot(let address) = unsafe container.find(key, hash: hash, &pin),
                unsafe !container.table.isForAnother(Slot(address))
            else { continue }
            let found = unsafe Slot(address).binding
            if found.chain.contains(where: { $0 === binding }) { return container }
            if first == nil { first = container }
        }
        return first ?? self
    }
}

// Decorators, adapters and interceptors of a container: where they are kept, and what changes when they come or go.
//
//     register, replace, overlay, load --> the records of a registration, with what lies around them --> the table
//     a layer comes or goes            --> another table, in which the records it matches are made anew

internal import Synchronization

extension Container {
    /// Adds a decorator.
    ///
    /// What is registered already is decorated from now on, and made anew at the next resolve. What was made before stays with
    /// whoever holds it.
    ///
    /// - Throws: ``ResolutionError`` with the code `frozen` or `closed`.
    /// - Complexity: O(*n*) in the number of registrations.
    public func register(_ decorator: Decorator) throws(ResolutionError) { try register(layer: decorator.layer) }

    /// Adds an adapter, also of what is registered already.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`, `frozen` or `closed`.
    /// - Complexity: O(*n*) in the number of registrations.
    public func register(_ adapter: Adapter) throws(ResolutionError) { try register(layer: adapter.layer) }

    /// Adds an interceptor, also of what is registered already.
    ///
    /// What was made before stays with whoever holds it, and is made anew.
    ///
    /// - Throws: ``ResolutionError`` with the code `frozen` or `closed`.
    /// - Complexity: O(*n*) in the number of registrations.
    public func register(_ interceptor: Intercepted) throws(ResolutionError) {
        try register(layer: interceptor.layer)
    }

    private func register(layer: Layer) throws(ResolutionError) {
        let key = ServiceKey(layer.type ?? Any.self, qualifier: layer.qualifier)
        var refused: ResolutionError.Code?
        var faults: [ResolutionError] = []
        var isStale = true
        while isStale {
            // Relaxed: the lock orders it. What is adapted is as of this version.
            let (version, old) = ledger.lock.withLock { (ledger.version.load(ordering: .relaxed), ledger.layers) }
            let layers = (old ?? LayerList([])).adding([layer])
            faults = try add(layers.adapted(ownBindings, by: [layer])) {
                if ledger.isFrozen { refused = .frozen }
                isStale = refused == nil && ledger.version.load(ordering: .relaxed) != version
                return refused == nil && !isStale
            } whenAdded: {
                ledger.layers = layers
            }
        }
        if let refused { throw ResolutionError(refused, key: key, location: layer.location) }
        if let fault = faults.first { throw fault }
        relayer()
    }

    /// Adds records with what lies around them, and those they are adapted to.
    func addLayered(_ records: [AnyBinding]) throws(ResolutionError) -> [ResolutionError] {
        while true {
            let layers = ledger.lock.withLock { ledger.layers }
            var isFrozen = false
            var isStale = false
            let faults = try add(layers?.expanded(records) ?? records) {
                isFrozen = ledger.isFrozen
                isStale = ledger.layers !== layers
                return !isFrozen && !isStale
            }
            if isFrozen { throw ResolutionError(.frozen, key: records[0].key, location: records[0].location) }
            if !isStale { return faults }
        }
    }

    /// Changes what this container holds for the key of a record, with what lies around that here.
    func changeLayered(
        own record: AnyBinding,
        _ body: (_ record: AnyBinding, _ slot: Slot?, _ hash: UInt) throws(ResolutionError) -> [Ledger.Retired]
    ) throws(ResolutionError) {
        var isStale = true
        while isStale {
            let layers = ledger.lock.withLock { ledger.layers }
            let layered = layers?.layered(record) ?? record
            unsafe try change(record.key) { old, hash throws(ResolutionError) in
                isStale = ledger.layers !== layers
                return isStale ? [] : try unsafe body(layered, old, hash)
            }
        }
    }

    /// Changes what is registered under the keys of records, with what lies around them in the container that has the first.
    func changeLayered(
        _ records: [AnyBinding],
        _ body: (
            _ owner: Container, _ records: [AnyBinding], _ slot: Slot?, _ hash: UInt, _ others: [Place]
        ) throws(ResolutionError) -> [Ledger.Retired]
    ) throws(ResolutionError) {
        var known: (owner: Container, layers: LayerList)?
        while true {
            let expanded = known.map { Self.oneOfEachKey($0.layers.expanded(records)) } ?? records
            let keys = expanded.map(\.key)
            var next = known
            var isStale = false
            unsafe try changeWhereItIs(keys[0], and: Array(keys.dropFirst())) {
                owner, found, hash, others throws(ResolutionError) in
                isStale = owner.ledger.layers !== known?.layers || known.map { $0.owner !== owner } ?? false
                guard !isStale else {
                    next = owner.ledger.layers.map { (owner, $0) }
                    return []
                }
                return try unsafe body(owner, expanded, found, hash, others)
            }
            guard isStale else { return }
            known = next
        }
    }

    static func oneOfEachKey(_ records: [AnyBinding]) -> [AnyBinding] {
        var faults: [ResolutionError] = []
        return records.count == 1 ? records : winners(of: records, replacing: true, &faults).winners
    }

    /// The layers that decorate, adapt or intercept none of these registrations.
    func idleLayers(_ layers: [Layer], among records: [AnyBinding]) -> [ResolutionError] {
        let bases = records.map(\.base)
        return layers.filter { layer in layer.type != nil && !bases.contains(where: layer.matches) }.map { layer in
            let key = ServiceKey(layer.type ?? Any.self, qualifier: layer.qualifier)
            var near = nearMisses(of: key)
            // What comes with the layer is not in the table yet.
            let name = TypeName.of(key.type)
            let coming = records.filter { $0.type == key.type || TypeName.isSpelledLike($0.type, name) }.map(\.step)
            near += coming.filter { step in !near.contains { $0.key == step.key } }
            near.sort { $0.key.description < $1.key.description }
            return ResolutionError(
                .decoratesNothing, key: key, location: layer.location, detail: .layer(layer.noun, near: near))
        }
    }
}

// MARK: When layers change

extension Container {
    /// Makes the records anew that other layers lie around now.
    ///
    /// All at once, in another table. Their instances are forgotten, those below overlays too.
    func relayer() {
        while true {
            let (version, layers, bindings) = ledger.lock.withLock {
                // Relaxed: the lock orders it.
                (
                    ledger.version.load(ordering: .relaxed), ledger.layers ?? LayerList([]),
                    ledger.isClosed ? [] : allBindings()
                )
            }
            // Not under the lock: to compare qualifiers is the user's.
            var changed: [ObjectIdentifier: AnyBinding] = [:]
            for binding in bindings {
                let new = layers.layered(binding)
                if new !== binding { changed[ObjectIdentifier(binding)] = new }
            }
            guard !changed.isEmpty else { return }
            var forgotten: [AnyBinding] = []
            defer { withExtendedLifetime(forgotten) {} }
            let retired = ledger.lock.withLock { () -> [Ledger.Retired]? in
                guard ledger.version.load(ordering: .relaxed) == version, !ledger.isClosed else { return nil }
                forgotten = ledger.changeDisplaced(changed)
                // Release: pairs with the acquire in `change`.
                ledger.version.store(version &+ 1, ordering: .releasing)
                ledger.noteChange()
                return publish(changed)
            }
            guard let retired else { continue }
            retire(retired)
            return
        }
    }

    /// What is registered here, overlays, what lies below them and what is displaced too.
    ///
    /// The ledger's lock is held.
    private func allBindings() -> [AnyBinding] {
        var slots = ledger.overlaid.values.flatMap(\.self)
        unsafe table.forEachSlot { address in
            if unsafe !table.isForAnother(Slot(address)) { unsafe slots.append(Slot(address).identifier) }
        }
        return slots.map { unsafe Slot(identifier: $0).binding }
            + ledger.displaced.values.flatMap { [$0.above, $0.binding] }
    }

    /// Publishes a table with slots of other records.
    ///
    /// The ledger's lock is held.
    private func publish(_ changed: [ObjectIdentifier: AnyBinding]) -> [Ledger.Retired] {
        let old = unsafe table
        var successors: [UInt: UInt] = [:]
        func successor(of slot: UInt) -> UInt {
            if let known = successors[slot] { return known }
            let slot = unsafe Slot(identifier: slot)
            guard let new = unsafe changed[ObjectIdentifier(slot.binding)], unsafe slot.state != SlotState.absent else {
                return unsafe slot.identifier
            }
            let successor = unsafe makeSlot(new, inPlaceOf: slot, arrives: false).identifier
            unsafe successors[slot.identifier] = successor
            return successor
        }
        unsafe publish(old.copied { unsafe Slot(identifier: successor(of: Slot($0).identifier)).address })
        ledger.exchangeOverlaid(successor)
        return newestFirst(successors.keys) + [.table(unsafe old.address)]
    }

    /// Retires what was unlinked, and forgets the instances that records behind it have kept.
    func retire(_ unlinked: [Ledger.Retired]) {
        var kept: [AnyBinding] = []
        for case .slot(let slot) in unlinked {
            let binding = unsafe Slot(identifier: slot).binding
            guard let inner = binding.layering?.inner else { continue }
            switch inner.lifetime {
            case .singleton, .shared, .custom: kept.append(inner)
            case .transient, .graph, .scoped: break
            }
        }
        ledger.retire(unlinked)
        for inner in kept { forget(inner) }
    }
}

extension Ledger {
    /// Puts other records in the places of displaced ones, and returns those: they are let go of without the lock.
    func changeDisplaced(_ changed: [ObjectIdentifier: AnyBinding]) -> [AnyBinding] {
        let old = displaced
        func successor(of binding: AnyBinding) -> AnyBinding { changed[ObjectIdentifier(binding)] ?? binding }
        displaced = [:]
        for entry in old.values {
            let above = successor(of: entry.above)
            displaced[ObjectIdentifier(above)] = Displaced(above: above, binding: successor(of: entry.binding))
        }
        return old.values.flatMap { [$0.above, $0.binding] }
    }
}

// MARK: Inner records

extension Container {
    /// Where the instance of an inner record is made and kept when this container asks for it.
    ///
    /// As `place(of:)`; the container that keeps it is the one that has the record around it. Pinning as there.
    func place(
        ofInner binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        switch binding.lifetime {
        case .transient, .graph:
            return try unsafe ownSlot(for: binding, context)
        case .scoped:
            guard let scope = scopeContainer(of: binding) else {
                throw unsafe outsideScopeFault(binding, context)
            }
            return try unsafe keptSlot(of: binding, in: scope, context)
        case .singleton, .shared, .custom:
            if !isDerived, case .slot(let address) = unsafe table.find(ObjectIdentifier(binding)) {
                return unsafe PlacedSlot(self, Slot(address))
            }
            return try unsafe keptSlot(of: binding, in: keeper(ofInner: binding, context), context)
        }
    }

    /// The slot that keeps the instance of an inner record, the owner's or that of a container below it that overrides.
    ///
    /// Pinning as above.
    private func keptSlot(
        of binding: AnyBinding, in owner: Container, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws(ResolutionError) -> PlacedSlot {
        guard isDerived else { return try unsafe owner.ownSlot(for: binding, context) }
        unsafe context.unpin()
        let keeper = try keeper(of: binding, in: owner) ?? owner
        unsafe context.pinWithFence()
        return try unsafe keeper.ownSlot(for: binding, context)
    }

    /// The container that has the record around an inner one, or a slot for it already.
    ///
    /// Where the record was replaced meanwhile, the one that has its key. Pinned before and after.
    private func keeper(ofInner binding: AnyBinding, _ context: UnsafeMutablePointer<ThreadContext>) -> Container {
        for container in [self] + ancestors where container.derivation == nil {
            if case .slot = unsafe container.table.find(ObjectIdentifier(binding)) { return container }
        }
        let key = binding.key
        let hash = key.tableHash
        var first: Container?
        for container in [self] + ancestors {
            // A scope's shortcut leads to what an ancestor has registered.
            guard case .slot(let address) = unsafe container.find(key, hash: hash, context),
                unsafe !container.table.isForAnother(Slot(address))
            else { continue }
            let found = unsafe Slot(address).binding
            if found.chain.contains(where: { $0 === binding }) { return container }
            if first == nil { first = container }
        }
        return first ?? self
    }
}

extension [AnyBinding] {
    /// The steps of a path; a record behind another one goes without saying.
    ///
    /// A plain loop: the first error of a process is told on what is left of the stack.
    var steps: [ResolutionError.Step] {
        var steps: [ResolutionError.Step] = []
        var last: AnyBinding?
        for binding in self {
            if last.map({ binding.isInner(of: $0) }) != true { steps.append(binding.step) }
            last = binding
        }
        return steps
    }
}

// A container's ancestors: which they are, and changing what they have.

/// The ancestors of a container, which holds them.
@safe
@usableFromInline
struct Searched: @unchecked Sendable {  // Immutable, and containers are Sendable.
    @usableFromInline let containers: [Unmanaged<Container>]

    @inlinable var count: Int { unsafe containers.count }

    @inlinable
    @unsafe
    subscript(index: Int) -> Unmanaged<Container> { unsafe containers[index] }

    init(_ ancestors: [Container]) {
        unsafe containers = ancestors.map { unsafe Unmanaged.passUnretained($0) }
    }
}

extension Container {
    /// The parents and theirs: depth first, each once.
    static func searchOrder(of parents: [Container]) -> [Container] {
        var order: [Container] = []
        for parent in parents {
            for container in [parent] + parent.ancestors where !order.contains(where: { $0 === container }) {
                order.append(container)
            }
        }
        return order
    }

    /// The gates of a container with these ancestors, its own first.
    static func gates(_ configuration: Configuration, below ancestors: [Container]) -> [Gate] {
        var gates: [Gate] = []
        if configuration.building == .oneAtATime { gates.append(Gate(waitLimit: configuration.waitLimit)) }
        for gate in ancestors.flatMap(\.gates) where !gates.contains(where: { $0 === gate }) { gates.append(gate) }
        return gates
    }

    var isClosed: Bool { ledger.lock.withLock { ledger.isClosed } }

    /// Whether a look-up that found nothing has met a closed container.
    var meetsClosed: Bool { isClosed || ancestors.contains(where: \.isClosed) }

    /// Changes what the first container has that has the key: this one or an ancestor.
    func changeWhereItIs(
        _ key: ServiceKey,
        _ body: (_ owner: Container, _ slot: Slot?, _ hash: UInt) throws(ResolutionError) -> [Ledger.Retired]
    ) throws(ResolutionError) {
        unsafe try changeWhereItIs(key, and: []) { owner, slot, hash, _ throws(ResolutionError) in
            unsafe try body(owner, slot, hash)
        }
    }

    /// As above, with what that container has under further keys.
    func changeWhereItIs(
        _ key: ServiceKey, and others: [ServiceKey],
        _ body: (_ owner: Container, _ slot: Slot?, _ hash: UInt, _ others: [Place]) throws(ResolutionError)
            -> [Ledger.Retired]
    ) throws(ResolutionError) {
        if !ancestors.isEmpty && !isClosed {
            for owner in [self] + ancestors where owner.has(key) {
                do throws(ResolutionError) {
                    return unsafe try owner.change(key, and: others) { slot, hash, others throws(ResolutionError) in
                        try unsafe body(owner, slot, hash, others)
                    }
                } catch  where error.code == .missing {
                    // Removed meanwhile: the next one has it, or nobody.
                }
            }
        }
        unsafe try change(key, and: others) { slot, hash, others throws(ResolutionError) in
            try unsafe body(self, slot, hash, others)
        }
    }

    private func has(_ key: ServiceKey) -> Bool {
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        guard case .slot(let address) = unsafe find(key, hash: key.tableHash, context) else { return false }
        return unsafe Slot(address).state != SlotState.absent
    }
}

// What has become of instances, as their slots say.

internal import Synchronization

/// The states of the slots of a container and its ancestors: those of each are of one moment.
struct SlotStates {
    /// The container, and its ancestors in the order of the search.
    private let containers: [Container]
    /// For each of them, by the record.
    private let states: [[ObjectIdentifier: ContainerGraph.Node.State]]

    init(_ container: Container) {
        containers = [container] + container.ancestors
        states = containers.map(Self.states)
    }

    /// What has become of the instance of a registration, as the container sees it.
    func state(of binding: AnyBinding) -> ContainerGraph.Node.State {
        let base = binding.base
        guard !base.options.contains(.alias) else { return .none }
        let records = binding.chain.map(ObjectIdentifier.init)
        switch base.lifetime {
        case .transient, .graph:
            return .none
        case .scoped:
            guard let scope = containers.firstIndex(where: { $0.scope == base.scope }) else { return .none }
            return state(of: records, in: scope) ?? .empty
        case .singleton, .shared, .custom:
            return containers.indices.lazy.compactMap { state(of: records, in: $0) }.first ?? .empty
        }
    }

    /// Whether an ancestor has the record.
    func isInherited(_ binding: AnyBinding) -> Bool {
        states.dropFirst().contains { $0[ObjectIdentifier(binding)] != nil }
    }

    private func state(of records: [ObjectIdentifier], in container: Int) -> ContainerGraph.Node.State? {
        records.lazy.compactMap { states[container][$0] }.first { $0 != .none }
    }

    // MARK: One container

    private static func states(of container: Container) -> [ObjectIdentifier: ContainerGraph.Node.State] {
        // Let go of after the lock: it may be the last reference.
        var seen: [AnyObject] = []
        defer { withExtendedLifetime(seen) {} }
        return container.ledger.lock.withLock {
            var states: [ObjectIdentifier: ContainerGraph.Node.State] = [:]
            func note(_ slot: Slot) {
                guard unsafe slot.state != SlotState.absent else { return }
                states[unsafe slot.bindingIdentifier] = unsafe state(of: slot, &seen)
            }
            unsafe container.table.forEachSlot { unsafe note(Slot($0)) }
            for below in container.ledger.overlaid.values {
                for identifier in below { unsafe note(Slot(identifier: identifier)) }
            }
            return states
        }
    }

    /// The ledger's lock is held, so the slot stays.
    private static func state(of slot: Slot, _ seen: inout [AnyObject]) -> ContainerGraph.Node.State {
        switch unsafe slot.state {
        case SlotState.ready: .ready
        case SlotState.empty, SlotState.fresh, SlotState.closed: .empty
        case SlotState.weak: unsafe isAlive(slot, &seen) ? .ready : .empty
        case SlotState.custom: unsafe slot.store.hasInstances ? .ready : .empty
        case SlotState.awaited: .building
        case let state: SlotState.isBuild(state) ? .building : .none
        }
    }

    /// Whether the instance of a shared registration is there.
    private static func isAlive(_ slot: Slot, _ seen: inout [AnyObject]) -> Bool {
        // Another thread may put another cell in: pinned, this one stays. Nobody waits for readers with the ledger's lock.
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        // Acquire: pairs with the release in `exchangeCell`.
        let cell = unsafe slot.cellWord.pointee.load(ordering: .acquiring)
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: cell) else { return false }
        let object = unsafe Unmanaged<SharedCell>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.object }
        guard let object else { return false }
        seen.append(object)
        return true
    }
}

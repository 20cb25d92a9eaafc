// The states of instances, read from their slots.

/// The states of the slots of a container and its ancestors.
///
/// The states of each container are of one moment.
struct SlotStates {
    /// The container, then its ancestors in search order.
    private let containers: [Container]
    /// For each container, the states by record.
    private let states: [[ObjectIdentifier: ContainerGraph.Node.State]]

    init(_ container: Container) {
        containers = [container] + container.ancestors
        states = containers.map(Self.states)
    }

    /// The state of a registration's instance, as seen from the container.
    func state(of binding: Binding) -> ContainerGraph.Node.State {
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
    func isInherited(_ binding: Binding) -> Bool {
        states.dropFirst().contains { $0[ObjectIdentifier(binding)] != nil }
    }

    private func state(of records: [ObjectIdentifier], in container: Int) -> ContainerGraph.Node.State? {
        records.lazy.compactMap { states[container][$0] }.first { $0 != .none }
    }

    // MARK: One container

    private static func states(of container: Container) -> [ObjectIdentifier: ContainerGraph.Node.State] {
        // Released after the lock: it may be the last reference.
        var seen: [AnyObject] = []
        defer { withExtendedLifetime(seen) {} }
        return container.control.lock.withLock {
            var states: [ObjectIdentifier: ContainerGraph.Node.State] = [:]
            func note(_ slot: Slot) {
                guard unsafe slot.state != SlotState.absent else { return }
                states[unsafe slot.bindingIdentifier] = unsafe state(of: slot, &seen)
            }
            unsafe container.table.forEachSlot { unsafe note(Slot($0)) }
            for below in container.control.slotsBelowOverlays { unsafe note(Slot(identifier: below)) }
            return states
        }
    }

    /// Requires the control block's lock, so the slot stays valid.
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

    /// Whether the instance of a shared registration is alive.
    private static func isAlive(_ slot: Slot, _ seen: inout [AnyObject]) -> Bool {
        // Another thread may replace the cell. While this thread is pinned, the loaded cell stays valid. Waiting for
        // readers never happens under the control block's lock.
        guard let object = unsafe slot.loadSharedPinned(as: AnyObject.self) else { return false }
        seen.append(object)
        return true
    }
}

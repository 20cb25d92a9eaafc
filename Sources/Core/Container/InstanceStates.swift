// What has become of the instances of a handle, for features that show it. No resolve runs this code.

internal import CCore

/// The state of a registration's instance.
package enum InstanceState: String, Sendable {
    /// No instance is kept here.
    case none
    case empty, building, ready
}

extension Container {
    /// The state of each registration of the container, or of that of the scope, as this handle sees it.
    ///
    /// Each is of one moment, and not all of one.
    package var instanceStates: [(record: Record, state: InstanceState)] {
        layout.plan.entries.enumerated().map { number, entry in
            unsafe (entry.record, layout.slot(of: number).own(in: home).instanceState)
        }
    }

    /// The state of the instance of a type that has a record of its own; nil: it was not asked for.
    package func metState(_ key: ServiceKey) -> InstanceState? {
        unsafe layout.met.find(key)?.real.own(in: home).instanceState
    }

    /// How many instances of the handle were complete before that of a registration; nil: it has none.
    package func completionOrder(of record: Record) -> Int? {
        guard let slot = unsafe layout.slot(of: record)?.own(in: home), unsafe ccore_instance(slot) != nil,
            let owner = unsafe slot.pointee.home?.container
        else { return nil }
        return unsafe owner.completed.firstIndex(of: slot)
    }
}

extension Slot {
    fileprivate var instanceState: InstanceState {
        guard unsafe isCell, let home = unsafe pointee.home else { return .none }
        // Released after the lock.
        var held: AnyObject?
        defer { withExtendedLifetime(held) {} }
        return unsafe home.locked {
            held = unsafe refresh()
            return switch unsafe state {
            case .empty, .closedEmpty, .closedFull: .empty
            case .building: .building
            case .ready: .ready
            }
        }
    }
}

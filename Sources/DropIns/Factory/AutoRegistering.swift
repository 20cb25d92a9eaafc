internal import ArmoryCore
internal import ArmoryRegistry

/// A container that registers factories before its first use.
///
/// ```swift
/// extension Container: @retroactive AutoRegistering {
///     public func autoRegister() {
///         service.register { CrossModuleService() }
///     }
/// }
/// ```
public protocol AutoRegistering {
    /// Registers factories; called once for each container, before it first resolves or registers anything.
    ///
    /// Other threads that use the container wait meanwhile. The function itself may register and resolve. After a reset
    /// of all registrations, it is called again.
    func autoRegister()
}

extension ContainerManager {
    /// Whether the container registers itself before its next use: see ``AutoRegistering``.
    ///
    /// Any thread may read and set it. While `autoRegister()` runs, setting it has no effect.
    public var autoRegistrationCheck: Bool {
        get { registry.locked { preparation == .needed } }
        set {
            registry.locked {
                if preparation == .needed || preparation == .done { preparation = newValue ? .needed : .done }
            }
        }
    }

    /// Whether this thread calls `autoRegister()` now.
    var isAutoRegistering: Bool {
        let runs = registry.locked { preparation == .running || preparation == .runningInVain }
        return runs && registry.reentrantLock.isHeldByCurrentThread
    }

    /// Has the container register itself, once; other threads wait, and a nested call returns at once.
    ///
    /// - Returns: Whether `autoRegister()` is over. If not, it runs on this thread, or on one that waits for this thread.
    func prepare(_ container: any ManagedContainer) -> Bool {
        guard ContainerType.isAutoRegistering(container) else {
            registry.locked { if preparation == .needed { preparation = .done } }
            return true
        }
        return registry.reentrantLock.withLockOrWithout {
            let before = registry.locked {
                defer { if preparation == .needed { preparation = .running } }
                return preparation
            }
            guard before == .needed else { return before == .done }
            (container as? any AutoRegistering)?.autoRegister()
            registry.locked { preparation = preparation == .runningInVain ? .needed : .done }
            return true
        }
    }

    /// Has the container register itself again at its next use; the registry is locked.
    ///
    /// A removal by `autoRegister()` itself is a part of it.
    func prepareAgain(isRegisteringItself: Bool) {
        if preparation == .done {
            preparation = .needed
        } else if preparation == .running, !isRegisteringItself {
            preparation = .runningInVain
        }
    }
}

/// Remembers which types of containers register themselves: finding a conformance takes long.
private enum ContainerType {
    private static let known = Guarded<[ObjectIdentifier: Bool]>([:])

    static func isAutoRegistering(_ container: any ManagedContainer) -> Bool {
        let type = ObjectIdentifier(Swift.type(of: container))
        if let answer = known.value[type] { return answer }
        let answer = container is any AutoRegistering
        known.change { $0[type] = answer }
        return answer
    }
}

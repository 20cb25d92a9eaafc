// A container that overrides another one: it has the registrations of its base, but for some. It shares an instance of the base if that
// is known to be the same: see InstanceSharing.swift.

internal import CCore

extension Container {
    /// Builds a container that has the registrations of this one, with some in the place of others.
    ///
    /// An instance of this container is shared if all that it can reach is known, and not overridden; it is made by this container, also
    /// where the overriding one asks for it first. Everything else is made anew, and belongs to the overriding container. This one is
    /// not changed, and is kept alive; when it ends, the overriding container makes nothing more and shares nothing more.
    ///
    /// - Parameters:
    ///   - changes: Registrations in the place of those with the same keys, and further ones. What is private to one of its modules is
    ///     added.
    /// - Returns: The overriding container. It is sealed like this one, and can be overridden again.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults; or with the code `closed`.
    /// - Complexity: Linear in the number of registrations, at about a hundred instructions each; the first call for a container
    ///   takes longer,
    ///   since it asks all registrations what they need. No factory runs.
    package func overriding(_ changes: Plan) throws(ResolutionError) -> Container {
        guard outer == nil else {
            throw ResolutionError(
                .invalid, ServiceKey(Container.self),
                detail: .words(
                    headline: "A scope cannot be overridden.",
                    fix: "override the container, and open the scope in the result."))
        }
        let plan = OverridingPlan(changes, over: layout)
        try Self.throwIfAny(plan.faults, .invalid)
        return try Container(overriding: self, plan)
    }

    /// Whether a key leads to a registration of this container or its parents, or to one that a composed type has among its members; an
    /// overriding container may replace it.
    package func hasRecord(for key: ServiceKey) -> Bool { layout.hasRecord(for: key) }

    /// Whether this container makes the instance of a registration: it is a registration of its own, which no container that it overrides
    /// makes for it.
    ///
    /// As far as it is known: an instance that the base has not made yet may turn out to be another one here.
    package func makesOwnInstance(of record: Record) -> Bool {
        guard let slot = unsafe layout.slot(ofRecord: record) else { return false }
        guard base != nil, unsafe slot.kind == .kept, let (baseCell, base) = unsafe slot.baseCell(for: context) else {
            return true
        }
        return unsafe ccore_instance(baseCell) != nil && !slot.shareBaseInstance(of: baseCell, in: base, for: context)
    }
}

// MARK: What depends on a container

/// The containers that have one as a parent or a base.
struct Dependents {
    private var handles: [WeakHandle] = []
    /// How many there may be before those that are gone are looked for.
    private var limit = 8

    /// - Returns: Some that are there, for the caller to release when the lock is free: it may be the last one that holds them.
    mutating func addDependentHandle(_ handle: WeakHandle) -> [Container] {
        var alive: [Container] = []
        if handles.count >= limit {
            handles.removeAll { handle in
                guard let object = handle.object else { return true }
                alive.append(object)
                return false
            }
            limit = max(8, 2 * handles.count)
        }
        handles.append(handle)
        return alive
    }

    var all: [Container] { handles.compactMap(\.object) }
}

extension Container {
    /// The open containers that have this one as a parent, and theirs.
    package var children: [Container] {
        let own = locked { rare?.dependents.all ?? [] }.filter { $0.base !== self && !$0.isClosed }
        return own + own.flatMap(\.children)
    }

    /// Notes a container that has this one as a parent or a base; false: this one ends.
    func addDependent(_ dependent: Container) -> Bool {
        let handle = WeakHandle(dependent)
        let alive = locked { () -> [Container]? in
            guard unsafe context.pointee.mark == UInt32(ccore_open) else { return nil }
            return rareParts.dependents.addDependentHandle(handle)
        }
        return withExtendedLifetime(alive) { alive != nil }
    }

    /// Lets those that depend on this container make and share nothing more: it ends.
    func markDependentsOrphaned(_ dependents: [Container]) {
        for dependent in dependents {
            dependent.markOrphaned()
            if dependent.base === self { dependent.revokeInstancesOfBase() }
        }
    }

    private func markOrphaned() {
        let dependents = locked { () -> [Container]? in
            guard unsafe context.pointee.mark == UInt32(ccore_open) else { return nil }
            unsafe ccore_set_mark(context, UInt32(ccore_orphaned))
            return rare?.dependents.all ?? []
        }
        guard let dependents else { return }
        for scope in openScopes { scope.markOrphaned() }
        markDependentsOrphaned(dependents)
    }

    /// Hands out none of the base's instances any more.
    func revokeInstancesOfBase() {
        locked {
            for number in 1..<layout.slots.count {
                let slot = unsafe layout.slots.first + number
                let isShared =
                    unsafe slot.hasFlag(ccore_inherited) && slot.hasMark(ccore_shared) && slot.state == .ready
                guard isShared else { continue }
                unsafe slot.revokeInstance()
            }
        }
    }
}

// A cell that a registration with a custom lifetime has beside its slot: one for each place, or each value of its arguments. It
// is a cell of the container, so that its instance is closed among the others. The registration may let it go before that.
//
//     store --> extra cell --> slot | further: the object itself, and the cell that was completed after this one
//     asker ------^ ^
//     making -------+          it is let go: out of the completed ones; closed at once if it is ready, else when the last one here has gone.
//                              The container's end waits for that, too

internal import CCore

@safe
package final class ExtraCell: @unchecked Sendable {  // As other cells: the context's lock guards the state.
    private let memory = SlotMemory(count: 1)
    private let instance: InstanceMemory
    private let record: Record
    /// The slot of the registration.
    fileprivate let registeredSlot: Slot
    /// The container, which goes before its cells do.
    private weak let owner: Container?
    /// Whether ``closeEvictedInstance()`` calls the hooks: those of an instance that was let go unfinished are its maker's, or `deinit`'s.
    private var owesHooks = false

    /// Creates an empty cell.
    ///
    /// - Parameters:
    ///   - record: Makes the instance, without arguments; with the lifetime `shared`, the cell does not hold it.
    ///   - place: The registration.
    package init(_ record: Record, at place: RoutedPlace) {
        self.record = record
        unsafe registeredSlot = unsafe place.slot
        instance = InstanceMemory(byteCount: record.instanceLayout.size)
        owner = place.handle.container
        let slot = unsafe memory.first
        unsafe slot.fillSlot(with: record, view: place.slot.view, context: place.handle.context)
        unsafe slot.setFlag(ccore_extra)
        unsafe slot.setFlag(ccore_has_qualified, to: place.slot.hasFlag(ccore_has_qualified))
        unsafe slot.pointee.storage = unsafe instance.start
        unsafe slot.pointee.edges = unsafe place.slot.pointee.edges
        unsafe memory.trailingSlot.pointee.storage = unsafe Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        let slot = unsafe memory.first
        // Else the end of the container has ended the instance, or there is none.
        guard unsafe slot.hasMark(ccore_let_go), unsafe slot.state == .ready || slot.state == .closedFull else {
            return
        }
        if unsafe slot.state == .ready { _ = unsafe Self.runClosingHooks(of: slot, in: owner, returnsErrors: false) }
        if unsafe slot.kind == .kept { unsafe slot.deinitializeInstance() }
    }

    /// The cell for an asker.
    package var routedCell: RoutedCell { unsafe RoutedCell(object: self, slot: memory.first) }

    /// Whether the instance exists; of a shared one, whether it was made.
    package var isReady: Bool {
        let slot = unsafe memory.first
        // Pairs with the release of its publication: no lock for who finds it.
        return unsafe slot.kind == .kept ? ccore_instance(slot) != nil : state == .ready
    }

    /// Whether there is no instance, and nobody makes one.
    package var isVacant: Bool {
        var held: AnyObject?
        defer { withExtendedLifetime(held) {} }
        return isVacant(keepingAliveIn: &held)
    }

    /// The same for who has a lock.
    ///
    /// - Parameter held: Gets the instance, if it is held weakly: the last one to release it may be this look.
    package func isVacant(keepingAliveIn held: inout AnyObject?) -> Bool {
        locked {
            held = unsafe memory.first.emptyIfReleased()
            return unsafe memory.first.state == .empty
        }
    }

    /// The instance, if it exists.
    package func existingInstance<T>(_ type: T.Type) -> T? {
        unsafe ccore_instance(memory.first)?.assumingMemoryBound(to: type).pointee
    }

    /// The instance, which is made if there is none, in a graph of its own.
    package func resolve<T>(_ type: T.Type) throws(ResolutionError) -> T {
        if let instance = existingInstance(type) { return instance }
        return try unsafe context.container.resolveUnready(memory.first)
    }

    /// Whether the cell alone holds the instance, which is ready and an object.
    ///
    /// The caller has seen to it that nobody else has this cell, or is about to get it.
    package var isUnused: Bool {
        func take<T>(_ type: T.Type) -> AnyObject? {
            objectIfClassInstance(unsafe instance.start.assumingMemoryBound(to: T.self).move())
        }
        // Moved out, and back in by its count: the bits stay in the storage, as in a weak cell.
        guard isReady, var object = take(record.instanceType) else { return false }
        let isUnique = unsafe withUnsafeMutablePointer(to: &object) { unsafe isOnlyReference(at: $0) }
        _ = unsafe Unmanaged.passRetained(object)
        return isUnique
    }

    private var context: Context { unsafe memory.first.pointee.context.unsafelyUnwrapped }

    private var state: SlotState { locked { unsafe memory.first.state } }

    private func locked<R>(_ body: () -> R) -> R { unsafe context.locked(body) }

    // MARK: Before the end of the container

    /// Lets the instance go: nobody gets it from now on, unless it is being made for him; false: the container closes it, and
    /// keeps the cell.
    ///
    /// The caller holds the container. If it returns true, the caller calls ``closeEvictedInstance()`` when its locks are free.
    package func evictDeferringClosing() -> Bool {
        locked {
            let slot = unsafe memory.first
            let isEnding = unsafe [ccore_ending, ccore_closed].contains(Int(context.pointee.mark))
            guard !isEnding, unsafe !slot.hasMark(ccore_let_go) else { return false }
            unsafe slot.setMark(ccore_let_go)
            guard unsafe slot.state == .ready, unsafe slot.kind == .kept else { return true }
            owesHooks = true
            unsafe slot.revokeInstance()
            unsafe ccore_take_out(context, slot)
            // The container's end waits for the hooks, which `closeEvictedInstance` calls.
            unsafe ccore_count(context, 1)
            return true
        }
    }

    /// Calls the hooks of an instance that was let go: now, as far as nothing awaits, and the rest in a task.
    ///
    /// - Returns: The errors of the hooks that ran during this call; the container reports those of the others.
    package func closeEvictedInstance() -> [ResolutionError] {
        let owes = locked {
            defer { owesHooks = false }
            return owesHooks
        }
        guard owes, let owner else { return [] }
        return unsafe Self.runClosingHooks(of: memory.first, in: owner, returnsErrors: true)
    }

    /// Calls the hooks, which the container has counted: those of a kept instance.
    ///
    /// - Parameter returnsErrors: Whether a caller gets the errors; if not, the container reports them all.
    private static func runClosingHooks(of slot: Slot, in owner: Container?, returnsErrors: Bool) -> [ResolutionError] {
        var teardown = unsafe Teardown(slot, slot.closingCalls, .completed, owner?.notifier)
        let isCounted = unsafe slot.kind == .kept
        let contexts = owner.map { unsafe $0.waitingContexts + [$0.context.markOfHooks] } ?? []
        return teardown.closeInstances(awaitedBy: contexts) { failures, returned in
            owner?.reportHookErrors(Array(failures.dropFirst(returnsErrors ? returned : 0)))
            if isCounted { owner?.noteEvictionHooksEnded() }
        }
    }
}

extension Slot {
    /// The slot of the registration whose instance a completed cell has: of an extra one, the slot that has chosen it.
    var registeredSlot: Slot {
        guard let extra = unsafe extraOwner else { return unsafe self }
        // No other object has extra cells.
        return unsafe unsafeDowncast(extra.held.takeUnretainedValue(), to: ExtraCell.self).registeredSlot
    }
}

extension Container {
    /// What a registration with a custom lifetime keeps in this container; made when it is first asked for.
    package func findOrMakeStore<S: AnyObject & Sendable>(at place: RoutedPlace, _ make: () -> S) -> S {
        layout.findOrMakeStore(of: place.record, make)
    }

    /// What it keeps, if it was made.
    package func existingStore(of record: Record) -> (any AnyObject & Sendable)? { layout.existingStore(of: record) }
}

extension RoutedPlace {
    /// The container that has the registration.
    package var container: Container { handle.container }
}

extension Container {
    /// The registration with a custom lifetime that a key leads to, in the container that has it; nil: it leads elsewhere.
    package func customLifetimeRegistration(for key: ServiceKey) -> RoutedPlace? {
        guard let slot = unsafe layout.findSlot(for: key, inView: 0)?.real, unsafe slot.kind == .routed,
            let context = unsafe slot.pointee.context, let record = unsafe slot.record
        else { return nil }
        return unsafe RoutedPlace(handle: context.container.reference, slot: slot, record: record)
    }
}

/// Whether no other reference to the object exists.
///
/// Generic: a call of `isKnownUniquelyReferenced` for an `AnyObject` would open the existential, and debug builds copy it for that.
@unsafe
private func isOnlyReference<Object: AnyObject>(at reference: UnsafeMutablePointer<Object>) -> Bool {
    unsafe isKnownUniquelyReferenced(&reference.pointee)
}

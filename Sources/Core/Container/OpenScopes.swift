// The open scopes of a handle, and what its end waits for.
//
//     context --scopes--> scope --next--> scope                an end waits until no body and no making runs: `running` is zero,
//                        | weak                             but for those that the waiting code is a part of
//                        v
//                      its object, while its user holds it

internal import CCore

extension Container {
    /// Adds an open scope; false: this handle ends.
    func addOpenScope(_ scope: Context, of object: Container, for holder: ScopeHolder) -> Bool {
        // Who ends this handle holds the objects of the scopes. One that its user ends may go meanwhile.
        if holder == .user { unsafe scope.pointee.weak = object.weakReference }
        return locked {
            guard unsafe context.pointee.mark == UInt32(ccore_open) else { return false }
            unsafe ccore_link_scope(context, scope)
            if holder == .body { unsafe ccore_count(context, 1) }
            return true
        }
    }

    private var weakReference: UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(WeakHandle(self)).toOpaque() }

    /// Lets a scope go that has ended, or that its user may release at any time from now on.
    package func releaseHoldByOuter(isOver: Bool = false) {
        let weak = unsafe isOver ? nil : weakReference
        outer?.updateAndWakeWaiter {
            guard isOver, let outer else { return unsafe ccore_set_weak(context, weak) }
            unsafe ccore_unlink_scope(outer.context, context)
        }
    }

    /// Removes a scope whose object goes, if it is still listed.
    func removeScope(_ scope: Context) {
        guard let weak = unsafe scope.pointee.weak else { return }
        updateAndWakeWaiter { unsafe ccore_unlink_scope(context, scope) }
        unsafe Unmanaged<WeakHandle>.fromOpaque(weak).release()
    }

    /// Ends the body of a scope.
    ///
    /// When the scope has too, the list does not lead to its object from then on.
    func endBody(of scope: Container) {
        if layout.hasInstancesToClose {
            CurrentContainerReference(to: scope).revokeCurrentContainer(isScopeBodyOver: true)
        }
        let isOver = !layout.hasInstancesToClose || scope.hasEnded
        updateAndWakeWaiter {
            if isOver { unsafe ccore_unlink_scope(context, scope.context) }
            unsafe ccore_count(context, -1)
        }
        if !isOver { unlinkAfterHooks(scope) }
    }

    /// Waits for the end of a scope whose body did not await its hooks, which run in a task: who ends this handle waits for them.
    @inline(never)
    private func unlinkAfterHooks(_ scope: Container) {
        Task.detached {
            await scope.waitForEnd(within: nil)
            self.updateAndWakeWaiter { unsafe ccore_unlink_scope(self.context, scope.context) }
        }
    }

    /// Changes what an end waits for, and lets the one go on who waits if it need not any longer.
    @inline(__always)
    private func updateAndWakeWaiter(_ body: () -> Void) {
        let isAwaited = locked {
            body()
            return unsafe context.pointee.waiter != nil
        }
        if isAwaited { wakeIfQuiescent() }
    }

    /// Ends what an end waits for as for a making: the hooks of an instance that was let go.
    func noteEvictionHooksEnded() { updateAndWakeWaiter { unsafe ccore_count(context, -1) } }

    /// Lets the one go on who waits for a quiescent handle, unless something else runs.
    @inline(never)
    private func wakeIfQuiescent() {
        var held: [AnyObject] = []
        let waiter = locked { unsafe context.takeWaiterIfQuiescent(releaseAfterUnlock: &held) }
        withExtendedLifetime(held) { waiter?.gate.openAndResumeWaiters(with: ()) }
    }

    /// The objects of the open scopes.
    var openScopes: [Container] {
        locked {
            var scopes: [Container] = []
            unsafe forEachScope { _, object in if let object { scopes.append(object) } }
            return scopes
        }
    }

    /// Calls a closure with each open scope and its object, which the caller of `locked` releases; nil: it was released before.
    ///
    /// The lock is held.
    private func forEachScope(_ body: (_ scope: Context, _ object: Container?) -> Void) {
        var next = unsafe context.pointee.scopes
        while let scope = unsafe next {
            unsafe next = unsafe scope.pointee.next_scope
            if let weak = unsafe scope.pointee.weak {
                unsafe body(scope, Unmanaged<WeakHandle>.fromOpaque(weak).takeUnretainedValue().object)
            } else {
                // Its holder holds it until it has left this list, or has let it go.
                unsafe body(scope, scope.container)
            }
        }
    }

    /// Waits until nothing is made here and no body runs with a scope of it, for a limited time.
    func waitUntilQuiescent(within limit: Duration?) async {
        let (references, frames) = partsOfCaller
        let ending = RunningHooks.awaitingContexts
        let waiter = QuiescenceWaiter { [self] held in
            // A frame counts as long as it is a making; see `publishInstance` and `runFactoryAndPublish` in Awaiting.swift.
            let frames = frames.count { unsafe $0.isRunning && $0.slot.state == .building }
            let bodies =
                references.count { !$0.isOver } + countOpenBodies(waitingForHooksOf: ending, but: references, &held)
            let hooks = ending.count { unsafe $0 == context.markOfHooks }
            return bodies + frames + hooks - countScopesBeingReleased(but: ending, &held)
        }
        await waitUntilQuiescent(notifying: waiter, within: limit)
    }

    /// Whether there are scopes whose hooks run because they were released.
    var hasReleasedScopes: Bool {
        guard layout.hasInstancesToClose else { return false }
        var held: [AnyObject] = []
        let hasSome = locked { countScopesBeingReleased(but: [], &held) != 0 }
        return withExtendedLifetime(held) { hasSome }
    }

    /// Waits for the hooks of scopes that were released, for a limited time.
    func waitForReleasedScopes(within limit: Duration?) async {
        guard hasReleasedScopes, limit != .zero else { return }
        let ending = RunningHooks.awaitingContexts
        let waiter = QuiescenceWaiter { [self] held in
            unsafe Int(context.pointee.running) - countScopesBeingReleased(but: ending, &held)
        }
        await waitUntilQuiescent(notifying: waiter, within: limit)
    }

    private func waitUntilQuiescent(notifying waiter: QuiescenceWaiter, within limit: Duration?) async {
        var held: [AnyObject] = []
        let isQuiescent = locked {
            guard unsafe !context.isQuiescent(forWaiter: waiter, releaseAfterUnlock: &held) else { return true }
            unsafe ccore_set_waiter(context, Unmanaged.passRetained(waiter).toOpaque())
            return false
        }
        held = []
        guard !isQuiescent else { return }
        try? await TimeLimit(limit).runWithinTimeLimit { await waiter.gate.waitUntilOpen() }
        // If the limit has passed, nobody else ends the wait.
        let isLeft = locked {
            guard let own = unsafe context.pointee.waiter else { return false }
            unsafe ccore_set_waiter(context, nil)
            unsafe Unmanaged<QuiescenceWaiter>.fromOpaque(own).release()
            return true
        }
        if isLeft { waiter.gate.openAndResumeWaiters(with: ()) }
    }

    /// The bodies and the makings of this handle that the running code is part of.
    private var partsOfCaller: (references: [CurrentContainerReference], frames: [TaskFrame]) {
        let frames = (TaskFrame.running?.chain ?? []).filter { frame in
            // Of one that has returned, another context may be where its own one was.
            unsafe frame.context == context && frame.isRunning && frame.slot.isCell
        }
        return (unsafe CurrentContainerReference.ofCurrentTask.enclosingBodyReferences(inScopesOf: context), frames)
    }

    /// Whether the end of this handle waits for the running code: for a body, for a making, or for a hook, here or in a scope inside.
    var waitsForCaller: Bool {
        let address = unsafe UInt(bitPattern: context)
        let isMaking = (TaskFrame.running?.chain ?? []).contains { frame in
            // Held first: the container of a factory that has returned may be gone, and its slots with it.
            guard let handle = frame.liveState?.container as? Container, unsafe frame.slot.isCell else { return false }
            return handle.waitingContexts.contains(address)
        }
        return isMaking || RunningHooks.awaitingContexts.contains(address)
            || CurrentContainerReference.ofCurrentTask.isInsideBody(ofScopeIn: address)
    }

    /// How many scopes run their hooks because they were released, but for some; the lock is held.
    private func countScopesBeingReleased(but others: [UInt], _ held: inout [AnyObject]) -> Int {
        var count = 0
        unsafe forEachScope { scope, object in
            if let object { held.append(object) } else if !others.contains(UInt(bitPattern: scope)) { count += 1 }
        }
        return count
    }

    /// How many bodies of scopes end only when the hooks of some contexts have run, without those of the given references; the lock is held.
    private func countOpenBodies(
        waitingForHooksOf hooks: [UInt], but references: [CurrentContainerReference], _ held: inout [AnyObject]
    ) -> Int {
        var count = 0
        unsafe forEachScope { scope, object in
            guard let object else { return }
            held.append(object)
            let reference = CurrentContainerReference(to: object)
            // The link of a scope without a body is over.
            guard unsafe scope.pointee.weak == nil, hooks.contains(UInt(bitPattern: scope)), !reference.isOver else {
                return
            }
            if !references.contains(where: { $0.refersToSameScope(as: reference) }) { count += 1 }
        }
        return count
    }
}

extension Context {
    /// What hooks are noted by that an end waits for as for a making: no context has this address.
    var markOfHooks: UInt { UInt(bitPattern: self) + 1 }
}

extension Container {
    /// Where the seed is declared that an override has replaced by another kind of registration; nil: there is none.
    private func locationOfSeedDeclaration(replacedBy slot: Slot) -> CodeLocation? {
        guard let record = unsafe slot.record, !record.isSeed else { return nil }
        var container = self
        while let next = container.outer ?? container.base {
            container = next
            let seeded = container.layout.plan.entries.first { $0.record.isSeed && $0.record.key == record.key }
            if let seeded { return seeded.record.location }
        }
        return nil
    }

    /// Puts a value into a scope that nobody else has yet.
    func storeSeed(_ seed: ScopeSeed) throws(ResolutionError) {
        let slot = unsafe layout.findSlot(for: seed.key, inView: 0)?.real.slotInKeepingScope(seenFrom: context)
        guard let slot = unsafe slot, unsafe slot.kind == .kept, unsafe slot.pointee.context == context,
            let storage = unsafe slot.pointee.storage, unsafe locationOfSeedDeclaration(replacedBy: slot) == nil
        else {
            let replaced = unsafe slot.flatMap { unsafe locationOfSeedDeclaration(replacedBy: $0) }
            throw unsafe ResolutionError(
                .seedNotDeclared, seed.key, location: slot?.record?.location,
                detail: .seed(
                    layout.tag ?? .request, near: replaced == nil ? nearRegistrations(to: seed.key) : [],
                    replaced: replaced))
        }
        guard unsafe slot.state == .empty else {
            throw ResolutionError(.seededTwice, seed.key, location: unsafe slot.record?.location)
        }
        _ = unsafe seed.content(storage)
        unsafe ccore_count(context, 1)
        unsafe slot.state = .building
        _ = unsafe slot.endMaking(succeeded: true)
    }
}

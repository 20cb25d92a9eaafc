internal import CCore

/// A sealed container, or a scope in one: it was built from a plan, and never changes.
///
/// Threads may resolve from it at the same time. The instances that it keeps go with this object, newest first.
@safe
public final class Container: @unchecked Sendable {  // What changes is guarded by the lock of `context`.
    @usableFromInline let context: Context
    /// The memory of the context.
    let memory: ContextMemory
    let layout: Layout
    /// The handle around a scope; of a container the one that it overrides, if it does.
    ///
    /// The layout keeps its parents.
    private let other: Container?
    /// The handle around a scope; nil for a container.
    var outer: Container? { layout.depth == 0 ? nil : other }
    /// The container that this one overrides; nil: it overrides none.
    package var base: Container? { layout.depth == 0 ? other : nil }
    /// How it has ended, and whether everything is closed; guarded by the context's lock.
    var end: ScopeOutcome = .completed
    var isOver = false
    /// What few handles have; guarded by the context's lock.
    var rare: Rare?
    /// What the plan's listener keeps for the handle; set before others have it.
    package private(set) var note: (any AnyObject & Sendable)?

    /// What few handles have: guarded by the lock of the context.
    @safe
    final class Rare {
        /// The containers that have this one as a parent or a base.
        var dependents = Dependents()
        /// Opens when everything is closed.
        let overGate = Gate<Void>()
        /// The memory of the cells that a scope has beside its slots.
        var late: [OnDemandSlot] = []
        /// For those that refer to the container weakly.
        var weakHandle: WeakHandle?
    }

    /// The rare parts, made when they are first needed; the context's lock is held.
    var rareParts: Rare {
        if let rare { return rare }
        let made = Rare()
        rare = made
        return made
    }

    /// Builds a container from a plan.
    ///
    /// - Parameters:
    ///   - plan: The registrations.
    ///   - parents: Containers whose registrations this one sees too, searched in their order.
    ///   - waitLimit: How long a thread or a task waits for an instance that another one makes; nil: without a limit.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults of the plan; `closed` if a
    ///   parent has ended.
    /// - Complexity: Linear in the number of registrations. No factory runs.
    package init(_ plan: Plan, parents: [Container] = [], waitLimit: Duration? = nil) throws(ResolutionError) {
        try Self.throwIfAny(plan.faults, .invalid)
        unsafe memory = .allocateContext()
        unsafe context = unsafe memory.context
        other = nil
        layout = unsafe Layout(
            plan, context: context, ancestors: parents.isEmpty ? nil : Parents(parents.map(\.reference)))
        if let limit = waitLimit {
            // A longer limit is cut to a century.
            unsafe context.pointee.wait_limit = UInt64(min(max(limit / .nanoseconds(1), 0), 3.2e18))
        }
        fillContext()
        notifyContainerOpened()
        for parent in parents where !parent.addDependent(self) {
            throw parent.closedError(forCall: "A child cannot be built")
        }
    }

    /// Builds a container that overrides another one.
    init(overriding base: Container, _ plan: OverridingPlan) throws(ResolutionError) {
        unsafe memory = .allocateContext()
        unsafe context = unsafe memory.context
        other = base
        if (plan.changes.listener ?? base.layout.listener) == nil {
            layout = unsafe Layout(overriding: base.layout, plan, context: context)
        } else {
            // Its tables lead elsewhere than its base's.
            layout = unsafe Layout(Plan(base.layout.plan, plan), context: context, ancestors: base.layout.ancestors)
            if !plan.changes.sharesNothing {
                base.layout.template.sharing.markCellsSharedWithBase(in: layout.slots, by: plan)
            }
        }
        unsafe context.pointee.wait_limit = unsafe base.context.pointee.wait_limit
        unsafe context.pointee.base = unsafe base.context
        fillContext()
        notifyContainerOpened()
        guard base.addDependent(self) else { throw base.closedError(forCall: "The container cannot be overridden") }
    }

    /// Opens a scope.
    ///
    /// - Parameters:
    ///   - holder: The code that ends the scope.
    ///   - seeds: What it has from its beginning.
    init(
        _ layout: Layout, in outer: Container, for holder: ScopeHolder, seeds: [ScopeSeed], at location: CodeLocation
    ) throws(ResolutionError) {
        self.layout = layout
        other = outer
        memory = unsafe .allocateContext(for: layout, in: outer.context)
        unsafe context = unsafe memory.context
        fillContext()
        for seed in seeds { try storeSeed(seed) }
        notifyContainerOpened(in: outer, seeds: seeds, at: location)
        guard unsafe outer.addOpenScope(context, of: self, for: holder) else {
            throw outer.closedError(forCall: "A scope cannot be opened")
        }
    }

    /// Throws the error of a container with faults, if there are some.
    ///
    /// - Parameter scope: The tag of the scope that has ended; nil: it is a container.
    static func throwIfAny(
        _ faults: [ResolutionError], _ code: ResolutionError.Code, of scope: ScopeTag? = nil
    ) throws(ResolutionError) {
        guard !faults.isEmpty else { return }
        throw ResolutionError(code, ServiceKey(Container.self), detail: .faults(faults, scope: scope))
    }

    /// What the features keep for the container, or for that of the scope.
    package var companion: (any ContainerCompanion)? { layout.companion }

    /// What is told of the end of this handle; nil: it is a scope, or there is nothing.
    var companionOfEnd: (any ContainerCompanion)? { layout.depth == 0 ? layout.companion : nil }

    /// Hands errors of hooks that nobody is thrown to the features.
    package func reportHookErrors(_ failures: [ResolutionError]) {
        for failure in failures { companion?.reportHookError(failure) }
    }

    /// Whether it closes its instances, or has done so: it resolves nothing new.
    package var isClosed: Bool { unsafe context.isEnding }

    /// The tag of the scope; nil: this is no scope.
    public var scope: ScopeTag? { layout.tag }

    /// A reference for registrations that choose a scope.
    package var reference: HandleReference { unsafe HandleReference(self, context) }

    /// The containers that are searched for keys that this one does not register, in order; of a scope the handle around it.
    ///
    /// An overriding container has those of the container that it overrides, which is not among them.
    public var parents: [Container] { outer.map { [$0] } ?? layout.ancestors?.handles.map(\.container) ?? [] }

    /// The container that the scopes are in; itself if it is no scope.
    package var applicationContainer: Container {
        var handle = self
        while let outer = handle.outer { handle = outer }
        return handle
    }

    /// Tells the listener that the handle begins.
    private func notifyContainerOpened(
        in outer: Container? = nil, seeds: [ScopeSeed] = [], at location: CodeLocation = CodeLocation()
    ) {
        guard let listener = layout.handleListener else { return }
        note = listener.containerOpened(
            HandleNotice(tag: layout.tag, outer: outer?.note, location: location) { key in
                seeds.first { $0.key == key }?.content(nil)
            })
    }

    /// Lets the context know the object and its layout.
    private func fillContext() {
        unsafe context.pointee.owner = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        unsafe context.pointee.met = unsafe UnsafePointer(layout.onDemand.tablePointer)
        unsafe context.pointee.layout = unsafe UnsafeRawPointer(Unmanaged.passUnretained(layout).toOpaque())
        unsafe context.pointee.views = unsafe UnsafePointer(layout.tables.first)
        unsafe context.pointee.table = unsafe layout.tables.first[0]
    }

    deinit {
        if layout.hasOwnInstancesToClose || companionOfEnd != nil, let teardown = beginReleaseTeardown() {
            return tearDownOnRelease(teardown)
        }
        unsafe outer?.removeScope(context)
        unsafe context.deinitializeInstances()
    }

    /// Closes the instances of a handle whose object goes.
    @inline(never)
    private func tearDownOnRelease(_ released: Teardown) {
        var teardown = released
        let (layout, base, outer, companion) = (layout, base, outer, companion)
        // Nobody else has the memory of a handle without an object, nor that of its further cells.
        nonisolated(unsafe) let (memory, late) = (memory, rare?.late)
        // If a hook awaits, what is left belongs to a task. The object itself cannot.
        teardown.closeInstances(awaitedBy: waitingContexts) { failures, _ in
            for failure in failures { companion?.reportHookError(failure) }
            // Who ends the handle around it waits for the hooks.
            unsafe outer?.removeScope(memory.context)
            unsafe memory.context.deinitializeInstances()
            // The instances may use these until they have gone.
            unsafe withExtendedLifetime((layout, base, late)) {}
        }
    }
}

extension Container: LateCellKeeper {
    func lateCell(for slot: Slot) -> Slot {
        var scope = self
        for _ in unsafe 0..<slot.pointee.hops { scope = scope.outer ?? scope }
        return unsafe scope.ownLateCell(for: slot.pointee.edges?[0] ?? slot)
    }

    /// The scope's cell for a slot that is made on demand; made when it is first asked for, and found without a lock from then on.
    private func ownLateCell(for slot: Slot) -> Slot {
        if let known = unsafe ccore_late_cell(context, slot) { return unsafe known }
        return unsafe locked {
            if let known = unsafe ccore_late_cell(context, slot) { return unsafe known }
            guard let record = unsafe slot.record else { return unsafe slot }
            let cell = unsafe OnDemandSlot(record, in: context, view: slot.view)
            rareParts.late.append(cell)
            unsafe ccore_add_late_cell(context, slot, cell.slot)
            return unsafe cell.slot
        }
    }
}

extension Context {
    /// Ends the kept instances, newest first.
    ///
    /// Nobody reads them.
    fileprivate func deinitializeInstances() {
        while let slot = unsafe pointee.completed {
            unsafe pointee.completed = unsafe slot.pointee.link?.assumingMemoryBound(to: ccore_slot.self)
            unsafe slot.deinitializeInstance()
        }
    }
}

extension HandleReference {
    /// The handle.
    package var container: Container {
        // The core makes no other reference.
        unsafe unsafeDowncast(object, to: Container.self)
    }
}

extension Container {
    /// The registrations of the container, or of that of the scope; of one that overrides another, all of them.
    package var plan: Plan { layout.plan }

    /// The container that this one overrides; nil: it overrides none.
    package var overridden: Container? { base }

    /// The tags of the scope and of those around it, innermost first; empty for a container.
    package var scopeTags: [ScopeTag] { layout.chain.compactMap(\.tag) }
}

extension Container {
    /// Where the handle's end, closings and waits are told; nil: nobody is told.
    var notifier: Notifier? {
        guard let listener = layout.handleListener, let note else { return nil }
        return Notifier(listener: listener, note: note)
    }
}

// The walk of a miss, in the plain way: nothing that the thread makes is unfinished, and the factory alone makes the instance.
//
//     resolveSlot --> graph --> in the arena? --> pushAndRunFactory --> arena
//            +-> scoped --> the scope's own cell, as kept
//            +-> transient --> pushAndRunFactory                                no state, no lock
//            +-> resolveByKind --> kept --> claim --> construct into the storage --> publish    two short locks of the context (Claim.swift)
//                            |               |
//                            |               +-- another one makes it --> Waiting.swift
//                            +-> a composed type (Members.swift), the base's (Inherited.swift), a chosen cell (Routed.swift), ...
//
// What injects, or holds something unfinished, goes on in Making.swift.
//
// Nothing here is compiled for one type: the factory writes its result where the caller wants it.

internal import CCore

/// The instance of a slot that is not ready.
package func resolveSlot<T>(_ slot: Slot, _ context: Context, _ thread: ThreadState) throws(ResolutionError) -> T {
    try unsafe resolveUnkeptOrScoped(slot, context, thread) { () throws(ResolutionError) in
        try unsafe resolveByKind(slot, context, thread)
    }
}

/// The instance of a slot that is not ready, if it is made in the plain way or is one of an open scope; otherwise what `other` returns.
///
/// Inlined into its callers: a call between them and the factory would cost instructions to pass an error on.
@inline(__always)
func resolveUnkeptOrScoped<T>(
    _ slot: Slot, _ context: Context, _ thread: ThreadState, orElse other: () throws(ResolutionError) -> T
) throws(ResolutionError) -> T {
    if unsafe ccore_is_direct(slot) && thread.allowsMakingWithoutBuild(in: context) {
        return try unsafe pushAndRunFactory(slot, context, thread)
    }
    if unsafe slot.pointee.kind == UInt8(ccore_graph) && slot.hasFlag(ccore_plain)
        && thread.allowsMakingWithoutBuild(in: context)
    {
        guard let entry = unsafe ccore_in_graph(thread, slot, context) else {
            return try unsafe makeInGraph(slot, context, thread)
        }
        // An instance that was made in full may still be unfinished, or was given up.
        guard unsafe entry.pointee.build == nil else { return try unsafe resolveInGraph(slot, context, thread) }
        return unsafe entry.pointee.instance.assumingMemoryBound(to: T.self).pointee
    }
    if unsafe ccore_is_scoped(slot) && ccore_is_open(context) {
        let own = unsafe ccore_scoped_slot(slot, context)
        if let instance = unsafe ccore_instance(own) { return unsafe instance.assumingMemoryBound(to: T.self).pointee }
        return try unsafe resolveCellInstance(own, thread)
    }
    return try other()
}

/// The instance of a slot that others may share, or that is made in full.
@inline(never)
func resolveByKind<T>(_ slot: Slot, _ context: Context, _ thread: ThreadState) throws(ResolutionError) -> T {
    let kind = unsafe slot.kind
    // A caller whose type was inferred wrongly would read the factory as another one.
    assert(unsafe slot.record == nil || slot.record?.key.type == T.self)
    // Its factory takes arguments, and there are none.
    guard unsafe slot.pointee.flags & UInt8(ccore_repeatable) == 0 else {
        throw unsafe thread.argumentMismatchError(for: slot, nil)
    }
    // A cell asks its own context, which may be another one.
    guard unsafe kind.checksOtherContext || ccore_is_open(context) else {
        throw unsafe thread.closedError(for: slot, in: context)
    }
    if unsafe slot.pointee.flags & UInt8(ccore_awaited) != 0, kind == .transient || kind == .graph {
        // What the task's graph has is not made again.
        if kind == .graph,
            let known: T = unsafe thread.taskGraph?.instanceInTaskGraph(for: TaskGraph.Key(slot, context))
        {
            return known
        }
        guard unsafe slot.canRunMainActorFactory(onThread: thread) else {
            throw unsafe thread.makeError(.asynchronous, at: slot)
        }
        let making = unsafe Making<T>(slot, context, thread)
        return try kind == .graph ? making.resolveInGraph() : making.resolveTransient()
    }
    switch kind {
    case .transient: return try unsafe Making<T>(slot, context, thread).resolveTransient()
    case .kept:
        guard unsafe !slot.hasFlag(ccore_inherited) else { return try unsafe resolveInheritedFromBase(slot, thread) }
        return try unsafe resolveCellInstance(slot, thread)
    case .scoped, .late:
        let own = unsafe slot.slotInKeepingScope(seenFrom: context)
        if let instance = unsafe ccore_instance(own) { return unsafe instance.assumingMemoryBound(to: T.self).pointee }
        return try unsafe resolveCellInstance(own, thread)
    case .graph: return try unsafe resolveInGraph(slot, context, thread)
    case .composed: return try unsafe resolveComposed(slot, context, thread)
    case .weak:
        if let object = unsafe slot.holdWeakInstance() { return unsafe slot.readWeakInstance(ofRetainedObject: object) }
        return try unsafe Making<T>.newMaking(ofCell: slot, thread).resolveCellInstance()
    case .notified:
        guard let listener = unsafe context.layout.listener else { break }
        return try unsafe listener.observeResolve(slot.makeResolveNotice(askedBy: thread.runningRecords, in: context)) {
            () throws(ResolutionError) in
            try unsafe readOrResolve(slot.real.slotInKeepingScope(seenFrom: context), context, thread)
        }
    case .routed: return try unsafe resolveCustomLifetimeInstance(slot, thread, ())
    case .unscoped:
        throw unsafe thread.outsideScopeError(for: slot, context)
    case .missing: break
    }
    throw unsafe thread.makeError(.missing, at: slot)
}

/// The instance of a slot that may be ready.
@inline(__always)
func readOrResolve<T>(_ slot: Slot, _ context: Context, _ thread: ThreadState) throws(ResolutionError) -> T {
    if let instance = unsafe ccore_instance(slot) { return unsafe instance.assumingMemoryBound(to: T.self).pointee }
    return try unsafe resolveSlot(slot, context, thread)
}

extension Slot {
    /// What a listener is told of a resolve.
    ///
    /// - Parameter askers: The registrations whose factories run, innermost first.
    func makeResolveNotice(askedBy askers: [Record], in context: Context) -> ResolveNotice {
        // A table leads to registrations alone.
        unsafe ResolveNotice(record: record!, askers: askers, handle: HandleReference(context.owner, context))
    }
}

/// Runs the factory of a slot.
@inline(__always)
func pushAndRunFactory<T>(_ slot: Slot, _ context: Context, _ thread: ThreadState) throws(ResolutionError) -> T {
    guard unsafe ccore_push(thread, slot, context) else {
        return try unsafe growPathAndRunFactory(slot, context, thread)
    }
    return try unsafe runFactoryAndPop(slot, context, thread)
}

/// Runs the factory of a slot for which the path has no room yet, or that seems to be on the path: it may be there for another handle.
@inline(never)
private func growPathAndRunFactory<T>(
    _ slot: Slot, _ context: Context, _ thread: ThreadState
) throws(ResolutionError) -> T {
    guard unsafe thread.pathPosition(of: slot, in: context) == nil, unsafe thread.pushSlotGrowingPath(slot, context)
    else {
        throw unsafe thread.cycleOrTooDeepError(at: slot)
    }
    return try unsafe runFactoryAndPop(slot, context, thread)
}

/// Runs the factory of the slot at the end of the path, and takes the slot from the path.
@inline(__always)
func runFactoryAndPop<T>(_ slot: Slot, _ context: Context, _ thread: ThreadState) throws(ResolutionError) -> T {
    try unsafe thread.runPoppingPath { () throws -> T in try unsafe slot.callFactory(context, thread) }
}

extension ThreadState {
    /// Runs what makes the instance of the slot at the end of the path, and takes the slot from the path.
    @inline(__always)
    func runPoppingPath<T>(_ make: () throws -> T) throws(ResolutionError) -> T {
        defer { unsafe ccore_pop(self) }
        do { return try make() } catch { try unsafe rethrow(error) }
    }
}

extension Slot {
    /// Calls the factory: every slot that is made has one of its type.
    @inline(__always)
    func callFactory<T>(_ context: Context, _ thread: ThreadState) throws -> T {
        try unsafe ccore_factory(self).assumingMemoryBound(to: Factory<T>.self).pointee(Resolver(self, context, thread))
    }

    /// The same with arguments.
    @inline(__always)
    func callFactory<T, Arguments>(_ context: Context, _ thread: ThreadState, _ arguments: Arguments) throws -> T {
        try unsafe ccore_factory(self).assumingMemoryBound(to: ArgumentFactory<Arguments, T>.self).pointee(
            Resolver(self, context, thread), arguments)
    }
}

/// A new instance made from arguments.
func resolveSlot<T, Arguments>(
    _ slot: Slot, _ context: Context, _ thread: ThreadState, passingArguments arguments: Arguments
) throws(ResolutionError) -> T {
    guard unsafe slot.pointee.flags & UInt8(ccore_plain) != 0, unsafe thread.allowsMakingWithoutBuild(in: context)
    else {
        return try unsafe resolveByKind(slot, context, thread, passingArguments: arguments)
    }
    guard unsafe thread.pushSlotAllowingRepeat(slot, context) else { throw unsafe thread.cycleOrTooDeepError(at: slot) }
    return try unsafe thread.runPoppingPath { () throws -> T in try unsafe slot.callFactory(context, thread, arguments)
    }
}

/// A new instance made from arguments, in full, or by another slot's factory.
@inline(never)
private func resolveByKind<T, Arguments>(
    _ slot: Slot, _ context: Context, _ thread: ThreadState, passingArguments arguments: Arguments
) throws(ResolutionError) -> T {
    guard unsafe ccore_is_open(context) else { throw unsafe thread.closedError(for: slot, in: context) }
    if unsafe slot.kind == .routed { return try unsafe resolveCustomLifetimeInstance(slot, thread, arguments) }
    if unsafe slot.kind == .notified, let listener = unsafe context.layout.listener {
        return try unsafe listener.observeResolve(slot.makeResolveNotice(askedBy: thread.runningRecords, in: context)) {
            () throws(ResolutionError) in
            try unsafe resolveSlot(slot.real, context, thread, passingArguments: arguments)
        }
    }
    return try unsafe makeUncached(slot, context, thread, arguments)
}

/// The instance of a cell, if this call makes it in the plain way; otherwise as `makeOrWaitForCellInstance`.
@inline(never)
func resolveCellInstance<T>(_ slot: Slot, _ thread: ThreadState) throws(ResolutionError) -> T {
    // A kept slot has a context.
    let context = unsafe slot.pointee.context.unsafelyUnwrapped
    guard unsafe slot.pointee.flags & UInt8(ccore_plain) != 0, unsafe thread.pointee.unfinished == 0,
        unsafe slot.claimIfEmpty(in: context, forThread: thread)
    else { return try unsafe makeOrWaitForCellInstance(slot, thread) }
    return try unsafe makeClaimed(slot, context, thread)
}

/// The instance of a cell: it exists, or this call makes it, or another one does.
@inline(never)
private func makeOrWaitForCellInstance<T>(_ slot: Slot, _ thread: ThreadState) throws(ResolutionError) -> T {
    guard unsafe slot.pointee.flags & UInt8(ccore_plain) != 0, unsafe thread.pointee.unfinished == 0 else {
        return try unsafe Making<T>.newMaking(ofCell: slot, thread).resolveCellInstance()
    }
    // A kept slot has a context.
    let context = unsafe slot.pointee.context.unsafelyUnwrapped
    let deadline = unsafe context.waitDeadline
    while true {
        switch unsafe slot.claim(for: .thread(thread)) {
        case .take: return unsafe slot.pointee.storage.unsafelyUnwrapped.assumingMemoryBound(to: T.self).pointee
        case .wait: if let early: T = try unsafe slot.waitForMaker(thread, until: deadline) { return early }
        case .refuse: throw unsafe thread.closedError(for: slot)
        case .await: throw unsafe thread.makeError(.asynchronous, at: slot)
        case .make: return try unsafe makeClaimed(slot, context, thread)
        }
    }
}

/// Makes and publishes the instance of a cell that the thread has claimed.
@inline(__always)
private func makeClaimed<T>(_ slot: Slot, _ context: Context, _ thread: ThreadState) throws(ResolutionError) -> T {
    try unsafe makeAndPublishClaimed(
        slot, context, thread,
        { () throws(ResolutionError) -> T in try unsafe runFactoryAndPop(slot, context, thread) },
        finishHoldingUnfinished: { (made) throws(ResolutionError) in
            try unsafe finishKeptInstanceHoldingUnfinished(made, slot, thread)
        })
}

/// Makes and publishes the instance of a cell that the thread has claimed.
///
/// - Parameters:
///   - run: Runs the factory of the slot at the end of the path, and takes the slot from the path.
///   - finishHoldingUnfinished: Finishes an instance that has come to hold something unfinished.
@inline(__always)
func makeAndPublishClaimed<T>(
    _ slot: Slot, _ context: Context, _ thread: ThreadState, _ run: () throws(ResolutionError) -> T,
    finishHoldingUnfinished: (T) throws(ResolutionError) -> T
) throws(ResolutionError) -> T {
    let storage = unsafe slot.pointee.storage.unsafelyUnwrapped.assumingMemoryBound(to: T.self)
    do throws(ResolutionError) {
        // What was empty is not on the path.
        guard unsafe thread.pushSlotAllowingRepeat(slot, context) else {
            throw unsafe thread.cycleOrTooDeepError(at: slot)
        }
        unsafe storage.initialize(to: try run())
    } catch {
        try unsafe endMakingAndThrow(slot, thread, error)
    }
    // While it was made, it may have come to hold something unfinished.
    guard unsafe thread.pointee.unfinished == 0 else { return try unsafe finishHoldingUnfinished(storage.move()) }
    if unsafe !slot.publishIfNobodyWaits(in: context) { try unsafe publishAndWakeWaiters(slot, thread) }
    return unsafe storage.pointee
}

/// Makes the instance of a cell that the thread has claimed; nil: it is not published yet, or was given up.
///
/// - Parameter build: Its maker, if it is made in full.
func makeClaimed<T>(_ slot: Slot, _ thread: ThreadState, _ build: Build?) throws(ResolutionError) -> T? {
    if let build { return try unsafe Making<T>.newMaking(ofCell: slot, thread).makeInstance(for: build) }
    return try unsafe makeClaimed(slot, slot.pointee.context.unsafelyUnwrapped, thread) as T
}

@inline(never)
func endMakingAndThrow(_ slot: Slot, _ thread: ThreadState, _ error: ResolutionError) throws(ResolutionError) -> Never {
    unsafe WaitForGraph.shared.endMaking(
        of: slot, succeeded: false, MakingFailure(error: error, position: thread.stepCount))
    throw error
}

/// Publishes a cell that has waiters, or whose handle ends.
@inline(never)
func publishAndWakeWaiters(_ slot: Slot, _ thread: ThreadState) throws(ResolutionError) {
    unsafe WaitForGraph.shared.endMaking(of: slot, succeeded: true, nil)
    // Closed meanwhile: the maker has closed the instance.
    guard unsafe ccore_instance(slot) != nil else { throw unsafe thread.closedError(for: slot) }
}

@inline(never)
private func finishKeptInstanceHoldingUnfinished<T>(
    _ made: T, _ slot: Slot, _ thread: ThreadState
) throws(ResolutionError) -> T {
    try unsafe Making<T>.newMaking(ofCell: slot, thread).finishKeptInstanceHoldingUnfinished(made)
}

/// Makes an instance of the running graph in the plain way.
@inline(never)
private func makeInGraph<T>(_ slot: Slot, _ context: Context, _ thread: ThreadState) throws(ResolutionError) -> T {
    guard unsafe thread.pointee.task_graph == nil else { return try unsafe resolveInGraph(slot, context, thread) }
    let made: T = try unsafe pushAndRunFactory(slot, context, thread)
    _ = unsafe thread.addToGraph(made, slot, context)
    guard unsafe thread.pointee.unfinished == 0 else {
        return try unsafe finishGraphInstanceHoldingUnfinished(made, slot, context, thread)
    }
    return made
}

/// The instance of the running graph.
@inline(never)
private func resolveInGraph<T>(_ slot: Slot, _ context: Context, _ thread: ThreadState) throws(ResolutionError) -> T {
    try unsafe Making<T>(slot, context, thread).resolveInGraph()
}

@inline(never)
private func finishGraphInstanceHoldingUnfinished<T>(
    _ made: T, _ slot: Slot, _ context: Context, _ thread: ThreadState
) throws(ResolutionError) -> T {
    try unsafe Making<T>(slot, context, thread).finishGraphInstanceHoldingUnfinished(made)
}

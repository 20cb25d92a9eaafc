// The instance of a cell that may be the base's: the overriding container lets the base make it, and looks whether it is the same.
//
//     cell: empty --> the base's cell: ready, or made there --> has its making asked for more than it declares?
//                                                                 or that of one that it holds?
//                                                                 or has this container an own one of those?
//                                                                 no: the cell is ready with the base's instance
//                                                                 yes: it is made here, as one that is not inherited

internal import CCore

/// The instance of an inherited cell that is not ready.
@inline(never)
func resolveInheritedFromBase<T>(_ slot: Slot, _ thread: ThreadState) throws(ResolutionError) -> T {
    let context = unsafe slot.pointee.context.unsafelyUnwrapped
    guard let (baseCell, base) = unsafe slot.baseCell(for: context) else {
        return try unsafe resolveCellInstance(slot, thread)
    }
    guard unsafe ccore_is_open(context) else { throw unsafe thread.closedError(for: slot) }
    let instance: T = try unsafe readOrResolve(baseCell, base, thread)
    guard unsafe slot.shareBaseInstance(of: baseCell, in: base, for: context) else {
        return try unsafe resolveCellInstance(slot, thread)
    }
    return instance
}

extension Slot {
    /// The base's cell, and the base; nil: its instance is another one than this container's.
    func baseCell(for context: Context) -> (Slot, base: Context)? {
        guard unsafe hasFlag(ccore_inherited), let base = unsafe context.pointee.base,
            unsafe !context.locked({ unsafe hasMark(ccore_own_made) })
        else { return nil }
        return unsafe (baseSlot(context, base), base)
    }

    /// The base's slot in the same place.
    private func baseSlot(_ context: Context, _ base: Context) -> Slot {
        unsafe base.layout.slots.first + (self - context.layout.slots.first)
    }

    /// Shares the base's instance, if it is known to be the same; false: one is made here.
    func shareBaseInstance(of baseCell: Slot, in base: Context, for context: Context) -> Bool {
        let layout = unsafe base.layout
        let reached =
            unsafe layout.entryNumber(ofSlot: baseCell).map { layout.template.sharing.reachableEntries(fromEntry: $0) }
            ?? []
        unsafe ccore_lock_context(context)
        defer { unsafe ccore_unlock_context(context) }
        // The first answer counts: a making since then may have been wide.
        guard unsafe !hasMark(ccore_own_made) else { return false }
        guard unsafe !hasMark(ccore_shared) else { return true }
        // Under the lock: meanwhile nothing that the instance holds may turn out to be another one here. The base's lock comes after it.
        let isSame = reached.allSatisfy { entry in
            let own = unsafe context.layout.slot(ofEntry: entry)
            let isOwnMade = unsafe own.kind == .kept && own.hasMark(ccore_own_made)
            return unsafe !isOwnMade && layout.slot(ofEntry: entry).isMadeFromDeclaredNeedsOnly(in: base)
        }
        unsafe setMark(isSame ? ccore_shared : ccore_own_made)
        // Since the instance was taken, the base may have ended: then this container was told, and hands nothing out.
        if isSame, unsafe state == .empty, unsafe context.pointee.mark == UInt32(ccore_open) {
            unsafe state = .ready
            unsafe ccore_publish(self, ccore_instance(baseCell))
        }
        return isSame
    }

    /// Whether it is known that its making has asked for what it declares alone: it is over.
    private func isMadeFromDeclaredNeedsOnly(in context: Context) -> Bool {
        guard unsafe kind == .kept, unsafe !(record?.isGiven ?? false) else { return true }
        let (isReady, hasUndeclared, isOwn) = unsafe context.locked {
            unsafe (state == .ready, hasMark(ccore_wide), hasMark(ccore_own_made))
        }
        guard !isReady, !hasUndeclared, !isOwn, unsafe hasFlag(ccore_inherited), let base = unsafe context.pointee.base
        else {
            return isReady && !hasUndeclared
        }
        // Nobody has asked for it here: it is what it is there.
        return unsafe baseSlot(context, base).isMadeFromDeclaredNeedsOnly(in: base)
    }
}

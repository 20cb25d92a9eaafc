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
func resolveInherited<T>(_ slot: Slot, _ thread: ThreadState) throws(ResolutionError) -> T {
    let home = unsafe slot.pointee.home.unsafelyUnwrapped
    guard let (original, base) = unsafe slot.original(home) else { return try unsafe resolveKept(slot, thread) }
    guard unsafe ccore_is_open(home) else { throw unsafe thread.closed(slot) }
    let instance: T = try unsafe readOrResolve(original, base, thread)
    guard unsafe slot.share(original, base, home) else { return try unsafe resolveKept(slot, thread) }
    return instance
}

extension Slot {
    /// The base's cell, and the base; nil: its instance is another one than this container's.
    func original(_ home: Home) -> (Slot, base: Home)? {
        guard unsafe has(ccore_inherited), let base = unsafe home.pointee.base,
            unsafe !home.locked({ unsafe isMarked(ccore_own_made) })
        else { return nil }
        return unsafe (counterpart(home, base), base)
    }

    /// The base's slot in the same place.
    private func counterpart(_ home: Home, _ base: Home) -> Slot {
        unsafe base.layout.slots.first + (self - home.layout.slots.first)
    }

    /// Shares the base's instance, if it is known to be the same; false: one is made here.
    func share(_ original: Slot, _ base: Home, _ home: Home) -> Bool {
        let layout = unsafe base.layout
        let reached = unsafe layout.entry(of: original).map { layout.template.sameness.reached(from: $0) } ?? []
        unsafe ccore_lock_home(home)
        defer { unsafe ccore_unlock_home(home) }
        // The first answer counts: a making since then may have been wide.
        guard unsafe !isMarked(ccore_own_made) else { return false }
        guard unsafe !isMarked(ccore_shared) else { return true }
        // Under the lock: meanwhile nothing that the instance holds may turn out to be another one here. The base's lock comes after it.
        let isSame = reached.allSatisfy { entry in
            let own = unsafe home.layout.slot(of: entry)
            let isOwnMade = unsafe own.kind == .kept && own.isMarked(ccore_own_made)
            return unsafe !isOwnMade && layout.slot(of: entry).isSettled(base)
        }
        unsafe mark(isSame ? ccore_shared : ccore_own_made)
        // Since the instance was taken, the base may have ended: then this container was told, and hands nothing out.
        if isSame, unsafe state == .empty, unsafe home.pointee.mark == UInt32(ccore_open) {
            unsafe state = .ready
            unsafe ccore_publish(self, ccore_instance(original))
        }
        return isSame
    }

    /// Whether it is known that its making has asked for what it declares alone: it is over.
    private func isSettled(_ home: Home) -> Bool {
        guard unsafe kind == .kept, unsafe !(record?.isGiven ?? false) else { return true }
        let (isReady, isWide, isOwn) = unsafe home.locked {
            unsafe (state == .ready, isMarked(ccore_wide), isMarked(ccore_own_made))
        }
        guard !isReady, !isWide, !isOwn, unsafe has(ccore_inherited), let base = unsafe home.pointee.base else {
            return isReady && !isWide
        }
        // Nobody has asked for it here: it is what it is there.
        return unsafe counterpart(home, base).isSettled(base)
    }
}

// A cell: a slot that keeps its instance. Each change of its state happens under the lock of its context, or before its context
// has other users.
//
//                 +-------- the factory threw --------+
//                 v                                   |
//     (ask) --> empty --(claimed by one asker)--> building --(published)--> ready --(closed)--> closedFull
//                 ^                                   |                       |
//                 |                                   +--(closed meanwhile)--> closedFull, closed by its maker;
//                 |                                                           |  closedEmpty if the factory threw
//                 +------------ shared: its object is gone -------------------+
//
// An empty cell of a closed context stays empty: the mark of the context refuses who asks. One that is inherited may be ready at once.
//
// The instance lies in the slot's storage. Readers see it through `instance`, which is null in every state but ready, and take no
// lock: it is written with release and read with acquire. It stays in the storage until the context's memory goes.

internal import CCore

/// What an asker of a cell does.
enum Claim: Equatable {
    /// It takes the instance.
    case take
    /// It makes the instance: the cell is now its own to make.
    case make
    /// Another asker makes the instance, or this one further out.
    case wait
    /// Only a task makes the instance, and the asker is none.
    case await
    /// The cell was closed.
    case refuse
}

/// Who makes the instance of a cell.
@safe
enum Maker {
    /// A thread, in the plain way.
    case thread(ThreadState)
    /// A `Build` or a task's build.
    case object(AnyObject)
}

extension Slot {
    /// Claims the cell for a thread that makes it in the plain way; false: it is not empty, or its context not open.
    @inline(__always)
    func claimIfEmpty(in context: Context, forThread thread: ThreadState) -> Bool {
        unsafe ccore_lock_context(context)
        defer { unsafe ccore_unlock_context(context) }
        guard unsafe pointee.state == UInt8(ccore_empty), unsafe context.pointee.mark == UInt32(ccore_open) else {
            return false
        }
        // As `claimLocked` does it for a thread: an empty cell has no mark of a maker.
        unsafe extraOwner?.retainCell()
        unsafe state = .building
        unsafe ccore_count(context, 1)
        unsafe ccore_set_link(self, UnsafeMutableRawPointer(thread))
        return true
    }

    /// Publishes a cell that the thread has made in the plain way; false: it is waited for, its context not open, or the cell an extra one.
    @inline(__always)
    func publishIfNobodyWaits(in context: Context) -> Bool {
        unsafe ccore_lock_context(context)
        defer { unsafe ccore_unlock_context(context) }
        guard unsafe pointee.marks & UInt8(ccore_watched) == 0, unsafe context.pointee.mark == UInt32(ccore_open),
            unsafe pointee.flags & UInt8(ccore_extra) == 0
        else { return false }
        // As `endMaking` does it.
        unsafe ccore_count(context, -1)
        unsafe ccore_complete(context, self)
        unsafe state = .ready
        unsafe ccore_publish(self, pointee.storage)
        return true
    }

    /// Claims the cell for a maker, or says what else to do.
    func claim(for maker: Maker, awaits: Bool = false) -> Claim {
        // A kept slot has a context.
        let context = unsafe pointee.context.unsafelyUnwrapped
        // Released after the lock: if nobody else holds it any more, its `deinit` runs here.
        var held: AnyObject?
        defer { withExtendedLifetime(held) {} }
        return unsafe context.locked {
            unsafe claimLocked(for: maker, in: context, awaits: awaits, releaseAfterUnlock: &held)
        }
    }

    /// The same for who has the context's lock.
    ///
    /// - Parameters:
    ///   - awaits: Whether the maker may run a factory that awaits: it is a task, or runs that of the main actor.
    ///   - held: What the caller releases when the lock is free.
    func claimLocked(
        for maker: Maker, in context: Context, awaits: Bool = false, releaseAfterUnlock held: inout AnyObject?
    ) -> Claim {
        held = unsafe emptyIfReleased()
        switch unsafe state {
        case .ready: return unsafe isReadyForEndOnly ? .refuse : .take
        case .building: return .wait
        case .closedEmpty, .closedFull: return .refuse
        case .empty: break
        }
        guard unsafe context.pointee.mark == UInt32(ccore_open) else { return .refuse }
        guard unsafe awaits || !hasFlag(ccore_awaited) else { return .await }
        unsafe state = .building
        unsafe ccore_count(context, 1)
        unsafe extraOwner?.retainCell()
        unsafe setCurrentMaker(maker)
        return .make
    }

    /// Whether it is ready for its end alone, since its making ended after that of the context had begun; the context's lock is held.
    var isReadyForEndOnly: Bool { unsafe state == .ready && kind != .weak && ccore_instance(self) == nil }

    /// Sets the maker of a cell that is being made; the context's lock is held.
    ///
    /// The former one is to be released after it.
    @discardableResult
    func setCurrentMaker(_ maker: Maker) -> Unmanaged<AnyObject>? {
        let former = unsafe makingObject
        switch maker {
        case .thread(let thread):
            unsafe ccore_set_link(self, UnsafeMutableRawPointer(thread))
            unsafe setMark(ccore_by_build, to: false)
        case .object(let object):
            unsafe ccore_set_link(self, Unmanaged.passRetained(object).toOpaque())
            unsafe setMark(ccore_by_build)
        }
        return unsafe former
    }

    /// The maker; nil: the cell is not being made.
    ///
    /// The context's lock is held, or the cell is watched and the graph locked.
    var maker: Maker? {
        guard unsafe state == .building, let link = unsafe pointee.link else { return nil }
        return unsafe makingObject.map { unsafe .object($0.takeUnretainedValue()) }
            ?? .thread(link.assumingMemoryBound(to: ccore_thread.self))
    }

    /// The object that makes the instance, which the cell holds; nil: a thread does, or nobody.
    private var makingObject: Unmanaged<AnyObject>? {
        unsafe hasMark(ccore_by_build) ? pointee.link.map { unsafe Unmanaged<AnyObject>.fromOpaque($0) } : nil
    }

    /// Lets nobody get the instance of a ready cell any more; the context's lock is held.
    func revokeInstance() {
        unsafe state = .closedFull
        unsafe ccore_publish(self, nil)
    }

    /// Ends the making: publishes the instance in the storage, or makes room for the next asker.
    ///
    /// The context's lock is held.
    ///
    /// - Returns: The state after it, the maker to release when the lock is free, and the instance whose reference in the storage is to be
    ///   released then.
    func endMaking(succeeded: Bool) -> (state: SlotState, maker: Unmanaged<AnyObject>?, weakened: AnyObject?) {
        let context = unsafe pointee.context.unsafelyUnwrapped
        let maker = unsafe makingObject
        let isClosed = unsafe context.pointee.mark == UInt32(ccore_closed)
        let (full, empty): (SlotState, SlotState) = isClosed ? (.closedFull, .closedEmpty) : (.ready, .empty)
        let after = succeeded ? full : empty
        unsafe setMark(ccore_watched | ccore_by_build, to: false)
        // The hooks of one that was let go run when its last asker has got it; the context's end waits for them as for the making.
        let owesHooks = unsafe after == .ready && kind == .kept && hasMark(ccore_let_go)
        if !owesHooks { unsafe ccore_count(context, -1) }
        var weakened: AnyObject?
        if succeeded, unsafe kind == .weak {
            weakened = unsafe makeWeak()
        } else if succeeded {
            // The order of completion: who closes begins with the newest one. What was let go closes itself.
            if unsafe hasMark(ccore_let_go) {
                unsafe ccore_set_link(self, nil)
            } else {
                unsafe ccore_complete(context, self)
            }
            // Who asked for an instance of a context that ends gets `closed`.
            if after == .ready, unsafe context.pointee.mark != UInt32(ccore_ending) {
                unsafe ccore_publish(self, pointee.storage)
            }
        } else {
            unsafe ccore_set_link(self, nil)
        }
        unsafe state = after
        return unsafe (after, maker, weakened)
    }
}

/// The object that keeps the memory of an extra cell.
@safe
struct ExtraOwner {
    let held: Unmanaged<AnyObject>

    /// Keeps the cell as long as its instance is being made.
    func retainCell() { _ = unsafe held.retain() }
}

extension Slot {
    /// What keeps the memory of an extra cell; nil: it is another slot.
    var extraOwner: ExtraOwner? {
        guard unsafe hasFlag(ccore_extra), let object = unsafe self[1].storage else { return nil }
        return unsafe ExtraOwner(held: Unmanaged.fromOpaque(object))
    }
}

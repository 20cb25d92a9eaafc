// The short way to a site's instance, for a library whose generic functions are inlined into its clients: nothing here is generic.
//
//     instance    it is ready, or in the running graph: the client copies it, and ends the hit
//     maker       the site is on the path, and its container's gate is entered: the client makes an instance, keeps it where it is
//                 one of the graph, and ends the making
//     other       the long way: `take(at:)`

internal import Synchronization

/// What the look-up of a site met.
@unsafe
package enum SiteHit {
    /// Where the instance lies. The thread is pinned: nothing of the user's runs before ``Container/unpin()``.
    case instance(UnsafeMutableRawPointer)
    /// It is to be made now; what ``Container/endMaking(_:_:)`` is given.
    case maker(marks: UInt, hasEntered: Bool)
    case other
}

@available(*, unavailable, message: "It is of the thread that looked up.")
extension SiteHit: Sendable {}

extension Container {
    /// Looks for a site of a type of the given alignment.
    ///
    /// The container is held until the hit or the making is ended.
    ///
    /// - Parameter isInjected: Whether something completes the instance, which may come to need it: then who has been given it is
    ///   noted, and it is made by the long way alone.
    package func hit(
        _ key: SiteKey, _ lifetime: Lifetime, _ type: any Any.Type, alignment: Int, isInjected: Bool
    ) -> SiteHit {
        let context = unsafe ThreadContext.pinned()
        guard let slot = unsafe findSite(key),
            unsafe slot.withBinding(
                AnyBinding.self, { $0.isSite && $0.lifetime == lifetime && $0.instanceType == type })
        else {
            unsafe context.unpin()
            return unsafe .other
        }
        switch lifetime {
        case .singleton where unsafe slot.state == SlotState.ready:
            return unsafe .instance(slot.address + SlotLayout.instanceOffset(alignment: alignment))
        case .transient:
            if !isInjected { return unsafe makerHit(slot, context) }
        case .graph:
            if let entry = unsafe context.pointee.graph.find(slot.identifier) {
                if unsafe entry.pointee.build == nil {
                    return unsafe .instance(GraphArena.address(of: entry, alignment: alignment))
                }
            } else if unsafe !isInjected && type != Any.self && context.pointee.buildCount == 0 {
                return unsafe makerHit(slot, context)
            }
        case .singleton, .shared, .scoped, .custom: break
        }
        unsafe context.unpin()
        return unsafe .other
    }

    /// The client's turn to make an instance, unless the long way has to see to it.
    ///
    /// Unpins.
    private func makerHit(_ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>) -> SiteHit {
        let top = unsafe context.pathPosition
        let isBlocked = unsafe context.isBlocked(top: top, mark: slot.mark) && !context.makesWay(for: slot.identifier)
        // Several gates are those of parents, which a site's container does not have.
        guard !isBlocked, unsafe !context.isTooDeepForLibraries, gates.count <= 1 else {
            unsafe context.unpin()
            return unsafe .other
        }
        let marks = unsafe context.pointee.pathMarks
        unsafe context.push(slot.identifier, mark: slot.mark, at: top)
        unsafe context.unpin()
        guard let gate = gates.first else { return unsafe .maker(marks: marks, hasEntered: false) }
        let me = unsafe Resolution.of(context)
        if me.isInside(gate) { return unsafe .maker(marks: marks, hasEntered: false) }
        do throws(WaitFault) {
            try WaitForGraph.shared.enter(gate, by: me)
            if unsafe slot.state != SlotState.absent { return unsafe .maker(marks: marks, hasEntered: true) }
            // Its record was exchanged while the thread waited.
            WaitForGraph.shared.leave(gate, by: me)
            unsafe context.pop(to: top, marks: marks)
            return unsafe .other
        } catch {
            // The long way says what is wrong.
            unsafe context.pop(to: top, marks: marks)
            return unsafe .other
        }
    }

    /// Ends the making of an instance.
    ///
    /// False where something that it holds was given up, and it with it: then the long way makes another.
    package func endMaking(_ marks: UInt, hasEntered: Bool) -> Bool {
        let context = unsafe ThreadContext.currentByFastPointer
        // Something unfinished is held: for one of the graph that was not so when its making began.
        let isThere = unsafe context.pointee.buildCount == 0 || settle(context)
        if hasEntered, let gate = gates.first { unsafe WaitForGraph.shared.leave(gate, by: Resolution.of(context)) }
        unsafe context.pop(to: context.pathPosition &- HazardList.stride, marks: marks)
        if unsafe context.pointee.graph.count != 0 { unsafe context.endResolve() }
        if ledger.hasLimbo { ledger.retire([]) }
        return isThere
    }

    /// Gives the graph's instance that was made by the short way a build: what takes it holds what it holds.
    private func settle(_ context: UnsafeMutablePointer<ThreadContext>) -> Bool {
        guard let slot = unsafe context.innermostSlot, unsafe slot.binding.lifetime == .graph,
            let record = unsafe slot.binding as? any SiteRecord
        else { return true }
        return unsafe record.settle(in: slot, of: self, context)
    }
}

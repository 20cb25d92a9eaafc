// The fast path to a site's instance, for a library whose generic functions are inlined into its clients. Nothing here
// is generic.
//
//     instance    it is ready, or in the running graph: the client copies it, and ends the hit
//     maker       the site is on the path, and its container's gate is entered: the client creates an instance, puts it
//                 into the graph if it belongs there, and ends the making
//     other       the slow path: `take(at:)`

internal import CLookup
internal import Synchronization

/// The result of looking up a site.
@unsafe
package enum SiteHit {
    /// The address of the instance.
    ///
    /// The thread is pinned: no user code may run before ``Container/unpin()``.
    case instance(UnsafeMutableRawPointer)
    /// The client creates the instance now, and passes these values to ``Container/endMaking(_:_:)``.
    case maker(marks: UInt, hasEntered: Bool)
    case other
}

@available(*, unavailable, message: "It is of the thread that looked up.")
extension SiteHit: Sendable {}

extension Container {
    /// Looks up a site whose type has the given alignment.
    ///
    /// The container is retained until the hit or the making ends.
    ///
    /// - Parameter isInjected: Whether an injection completes the instance, which may then need itself. Such an
    ///   instance is created only on the slow path, which notes its holders.
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

    /// Lets the client create an instance, unless that needs the slow path.
    ///
    /// Unpins the thread.
    private func makerHit(_ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>) -> SiteHit {
        let entry = unsafe context.pathEntry
        let isBlocked = unsafe context.isBlocked(slot, at: entry)
        // More than one gate means gates of parents, which a site's container does not have.
        guard !isBlocked, unsafe !context.isTooDeepForLibraries, gates.count <= 1 else {
            unsafe context.unpin()
            return unsafe .other
        }
        unsafe context.enter(slot, at: entry)
        guard let gate = gates.first else { return unsafe .maker(marks: entry.marks, hasEntered: false) }
        let me = unsafe ThreadNode.of(context)
        if me.isInside(gate) { return unsafe .maker(marks: entry.marks, hasEntered: false) }
        do throws(WaitFault) {
            try WaitForGraph.shared.enter(gate, by: me)
            if unsafe slot.state != SlotState.absent { return unsafe .maker(marks: entry.marks, hasEntered: true) }
            // The record was exchanged while the thread waited.
            WaitForGraph.shared.leave(gate, by: me)
            unsafe context.pop(entry)
            return unsafe .other
        } catch {
            // The slow path reports the error.
            unsafe context.pop(entry)
            return unsafe .other
        }
    }

    /// Ends the creation of an instance.
    ///
    /// Returns false if the instance was given up, together with an instance that it holds. The slow path then creates
    /// another.
    package func endMaking(_ marks: UInt, hasEntered: Bool) -> Bool {
        let context = unsafe ThreadContext.currentByFastPointer
        // The instance may hold an unfinished one. For an instance of a graph, there was none when its creation began.
        let isThere = unsafe context.pointee.buildCount == 0 || settle(context)
        if hasEntered, let gate = gates.first { unsafe WaitForGraph.shared.leave(gate, by: ThreadNode.of(context)) }
        unsafe context.leave(context.innermostEntry(marks))
        if control.hasLimbo { control.retire([]) }
        return isThere
    }

    /// Gives a build to an instance of the graph that the fast path created.
    ///
    /// Other instances that get it then also count as holders of the instances that it holds.
    private func settle(_ context: UnsafeMutablePointer<ThreadContext>) -> Bool {
        guard let slot = unsafe context.innermostSlot, unsafe slot.binding.lifetime == .graph,
            let record = unsafe slot.binding as? any SiteRecord
        else { return true }
        return unsafe record.settle(in: slot, of: self, context)
    }
}

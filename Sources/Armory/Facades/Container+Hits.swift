// Lookup for a library with its own API on top of this one. Its generic functions are inlined into a client that does
// not know this library, so they cannot use any of its types. The functions here are not generic and serve them.
//
//     library, inlined in the client             library, called             here
//
//     copies the instance, calls unpin     <---  the instance's address <--- hit: ready, or in the running graph
//     creates one, calls end or endMaking  <---  the maker              <--- hit: a site's, which is on the path now
//     the slow path, not inlined           <---  neither                <--- hit
//                                          --->                         ---> take(at:) or resolve(_:named:by:)
//
// So a hit costs one or two calls more than `resolve`, and needs no lookup of the instance's type.

internal import CLookup
internal import Synchronization

/// The result of a lookup; without an instance and a maker, only the slow path can resolve the key.
///
/// - `instance`: The address of the instance. The thread is pinned: no user code may run before ``Container/unpin()``.
/// - `maker`: The companion that creates the instance, or the record of a site without one. It is retained as long as
///   the registration is on the path: until ``Container/end(_:)`` is called with the marks.
package typealias Hit = (instance: UnsafeMutableRawPointer?, maker: UnsafeRawPointer?, marks: UInt)

extension Container {
    /// Looks up the registration of a type here, or its ready instance in an ancestor.
    package func hit(_ type: any Any.Type) -> Hit {
        let pin = Pin()
        guard case .slot(let address) = unsafe table.find(ObjectIdentifier(type)) else {
            return unsafe inheritedHit(type, pin)
        }
        return unsafe hit(Slot(address), type, pin)
    }

    /// Looks up the registration of a type under a name, in this container only.
    package func hit(_ type: any Any.Type, named name: Name) -> Hit {
        var pin = Pin()
        guard let slot = unsafe find(SiteKey(type, name), &pin) else { return (nil, nil, 0) }
        return unsafe hit(slot, type, pin)
    }

    /// Looks up a site whose instances have the given type.
    ///
    /// The container is retained until the hit or the making ends.
    ///
    /// - Parameter isInjected: Whether an injection completes the instance, which may then need itself. Such an
    ///   instance is created only on the slow path, which notes its holders.
    /// - Returns: The hit, and whether a maker has entered the container's gate, for ``endMaking(_:hasEntered:)``.
    package func hit(
        _ key: SiteKey, _ lifetime: Lifetime, _ type: any Any.Type, isInjected: Bool
    ) -> (Hit, hasEntered: Bool) {
        var pin = Pin()
        // Only the slow path reports.
        guard control.events == nil, let slot = unsafe find(key, &pin),
            unsafe slot.withBinding({ $0.isSite && $0.lifetime == lifetime && $0.instanceType == type })
        else { return ((nil, nil, 0), false) }
        let context = unsafe pin.context
        if unsafe slot.state == SlotState.ready {
            unsafe pin.handOver()
            return unsafe ((slot.instance(of: type), nil, 0), false)
        }
        // More than one gate means gates of parents, which a site's container does not have.
        let isShort = lifetime == .transient || lifetime == .graph && type != Any.self
        let mayMake = isShort && !isInjected && gates.count <= 1
        let hit = unsafe make(slot, isOfGraph: lifetime == .graph, type, mayMake: mayMake, pin)
        guard unsafe hit.maker != nil, let gate = gates.first else { return unsafe (hit, false) }
        let me = unsafe ThreadNode.of(context)
        if me.isInside(gate) { return unsafe (hit, false) }
        do throws(WaitFault) {
            try WaitForGraph.shared.enter(gate, by: me)
            if unsafe slot.state != SlotState.absent { return unsafe (hit, true) }
            // The record was exchanged while the thread waited.
            WaitForGraph.shared.leave(gate, by: me)
        } catch {
            // The slow path reports the error.
        }
        unsafe context.pop(context.innermostEntry(hit.marks))
        return ((nil, nil, 0), false)
    }

    /// The address of the ready instance of a type with the given alignment; nil: there is none here.
    ///
    /// Requires a pinned thread, and leaves it pinned.
    @inline(__always)
    package func readyInstance(of type: ObjectIdentifier, alignment: Int) -> UnsafeMutableRawPointer? {
        guard case .slot(let address) = unsafe table.find(type), unsafe Slot(address).state == SlotState.ready else {
            return nil
        }
        return unsafe address + SlotLayout.instanceOffset(alignment: alignment)
    }

    /// The ready instance of an ancestor, for a type that this container does not have.
    @inline(never)
    private func inheritedHit(_ type: any Any.Type, _ pin: consuming Pin) -> Hit {
        guard let found = unsafe findInherited(ObjectIdentifier(type), pin) else { return (nil, nil, 0) }
        let slot = unsafe found.slot
        guard unsafe slot.state == SlotState.ready else { return (nil, nil, 0) }
        unsafe found.pin.handOver()
        return unsafe (slot.instance(of: type), nil, 0)
    }

    @inline(__always)
    private func hit(_ slot: Slot, _ type: any Any.Type, _ pin: consuming Pin) -> Hit {
        let state = unsafe slot.state
        if state == SlotState.ready {
            unsafe pin.handOver()
            return unsafe (slot.instance(of: type), nil, 0)
        }
        let mayMake = state == SlotState.transient || state == SlotState.graph
        return unsafe make(slot, isOfGraph: state == SlotState.graph, type, mayMake: mayMake, pin)
    }

    /// The instance in the running graph, or the right to create one.
    @inline(__always)
    private func make(
        _ slot: Slot, isOfGraph: Bool, _ type: any Any.Type, mayMake: Bool, _ pin: consuming Pin
    ) -> Hit {
        let context = unsafe pin.context
        if isOfGraph, let known = unsafe context.pointee.graph.find(slot.identifier) {
            if unsafe known.pointee.build == nil {
                unsafe pin.handOver()
                return unsafe (GraphArena.address(of: known, alignment: InstanceType(type).alignment), nil, 0)
            }
        } else if mayMake {
            let entry = unsafe context.pathEntry
            // As in `take` and `takeFromGraph`.
            let isBlocked = unsafe context.isBlocked(slot, at: entry)
            if !isBlocked, unsafe !context.isTooDeepForLibraries, unsafe !isOfGraph || context.pointee.buildCount == 0,
                let maker = unsafe slot.withBinding({ unsafe $0.companion })
            {
                unsafe pin.enter(slot, at: entry)
                return unsafe (nil, maker, entry.marks)
            }
        }
        return (nil, nil, 0)
    }

    /// Ends a lookup that found an instance, after the instance was copied.
    package static func unpin() {
        unsafe ThreadContext.current.unpin()
    }

    /// Ends the creation of an instance whose maker was found by a lookup.
    package static func end(_ marks: UInt) {
        let context = unsafe ThreadContext.current
        unsafe context.leave(context.innermostEntry(marks))
    }

    /// Ends the creation of a site's instance.
    ///
    /// Returns false if the instance was given up, together with an instance that it holds. The slow path then creates
    /// another.
    package func endMaking(_ marks: UInt, hasEntered: Bool) -> Bool {
        let context = unsafe ThreadContext.current
        // The instance may hold an unfinished one. For an instance of a graph, there was none when its creation began.
        let isThere = unsafe context.pointee.buildCount == 0 || finishInGraph(context)
        if hasEntered, let gate = gates.first { unsafe WaitForGraph.shared.leave(gate, by: ThreadNode.of(context)) }
        unsafe context.leave(context.innermostEntry(marks))
        if control.hasLimbo { control.freeLimbo() }
        return isThere
    }

    /// Gives a build to an instance of the graph that the fast path created.
    ///
    /// Other instances that get it then also count as holders of the instances that it holds.
    private func finishInGraph(_ context: UnsafeMutablePointer<ThreadContext>) -> Bool {
        guard let slot = unsafe context.innermostSlot, unsafe slot.binding.lifetime == .graph,
            let entry = unsafe context.pointee.graph.find(slot.identifier)
        else { return true }
        func finishInGraph<T>(_ type: T.Type) -> Bool {
            let instance = unsafe GraphArena.value(of: entry, as: type).pointee
            // The client has created the instance: if it is given up, no code here can create another.
            return unsafe (try? construction(of: type, slot, context).finishInGraph(instance)) != nil
        }
        return unsafe finishInGraph(slot.binding.instanceType)
    }

    /// Reserves memory in the running graph for the instance of the innermost maker.
    ///
    /// The caller must initialize it at once, with an instance of the type.
    package static func roomInGraph(for type: any Any.Type) -> UnsafeMutableRawPointer {
        let context = unsafe ThreadContext.current
        let top = unsafe context.hazards.pointee.pathTop.load(ordering: .relaxed) &- HazardList.stride
        let entry = unsafe context.pointee.graph.makeRoom(for: HazardList.load(top), type, isShareable: false)
        return unsafe GraphArena.address(of: entry, alignment: InstanceType(type).alignment)
    }
}

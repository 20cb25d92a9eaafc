// Lookup for a library with its own API on top of this one. Its generic functions are inlined into a client that does
// not know this library, so they cannot use any of its types. The functions here are not generic and serve them.
//
//     library, inlined in the client             library, called             here
//
//     copies the instance, calls unpin     <---  .instance(address)   <---   hit(type): ready, or in the running graph
//     creates one, calls end               <---  .maker(companion)    <---   hit(type): a companion's, now on the path
//     the slow path, not inlined           <---  .other, .missing     <---   hit(type)
//                                          --->                       --->   resolve(type, by:), which is generic
//
// So a hit costs one or two calls more than `resolve`, and needs no lookup of the instance's type.

internal import CLookup
internal import Synchronization

/// The result of a lookup.
@unsafe
package enum Hit {
    /// The address of the instance.
    ///
    /// The thread is pinned: no user code may run before ``Container/unpin()``.
    case instance(UnsafeMutableRawPointer)
    /// The companion that creates the instance.
    ///
    /// It is retained as long as the registration is on the path: until ``Container/end(_:)`` is called with the marks.
    case maker(UnsafeRawPointer, marks: UInt)
    /// The type is registered, and only the slow path can resolve it.
    case other
    /// The type is not registered in this container itself.
    case missing
}

@available(*, unavailable, message: "It is of the thread that looked up.")
extension Hit: Sendable {}

extension Hit {
    /// The instance's address, or the maker with its marks, or neither, for signatures that cannot use types of this
    /// library.
    package var words: (instance: UnsafeMutableRawPointer?, maker: UnsafeRawPointer?, marks: UInt) {
        switch unsafe self {
        case .instance(let address): unsafe (address, nil, 0)
        case .maker(let companion, let marks): unsafe (nil, companion, marks)
        case .other, .missing: (nil, nil, 0)
        }
    }
}

extension Container {
    /// Looks up the registration of a type with the given alignment, in this container only.
    package func hit(_ type: ObjectIdentifier, alignment: Int) -> Hit {
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe table.find(type) else {
            unsafe context.unpin()
            return unsafe .missing
        }
        return unsafe hit(Slot(address), alignment, context)
    }

    /// Looks up the registration of a type under a name, in this container only.
    package func hit(_ type: ObjectIdentifier, named name: Name, alignment: Int) -> Hit {
        let hash = KeyHash.hash(type, name)
        let context = unsafe ThreadContext.pinned()
        let found = unsafe table.find(qualifiedHash: hash) { address in
            unsafe Slot(address).withBinding(AnyBinding.self) { binding in
                ObjectIdentifier(binding.type) == type && binding.isQualified(by: name)
            }
        }
        guard case .slot(let address) = unsafe found else {
            unsafe context.unpin()
            return unsafe .missing
        }
        return unsafe hit(Slot(address), alignment, context)
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

    @inline(__always)
    private func hit(_ slot: Slot, _ alignment: Int, _ context: UnsafeMutablePointer<ThreadContext>) -> Hit {
        let state = unsafe slot.state
        if state == SlotState.ready {
            return unsafe .instance(slot.address + SlotLayout.instanceOffset(alignment: alignment))
        }
        guard state == SlotState.transient || state == SlotState.graph else {
            unsafe context.unpin()
            return state == SlotState.absent ? unsafe .missing : unsafe .other
        }
        return unsafe make(slot, isOfGraph: state == SlotState.graph, alignment, context)
    }

    /// The instance in the running graph, or the companion that creates one.
    @inline(__always)
    private func make(
        _ slot: Slot, isOfGraph: Bool, _ alignment: Int, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> Hit {
        if isOfGraph {
            if let known = unsafe context.pointee.graph.find(slot.identifier) {
                if unsafe known.pointee.build == nil {
                    return unsafe .instance(GraphArena.address(of: known, alignment: alignment))
                }
                unsafe context.unpin()
                return unsafe .other
            }
        }
        let entry = unsafe context.pathEntry
        // As in `take` and `takeFromGraph`.
        let isBlocked = unsafe context.isBlocked(slot, at: entry)
        guard !isBlocked, unsafe !context.isTooDeepForLibraries, unsafe !isOfGraph || context.pointee.buildCount == 0,
            let maker = unsafe slot.withBinding(AnyBinding.self, { unsafe $0.maker })
        else {
            unsafe context.unpin()
            return unsafe .other
        }
        unsafe context.enter(slot, at: entry)
        return unsafe .maker(maker, marks: entry.marks)
    }

    /// Ends a lookup that found an instance, after the instance was copied.
    package static func unpin() {
        unsafe ThreadContext.currentByFastPointer.unpin()
    }

    /// Ends the creation of an instance whose maker was found by a lookup.
    package static func end(_ marks: UInt) {
        let context = unsafe ThreadContext.currentByFastPointer
        unsafe context.leave(context.innermostEntry(marks))
    }

    /// Reserves memory in the running graph for the instance of the innermost maker.
    ///
    /// The caller must initialize it at once, with an instance of the type.
    package static func roomInGraph(for type: any Any.Type) -> UnsafeMutableRawPointer {
        let context = unsafe ThreadContext.currentByFastPointer
        let top = unsafe context.hazards.pointee.pathTop.load(ordering: .relaxed) &- HazardList.stride
        let entry = unsafe context.pointee.graph.makeRoom(for: HazardList.load(top), type)
        return unsafe GraphArena.address(of: entry, alignment: InstanceType(type).alignment)
    }
}

// MARK: The slow path

extension Container {
    /// Resolves a companion's registration: returns the existing instance, or the one that `factory` creates.
    ///
    /// - Parameter factory: Gets the companion, once. May run even if the instance exists.
    /// - Returns: The instance; nil: the type is not registered in this container itself.
    /// - Throws: ``ResolutionError``, with the code `declined` if the factory threw ``Declined``.
    package func resolve<T>(
        _ type: T.Type, named name: Name?, by factory: (AnyObject) -> CallerFactory<T>
    ) throws(ResolutionError) -> T? {
        let key = ServiceKey(type, qualifier: name.map { Qualifier($0) })
        let hash = key.tableHash
        let context = unsafe ThreadContext.pinned()
        guard case .slot(let address) = unsafe find(key, hash: hash, context),
            unsafe Slot(address).state != SlotState.absent
        else {
            unsafe context.unpin()
            return nil
        }
        let slot = unsafe Slot(address)
        return try unsafe entering(slot, context) { binding throws(any Error) in
            if unsafe context.isTooDeepForLibraries { throw PathFault.tooDeep }
            guard let companion = unsafe binding.companion else {
                return try unsafe CallerFactory<T>(isRepeatable: false, injection: nil) {
                    throw Declined("it has no companion")
                }.obtain(slot, binding.lifetime, in: self, context)
            }
            return try unsafe factory(Unmanaged<AnyObject>.fromOpaque(companion).takeUnretainedValue())
                .obtain(slot, binding.lifetime, in: self, context)
        }
    }

    /// Whether this container itself has a registration for a key.
    package func hasOwn(_ type: any Any.Type, named name: Name?) -> Bool {
        companion(of: type, named: name).isThere
    }

    /// The companion that is registered for a key in this container itself.
    package func companion(of type: any Any.Type, named name: Name?) -> (isThere: Bool, companion: AnyObject?) {
        let key = ServiceKey(type, qualifier: name.map { Qualifier($0) })
        let hash = key.tableHash
        let context = unsafe ThreadContext.pinned()
        defer { unsafe context.unpin() }
        guard case .slot(let address) = unsafe find(key, hash: hash, context),
            unsafe Slot(address).state != SlotState.absent
        else { return (false, nil) }
        let companion = unsafe Slot(address).withBinding(AnyBinding.self) { unsafe $0.companion }
        return (true, unsafe companion.map { unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() })
    }

    /// Replaces the registration of one companion by that of another; false: the first one is no longer registered.
    package func replace<T>(
        _ companion: AnyObject, by registration: Companioned<T>
    ) throws(ResolutionError) -> Bool {
        let binding = registration.definition.binding
        var isReplaced = false
        unsafe try change(binding.key) { old, hash throws(ResolutionError) in
            isReplaced = false
            guard let old = unsafe old, unsafe old.state != SlotState.absent,
                unsafe old.binding.companion == UnsafeRawPointer(Unmanaged.passUnretained(companion).toOpaque())
            else { return [] }
            isReplaced = true
            return unsafe put(binding, hash: hash, insteadOf: old)
        }
        return isReplaced
    }

    /// Forgets the instances of the companions for which `isForgotten` returns true, all at once.
    ///
    /// Locks are held while `isForgotten` runs: it must not run user code.
    package func forget(where isForgotten: (AnyObject) -> Bool) {
        _ = unsafe forget { (slot: Slot) in
            guard unsafe keepsInstance(slot), let companion = unsafe slot.binding.companion else { return false }
            return unsafe isForgotten(Unmanaged<AnyObject>.fromOpaque(companion).takeUnretainedValue())
        }
    }

    /// The keys whose factories run on this thread, outermost first.
    package static var path: [String] {
        unsafe ThreadContext.current.wholePath.steps.map(\.key.description)
    }

    /// The error for a key without a registration, with the current path.
    package func missing(_ type: any Any.Type, named name: Name?) -> ResolutionError {
        unsafe missingFault(ServiceKey(type, qualifier: name.map { Qualifier($0) }), ThreadContext.current)
    }
}

// A cell outside of a layout: a library finds it in its own table, which may change, and brings the factory to each resolve.
//
//     object --> memory:  context | address of the slot | slot | instance
//
// Its context is for it alone and always open, and ends with the last reference to the object. Everything else is as in other cells:
// exactly once, waits, circles, weak references and the running graph, whose entries hold the object.

internal import CCore

@safe
package final class StandaloneCell: @unchecked Sendable {  // As other cells: the context's lock guards the state.
    let context: Context
    let slot: Slot
    private let record: Record

    /// Creates an empty cell.
    ///
    /// - Parameters:
    ///   - type: The type of the instances.
    ///   - lifetime: Neither `scoped` nor `custom`.
    ///   - key: The key in messages.
    package init(
        _ type: any Any.Type, _ lifetime: Lifetime, shownAs key: ServiceKey, at location: CodeLocation? = nil
    ) {
        record = Record(madeByCallers: type, lifetime, shownAs: key, at: location)
        let size = ccore_context_size(0, 1)
        let (instanceSize, alignment) = record.instanceLayout
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: size + instanceSize + max(alignment - 16, 0), alignment: 16)
        let storage = unsafe (memory + size).alignedUp(toMultipleOf: alignment)
        var prototype = unsafe ccore_slot()
        unsafe prototype.record = unsafe UnsafePointer(record.memory)
        unsafe prototype.kind = lifetime.slotKind.rawValue
        unsafe prototype.flags = UInt8(ccore_plain)
        // An offset, and one more.
        unsafe prototype.storage = unsafe UnsafeMutableRawPointer(bitPattern: storage - (memory + size) + 1)
        unsafe ccore_begin_context(memory, nil, 0, &prototype, 1)
        unsafe context = memory.assumingMemoryBound(to: ccore_context.self)
        // The first one of the context.
        unsafe slot = unsafe ccore_scoped_slot(&prototype, context)
        let object = unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        unsafe context.pointee.owner = unsafe object
        // So that it is known for one: a handle's layout is another object.
        unsafe context.pointee.layout = unsafe object
    }

    /// Creates a cell that has an instance.
    package convenience init<T>(
        holding instance: T, _ lifetime: Lifetime, shownAs key: ServiceKey, at location: CodeLocation? = nil
    ) {
        self.init(T.self, lifetime, shownAs: key, at: location)
        unsafe slot.pointee.storage.unsafelyUnwrapped.initializeMemory(as: T.self, to: instance)
        unsafe ccore_lock_context(context)
        unsafe slot.state = .ready
        let weakened = unsafe lifetime == .shared ? slot.makeWeak() : nil
        if lifetime != .shared { unsafe ccore_publish(slot, slot.pointee.storage) }
        unsafe ccore_unlock_context(context)
        if let weakened { unsafe Unmanaged.passUnretained(weakened).release() }
    }

    deinit {
        if unsafe ccore_instance(slot) != nil { unsafe slot.deinitializeInstance() }
        unsafe slot.releaseWeakInstance()
        unsafe ccore_end_context(context)
        unsafe UnsafeMutableRawPointer(context).deallocate()
    }

    /// The type of the instances.
    package var type: any Any.Type { record.instanceType }
    package var lifetime: Lifetime { record.lifetime }

    /// Whether it has no instance, and no thread makes one; for who has a lock.
    ///
    /// - Parameter held: Gets the instance, if it is held weakly: the last one to release it may be this look.
    package func isVacant(keepingAliveIn held: inout AnyObject?) -> Bool {
        unsafe context.locked {
            held = unsafe slot.emptyIfReleased()
            return unsafe slot.state == .empty
        }
    }
}

// MARK: Resolving

extension StandaloneCell {
    /// The instance that exists: kept, alive, or complete in the running graph; nil: there is none.
    package func existingInstance<T>(_ type: T.Type = T.self) -> T? {
        if let instance = unsafe ccore_instance(slot) { return unsafe instance.assumingMemoryBound(to: T.self).pointee }
        switch record.lifetime {
        case .shared:
            guard let object = unsafe slot.holdWeakInstance() else { return nil }
            return unsafe slot.readWeakInstance(ofRetainedObject: object)
        case .graph:
            guard let entry = unsafe ccore_in_graph(ThreadState.current, slot, context),
                unsafe entry.pointee.build.map({ unsafe WaitForGraph.shared.isGraphBuildDone($0) }) ?? true
            else { return nil }
            return unsafe entry.pointee.instance.assumingMemoryBound(to: T.self).pointee
        case .transient, .singleton, .scoped, .custom: return nil
        }
    }

    /// Whether there is an instance, which the cell keeps, or which others hold.
    ///
    /// May release the last reference to the instance of a shared cell, so no lock may be held.
    package var hasInstance: Bool { unsafe slot.isPublished }

    /// Whether an instance was made; that of a shared cell may be gone.
    ///
    /// Releases nothing, so a lock may be held.
    package var wasMade: Bool { unsafe context.locked { unsafe slot.state == .ready } }

    /// The instance that the calling thread injects, innermost first, as it was before the injection; nil: it injects none.
    ///
    /// For a transient cell, whose `resolve` makes another one.
    package func instanceBeingInjected<T>(_ type: T.Type = T.self) -> T? {
        let thread = unsafe ThreadState.current
        guard unsafe thread.pointee.unfinished != 0 else { return nil }
        return unsafe ThreadNode.node(ofCallingThread: thread).takeInstanceBeingInjected(slot, as: type)
    }

    /// The instance: an existing one, or one that the factory makes.
    ///
    /// - Parameters:
    ///   - options: What the caller's closures allow.
    ///   - complete: Completes an instance that `make` has made, which others may then be given to close a circle; nil: nothing does.
    ///   - make: Makes an instance. Throws ``Declined`` if there is to be none.
    package func resolve<T>(
        _ type: T.Type = T.self, options: MakingOptions = [], completedBy complete: ((inout T) throws -> Void)? = nil,
        factory make: () throws -> T
    ) throws(ResolutionError) -> T {
        if let instance = unsafe ccore_instance(slot) { return unsafe instance.assumingMemoryBound(to: T.self).pointee }
        let thread = unsafe ThreadState.current
        defer { withExtendedLifetime(self) {} }
        return try unsafe withCurrentOrNewGraph(thread) { () throws(ResolutionError) in
            guard complete == nil, unsafe thread.pointee.unfinished == 0 else {
                return try unsafe resolveOnSlowPath(thread, options, complete, make)
            }
            guard record.lifetime == .transient, unsafe pushOnPath(thread) else {
                return try unsafe resolveByLifetime(thread, options, make)
            }
            return try unsafe thread.runPoppingPath(make)
        }
    }

    /// Runs `body` in the graph of the standalone cell around, or in a new one.
    @inline(__always)
    private func withCurrentOrNewGraph<R>(
        _ thread: ThreadState, _ body: () throws(ResolutionError) -> R
    ) throws(ResolutionError) -> R {
        let depth = unsafe ccore_depth(thread)
        if unsafe depth != 0 && thread.pointee.path[Int(depth) - 1].context.isStandalone { return try body() }
        return try unsafe thread.runAsOutermostResolve(body)
    }

    /// The instance of another lifetime, or what the plain way does not make.
    ///
    /// It has no optional of `T`: the runtime would look up such a type at each call.
    @inline(never)
    private func resolveByLifetime<T>(
        _ thread: ThreadState, _ options: MakingOptions, _ make: () throws -> T
    ) throws(ResolutionError) -> T {
        switch record.lifetime {
        case .transient: break
        case .graph:
            if let entry = unsafe ccore_in_graph(thread, slot, context) {
                guard unsafe entry.pointee.build == nil else { break }
                return unsafe entry.pointee.instance.assumingMemoryBound(to: T.self).pointee
            }
            guard unsafe pushOnPath(thread) else { break }
            let made = try unsafe thread.runPoppingPath(make)
            unsafe Self.keepAlive(self, inGraphOf: thread)
            _ = unsafe thread.addToGraph(made, slot, context)
            guard unsafe thread.pointee.unfinished == 0 else {
                return try unsafe withTemporaryMaking(thread, options, completedBy: nil, factory: make) {
                    making throws(ResolutionError) in
                    try making.finishGraphInstanceHoldingUnfinished(made)
                }
            }
            return made
        case .singleton, .scoped, .custom:
            if unsafe slot.claimIfEmpty(in: context, forThread: thread) {
                return try unsafe makeAndPublishClaimed(thread, options, make)
            }
        case .shared:
            if let object = unsafe slot.holdWeakInstance() {
                return unsafe slot.readWeakInstance(ofRetainedObject: object)
            }
        }
        return try unsafe resolveOnSlowPath(thread, options, nil, make)
    }

    /// Adds the slot to the path; false: the path seems to have it, or there is no room.
    @inline(__always)
    private func pushOnPath(_ thread: ThreadState) -> Bool {
        // In an empty path, `ccore_push` looks at the former first level: this cell, if the program asks for it again and again.
        unsafe ccore_depth(thread) == 0 ? ccore_push_first(thread, slot, context) : ccore_push(thread, slot, context)
    }

    /// Makes and publishes the instance, which the thread has claimed.
    private func makeAndPublishClaimed<T>(
        _ thread: ThreadState, _ options: MakingOptions, _ make: () throws -> T
    ) throws(ResolutionError) -> T {
        try unsafe ArmoryCore.makeAndPublishClaimed(
            slot, context, thread, { () throws(ResolutionError) -> T in try unsafe thread.runPoppingPath(make) },
            finishHoldingUnfinished: { (made) throws(ResolutionError) in
                try unsafe withTemporaryMaking(thread, options, completedBy: nil, factory: make) {
                    making throws(ResolutionError) in
                    try making.finishKeptInstanceHoldingUnfinished(made)
                }
            })
    }

    /// The instance, with everything that may have to be done: waits, injections, circles.
    @inline(never)
    private func resolveOnSlowPath<T>(
        _ thread: ThreadState, _ options: MakingOptions, _ complete: ((inout T) throws -> Void)?, _ make: () throws -> T
    ) throws(ResolutionError) -> T {
        if record.lifetime == .graph, unsafe ccore_in_graph(thread, slot, context) == nil {
            unsafe Self.keepAlive(self, inGraphOf: thread)
        }
        return try unsafe withTemporaryMaking(thread, options, completedBy: complete, factory: make) {
            making throws(ResolutionError) in
            switch record.lifetime {
            case .transient: return try making.resolveTransient()
            case .graph: return try making.resolveInThreadGraph()
            case .singleton, .scoped, .shared, .custom: return try making.resolveCellInstance()
            }
        }
    }

    /// Runs `body` with a making by the caller's closures, which are gone when it has ended.
    private func withTemporaryMaking<T>(
        _ thread: ThreadState, _ options: MakingOptions, completedBy complete: ((inout T) throws -> Void)?,
        factory make: () throws -> T, _ body: (Making<T>) throws(ResolutionError) -> T
    ) throws(ResolutionError) -> T {
        var completion: Completion<T>?
        if let complete { completion = Completion({ instance, _ in try complete(&instance) }) }
        return try withoutActuallyEscaping(make) { make throws(ResolutionError) in
            try body(unsafe Making<T>(slot, context, thread, completion, options) { _ in try make() })
        }
    }

    /// Holds an object until the running graph ends, such as a cell to whose memory an entry leads.
    static func keepAlive(_ object: AnyObject, inGraphOf thread: ThreadState) {
        let graphRetainer = graphRetainer
        _ = unsafe thread.addToGraph(object, graphRetainer.slot, graphRetainer.context)
    }

    /// The slot of the objects that a graph holds; no resolve asks for it.
    static let graphRetainer = StandaloneCell(AnyObject.self, .graph, shownAs: ServiceKey(AnyObject.self))
}

extension Context {
    /// Whether it is the context of a standalone cell.
    var isStandalone: Bool { unsafe pointee.layout == pointee.owner }
}

// MARK: The path

/// What runs on the calling thread, for libraries whose entries are standalone cells.
package enum RunningPath {
    /// The steps, outermost first.
    package static var steps: [ResolutionError.Step] { unsafe ThreadState.current.steps }

    /// The keys, as messages have them.
    package static var keyNames: [String] { steps.map(\.key.description) }

    /// How many factories run, inside of one another.
    package static var depth: Int { unsafe Int(ccore_depth(ThreadState.current)) }

    /// The cell whose factory runs innermost; nil: none does, or a container's does.
    package static var innermostCell: StandaloneCell? {
        guard let context = unsafe ThreadState.current.levels.last?.context, unsafe context.isStandalone else {
            return nil
        }
        return unsafe context.owner as? StandaloneCell
    }
}

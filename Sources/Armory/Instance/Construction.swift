// Making an instance when the fast path has none: the slow, complete way for every lifetime.
//
// The slot is on the thread's path and the thread is not pinned. No lock is held while `factory` or an injection runs.

@safe
package struct Construction<T> {
    let slot: Slot
    let context: UnsafeMutablePointer<ThreadContext>
    let owner: any SlotOwner
    let resolver: Resolver
    let factory: (Resolver) throws -> T
    let injections: [Injection<T>]

    package init(
        slot: Slot, context: UnsafeMutablePointer<ThreadContext>, owner: any SlotOwner,
        resolver: Resolver, injections: [Injection<T>],
        factory: @escaping (Resolver) throws -> T
    ) {
        unsafe self.slot = unsafe slot
        unsafe self.context = unsafe context
        self.owner = owner
        self.resolver = resolver
        self.injections = injections
        self.factory = factory
    }
}

/// Why an instance that was made cannot be kept.
package enum ConstructionFault: Error {
    /// A value type in a shared registration.
    case valueTypeShared(any Any.Type)
    /// An injection replaced an object that another instance of the cycle holds.
    case replacedWhileInjecting
    /// An instance that is being made is needed to make it. The path's last slot closes the cycle.
    case cycleOnPath
}

// MARK: Transient

extension Construction {
    /// A new instance, injected.
    package func makeTransient() throws -> T {
        var instance = try factory(resolver)
        for inject in injections { try inject(&instance, resolver) }
        return instance
    }
}

// MARK: Singleton and shared

extension Construction {
    /// The instance of the slot: the one that is there, the one this call makes, or the one another thread makes.
    package func obtainKept() throws -> T {
        let me = unsafe Resolution.of(context)
        let deadline = Deadline(after: owner.waitLimit)
        while true {
            let state = unsafe slot.state
            switch state {
            case SlotState.ready:
                return unsafe slot.instance(as: T.self).pointee
            case SlotState.weak:
                unsafe context.pinWithFence()
                let alive = unsafe slot.loadShared(as: T.self)
                unsafe context.unpin()
                if let alive { return alive }
                if let made = try build(from: state, by: me) { return made }
            case SlotState.empty:
                if let made = try build(from: state, by: me) { return made }
            default:
                if let early = try unsafe WaitForGraph.shared.wait(
                    for: slot, as: T.self, by: me, deadline: deadline)
                {
                    return early
                }
            }
        }
    }

    /// Claims the slot and makes its instance.
    ///
    /// Nil when another thread was first, or when the instance is not published yet: then the slot tells how to go on.
    private func build(from state: UInt, by me: Resolution) throws -> T? {
        let build = unsafe Build<T>(
            slot: slot, owner: me, previousState: state, slotOwner: owner)
        guard unsafe slot.claim(from: state, for: build) else { return nil }
        let mark = me.early.count
        unsafe context.pointee.buildCount += 1
        defer { unsafe context.pointee.buildCount -= 1 }
        do {
            var instance = try factory(resolver)
            if unsafe slot.binding.lifetime == .shared, SharedCell(instance) == nil {
                throw ConstructionFault.valueTypeShared(type(of: instance as Any))
            }
            try inject(&instance, of: build)
            switch WaitForGraph.shared.finish(build, instance, holding: me.claimEarly(since: mark)) {
            case .published: return instance
            case .pending, .givenUp: return nil
            }
        } catch {
            _ = me.claimEarly(since: mark)
            WaitForGraph.shared.fail(build)
            throw error
        }
    }

    private func inject(_ instance: inout T, of build: Build<T>) throws {
        guard !injections.isEmpty else { return }
        WaitForGraph.shared.beginInjecting(build, instance)
        for inject in injections { try inject(&instance, resolver) }
        try WaitForGraph.shared.endInjecting(build, instance)
    }
}

// MARK: Graph

extension Construction {
    /// The instance of the running graph, made if it is not there.
    package func obtainInGraph() throws -> T {
        if let entry = unsafe context.pointee.graph.find(slot.identifier) {
            return try unsafe take(entry)
        }
        guard unsafe !context.isOnPathTwice(slot.identifier) else {
            throw ConstructionFault.cycleOnPath
        }
        let me = unsafe Resolution.of(context)
        unsafe context.pointee.buildCount += 1
        defer { unsafe context.pointee.buildCount -= 1 }
        let earlyMark = me.early.count
        let graphMark = unsafe context.pointee.graph.newest
        var instance = try factory(resolver)
        if injections.isEmpty {
            let entry = unsafe insert(instance)
            return unsafe settle(entry, since: earlyMark) ? instance : try obtainInGraph()
        }
        let build = unsafe Build<T>(slot: nil, owner: me, slotOwner: owner)
        let entry = unsafe insert(instance)
        unsafe entry.pointee.build = Unmanaged.passRetained(build).toOpaque()
        do {
            try inject(&instance, of: build)
            unsafe GraphArena.value(of: entry, as: T.self).pointee = instance
            if finish(build, instance, since: earlyMark, by: me) { return instance }
            unsafe giveUpGraph(downTo: graphMark)
        } catch {
            _ = me.claimEarly(since: earlyMark)
            unsafe giveUpGraph(downTo: graphMark)
            throw error
        }
        return try obtainInGraph()
    }

    /// Notes, for an instance that was made without injections and is the newest of the graph, which unfinished ones it
    /// holds.
    ///
    /// False when one of them was given up, and the instance with it.
    private func settle(_ entry: UnsafeMutablePointer<GraphArena.Entry>, since mark: Int) -> Bool {
        let me = unsafe Resolution.of(context)
        guard me.early.count > mark else { return true }
        let build = unsafe Build<T>(slot: nil, owner: me, slotOwner: owner)
        unsafe entry.pointee.build = Unmanaged.passRetained(build).toOpaque()
        let instance = unsafe GraphArena.value(of: entry, as: T.self).pointee
        if finish(build, instance, since: mark, by: me) { return true }
        unsafe giveUpGraph(downTo: entry.pointee.previous)
        return false
    }

    private func finish(
        _ build: Build<T>, _ instance: T, since mark: Int, by me: Resolution
    ) -> Bool {
        let taken = me.claimEarly(since: mark)
        switch WaitForGraph.shared.finish(build, instance, holding: taken) {
        case .published:
            return true
        case .pending:
            // Whoever is being made around this call holds it.
            me.takeEarly(build)
            return true
        case .givenUp:
            return false
        }
    }

    /// An instance of the graph, finished or to close a cycle.
    private func take(_ entry: UnsafeMutablePointer<GraphArena.Entry>) throws -> T {
        if let build = unsafe entry.pointee.build {
            let me = unsafe Resolution.of(context)
            let typed = unsafe unsafeDowncast(
                Unmanaged<AnyObject>.fromOpaque(build).takeUnretainedValue(), to: Build<T>.self)
            guard let instance = WaitForGraph.shared.takeEarly(typed, by: me) else {
                throw ConstructionFault.cycleOnPath
            }
            return instance
        }
        return unsafe GraphArena.value(of: entry, as: T.self).pointee
    }

    private func insert(_ instance: T) -> UnsafeMutablePointer<GraphArena.Entry> {
        unsafe context.pointee.graph.insert(slot.identifier, instance)
    }

    private func giveUpGraph(downTo mark: UnsafeMutablePointer<GraphArena.Entry>?) {
        var entry = unsafe context.pointee.graph.newest
        while let current = unsafe entry, unsafe current != mark {
            if let build = unsafe current.pointee.build {
                WaitForGraph.shared.fail(
                    unsafe unsafeDowncast(
                        Unmanaged<AnyObject>.fromOpaque(build).takeUnretainedValue(),
                        to: AnyBuild.self))
            }
            unsafe entry = current.pointee.previous
        }
        unsafe context.removeGraph(downTo: mark)
    }
}

// MARK: One at a time

extension Construction {
    /// Runs `body` when no other thread builds in the gate's container.
    package static func inside(
        _ gate: Gate, _ context: UnsafeMutablePointer<ThreadContext>, limit: Duration?,
        _ body: () throws -> T
    ) throws -> T {
        let me = unsafe Resolution.of(context)
        try WaitForGraph.shared.enter(gate, by: me, deadline: Deadline(after: limit))
        defer { WaitForGraph.shared.leave(gate, by: me) }
        return try body()
    }
}

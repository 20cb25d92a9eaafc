// Makes the instance of a running graph, or finds it there.

extension Construction {
    /// Returns the instance of the running graph, and makes it if it does not exist or was given up.
    ///
    /// An instance that was given up stays in the arena until another one is made in its place. Instances that do not
    /// hold it are not touched.
    package func obtainInGraph() throws -> T {
        while true {
            if let instance = try presentInGraph() { return instance }
            let old = unsafe context.pointee.graph.find(slot.identifier)
            let build = newBuild(.graph)
            let frame = me.enter(build)
            do {
                let made = try factory(Resolver(owner: container))
                let entry = unsafe put(made, of: build, replacing: old)
                if let instance = try complete(made, of: build, in: frame) {
                    unsafe GraphArena.value(of: entry, as: T.self).pointee = instance
                    return instance
                }
            } catch {
                me.abandon(build, in: frame)
                throw error
            }
        }
    }

    /// Returns the instance of the graph; nil if it is to be made.
    #if !DEBUG
    @inline(__always)
    #endif
    private func presentInGraph() throws -> T? {
        if let entry = unsafe context.pointee.graph.find(slot.identifier),
            let instance = try unsafe instance(in: entry)
        {
            return instance
        }
        guard unsafe context.isOnPathTwice(slot) else { return nil }
        if isRepeatable { return try makeAgain() }
        unsafe me.putOffInjection(until: slot)
        throw ConstructionFault.cycleOnPath
    }

    /// Puts an instance into the graph, in a new entry or in one whose instance was given up.
    ///
    /// If the factory was called again meanwhile, the inner call's instance is in the graph already.
    #if !DEBUG
    @inline(__always)
    #endif
    func put(
        _ made: T, of build: Build<T>, replacing old: UnsafeMutablePointer<GraphArena.Entry>?
    ) -> UnsafeMutablePointer<GraphArena.Entry> {
        if build.instance != nil, let own = unsafe context.pointee.graph.find(slot.identifier) { return unsafe own }
        let entry: UnsafeMutablePointer<GraphArena.Entry>
        if let old = unsafe old {
            // The build first: storing the value releases the instance that was given up, whose `deinit` must not find
            // it.
            unsafe old.pointee.build = build
            unsafe GraphArena.value(of: old, as: T.self).pointee = made
            unsafe entry = unsafe old
        } else {
            unsafe entry = unsafe context.pointee.graph.insert(
                slot.identifier, made, isShareable: slot.withBinding { $0.isNotedSendable })
            unsafe entry.pointee.build = build
        }
        return unsafe entry
    }

    /// Finishes an instance that the fast path has made and put into the arena, if an injection has come to wait for
    /// it.
    package func finishInGraph(_ instance: T) throws -> T {
        guard let entry = unsafe context.pointee.graph.find(slot.identifier) else { return instance }
        let build = unsafe Build<T>(.graph, slot: nil, owner: me, slotOwner: owner, levelStart: levelStart)
        unsafe entry.pointee.build = build
        // The fast path runs only while nothing is unfinished, so everything unfinished belongs to this instance.
        let finished = try inFrame(of: build, answeringSince: 0) { try complete(instance, of: build, in: $0) }
        return try finished ?? obtainInGraph()
    }

    /// Returns an instance of the graph, finished or to close a cycle; nil if it was given up.
    private func instance(in entry: UnsafeMutablePointer<GraphArena.Entry>) throws -> T? {
        if let build = unsafe entry.build, try !WaitForGraph.shared.takeFromGraph(build, by: me) { return nil }
        return unsafe GraphArena.value(of: entry, as: T.self).pointee
    }
}

// Makes an instance when the fast path has none: the slow, complete path for every lifetime.
//
// The slot is on the thread's path and the thread is not pinned. No lock is held while `factory` or an injection runs.

@safe
package struct Construction<T> {
    let slot: Slot
    let context: UnsafeMutablePointer<ThreadContext>
    let owner: any SlotOwner
    /// The container of the factory's resolver.
    let container: any AnyObject & Sendable
    let factory: (Resolver) throws -> T
    /// Without its type: generic code would look up the type of an array to see that it is empty.
    let injections: Injections?
    /// The thread's part in the wait-for graph.
    let me: ThreadNode

    package init(
        slot: Slot, context: UnsafeMutablePointer<ThreadContext>, owner: any SlotOwner,
        container: any AnyObject & Sendable, injections: Injections?, factory: @escaping (Resolver) throws -> T
    ) {
        unsafe self.slot = unsafe slot
        unsafe self.context = unsafe context
        self.owner = owner
        self.container = container
        self.injections = injections
        self.factory = factory
        me = unsafe ThreadNode.of(context)
    }
}

// MARK: Transient

extension Construction {
    /// Creates a new instance and injects it.
    ///
    /// A registration with arguments is repeatable on the path, because the next level may have other arguments.
    package func obtainTransient(isRepeatable: Bool) throws -> T {
        guard unsafe isRepeatable || self.isRepeatable || !me.isEndlessOnPath(slot.identifier) else {
            throw ConstructionFault.cycleOnPath
        }
        guard injections?.injects ?? false else { return try factory(Resolver(owner: container)) }
        while true {
            let build = newBuild(.transient)
            let frame = me.enter(build)
            do {
                // If it was given up, because it holds an instance that was given up, another one is made.
                if let made = try complete(factory(Resolver(owner: container)), of: build, in: frame) { return made }
            } catch {
                me.abandon(build, in: frame)
                throw error
            }
        }
    }
}

// MARK: Kept

extension Construction {
    /// Returns the slot's instance: an existing one, one that this call makes, or one whose making it waits for.
    package func obtainKept() throws -> T {
        let deadline = Deadline(after: owner.waitLimit)
        while true {
            var state: UInt = 0
            if let known = try known(until: deadline, &state) { return known }
            if let made = try build(from: state) { return made }
        }
    }

    /// Returns the slot's instance, after a wait if another thread makes it; nil if the caller is to build it.
    ///
    /// A separate function, because its frame need not be on the stack while the instance is made.
    ///
    /// - Parameter state: Set to the state that the slot is built from, if this returns nil.
    #if !DEBUG
    @inline(__always)
    #endif
    private func known(until deadline: Deadline, _ state: inout UInt) throws -> T? {
        while true {
            state = unsafe slot.state
            switch state {
            case SlotState.ready:
                return unsafe slot.instance(as: T.self).pointee
            case SlotState.awaited:
                throw AwaitingFault()
            case SlotState.empty, SlotState.fresh, SlotState.weak:
                if state == SlotState.weak, let alive = unsafe slot.loadSharedPinned(as: T.self) { return alive }
                if isAwaited { throw AwaitingFault() }
                return nil
            case SlotState.closed:
                throw ConstructionFault.closed
            case SlotState.absent:
                throw ConstructionFault.exchanged
            default:
                // A pointer: a thread makes the instance, perhaps this one further out.
                if let again = try makeAgain() { return again }
                if let early = try wait(until: deadline) { return early }
            }
        }
    }

    /// Waits for the thread that makes the instance.
    ///
    /// Returns an instance only if it has to be taken early to close a cycle.
    private func wait(until deadline: Deadline) throws(WaitFault) -> T? {
        let listener = owner.waitListener
        let (sleeps, start) = (me.sleepCount, listener == nil ? 0 : Platform.now)
        defer {
            // Without a sleep there was no wait: the instance may have been ready by then.
            if let listener, me.sleepCount != sleeps {
                unsafe listener.reportWait(
                    for: slot.binding, isTurn: false, since: start, maker: me.lastMaker, context)
            }
        }
        return try unsafe WaitForGraph.shared.wait(for: slot, of: owner, as: T.self, by: me, deadline: deadline)
    }

    /// Completes and publishes the instance of a slot that a task builds.
    ///
    /// Returns nil if it was given up, because it came to hold an instance that was given up.
    package func obtainAwaited() throws -> T? {
        do {
            return try build(from: SlotState.awaited) ?? obtainKept()
        } catch is AwaitingFault {
            return nil
        }
    }

    /// Whether only a task makes the instance.
    private var isAwaited: Bool { unsafe slot.binding.options.contains(.asynchronous) }

    /// Claims the slot and makes its instance.
    ///
    /// Returns nil if another thread was first, or if the instance is not published yet: then the slot's state tells
    /// how to continue.
    private func build(from state: UInt) throws -> T? {
        let build = newBuild(.kept, from: state)
        guard unsafe slot.claim(from: state, for: build) else { return nil }
        // Since the instance was found dead, another thread may have made one, and the state is the same again. Only
        // the builder changes the cell, so it can look without a pin.
        if state == SlotState.weak, let alive = unsafe slot.loadShared(as: T.self) {
            WaitForGraph.shared.fail(build)
            return alive
        }
        let frame = me.enter(build)
        do {
            let instance = try factory(Resolver(owner: container))
            try checkShared(instance, of: build)
            return try complete(instance, of: build, in: frame)
        } catch {
            me.abandon(build, in: frame)
            throw error
        }
    }

    #if !DEBUG
    @inline(__always)
    #endif
    func newBuild(_ kind: AnyBuild.Kind, from state: UInt = SlotState.empty) -> Build<T> {
        unsafe Build<T>(
            kind, slot: kind == .kept ? slot : nil, owner: me, previousState: state, slotOwner: owner,
            givesCopies: slot.withBinding { $0.isRepeatable }, levelStart: levelStart)
    }

    /// The position on the path where the level of the instance begins; 0: threads may share the instance.
    var levelStart: UInt {
        unsafe slot.withBinding { $0.isShareable } ? 0 : context.pointee.levelStart
    }

    /// Finishes an instance that the fast path has made, if others have come to wait for it, or if something that it
    /// holds or that was put off is unfinished.
    package func finishKept(_ instance: T) throws -> T {
        guard let build = unsafe WaitForGraph.shared.build(of: slot, as: T.self, slotOwner: owner) else {
            return try obtainKept()
        }
        // The fast path runs only while nothing is unfinished, so everything unfinished belongs to this instance.
        let finished = try inFrame(of: build, answeringSince: 0) { try complete(instance, of: build, in: $0) }
        return try finished ?? obtainKept()
    }

    /// Refuses a value type for a slot that keeps a weak reference.
    func checkShared(_ instance: T, of build: Build<T>) throws {
        // The kind first: the slot of a build that is not kept may be freed before an injection runs that was put off.
        guard build.kind == .kept, unsafe slot.binding.lifetime == .shared, SharedCell(instance) == nil else { return }
        throw ConstructionFault.valueTypeShared(type(of: instance as Any))
    }
}

// MARK: From the factory's return to the end

extension Construction {
    /// Runs `body` in a frame for the build, which is given up if `body` throws.
    ///
    /// Inlined, also in debug builds, so that a level of nesting takes no more of the stack.
    ///
    /// - Parameter mark: Where the instances begin that the frame answers for: see `ThreadNode.enter`.
    @inline(always)
    func inFrame<R>(
        of build: Build<T>, answeringSince mark: Int? = nil, _ body: (ThreadNode.Mark) throws -> R
    ) throws -> R {
        let frame = me.enter(build, answeringSince: mark)
        do {
            return try body(frame)
        } catch {
            me.abandon(build, in: frame)
            throw error
        }
    }

    /// Injects the instance and finishes the build.
    ///
    /// Returns nil if the caller does not get the instance: it was given up, because it holds an instance that was given
    /// up, or it is kept and not published yet.
    ///
    /// Injections that were put off until this instance exists run first.
    func complete(_ made: T, of build: Build<T>, in frame: ThreadNode.Mark) throws -> T? {
        if build.isMadeAgain { return try finishMadeAgain(build, in: frame) }
        var instance = made
        if try beginInjecting(made, of: build, in: frame) {
            // Values that a put-off injection has assigned are dropped: its next run begins with the instance as it was
            // made.
            let mark = me.early.count
            let failure = runInjections(on: &instance)
            guard try endInjecting(&instance, of: build, in: frame, failure, since: mark) else {
                return build.kind == .kept ? nil : made
            }
        }
        return try finish(build, instance, in: frame) ? instance : nil
    }

    /// Begins the injections, those that were put off until this instance exists first; false if there are none.
    #if !DEBUG
    @inline(__always)
    #endif
    private func beginInjecting(_ made: T, of build: Build<T>, in frame: ThreadNode.Mark) throws -> Bool {
        if callsWired { me.reserveWiredCall(for: build) }
        guard injections?.completes ?? false || me.hasPutOff(until: frame) else { return false }
        WaitForGraph.shared.beginInjecting(build, made)
        while let putOff = me.nextPutOff(until: frame.position) { try putOff.run() }
        return true
    }

    /// Runs the injections, and returns the error that one of them threw.
    ///
    /// A separate function, because its frame is on the stack while other instances are made.
    #if !DEBUG
    @inline(__always)
    #endif
    func runInjections(on instance: inout T) -> (any Error)? {
        var index = 0
        while index < injectionCount {
            do { try injection(index)(&instance, Resolver(owner: container)) } catch { return error }
            index += 1
        }
        return nil
    }

    // Functions, whose frames are not on the stack meanwhile.

    private var injectionCount: Int { unsafe injections?.of(T.self).completing.count ?? 0 }

    private func injection(_ index: Int) -> (inout T, Resolver) throws -> Void {
        unsafe injections.unsafelyUnwrapped.of(T.self).completing[index].body
    }

    /// Ends the injections.
    ///
    /// Returns false if they need an instance further out on the path whose factory has not returned. Then they run
    /// again when it has returned, and until then this instance counts as unfinished.
    private func endInjecting(
        _ instance: inout T, of build: Build<T>, in frame: ThreadNode.Mark, _ failure: (any Error)?, since mark: Int
    ) throws -> Bool {
        if let position = me.putOffPosition(of: build), WaitForGraph.shared.isObject(build) {
            // The injection will ask again for instances that it took early; those that the factory took stay held.
            _ = me.claimEarly(since: mark)
            build.takenByFactory += me.leave(frame)
            let binding = unsafe slot.binding
            me.putOffs.append(PutOff(build: build, position: position) { try self.injectAgain(build, binding) })
            if build.kind != .kept { me.takeEarly(build) }
            return false
        }
        if let failure { throw failure }
        try checkShared(instance, of: build)
        try WaitForGraph.shared.endInjecting(build, instance)
        return true
    }

    /// Runs the injections again, from the frame of the instance they waited for.
    private func injectAgain(_ build: Build<T>, _ binding: Binding) throws {
        guard var instance = build.instance else { return }
        let entry = unsafe context.pathEntry
        // A transient's slot may be freed by now, so the path of the injection's resolves does not have it.
        if build.kind != .transient { unsafe context.push(slot, at: entry) }
        defer { unsafe context.pop(entry) }
        try inFrame(of: build) { frame in
            do {
                let mark = me.early.count
                let failure = runInjections(on: &instance)
                guard try endInjecting(&instance, of: build, in: frame, failure, since: mark) else { return }
                _ = try finish(build, instance, in: frame)
            } catch {
                let path = unsafe context.bindings + (build.kind == .transient ? [binding] : [])
                throw PutOffFault(error: error, path: path)
            }
        }
    }

    /// Finishes the build, and returns whether the caller gets the instance.
    func finish(_ build: Build<T>, _ instance: T, in frame: ThreadNode.Mark) throws -> Bool {
        if callsWired { me.setWiredCall(for: build) { callWired(instance) } }
        let taken = build.takenByFactory + me.leave(frame)
        build.takenByFactory = []
        switch WaitForGraph.shared.finish(build, instance, holding: taken) {
        case .done:
            return true
        case .constructing, .injecting, .pending:
            // The slot of a kept instance tells its callers how to continue.
            guard build.kind != .kept else { return false }
            if me.isBuilding {
                // The instance that is made around this call holds it, and answers for it.
                me.takeEarly(build)
                return true
            }
            // The caller is outside: it gets the instance when everything that the instance holds is complete.
            return try WaitForGraph.shared.waitUntilFinished(
                build, by: me, deadline: Deadline(after: owner.waitLimit))
        case .failed:
            return false
        }
    }

    var callsWired: Bool { injections?.callsWired ?? false }

    /// Tells the instance that the whole graph is wired.
    private func callWired(_ instance: T) {
        guard let injections else { return }
        var instance = instance
        // None of them throws.
        for call in unsafe injections.of(T.self).all where call.waitsForGraph {
            try? call.body(&instance, Resolver(owner: container))
        }
    }
}

// A making in full: it waits for others, injects, and closes circles. The walk of Construct.swift comes here when it is not plain.

internal import CCore

@safe
struct Making<T> {
    let slot: Slot
    let context: Context
    let thread: ThreadState
    private var factory: (Resolver) throws -> T
    let completion: Completion<T>?
    private let options: MakingOptions
    let me: ThreadNode

    /// A making by the slot's record.
    ///
    /// - Parameter factory: Makes the instance; nil: the slot's own factory does.
    init(_ slot: Slot, _ context: Context, _ thread: ThreadState, _ factory: ((Resolver) throws -> T)? = nil) {
        // The record of a standalone cell has the type of its key where others have their factory.
        assert(unsafe factory != nil || !context.isStandalone, "the callers of a standalone cell bring its factory")
        unsafe self.init(
            slot, context, thread, slot.record?.injections(forInstancesOf: T.self)?.completion,
            slot.hasFlag(ccore_repeatable) ? .isRepeatable : [], factory ?? slot.synchronousFactory(onThread: thread))
    }

    /// A making by closures of the caller.
    init(
        _ slot: Slot, _ context: Context, _ thread: ThreadState, _ completion: Completion<T>?, _ options: MakingOptions,
        _ factory: @escaping (Resolver) throws -> T
    ) {
        unsafe self.slot = unsafe slot
        unsafe self.context = unsafe context
        unsafe self.thread = unsafe thread
        self.factory = factory
        self.completion = completion
        self.options = options
        me = unsafe ThreadNode.node(ofCallingThread: thread)
    }

    /// The making of a cell, which takes place in the view of the cell's own context.
    static func newMaking(ofCell slot: Slot, _ thread: ThreadState) -> Making<T> {
        unsafe Making(slot, slot.pointee.context.unsafelyUnwrapped, thread)
    }

    var resolver: Resolver { unsafe Resolver(slot, context, thread) }

    private func newBuild(_ kind: Build.Kind) -> Build {
        let build = unsafe Build(kind, slot, me)
        build.canBePostponed = !options.contains(.endsWithCall)
        return build
    }

    /// Runs `body` with the slot on the path.
    private func withSlotOnPath<R>(_ body: () throws -> R) throws(ResolutionError) -> R {
        guard unsafe thread.pushSlotAllowingRepeat(slot, context) else {
            throw unsafe thread.cycleOrTooDeepError(at: slot, isRepeatable: options.contains(.isRepeatable))
        }
        defer { unsafe ccore_pop(thread) }
        do { return try body() } catch { throw unsafe thread.resolutionError(wrapping: error) }
    }
}

// MARK: By lifetime

extension Making {
    /// A new instance.
    func resolveTransient() throws(ResolutionError) -> T {
        guard !isEndlessRecursion else { throw unsafe thread.makeError(.cycle, at: slot) }
        return try withSlotOnPath {
            guard completion != nil else { return try factory(resolver) }
            while true {
                let build = newBuild(.transient)
                // Nil: it was given up with an instance that it held, so another one is made.
                let made: T? = try runInFrameOrFail(build) { frame in
                    // Put here before the injection, which may ask for it.
                    var made = try factory(resolver)
                    return try unsafe withUnsafeMutablePointer(to: &made) {
                        defer { unsafe build.instance = nil }
                        return try unsafe injectAndFinish($0.pointee, of: build, in: frame, at: $0)
                    }
                }
                if let made { return made }
            }
        }
    }

    /// The instance in the thread's graph; an entry whose instance was given up stays until another one is made in its place.
    func resolveInThreadGraph() throws(ResolutionError) -> T {
        while true {
            let old = unsafe ccore_in_graph(thread, slot, context)
            if let old = unsafe old, let instance = try unsafe takeInstance(fromGraphEntry: old) { return instance }
            // Also where an earlier one was given up, and is being made anew further out. In a graph around, it is another instance.
            let begin = unsafe thread.pointee.graph_depth
            let isOnPath = unsafe thread.pathPosition(of: slot, in: context, since: begin) != nil
            if isOnPath { unsafe me.postponeInjection(until: slot, in: context, since: begin) }
            guard !isOnPath, !isEndlessRecursion else { throw unsafe thread.makeError(.cycle, at: slot) }
            let made: T? = try withSlotOnPath {
                let build = newBuild(.graph)
                return try runInFrameOrFail(build) { frame in
                    let instance = try factory(resolver)
                    let place = unsafe storeInGraph(instance, of: build)
                    guard let complete = unsafe try injectAndFinish(instance, of: build, in: frame, at: place) else {
                        return nil
                    }
                    unsafe place.pointee = complete
                    return complete
                }
            }
            if let made { return made }
        }
    }

    private func takeInstance(
        fromGraphEntry entry: UnsafeMutablePointer<ccore_graph_entry>
    ) throws(ResolutionError) -> T? {
        if let object = unsafe entry.pointee.build {
            let build = unsafe Unmanaged<Build>.fromOpaque(object).takeUnretainedValue()
            guard try WaitForGraph.shared.noteTakenFromGraphUnlessFailed(build, by: me) else { return nil }
        }
        return unsafe entry.pointee.instance.assumingMemoryBound(to: T.self).pointee
    }

    /// Puts an instance into the graph, in a new entry or in that of an instance that was given up.
    private func storeInGraph(_ made: T, of build: Build) -> UnsafeMutablePointer<T> {
        let retained = unsafe Unmanaged.passRetained(build).toOpaque()
        // Looked for again: what the factory has put into the graph may have moved the entries.
        guard let old = unsafe ccore_in_graph(thread, slot, context) else {
            return unsafe thread.addToGraph(made, slot, context, retained)
        }
        // The build first: the instance that was given up goes with the assignment, and its `deinit` must not find it.
        if let given = unsafe old.pointee.build { unsafe Unmanaged<Build>.fromOpaque(given).release() }
        unsafe old.pointee.build = unsafe retained
        let place = unsafe old.pointee.instance.assumingMemoryBound(to: T.self)
        unsafe place.pointee = made
        return unsafe place
    }

    /// Finishes an instance of the graph that was made in the plain way, and has come to hold something unfinished.
    func finishGraphInstanceHoldingUnfinished(_ made: T) throws(ResolutionError) -> T {
        let build = newBuild(.graph)
        guard let entry = unsafe ccore_in_graph(thread, slot, context) else { return made }
        unsafe entry.pointee.build = unsafe Unmanaged.passRetained(build).toOpaque()
        let place = unsafe entry.pointee.instance.assumingMemoryBound(to: T.self)
        let finished: T? = try withSlotOnPath {
            try runInFrameOrFail(build, takenEarlySince: 0) {
                try unsafe injectAndFinish(made, of: build, in: $0, at: place)
            }
        }
        guard let finished else { return try resolveInThreadGraph() }
        return finished
    }

    /// The instance of a cell: an existing one, one that this call makes, or one whose making it waits for.
    func resolveCellInstance() throws(ResolutionError) -> T {
        let deadline = unsafe context.waitDeadline
        while true {
            let build = newBuild(.kept)
            switch unsafe slot.claim(for: .object(build), awaits: slot.canRunMainActorFactory(onThread: thread)) {
            case .take where unsafe slot.kind == .weak:
                // It may be gone by now.
                if let object = unsafe slot.holdWeakInstance() {
                    return unsafe slot.readWeakInstance(ofRetainedObject: object)
                }
            case .take:
                return unsafe slot.pointee.storage.unsafelyUnwrapped.assumingMemoryBound(to: T.self).pointee
            case .refuse: throw unsafe thread.closedError(for: slot)
            case .await: throw unsafe thread.makeError(.asynchronous, at: slot)
            case .make: if let made = try makeInstance(for: build) { return made }
            case .wait: if let early: T = try unsafe slot.waitForMaker(thread, until: deadline) { return early }
            }
        }
    }

    /// Makes the instance of the cell that the build has claimed; nil: it is not published yet, or was given up.
    func makeInstance(for build: Build) throws(ResolutionError) -> T? {
        build.handle = unsafe context.owner
        guard unsafe thread.pushSlotAllowingRepeat(slot, context) else { throw failBuildAsCycleOrTooDeep(build) }
        defer { unsafe ccore_pop(thread) }
        let storage = unsafe slot.pointee.storage.unsafelyUnwrapped.assumingMemoryBound(to: T.self)
        let made: T?
        do {
            made = try runInFrameOrFail(build) { frame in
                unsafe try injectAndFinish(factory(resolver), of: build, in: frame, at: storage)
            }
        } catch {
            throw unsafe thread.resolutionError(wrapping: error)
        }
        // Nil where it was closed meanwhile: the next look at the cell refuses.
        return unsafe slot.isPublished ? made : nil
    }

    /// Gives a build up for which the path has no room.
    ///
    /// A call of its own: who makes an instance further in has the frame of `makeInstance` on its stack too.
    @inline(never)
    private func failBuildAsCycleOrTooDeep(_ build: Build) -> ResolutionError {
        let error = unsafe thread.cycleOrTooDeepError(at: slot)
        unsafe WaitForGraph.shared.failBuild(build, MakingFailure(error: error, position: thread.stepCount))
        return error
    }

    /// Finishes a cell's instance that was made in the plain way, and has come to hold something unfinished.
    func finishKeptInstanceHoldingUnfinished(_ made: T) throws(ResolutionError) -> T {
        guard let finished = try injectAndPublish(made, takenEarlySince: 0), unsafe slot.isPublished
        else { return try resolveCellInstance() }
        return finished
    }

    /// Completes the instance of a cell that has a maker already, and publishes it, if need be with what it has come to hold;
    /// nil: it is not published yet, or was given up.
    func injectAndPublish(_ made: T, takenEarlySince mark: Int? = nil) throws(ResolutionError) -> T? {
        let storage = unsafe slot.pointee.storage.unsafelyUnwrapped.assumingMemoryBound(to: T.self)
        let build = newBuild(.kept)
        build.handle = unsafe context.owner
        let former = unsafe WaitForGraph.shared.locked {
            let own = unsafe slot.pointee.context.unsafelyUnwrapped
            let former = unsafe own.locked { unsafe slot.setCurrentMaker(.object(build)) }
            if let former = unsafe former {
                build.isAbandoned = unsafe (former.takeUnretainedValue() as? TaskBuild)?.isAbandoned ?? false
                unsafe WaitForGraph.shared.forgetIfTaskBuild(former.takeUnretainedValue(), in: own)
            }
            return unsafe former
        }
        unsafe former?.release()
        do throws(ResolutionError) {
            return try withSlotOnPath {
                try runInFrameOrFail(build, takenEarlySince: mark) {
                    unsafe try injectAndFinish(made, of: build, in: $0, at: storage)
                }
            }
        } catch {
            // Where the path had no room for it; else it has been given up.
            unsafe WaitForGraph.shared.failBuild(build, MakingFailure(error: error, position: thread.stepCount))
            throw error
        }
    }

    /// Whether the slot is on the path before, and nothing in between ends the repetition.
    ///
    /// An instance that is not made anew ends it, together with an injection on the way round: the next time, that instance is taken
    /// early, or the injection is postponed until it can be.
    private var isEndlessRecursion: Bool {
        guard !options.contains(.isRepeatable), let position = unsafe thread.pathPosition(of: slot, in: context) else {
            return false
        }
        let isInjecting = me.frames.contains { $0.position >= position && $0.build.phase == .injecting }
        let around = unsafe thread.path[Int(position)...]
        return unsafe !isInjecting || around.allSatisfy { unsafe $0.pointee.kind == SlotKind.transient.rawValue }
    }
}

// MARK: From the factory's return to the end

extension Making {
    /// Runs `body` in a frame for the build, which is given up if `body` throws.
    private func runInFrameOrFail<R>(
        _ build: Build, takenEarlySince mark: Int? = nil, _ body: (FrameMark) throws -> R
    ) throws -> R {
        let frame = me.pushFrame(for: build, takenEarlySince: mark)
        do { return try body(frame) } catch {
            let described = unsafe thread.resolutionError(wrapping: error)
            me.failBuild(build, poppingFrameTo: frame, with: described)
            throw described
        }
    }

    /// Injects the instance and finishes the build; those injections first that were postponed until this instance exists.
    ///
    /// Returns nil if the caller does not get it: it was given up with an instance that it held, or it is kept and not published yet.
    ///
    /// - Parameter place: Memory that others find the instance in; nil: nobody does.
    private func injectAndFinish(
        _ made: T, of build: Build, in frame: FrameMark, at place: UnsafeMutablePointer<T>? = nil
    ) throws -> T? {
        try checkIsObjectIfShared(made)
        if build.kind == .kept { unsafe place?.initialize(to: made) }
        let completes = completion != nil
        // From here on a giving up ends the instance in the cell.
        unsafe WaitForGraph.shared.beginInjecting(
            build, instanceAt: place.map { UnsafeMutableRawPointer($0) }, isObject: objectIfClassInstance(made) != nil)
        while let postponed = me.takeInjection(postponedUntil: frame.position) { try postponed.run() }
        guard completes else { return try finishBuild(build, made, in: frame) ? made : nil }
        let mark = me.takenEarly.count
        var instance = made
        let failure = inject(&instance)
        guard
            unsafe try endInjectionsOrPostponeRerun(
                instance, of: build, made: made, in: frame, failure: failure, since: mark, at: place)
        else {
            return build.kind == .kept ? nil : made
        }
        return try finishBuild(build, instance, in: frame) ? instance : nil
    }

    /// Refuses a value in place of a shared object: it has no end that others could wait for.
    private func checkIsObjectIfShared(_ instance: T) throws(ResolutionError) {
        guard unsafe slot.kind == .weak, objectIfClassInstance(instance) == nil else { return }
        let type = type(of: instance as Any)
        throw unsafe ResolutionError(.valueTypeShared, at: thread.steps, detail: .valueType(type))
    }

    /// Runs the injections, and returns the error that one of them threw.
    private func inject(_ instance: inout T) -> (any Error)? {
        // Noted before the injections make other instances: what was made last comes first.
        let end = addGraphEndAction()
        do { try completion?.complete?(&instance, resolver) } catch { return error }
        // With the instance as it is in the end: an injection that failed runs all of them again.
        if let end, let wired = completion?.wired { end.body = { [instance] in wired(instance) } }
        return nil
    }

    /// Ends the injections; false: they need an instance further out whose factory has not returned, and run again when it has.
    private func endInjectionsOrPostponeRerun(
        _ instance: T, of build: Build, made: T, in frame: FrameMark, failure: (any Error)?, since mark: Int,
        at place: UnsafeMutablePointer<T>?
    ) throws -> Bool {
        if let position = me.positionToWaitFor(inInjectionOf: build), build.isObject {
            // The injection will ask again for what it took early; what the factory took stays held.
            _ = me.takeEarlyBuilds(since: mark)
            build.takenByFactory += me.popFrameReturningTakenEarly(to: frame)
            // With the instance as it was made: what this run has assigned is dropped.
            // The handle may be released before the factory returns that the injection waits for.
            let handle = unsafe context.owner
            var again = self
            // A caller's factory may be gone by then.
            again.factory = { _ in made }
            me.postponedInjections.append(
                PostponedInjection(build: build, position: position) { [again] in
                    try withExtendedLifetime(handle) { unsafe try again.rerunPostponedInjections(made, build, place) }
                })
            if build.kind != .kept { WaitForGraph.shared.locked { me.noteTakenEarly(build) } }
            return false
        }
        if let failure { throw failure }
        try checkIsObjectIfShared(instance)
        guard WaitForGraph.shared.isSameIfTakenEarly(instance, of: build) else {
            throw unsafe thread.replacedByInjectionError()
        }
        // The copy of a value is from before the injections. It goes after the lock: its parts may have a `deinit`.
        if build.kind == .kept, let place = unsafe place {
            let former = WaitForGraph.shared.locked { () -> T in
                defer { unsafe place.initialize(to: instance) }
                return unsafe place.move()
            }
            withExtendedLifetime(former) {}
        }
        return true
    }

    /// Runs the injections again, from the frame of the instance that they waited for.
    private func rerunPostponedInjections(_ made: T, _ build: Build, _ place: UnsafeMutablePointer<T>?) throws {
        try withSlotOnPath {
            try runInFrameOrFail(build) { frame in
                var instance = made
                let mark = me.takenEarly.count
                let failure = inject(&instance)
                guard
                    unsafe try endInjectionsOrPostponeRerun(
                        instance, of: build, made: made, in: frame, failure: failure, since: mark, at: place)
                else { return }
                // The object was handed out when its injection was postponed.
                guard objectIfClassInstance(instance) === objectIfClassInstance(made) else {
                    throw unsafe thread.replacedByInjectionError()
                }
                _ = try finishBuild(build, instance, in: frame)
            }
        }
    }

    /// Finishes the build, and returns whether the caller gets the instance.
    private func finishBuild(_ build: Build, _ instance: T, in frame: FrameMark) throws -> Bool {
        let taken = build.takenByFactory + me.popFrameReturningTakenEarly(to: frame)
        build.takenByFactory = []
        switch WaitForGraph.shared.finishBuild(build, dependingOn: taken) {
        case .done: return true
        case .failed: return false
        case .constructing, .injecting, .pending:
            // The cell tells its askers how to go on.
            guard build.kind != .kept else { return false }
            if me.isBuilding {
                // The instance that is made around this call holds it, and answers for it.
                WaitForGraph.shared.locked { me.noteTakenEarly(build) }
                return true
            }
            // The caller is outside: it gets the instance when everything that it holds is complete.
            return try unsafe WaitForGraph.shared.waitUntilComplete(build, by: me, until: context.waitDeadline)
        }
    }
}

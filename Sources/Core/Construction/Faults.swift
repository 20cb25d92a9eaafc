// From what a factory, an injection or a wait has thrown to the error that the caller gets.

internal import CCore

extension ResolutionError {
    /// The error for the end of a path, whose factory or injection threw; of a cancelled task, who waits for it tries again.
    ///
    /// - Parameters:
    ///   - step: The step at the end of the path.
    ///   - position: How many steps lead to it.
    ///   - steps: The whole path: put together only for the error of the innermost level, since a path may be long.
    ///   - detail: What threw, if it was not the factory.
    static func wrapping(
        _ error: any Error, thrownAt step: Step, _ position: Int, _ steps: @autoclosure () -> [Step],
        detail: Detail = .none
    ) -> ResolutionError {
        // The types are compared, since most errors are the program's: a cast asks the runtime, which takes some hundred instructions.
        let type = type(of: error)
        if type == ResolutionError.self, let error = error as? ResolutionError {
            if error.isThrownBelow(step, at: position) { return error }
            // A registration that says of itself why it has no instance.
            if error.isThrownWithoutPath(about: step) { return error.replacingPathPrefix(count: 0, with: steps()) }
        }
        let isCancelled = type == CancellationError.self && Task.isCancelled
        let code: Code = type == Declined.self ? .declined : isCancelled ? .cancelled : .factoryFailed
        return ResolutionError(
            code, step.key, path: steps(), location: step.location, underlying: error,
            detail: code == .factoryFailed ? detail : .none)
    }
}

extension ResolutionError {
    /// The error of a factory, which does not say that it is tried again if its handle has ended meanwhile.
    func errorNotingEnd(of context: Context) -> ResolutionError {
        guard code == .factoryFailed, unsafe !ccore_is_open(context) else { return self }
        return withSequel(unsafe context.layout.tag == nil ? "the container is closed" : "the scope has ended")
    }
}

extension Resolver {
    /// The path to the factory.
    package var steps: [ResolutionError.Step] { unsafe thread.steps }

    /// An error of the registration whose factory runs.
    package func makeError(_ code: ResolutionError.Code, _ detail: ResolutionError.Detail) -> ResolutionError {
        ResolutionError(code, at: steps, detail: detail)
    }

    /// The error for what a part of the registration threw, such as a decorator or an injection: it names that part, and its place.
    ///
    /// An error of a dependency stays as it is.
    package func resolutionError(
        wrapping error: any Error, throwerNoun noun: String, location: CodeLocation
    ) -> ResolutionError {
        unsafe thread.resolutionError(wrapping: error, detail: .thrower(noun, location))
    }
}

extension ThreadState {
    /// The steps of the path, after those of the factory that awaits around it.
    package var steps: [ResolutionError.Step] { unsafe steps(includingTaskFrame: TaskFrame.running) }

    private func steps(includingTaskFrame frame: TaskFrame?) -> [ResolutionError.Step] {
        let own = unsafe path
        guard let frame else { return unsafe own.map(\.step) }
        return unsafe frame.steps + own.dropFirst(isTaskFrameOnPath(frame) ? 1 : 0).map(\.step)
    }

    /// How many steps there are.
    var stepCount: Int { unsafe stepCount(includingTaskFrame: TaskFrame.running) }

    private func stepCount(includingTaskFrame frame: TaskFrame?) -> Int {
        let own = unsafe Int(ccore_depth(self))
        guard let frame else { return own }
        return unsafe frame.chain.count + own - (isTaskFrameOnPath(frame) ? 1 : 0)
    }

    /// Whether a frame is on the thread's path too: its instance is completed after its factory has returned.
    func isTaskFrameOnPath(_ frame: TaskFrame) -> Bool {
        unsafe levels.first.map { unsafe $0.slot == UnsafePointer(frame.slot) } ?? false
    }

    /// The error for the slot at the end of the path, whose factory or injection threw.
    ///
    /// Without a detail, for which the frames of makings, which nest, would have the room.
    @inline(never)
    package func resolutionError(wrapping error: any Error) -> ResolutionError {
        unsafe resolutionError(wrapping: error, detail: .none)
    }

    /// The same, with what threw if it was not the factory.
    @inline(never)
    package func resolutionError(wrapping error: any Error, detail: ResolutionError.Detail) -> ResolutionError {
        let levels = unsafe levels
        let frame = TaskFrame.running
        let step = unsafe levels.last.map { unsafe Slot(mutating: $0.slot).step } ?? frame?.step
        let error = unsafe ResolutionError.wrapping(
            error, thrownAt: step ?? ResolutionError.Step(ServiceKey(Never.self)),
            stepCount(includingTaskFrame: frame) - 1,
            steps(includingTaskFrame: frame), detail: detail)
        return unsafe levels.last.map { unsafe error.errorNotingEnd(of: Context(mutating: $0.context)) } ?? error
    }

    /// Throws the error for the slot at the end of the path, whose factory threw in the plain way.
    ///
    /// A call of its own, so that a caller saves no registers for it.
    @inline(never)
    func rethrow(_ error: consuming any Error) throws(ResolutionError) -> Never {
        // Injections may have been postponed until this instance exists.
        if unsafe pointee.unfinished != 0 {
            unsafe ThreadNode.node(ofCallingThread: self).abandonInjections(postponedUntil: ccore_depth(self) - 1)
        }
        throw unsafe resolutionError(wrapping: error)
    }

    /// The error of a slot that is not on the path yet.
    @inline(never)
    package func makeError(
        _ code: ResolutionError.Code, at slot: Slot, _ detail: ResolutionError.Detail = .none
    ) -> ResolutionError {
        var detail = detail
        if code == .asynchronous, unsafe TaskFrame.running?.liveState?.declined.contains(slot) ?? false {
            return unsafe ResolutionError(.declined, at: steps + [slot.step])
        }
        if code == .asynchronous, let record = unsafe slot.record, let context = unsafe slot.pointee.context,
            let words = unsafe context.layout.companion?.errorWords(ofUnawaited: record)
        {
            detail = .featureWords(words)
        }
        return unsafe ResolutionError(code, at: steps + [slot.step], detail: detail)
    }

    /// The error of a cell that was closed, or of who asks a handle that was.
    func closedError(for slot: Slot, in context: Context? = nil) -> ResolutionError {
        let context = unsafe context ?? slot.pointee.context
        let isOrphaned = unsafe context.map { unsafe ccore_mark($0) == UInt32(ccore_orphaned) } ?? false
        let scope = unsafe isOrphaned ? nil : slot.record?.tag.map { ResolutionError.Ended.scope($0) }
        let ended = unsafe scope ?? context?.ended ?? .container
        return unsafe makeError(.closed, at: slot, .ended(ended))
    }

    /// The error of a slot whose scope is not open where it is asked for, or in the words of features that of who would keep it longer.
    @inline(never)
    func outsideScopeError(for slot: Slot, _ context: Context) -> ResolutionError {
        let error = unsafe makeError(.outsideScope, at: slot, .ofScope(slot.record?.tag))
        guard let record = unsafe slot.record,
            let captive = unsafe context.layout.companion?.findHolder(
                outliving: record, among: askingRecords(in: context))
        else { return error }
        return unsafe ResolutionError(
            captive.miss.code, captive.holder.key, path: steps + [slot.step], location: captive.miss.location,
            detail: .featureWords(captive.miss.words))
    }

    /// The registrations of a handle whose factories run on behalf of each other, innermost first.
    private func askingRecords(in context: Context) -> [Record] {
        let frames = unsafe TaskFrame.running.map { frame in
            unsafe frame.chain.dropLast(isTaskFrameOnPath(frame) ? 1 : 0).map { unsafe ($0.slot, $0.context) }
        }
        let own = unsafe levels.map { unsafe (Slot(mutating: $0.slot), Context(mutating: $0.context)) }
        return unsafe ((frames ?? []) + own).reversed().prefix { unsafe $0.1 == context }.compactMap {
            unsafe $0.0.record
        }
    }

    /// The error of arguments of another type than the registration takes.
    func argumentMismatchError(for slot: Slot, _ given: (any Any.Type)?) -> ResolutionError {
        unsafe makeError(.wrongArguments, at: slot, .arguments(taken: slot.record?.argumentType, given: given))
    }

    /// The error of a slot for which the path has no room: it is on the path already, or the path is too long.
    ///
    /// - Parameter isRepeatable: Whether it may be on the path; nil: as its record says.
    @inline(never)
    package func cycleOrTooDeepError(at slot: Slot, isRepeatable: Bool? = nil) -> ResolutionError {
        let path = unsafe path
        guard unsafe !(isRepeatable ?? slot.hasFlag(ccore_repeatable)),
            let first = unsafe path.firstIndex(where: { unsafe $0 == slot })
        else { return unsafe makeError(.tooDeep, at: slot) }
        let again = unsafe path[(first + 1)...].firstIndex { unsafe $0 == slot } ?? path.endIndex
        // One round, and what leads there; the factories that await are before the path.
        let around = unsafe steps.dropLast(path.count - again)
        return unsafe ResolutionError(.cycle, at: around + [slot.step])
    }

    /// The error of an object at the end of the path that an injection has replaced after another instance had taken it.
    func replacedByInjectionError() -> ResolutionError { unsafe ResolutionError(.replacedWhileInjecting, at: steps) }

    /// The error of a slot that a task makes, which a thread cannot wait for.
    func asynchronousError(for slot: Slot) -> ResolutionError {
        // The factory that awaits may be further out on the path: then it needs itself.
        let isOnPath = TaskFrame.running?.chain.contains { unsafe $0.slot == slot } ?? false
        return unsafe makeError(isOnPath ? .cycle : .asynchronous, at: slot)
    }
}

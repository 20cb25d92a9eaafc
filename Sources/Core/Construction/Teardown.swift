// Closing instances: each is turned closed just before its hooks run, in an order that puts dependents before dependencies.

internal import CCore

/// The instances of a handle that are still to be closed.
///
/// One thread or task at a time runs it, and no lock is held.
@safe
struct Teardown: @unchecked Sendable {  // Who runs it keeps the memory of the slots.
    private var slots: ArraySlice<Slot>
    /// The hooks of the current instance that are still to be called.
    private var calls: [ClosingCall] = []
    private let end: ScopeOutcome
    /// What the end begins with; nil: it has run, or there is nothing.
    private var firstWork: EndStep.Work?
    /// When hooks that await are not waited for any longer; nil: each has its own limit alone.
    var deadline: ContinuousClock.Instant?
    /// Runs hooks that await; nil: what runs other tasks does.
    private var threads: HookThreads?
    /// The errors of hooks.
    private(set) var failures: [ResolutionError] = []
    /// Who is told of closings and of the end; nil: nobody is.
    private var notifier: Notifier?
    /// The current instance, when its closing began, and how many hooks had failed before.
    private var closing: (record: Record, start: UInt64, failures: Int)?
    /// Whether its end is that of the handle.
    private var isHandleEnd = true

    /// - Parameters:
    ///   - notifier: Who is told of closings, and in the end that everything is closed.
    ///   - companion: What a container's features are told by; nil: it is a scope.
    ///   - first: What runs first.
    init(
        _ slots: [Slot], _ end: ScopeOutcome, _ notifier: Notifier?, _ companion: (any ContainerCompanion)? = nil,
        first: EndStep.Work? = nil
    ) {
        self.notifier = notifier
        unsafe self.slots = unsafe slots[...]
        self.end = end
        firstWork = first
        guard let companion else { return }
        threads = HookThreads()
        if companion.observesClosings {
            failures = unsafe companion.errorsOfNeverStarted(beforeClosing: slots.compactMap { unsafe $0.record })
        }
    }

    /// Closes one instance that is not, or no longer, in an open cell.
    init(_ slot: Slot, _ calls: [ClosingCall], _ end: ScopeOutcome, _ notifier: Notifier?) {
        unsafe slots = unsafe []
        self.notifier = notifier
        isHandleEnd = false
        self.calls = calls
        self.end = end
        unsafe noteInstanceClosingBegins(at: slot)
    }

    /// Runs everything: now, as far as nothing awaits, and the rest in a task.
    ///
    /// - Parameters:
    ///   - contexts: Those whose ends wait for the hooks.
    ///   - completion: Called at the end with the errors of all hooks, of which this call has returned the first ones.
    /// - Returns: The errors of the hooks that ran during this call.
    @discardableResult
    mutating func closeInstances(
        awaitedBy contexts: [UInt],
        completion: @escaping @Sendable (_ failures: [ResolutionError], _ returned: Int) -> Void
    ) -> [ResolutionError] {
        guard !closeInstancesUntilOneAwaits() else {
            completion(failures, failures.count)
            return failures
        }
        let rest = self
        Task.detached {
            var later = rest
            await RunningHooks.runAsHooks(awaitedByContexts: contexts) { await later.closeRemainingInstances() }
            completion(later.failures, rest.failures.count)
        }
        return failures
    }

    /// Runs up to the next hook that awaits; true if there is none, so that all is over.
    mutating func closeInstancesUntilOneAwaits() -> Bool {
        guard firstWork == nil else { return false }
        while true {
            while let call = calls.first {
                guard case .plain(let body) = call.body else { return false }
                calls.removeFirst()
                do { try body((), end) } catch { failures.append(ResolutionError(closing: call, error)) }
            }
            notifyListenerOfClosedInstance()
            guard let slot = unsafe slots.popFirst() else {
                if isHandleEnd, let notifier = notifier.take() {
                    notifier.listener.containerEnded(notifier.note, with: end)
                }
                return true
            }
            if let closings = unsafe slot.markCellClosedTakingClosingCalls() {
                calls = closings
                unsafe noteInstanceClosingBegins(at: slot)
            }
        }
    }

    /// Notes that the closing of an instance begins.
    private mutating func noteInstanceClosingBegins(at slot: Slot) {
        guard notifier != nil, let record = unsafe slot.record else { return }
        closing = (record, ccore_now(), failures.count)
    }

    /// Tells that the current instance is closed.
    private mutating func notifyListenerOfClosedInstance() {
        guard let notifier, let (record, start, count) = closing.take() else { return }
        notifier.listener.instanceClosed(record, in: notifier.note, since: start, Array(failures[count...]))
    }

    /// Runs everything that is left.
    mutating func closeRemainingInstances() async {
        if let work = firstWork.take() { failures += await work(deadline) }
        while !closeInstancesUntilOneAwaits() {
            let call = calls.removeFirst()
            guard case .awaiting(let limit, let body) = call.body else { continue }
            let end = end
            do {
                try await TimeLimit(limit, until: deadline).runWithinTimeLimit(on: threads) { try await body((), end) }
            } catch {
                failures.append(ResolutionError(closing: call, error))
            }
        }
    }
}

extension Slot {
    /// Turns a ready cell closed, and returns the calls that close its instance; nil: it was closed already.
    fileprivate func markCellClosedTakingClosingCalls() -> [ClosingCall]? {
        let isReady = unsafe pointee.context.unsafelyUnwrapped.locked {
            guard unsafe state == .ready else { return false }
            unsafe revokeInstance()
            return true
        }
        return unsafe isReady ? closingCalls : nil
    }

    /// What closes an instance that was completed after its context was closed.
    ///
    /// Its makers call this while they hold the handle.
    func closingActionForMaker() -> () -> Void {
        let calls = unsafe closingCalls
        guard let container = unsafe pointee.context?.container, !calls.isEmpty || container.notifier != nil else {
            return {}
        }
        return {
            var teardown = unsafe Teardown(self, calls, container.locked { container.end }, container.notifier)
            teardown.closeInstances(awaitedBy: []) { failures, _ in
                for failure in failures { container.companion?.reportHookError(failure) }
            }
        }
    }

    /// The calls that close the instance in the storage; what was added last comes first.
    var closingCalls: [ClosingCall] {
        guard let record = unsafe record, record.isClosed, let storage = unsafe pointee.storage else { return [] }
        func calls<T>(_ type: T.Type) -> [ClosingCall] {
            guard let closings = record.injections(forInstancesOf: T.self)?.closings else { return [] }
            let instance = unsafe storage.assumingMemoryBound(to: T.self).pointee
            // By the numbers: the functions of a list of closings would look for its type at each call.
            var calls: [ClosingCall] = []
            for number in (0..<closings.count).reversed() {
                calls.append(ClosingCall(closings[number], instance, record.step))
            }
            return calls
        }
        return unsafe calls(record.instanceType)
    }
}

extension ResolutionError {
    /// The error of a hook that threw, or took longer than its limit.
    init(closing call: ClosingCall, _ error: any Error) {
        // As in `wrapping`: no cast.
        let isLate = type(of: error) == TimeLimit.Passed.self
        self.init(
            isLate ? .timedOut : .shutdownFailed, call.step.key, location: call.step.location,
            underlying: isLate ? nil : error, detail: .thrower("shutdown hook", call.location))
    }
}

// The end of a container's instances, newest first: the hooks of each run, then it is released. For a scope that no
// other reference holds, all hooks run here, and Container+ScopeEnd.swift releases afterwards (`frees` is false).
//
//     slot: ready --(claimed for closing)--> closed --> freed
//
// The thread that takes the slot from `ready` to `closed` calls the hooks: once for each instance, whichever thread
// releases it. A resolve that still finds a closed slot throws the error that the container is closed.

/// Objects that were taken out of a container, to be closed and freed.
///
/// One task or thread at a time runs it.
struct Teardown: Sendable {
    /// The objects in the order in which they end.
    private let retired: [ControlBlock.Retired]
    private let end: ScopeEnd
    private let hookLimit: Duration?
    private let reporter: EventReporter?
    /// The information to report when all is over; nil: nothing is reported.
    private var scope: ContainerEvent.ScopeInfo?
    /// Whether the instances are also released; if not, they stay where they are.
    private let frees: Bool
    private var next = 0
    /// The remaining work for the current instance.
    private var turn: TeardownTurn
    /// The errors of hooks.
    private(set) var failures: [ResolutionError] = []

    /// - Parameters:
    ///   - turn: The work to do first: the stop hooks of the container, or that for a single instance.
    ///   - isLast: Whether the container ends with it.
    init(
        first turn: TeardownTurn = TeardownTurn(), _ retired: [ControlBlock.Retired] = [],
        _ end: ScopeEnd = .completed, of control: ControlBlock, frees: Bool = true, isLast: Bool = false
    ) {
        self.turn = turn
        self.retired = retired
        self.end = end
        hookLimit = control.hookLimit
        reporter = control.reporter
        scope = isLast && reporter != nil ? control.takeOpening() : nil
        self.frees = frees
    }

    /// Runs up to the next hook that awaits; true if there is none, so that all is over.
    ///
    /// No lock is held: user code runs.
    mutating func runPlain() -> Bool {
        while true {
            while let call = turn.calls.first {
                guard case .plain(let body) = call.body else { return false }
                do { try body((), end) } catch { note(ResolutionError(.shutdownFailed, of: call, error)) }
                turn.calls.removeFirst()
            }
            guard nextInstance() else {
                reportEnd()
                return true
            }
        }
    }

    /// Runs everything, and returns the errors of hooks.
    ///
    /// Hooks that await run in a separate task, because in a cancelled task they would be cancelled from the start.
    func runAll() async -> [ResolutionError] {
        var teardown = self
        if teardown.runPlain() { return teardown.failures }
        let rest = teardown
        return await Task {
            var rest = rest
            await rest.run()
            return rest.failures
        }.value
    }

    /// Runs everything that is left.
    mutating func run() async {
        while !runPlain() {
            let call = turn.calls.removeFirst()
            if let failure = await call.run(end, within: hookLimit, failing: .shutdownFailed) { note(failure) }
        }
    }

    private mutating func note(_ failure: ResolutionError) {
        failures.append(failure)
        if turn.registration != nil { turn.errors.append(failure) }
    }

    /// Frees the instance whose hooks were called, and continues with the next; false if there is none.
    private mutating func nextInstance() -> Bool {
        if let reporter { turn.report(reporter) }
        if frees, next > 0 { retired[next - 1].free() }
        guard next < retired.count else {
            turn = TeardownTurn()
            return false
        }
        turn = retired[next].claim(reporting: reporter != nil, isUnused: !frees)
        next += 1
        return true
    }

    /// Reports once that the scope has ended.
    private mutating func reportEnd() {
        guard let reporter, var ended = scope else { return }
        scope = nil
        ended.span = EventClock.span(since: ended.span.start)
        reporter.events.report(.ended(ended, end))
    }
}

/// The work for one instance that ends.
struct TeardownTurn: Sendable {
    /// The hooks that are still to be called.
    var calls: [HookCall] = []
    /// The registration of the instance; nil: its end is not reported.
    var registration: RegistrationInfo?
    /// The errors that the called hooks threw.
    var errors: [ResolutionError] = []
    private let start: UInt64

    init(calls: [HookCall] = [], _ registration: RegistrationInfo? = nil) {
        self.calls = calls
        self.registration = registration
        start = registration == nil ? 0 : EventClock.now
    }

    /// Reports that the instance is closed.
    func report(_ reporter: EventReporter) {
        guard let registration, reporter.events.wanted.contains(.closed) else { return }
        reporter.events.report(
            .closed(
                ContainerEvent.Closing(
                    registration: registration, container: reporter.id, span: EventClock.span(since: start),
                    errors: errors)))
    }
}

extension ControlBlock.Retired {
    /// Claims the object, and returns the work to do before it is freed; nothing the second time.
    ///
    /// - Parameter isUnused: Whether it is known that no resolve has the object.
    func claim(reporting isReported: Bool, isUnused: Bool) -> TeardownTurn {
        switch self {
        case .slot(let address): return unsafe Slot(identifier: address).claim(reporting: isReported)
        case .holder(let word):
            guard var holder = unsafe Unmanaged<CustomHolder>(word: word)?.takeRetainedValue() else { break }
            // The reference is given back: `free` releases it.
            defer { _ = unsafe Unmanaged.passRetained(holder) }
            // A resolve that has found the holder takes its instance next. With the last reference, it is closed.
            guard isUnused || isKnownUniquelyReferenced(&holder) else { break }
            return unsafe holder.slot.claim(reporting: isReported)
        case .table, .spare, .object: break
        }
        return TeardownTurn()
    }
}

extension Slot {
    /// Claims the slot's instance, and returns the work to do before it is released; nothing the second time.
    func claim(reporting isReported: Bool) -> TeardownTurn {
        let binding = unsafe binding
        let closes = binding.options.contains(.closes)
        guard closes || isReported, unsafe claimForClosing() else { return TeardownTurn() }
        return TeardownTurn(
            calls: closes ? unsafe binding.calls(.shutdown, withInstanceIn: address) : [],
            isReported ? RegistrationInfo(binding) : nil)
    }
}

extension HookCall {
    /// Calls a hook that awaits, and returns its error.
    ///
    /// - Parameters:
    ///   - limit: The time limit if the hook sets none.
    ///   - code: The code of the error if the hook throws.
    func run(
        _ end: ScopeEnd, within limit: Duration?, failing code: ResolutionError.Code
    ) async -> ResolutionError? {
        guard case .awaiting(let body) = body else { return nil }
        do {
            try await TimeLimit(self.limit ?? limit).run { try await body((), end) }
            return nil
        } catch {
            return ResolutionError(code, of: self, error)
        }
    }
}

extension ResolutionError {
    /// The error of a hook that threw or took longer than its limit.
    ///
    /// - Parameter code: The code where the hook threw.
    init(_ code: Code, of call: HookCall, _ error: any Error) {
        let isLate = error is TimeLimit.Passed
        self.init(
            isLate ? .timedOut : code, key: call.binding.key, location: call.binding.location,
            underlying: isLate ? nil : error, detail: .hook)
    }
}

extension ScopeEnd {
    /// The end of a scope that was released before it was ended.
    static var released: ScopeEnd { .failed(ResolutionError(.notEnded, key: ServiceKey(Container.self))) }
}

// The end of what a container keeps: each instance is closed, then let go, the newest first.
//
//     slot: ready --(claimed for closing)--> closed --> freed
//
// Whoever takes the slot from `ready` to `closed` calls the hooks: once for each instance, whoever lets go of it. A resolve that
// still comes upon a closed slot is told that the container is closed.

internal import Synchronization

/// What was taken out of a container, on its way to an end.
///
/// One task or thread at a time runs it.
struct Teardown: Sendable {
    /// In the order of their ends.
    private let retired: [Ledger.Retired]
    private let end: ScopeEnd
    private let hookLimit: Duration?
    private let teller: Teller?
    /// What is told when all is over.
    private var scope: ContainerEvent.ScopeInfo?
    /// Whether the instances are let go of too; else they stay where they are.
    private let frees: Bool
    private var next = 0
    /// What is still to be done for the instance whose turn it is.
    private var turn = TeardownTurn()
    /// What hooks threw.
    private(set) var failures: [ResolutionError] = []

    /// - Parameter isLast: Whether the container ends with it.
    init(
        _ retired: [Ledger.Retired], _ end: ScopeEnd, of ledger: Ledger, frees: Bool = true, isLast: Bool = false
    ) {
        self.retired = retired
        self.end = end
        hookLimit = ledger.hookLimit
        teller = ledger.teller
        scope = isLast && teller != nil ? ledger.takeOpening() : nil
        self.frees = frees
    }

    /// What is stopped, and then what was taken out.
    init(
        stopping stops: [HookCall], _ retired: [Ledger.Retired], _ end: ScopeEnd, of ledger: Ledger,
        isLast: Bool = false
    ) {
        self.init(retired, end, of: ledger, isLast: isLast)
        turn.calls = stops
    }

    /// What is to be done for an instance that goes by itself.
    init(_ turn: TeardownTurn, of ledger: Ledger) {
        self.init([], .completed, of: ledger)
        self.turn = turn
    }

    /// Goes on to what awaits; true where nothing does: all is over.
    ///
    /// No lock is held: code of the user's runs.
    mutating func runPlain() -> Bool {
        while true {
            while let call = turn.calls.first {
                guard case .plain(let body) = call.body else { return false }
                do { try body(end) } catch { note(ResolutionError(shutdown: call, error)) }
                turn.calls.removeFirst()
            }
            guard nextInstance() else {
                tellEnd()
                return true
            }
        }
    }

    /// Runs all, and returns what hooks threw.
    ///
    /// What a task does whose own was cancelled is cancelled from the start: so what awaits runs in one of its own.
    func runAll() async -> [ResolutionError] {
        var closing = self
        if closing.runPlain() { return closing.failures }
        let rest = closing
        return await Task {
            var rest = rest
            await rest.run()
            return rest.failures
        }.value
    }

    /// Runs all that is left.
    mutating func run() async {
        while !runPlain() {
            let call = turn.calls.removeFirst()
            guard case .awaiting(let body) = call.body else { continue }
            let end = end
            do {
                try await TimeLimit(call.limit ?? hookLimit).run { try await body(end) }
            } catch {
                note(ResolutionError(shutdown: call, error))
            }
        }
    }

    private mutating func note(_ failure: ResolutionError) {
        failures.append(failure)
        if turn.registration != nil { turn.errors.append(failure) }
    }

    /// Frees the instance whose hooks were called, and goes on to the next; false where there is none.
    private mutating func nextInstance() -> Bool {
        if let teller { turn.tell(teller) }
        if frees, next > 0 { retired[next - 1].free() }
        guard next < retired.count else {
            turn = TeardownTurn()
            return false
        }
        turn = retired[next].claim(telling: teller != nil)
        next += 1
        return true
    }

    /// Tells once that the scope has ended.
    private mutating func tellEnd() {
        guard let teller, let scope else { return }
        self.scope = nil
        teller.events.tell(.ended(scope.upToNow, end))
    }
}

/// What is done when an instance's turn to go has come.
struct TeardownTurn: Sendable {
    /// What is still to be called.
    var calls: [HookCall] = []
    /// Whose instance it is, where that is told.
    var registration: RegistrationInfo?
    /// What was called has thrown it.
    var errors: [ResolutionError] = []
    private let start: UInt64

    init(calls: [HookCall] = [], _ registration: RegistrationInfo? = nil) {
        self.calls = calls
        self.registration = registration
        start = registration == nil ? 0 : EventClock.now
    }

    /// Tells that the instance is closed.
    func tell(_ teller: Teller) {
        guard let registration, teller.events.wanted.contains(.closed) else { return }
        teller.events.tell(
            .closed(
                ContainerEvent.Closing(
                    registration: registration, container: teller.id, span: EventClock.span(since: start),
                    errors: errors)))
    }
}

extension Ledger.Retired {
    /// What is to be done before it is freed; nothing the second time.
    func claim(telling isTold: Bool) -> TeardownTurn {
        switch self {
        case .slot(let address): unsafe Slot(identifier: address).claim(telling: isTold)
        case .holder(let address): InstanceHolder.claim(address, telling: isTold)
        case .table, .cell, .object: TeardownTurn()
        }
    }
}

extension Slot {
    /// What is to be done before the slot's instance is let go of; nothing the second time.
    func claim(telling isTold: Bool) -> TeardownTurn {
        let binding = unsafe binding
        let closes = binding.options.contains(.closes)
        guard closes || isTold, unsafe claimForClosing() else { return TeardownTurn() }
        return TeardownTurn(
            calls: closes ? unsafe binding.calls(.shutdown, withInstanceIn: address) : [],
            isTold ? RegistrationInfo(binding) : nil)
    }
}

extension ResolutionError {
    /// What a hook threw when its container ended.
    init(shutdown call: HookCall, _ error: any Error) {
        self.init(
            error is TimeLimit.Passed ? .timedOut : .shutdownFailed, key: call.binding.key,
            location: call.binding.location,
            underlying: error is TimeLimit.Passed ? nil : error, detail: .hook)
    }
}

extension ScopeEnd {
    /// That of a scope that was released before anybody has ended it.
    static var released: ScopeEnd { .failed(ResolutionError(.notEnded, key: ServiceKey(Container.self))) }
}

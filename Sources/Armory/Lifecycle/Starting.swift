/// The hooks of a start, each when its turn comes.
struct Starting {
    private let plan: StartPlan
    private let hookLimit: Duration?
    /// What hooks threw.
    private(set) var faults: [ResolutionError] = []
    /// How many of its needs are not there yet, for each.
    private var missing: [Int]
    /// Who waits for each.
    private let waiters: [[Int]]
    private var isStarted: [Bool]

    init(_ plan: StartPlan, hookLimit: Duration?) {
        self.plan = plan
        self.hookLimit = hookLimit
        missing = plan.needs.map(\.count)
        isStarted = plan.items.map { _ in false }
        var waiters = plan.items.map { _ in [Int]() }
        for (item, needs) in plan.needs.enumerated() {
            for need in needs { waiters[need].append(item) }
        }
        self.waiters = waiters
    }

    /// Runs all of them; those that may run at the same time do.
    ///
    /// After a failure, or where the task is cancelled, none begins, and those that run are cancelled.
    mutating func run() async {
        await withTaskGroup(of: (item: Int, fault: ResolutionError?).self) { group in
            func begin(_ item: Int) {
                let calls = plan.items[item].start
                let hookLimit = hookLimit
                group.addTask { (item, await Self.fault(of: calls, hookLimit)) }
            }
            for item in missing.indices where missing[item] == 0 && !Task.isCancelled { begin(item) }
            for await (item, fault) in group {
                if let fault {
                    faults.append(fault)
                    group.cancelAll()
                    continue
                }
                isStarted[item] = true
                for waiter in waiters[item] {
                    missing[waiter] -= 1
                    if missing[waiter] == 0 && faults.isEmpty && !Task.isCancelled { begin(waiter) }
                }
            }
        }
        if faults.isEmpty && isStarted.contains(false) { faults.append(.startCancelled) }
    }

    private static func fault(of calls: [HookCall], _ hookLimit: Duration?) async -> ResolutionError? {
        for call in calls {
            guard case .awaiting(let body) = call.body else { continue }
            do {
                try await TimeLimit(call.limit ?? hookLimit).run { try await body(.completed) }
            } catch {
                return ResolutionError(start: call, error)
            }
        }
        return nil
    }

    /// What stops what was started, in the opposite order of dependence.
    var stops: [HookCall] {
        plan.sequence.reversed().filter { isStarted[$0] }.flatMap { plan.items[$0].stop }
    }
}

extension ResolutionError {
    /// What a hook threw when its container started.
    init(start call: HookCall, _ error: any Error) {
        self.init(
            error is TimeLimit.Passed ? .timedOut : .startFailed, key: call.binding.key,
            location: call.binding.location,
            underlying: error is TimeLimit.Passed ? nil : error, detail: .hook)
    }

    /// That a start was cancelled.
    static var startCancelled: ResolutionError {
        ResolutionError(.startFailed, key: ServiceKey(Container.self), underlying: CancellationError())
    }
}

/// The hooks of a start, and their progress.
struct Starting {
    private let plan: StartPlan
    private let hookLimit: Duration?
    /// The errors that hooks threw.
    private(set) var faults: [ResolutionError] = []
    /// For each item, the number of its dependencies that have not started yet.
    private var missing: [Int]
    /// For each item, the items that wait for it.
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

    /// Runs all hooks, independent ones in parallel.
    ///
    /// After a failure or a cancellation of the task, no further hook begins, and running hooks are cancelled.
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
                return ResolutionError(.startFailed, of: call, error)
            }
        }
        return nil
    }

    /// The stop hooks of the started instances, in reverse dependency order.
    var stops: [HookCall] {
        plan.sequence.reversed().filter { isStarted[$0] }.flatMap { plan.items[$0].stop }
    }
}

extension ResolutionError {
    /// The error of a cancelled start.
    static var startCancelled: ResolutionError {
        ResolutionError(.startFailed, key: ServiceKey(Container.self), underlying: CancellationError())
    }
}

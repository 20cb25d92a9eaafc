/// The hooks of a start, and their progress.
struct Starting {
    private let plan: StartPlan
    private let hookLimit: Duration?
    /// The errors that hooks threw.
    private(set) var faults: [ResolutionError] = []
    /// For each item, the number of its dependencies that have not started yet.
    private var missing: [Int]
    private var started: Set<Int> = []

    init(_ plan: StartPlan, hookLimit: Duration?) {
        self.plan = plan
        self.hookLimit = hookLimit
        missing = plan.needs.map(\.count)
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
                started.insert(item)
                for waiter in missing.indices where plan.needs[waiter].contains(item) {
                    missing[waiter] -= 1
                    if missing[waiter] == 0 && faults.isEmpty && !Task.isCancelled { begin(waiter) }
                }
            }
        }
        if faults.isEmpty && started.count < plan.items.count { faults.append(.startCancelled) }
    }

    private static func fault(of calls: [HookCall], _ hookLimit: Duration?) async -> ResolutionError? {
        for call in calls {
            if let fault = await call.run(.completed, within: hookLimit, failing: .startFailed) { return fault }
        }
        return nil
    }

    /// The stop hooks of the started instances, in reverse dependency order.
    var stops: [HookCall] {
        plan.sequence.reversed().filter(started.contains).flatMap { plan.items[$0].stop }
    }
}

extension ResolutionError {
    /// The error of a cancelled start.
    static var startCancelled: ResolutionError {
        ResolutionError(.startFailed, key: ServiceKey(Container.self), underlying: CancellationError())
    }
}

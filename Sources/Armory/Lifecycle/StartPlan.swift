// The order in which a container starts its instances, and stops them in reverse.
//
//     created  1  2  3  4  5       (in this order)
//     needs    1 <-- 3,  2 <-- 5   known: 3 begins when 1 has ended
//     hidden   4                   its closure hides its dependencies: it begins when 1, 2 and 3 have ended
//
// Dependencies of construction are created before, so their edges form no cycle. Edges of lazy dependencies and injections may lead to
// instances that are created later: such an edge counts if it closes no cycle with the edges that count already.

/// A start order: each item comes after those that it waits for.
package struct StartPlan: Sendable {
    /// The instances to start, in order of creation.
    package let items: [Startable]
    /// For each instance: those that start before it, and stop after it.
    package private(set) var needs: [Set<Int>]

    package init(_ startables: [Startable], in container: Container) {
        let others = container.dependencies(among: startables.map(\.record))
        let order = startables.indices.sorted { (others[$0].position ?? .max) < (others[$1].position ?? .max) }
        var places = Array(repeating: 0, count: order.count)
        for (place, index) in order.enumerated() { places[index] = place }
        items = order.map { startables[$0] }
        let edges = order.map { Set(others[$0].needs.map { places[$0] }) }
        needs = edges.indices.map { item in edges[item].filter { $0 < item } }
        var lastHidden = 0
        for item in items.indices where others[order[item]].isHidden {
            // The last hidden one has waited for all those before it.
            needs[item].formUnion(lastHidden..<item)
            lastHidden = item
        }
        for item in items.indices {
            for need in edges[item].sorted() where need > item {
                let leadsBack = reachableNodes(from: [need]) { needs[$0] }.contains(item)
                if !leadsBack { needs[item].insert(need) }
            }
        }
    }
}

// MARK: Running it

extension StartPlan {
    /// Runs all start hooks, independent ones in parallel.
    ///
    /// After a failure or a cancellation of the task, no further hook begins, and running hooks are cancelled.
    ///
    /// - Returns: The started instances, and the errors of hooks.
    func runAllStartHooks(
        within limit: Duration?, reportingLateErrors report: @escaping @Sendable (ResolutionError) -> Void
    ) async -> (started: Set<Int>, faults: [ResolutionError]) {
        var faults: [ResolutionError] = []
        var started: Set<Int> = []
        await runInOrder(after: needs) { item in
            await items[item].runStartHooks(within: limit, reportingLateErrors: report)
        } ended: { item, failure in
            guard let failure else { return started.insert(item).inserted && faults.isEmpty && !Task.isCancelled }
            faults.append(failure)
            return false
        }
        // Those of hooks that were cancelled are after it.
        if Task.isCancelled || faults.isEmpty && started.count < items.count { faults.insert(.startCancelled, at: 0) }
        return (started, faults)
    }

    /// Runs the stop hooks of started instances, dependents before their dependencies, independent ones in parallel.
    ///
    /// They run on threads of their own: a hook that blocks delays no other one.
    ///
    /// - Returns: The errors of hooks.
    func runStopHooks(
        ofStarted started: Set<Int>, within limit: Duration?, until deadline: ContinuousClock.Instant?
    ) async -> [ResolutionError] {
        var dependents: [Set<Int>] = Array(repeating: [], count: items.count)
        for item in started { for need in needs[item] { dependents[need].insert(item) } }
        let threads = HookThreads()
        var faults: [ResolutionError] = []
        await runInOrder(after: dependents, only: started) { item in
            var faults: [ResolutionError] = []
            for call in items[item].stop {
                if let fault = await call.runHook(within: limit, until: deadline, onThreads: threads) {
                    faults.append(fault)
                }
            }
            return faults
        } ended: { _, failures in
            faults += failures
            return true
        }
        return faults
    }

    /// Runs a closure for each item when it has ended for those that come before.
    ///
    /// - Parameters:
    ///   - before: For each item: those that come before it.
    ///   - only: The items; nil: all.
    ///   - ended: Receives the result for an item; false: no further one begins, and those that run are cancelled.
    private func runInOrder<Result: Sendable>(
        after before: [Set<Int>], only: Set<Int>? = nil, _ body: @escaping @Sendable (_ item: Int) async -> Result,
        ended: (_ item: Int, Result) -> Bool
    ) async {
        var waiters: [[Int]] = Array(repeating: [], count: items.count)
        for (item, others) in before.enumerated() { for other in others { waiters[other].append(item) } }
        var missing = before.map(\.count)
        await withTaskGroup(of: (Int, Result).self) { group in
            var goesOn = !Task.isCancelled || only != nil
            func addTask(for item: Int) { group.addTask { (item, await body(item)) } }
            // The newest first, as far as they may begin: that is the order of an end.
            for item in only.map({ $0.sorted(by: >) }) ?? Array(items.indices) where goesOn && missing[item] == 0 {
                addTask(for: item)
            }
            for await (item, result) in group {
                guard ended(item, result), goesOn else {
                    goesOn = false
                    group.cancelAll()
                    continue
                }
                for waiter in waiters[item] {
                    missing[waiter] -= 1
                    if missing[waiter] == 0 { addTask(for: waiter) }
                }
            }
        }
    }
}

// The run of a container's health checks.
//
//     Database: down          run first
//     Orders    needs it      not run: follows Database
//     Cache     independent   runs at the same time as Database
//     Mailer    hides it      runs too; if it fails, it likely follows what was created before it and fails

public import Armory

extension Container {
    /// Runs the health checks of the container's instances, and says which are down, and because of which.
    ///
    /// ```swift
    /// let report = await container.health()
    /// if !report.isReady { logger.warning("\(report)") }
    /// ```
    ///
    /// The checks are those of registrations with `health`, here and in ancestors, for instances that exist. Nothing is
    /// created. Independent checks run in parallel. A check is not run if its instance depends on one that is down,
    /// directly or through others: it follows that one. If closures hide dependencies, a check that fails is taken to
    /// follow the ones that fail and were created before it: declare dependencies with `dependsOn`.
    ///
    /// A check's last answer counts for a while, and callers at the same time share one run. So it may be called often.
    /// A cancelled caller waits as well, at most for the limits of the checks in turn. A scope reports on the container
    /// that it was opened in. The report of a closed container has no checks.
    ///
    /// Subscribers of the container that are `HealthSubscriber`s receive the report. Any thread may call it.
    ///
    /// - Complexity: O(*k* · *d*) for *k* checks that depend on *d* others; O(*n* log *n*) for *n* registrations is added at the first
    ///   call, and when a subscriber has seen more factories run.
    public func health() async -> HealthReport { await health { .now } }

    package func health(now: @escaping @Sendable () -> ContinuousClock.Instant) async -> HealthReport {
        let container = applicationContainer
        let pages = container.phase == .over ? [] : container.healthBook.pages(of: container)
        let round = HealthRound(pages.map { ($0, container.checks(of: $0.checked)) }, now)
        let checks = await round.checks()
        // Read last: the checks take time, and the container may have begun to stop meanwhile.
        let report = HealthReport(phase: container.phase, checks: checks)
        for case let subscriber as any HealthSubscriber in container.configuration.subscribers {
            subscriber.receive(report)
        }
        return report
    }
}

/// A subscriber that also receives each health report of the container.
///
/// Pass it with the container's other subscribers. `MeasuredEvents` is one, so its gauges show the last report.
public protocol HealthSubscriber: EventSubscriber {
    /// Receives a report.
    ///
    /// Any thread may call it, also several at once, with no lock held.
    func receive(_ report: HealthReport)
}

/// One run of all checks.
private struct HealthRound: Sendable {
    /// A registration with its checks; without checks, if there is no instance.
    struct Item: Sendable {
        let page: HealthBook.Page
        let checks: [HealthCheck]
        /// When the instance was created, among those of its container.
        let order: UInt
    }

    /// The result for one registration.
    enum Finding: Sendable {
        case notCreated
        /// It depends on these, which are down.
        case follows([Int])
        case checked([CheckRunner.Outcome])
    }

    private let items: [Item]
    private let now: @Sendable () -> ContinuousClock.Instant

    init(
        _ pages: [(HealthBook.Page, (checks: [HealthCheck], order: UInt)?)],
        _ now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        items = pages.map { page, found in
            Item(page: page, checks: found?.checks ?? [], order: found?.order ?? 0)
        }
        self.now = now
    }

    /// Runs the checks, each after those that it depends on.
    func checks() async -> [HealthReport.Check] {
        let findings = await findings()
        let time = now()
        return items.indices.flatMap { item -> [HealthReport.Check] in
            let (causes, isLikely) = causes(of: item, findings)
            return items[item].page.runners.indices.map { number in
                check(item, number, findings[item], causes, isLikely: isLikely, at: time)
            }
        }
    }

    private func findings() async -> [Finding] {
        var findings = [Finding?](repeating: nil, count: items.count)
        var missing = items.map(\.page.checked.needs.count)
        await withTaskGroup(of: (item: Int, finding: Finding).self) { group in
            // The items that can be decided: nothing that they need is open.
            var ready = items.indices.filter { missing[$0] == 0 }
            while true {
                while let item = ready.popLast() {
                    let roots = roots(of: item, findings)
                    group.addTask {
                        (item, roots.isEmpty ? await run(item) : .follows(roots))
                    }
                }
                guard let (item, finding) = await group.next() else { return }
                findings[item] = finding
                for waiter in items.indices where items[waiter].page.checked.needs.contains(item) {
                    missing[waiter] -= 1
                    if missing[waiter] == 0 { ready.append(waiter) }
                }
            }
        }
        return findings.map { $0 ?? .notCreated }
    }

    /// The items that an item needs and that are down for themselves.
    private func roots(of item: Int, _ findings: [Finding?]) -> [Int] {
        guard !items[item].checks.isEmpty else { return [] }
        return items[item].page.checked.needs.filter { findings[$0]?.isDown == true }.sorted()
    }

    private func run(_ item: Int) async -> Finding {
        let (page, checks, order) = (items[item].page, items[item].checks, items[item].order)
        guard !checks.isEmpty else { return .notCreated }
        return await withTaskGroup(of: (Int, CheckRunner.Outcome).self) { group in
            for (number, check) in checks.enumerated() {
                let runner = page.runners[number]
                group.addTask { (number, await runner.outcome(of: check, order: order, now: now)) }
            }
            var outcomes: [(Int, CheckRunner.Outcome)] = []
            for await outcome in group { outcomes.append(outcome) }
            return .checked(outcomes.sorted { $0.0 < $1.0 }.map(\.1))
        }
    }

    /// The items that make an item fail.
    private func causes(of item: Int, _ findings: [Finding]) -> (items: [Int], isLikely: Bool) {
        if case .follows(let roots) = findings[item] { return (roots, false) }
        guard findings[item].isDown, items[item].page.checked.hidesNeeds else { return ([], false) }
        // Of the failures that were created before it, those that likely fail for themselves.
        let earlier = items.indices.filter { findings[$0].isDown && comesBefore($0, item) }
        return (
            earlier.filter { other in
                !items[other].page.checked.hidesNeeds || !earlier.contains { comesBefore($0, other) }
            }, true
        )
    }

    private func comesBefore(_ item: Int, _ other: Int) -> Bool {
        let (checked, otherChecked) = (items[item].page.checked, items[other].page.checked)
        if otherChecked.needs.contains(item) { return true }
        // Instances of an ancestor do not depend on those of a descendant.
        return checked.keeper == otherChecked.keeper
            ? items[item].order < items[other].order : checked.keeper > otherChecked.keeper
    }

    private func check(
        _ item: Int, _ number: Int, _ finding: Finding, _ causes: [Int], isLikely: Bool,
        at time: ContinuousClock.Instant
    ) -> HealthReport.Check {
        let page = items[item].page
        var (state, duration): (HealthState?, Duration?) = (nil, nil)
        let keys = causes.map { items[$0].page.checked.registration.key }
        switch finding {
        case .notCreated: break
        case .follows: state = .down("\(keys.joined(separator: ", ")) \(keys.count > 1 ? "are" : "is") down")
        case .checked(let outcomes): (state, duration) = (outcomes[number].state, outcomes[number].duration)
        }
        let isCaused = !causes.isEmpty && state?.isDown == true
        return HealthReport.Check(
            key: page.checked.registration.key, location: page.checked.registration.location, state: state,
            causes: isCaused ? keys : [], isCauseLikely: isCaused && isLikely, duration: duration,
            age: state.map { page.runners[number].age(of: isCaused && !isLikely ? "follows" : $0.word, at: time) })
    }
}

extension HealthRound.Finding {
    /// Whether a check has failed; false for those that follow another.
    fileprivate var isDown: Bool {
        if case .checked(let outcomes) = self { outcomes.contains { $0.state.isDown } } else { false }
    }
}

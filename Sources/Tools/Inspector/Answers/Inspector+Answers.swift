// The inspector's answers, which are computed from the monitor's data.

#if Inspector
public import Armory
internal import ArmoryDiagrams
public import ArmoryHealth

extension Inspector {
    /// The state of a container in a few numbers.
    ///
    /// - Parameters:
    ///   - container: A container that this inspector subscribes to.
    ///   - health: The container's health; nil: the summary has none.
    /// - Complexity: That of `container.graph`, and linear in the number of open scopes.
    public func summary(of container: Container, _ health: HealthReport? = nil) -> Summary {
        let scopes = openScopes(at: EventClock.now, atMost: 0)
        let (total, events) = read { ($0.total, $0.recent.count) }
        // Not the registrations that were added: another one may have replaced one of them, and the page shows the graph.
        let registrations = container.graph.nodes.count { $0.state != .missing }
        return Summary(
            now: scopes.now, container: container.id, registrations: registrations,
            made: total.made, failed: total.failed, waits: total.waits, closed: total.closed,
            openScopes: scopes.count, suspects: scopes.suspects, events: events,
            failedDeliveries: container.failedDeliveries, phase: container.phase.rawValue,
            health: (health?.checks ?? []).map { Summary.Check(key: $0.key, state: $0.word, text: $0.state?.text) })
    }

    /// The registrations of a container, with their counts.
    ///
    /// - Parameter container: A container that this inspector subscribes to.
    /// - Complexity: That of `container.graph`.
    public func slots(of container: Container) -> Slots {
        let counts = Dictionary(grouping: read { $0.counts }.values, by: \.texts.key)
        let graph = container.graph
        let slots = zip(graph.nodes, graph.fans).filter { $0.0.state != .missing }.map { node, fan in
            // Registrations that replaced each other at one place are counted together.
            Slot(node, fan, counts[node.key, default: []].filter { node.isWritten(at: $0.texts.place) }.map(\.counts))
        }
        return Slots(now: EventClock.now, slots: slots)
    }

    /// The open scopes: the thousand oldest ones, and the number of all.
    ///
    /// - Complexity: O(n log n) for n open scopes.
    public var openScopes: OpenScopes { openScopes(at: EventClock.now, atMost: 1000) }

    /// The events from a number on, if they are still kept.
    ///
    /// - Parameter number: The number of the first event; zero for all events that are kept.
    public func events(after number: Int = 0) -> RecentEvents {
        let (kept, count) = read { ($0.recent.suffix(from: number), $0.recent.count) }
        let events = kept.elements.enumerated().map { RecentEvents.Event(number: kept.first + $0, $1) }
        return RecentEvents(
            now: EventClock.now, events: events, next: count, missed: max(kept.first - max(number, 0), 0),
            capacity: limits.events)
    }

    /// The scopes whose events are kept together, without the events.
    ///
    /// - Complexity: Linear in the number of kept scopes.
    public var recordedScopes: RecordedScopes {
        let (records, ended) = read { ($0.records.all, $0.records.ended) }
        return RecordedScopes(
            now: EventClock.now, ended: ended,
            scopes: records.sorted { $0.number > $1.number }.map { RecordedScopes.Scope($0, withEvents: false) })
    }

    /// A recorded scope with its events; the list is empty if the scope is no longer kept.
    ///
    /// - Parameter number: The number of the record, from ``recordedScopes``.
    /// - Complexity: Linear in the number of kept scopes.
    public func recordedScope(_ number: Int) -> RecordedScopes {
        let (records, ended) = read { ($0.records.all, $0.records.ended) }
        return RecordedScopes(
            now: EventClock.now, ended: ended,
            scopes: records.filter { $0.number == number }.map { RecordedScopes.Scope($0, withEvents: true) })
    }

    /// How the container started.
    public var start: Start {
        let profile = read { $0.profile }
        let record = profile.record
        let path = record.criticalPath
        return Start(
            now: EventClock.now,
            makings: zip(record.runs, record.ownTimes).map { Start.Making($0, of: record.factories, own: $1) },
            waits: record.waits.map { Start.Wait($0, of: record.factories) }, dropped: record.dropped,
            warnings: profile.lateRecord.warnings(slowerThan: limits.slowFactory).map { slow in
                Start.Warning(
                    key: slow.factory.key, scope: slow.scope, ownNanoseconds: slow.own.nanoseconds, fix: slow.fix)
            },
            criticalPath: path.steps.map { step in
                Start.Step(
                    making: step.run, key: step.factory.key, nanoseconds: step.nanoseconds, share: step.share)
            },
            criticalPathNanoseconds: path.nanoseconds, criticalPathOutside: path.outside)
    }

    private func openScopes(at now: UInt64, atMost limit: Int) -> OpenScopes {
        let book = read { $0.scopes }
        let leakAge = limits.leakAge.nanoseconds
        let ages = book.tags.mapValues { $0.conspicuousAge(limit: leakAge) }
        func isSuspect(_ entry: ScopeBook.Entry) -> Bool {
            now >= entry.start && now - entry.start >= ages[entry.tag] ?? leakAge
        }
        let oldest = limit == 0 ? [] : book.open.values.sorted { $0.start < $1.start }.prefix(limit)
        return OpenScopes(
            now: now, count: book.open.count + book.untracked,
            suspects: book.open.values.reduce(0) { isSuspect($1) ? $0 + 1 : $0 },
            scopes: oldest.map { OpenScopes.Scope($0, isSuspect: isSuspect($0)) },
            tags: book.tags.map { OpenScopes.Tag($0, $1, suspectAge: ages[$0] ?? leakAge) }
                .sorted { ($0.tag, $0.ended) < ($1.tag, $1.ended) })
    }
}

extension Inspector.Slot {
    fileprivate init(_ node: ContainerGraph.Node, _ fan: Fan, _ counts: [Monitor.Counts]) {
        let activity = node.activity ?? ContainerGraph.Activity()
        let (made, closed) = counts.reduce((0, 0)) { ($0.0 + $1.made, $0.1 + $1.closed) }
        self.init(
            id: node.id, key: node.key, lifetime: node.lifetime, scope: node.scope, module: node.module,
            place: node.place, state: node.state, made: activity.made,
            failed: activity.failed, live: node.lifetime.flatMap { $0.isCounted ? max(made - closed, 0) : nil },
            makingNanoseconds: activity.makingNanoseconds, longestNanoseconds: counts.map(\.longest).max() ?? 0,
            waits: activity.waits, waitingNanoseconds: activity.waitingNanoseconds, needs: fan.needs,
            neededBy: fan.needers)
    }
}

extension ContainerGraph.Node {
    /// Whether the node is registered at a place; also true for a node whose place is not known, because its type
    /// creates it just in time.
    fileprivate func isWritten(at place: String) -> Bool {
        file == nil || self.place == place
    }

    fileprivate var place: String? { file.map { "\($0):\(line ?? 0)" } }
}

extension Inspector.OpenScopes.Scope {
    fileprivate init(_ entry: ScopeBook.Entry, isSuspect: Bool) {
        self.init(
            container: entry.container, tag: entry.tag.description, parent: entry.parent,
            start: entry.start, place: entry.place.description,
            request: entry.request.map { Inspector.ServedRequest($0) }, instances: entry.instances, isSuspect: isSuspect
        )
    }
}

extension Inspector.OpenScopes.Tag {
    fileprivate init(_ tag: ScopeTag, _ book: ScopeBook.Tag, suspectAge: UInt64) {
        self.init(
            tag: tag.description, open: book.open, ended: book.durations.count, failed: book.failed,
            median: book.durations.quantile(0.5), percentile99: book.durations.quantile(0.99),
            longest: book.durations.longest, suspectAge: suspectAge)
    }
}

extension Inspector.RecentEvents.Event {
    fileprivate init(number: Int, _ occurrence: Monitor.Occurrence) {
        self.init(
            number: number, kind: occurrence.kind.rawValue, key: occurrence.registration?.key,
            container: occurrence.container, scope: occurrence.tag?.description,
            asker: occurrence.asker?.key, start: occurrence.span.start, end: occurrence.span.end,
            thread: occurrence.thread, awaits: occurrence.awaits, detail: occurrence.detail,
            request: occurrence.request.map { Inspector.ServedRequest($0) })
    }
}

extension Inspector.RecordedScopes.Scope {
    fileprivate init(_ record: Record, withEvents: Bool) {
        let opening = record.opening
        self.init(
            number: record.number, container: opening.container ?? 0, tag: opening.tag?.description ?? "",
            place: opening.place?.description ?? "", request: opening.request.map { Inspector.ServedRequest($0) },
            start: opening.span.start, end: record.end, reason: record.reason?.rawValue ?? "open",
            eventCount: record.events.count + record.dropped,
            events: withEvents
                ? record.events.enumerated().map { Inspector.RecentEvents.Event(number: $0, $1) } : nil)
    }
}

extension Inspector.Start.Making {
    fileprivate init(_ run: StartupRecord.Run, of factories: [StartupRecord.Factory], own: UInt64) {
        self.init(
            key: factories[run.factory].key, asker: run.asker.map { factories[$0].key }, start: run.span.start,
            end: run.span.end, thread: run.thread, awaits: run.awaits, isFailed: run.failed, ownNanoseconds: own)
    }
}

extension Inspector.Start.Wait {
    fileprivate init(_ wait: StartupRecord.Wait, of factories: [StartupRecord.Factory]) {
        self.init(
            key: wait.factory.map { factories[$0].key }, asker: wait.asker.map { factories[$0].key },
            start: wait.span.start, end: wait.span.end, thread: wait.thread, maker: wait.maker)
    }
}

extension Duration {
    /// The number of nanoseconds, from zero to some centuries.
    fileprivate var nanoseconds: UInt64 {
        UInt64(max(0, min(self / .nanoseconds(1), 9e18)))
    }
}
#endif

// Data for the page that no container need be built for.

#if Inspector
import Armory
import ArmoryDiagrams
import ArmoryInspector
import ArmoryTestSupport

enum Samples {
    /// Names that would like to be more than names.
    static let hostile = [
        "<img src=x onerror=\"window.pwned = 1\">", "</script><script>window.pwned = 2</script>",
        "'\"`${window.pwned = 3}{{window.pwned = 4}}", "Family👩‍👩‍👧‍👦<🧨>", "\u{202E}txt.live\u{202C}<\u{200F}Right\u{0}>",
        "Long<" + String(repeating: "x", count: 10_000) + ">", "javascript:window.pwned=5", "a&lt;b&#x3c;script&gt;",
    ]

    /// A graph with this many nodes, each but the first needed by some before it.
    static func graph(_ size: Int, needs: Int = 3, names: [String] = []) -> ContainerGraph {
        var random = SeededGenerator(seed: 8)
        let lifetimes = Lifetime.allCases
        let states: [ContainerGraph.Node.State] = [.none, .empty, .ready, .ready]
        let nodes = (0..<size).map { id in
            let lifetime = lifetimes[Int(random.next() % UInt64(lifetimes.count))]
            return ContainerGraph.Node(
                id: id, key: id < names.count ? names[id] : "Service\(id)", lifetime: lifetime,
                scope: lifetime == .scoped ? "request" : nil, module: "module \(id % 7)", file: "Shop/Wiring.swift",
                line: id + 1, state: states[Int(random.next() % 4)],
                activity: .init(made: id % 5, makingNanoseconds: UInt64(id) * 1000))
        }
        var edges: [ContainerGraph.Edge] = []
        for id in 1..<max(size, 2) {
            for _ in 0..<needs where edges.count < size * needs {
                let span = UInt64(min(id, max(size / 8, 8)))
                let from = id - 1 - Int(random.next() % span)
                edges.append(.init(from: from, to: id, time: random.next() % 9 == 0 ? .later : .construction))
            }
        }
        return ContainerGraph(nodes: nodes, edges: edges)
    }

    private static let now: UInt64 = 1_000_000_000_000

    /// What is there besides the graph: a forgotten scope, failures, a start on two threads.
    static func views(_ graph: ContainerGraph) -> Views {
        let keys = graph.nodes.map(\.key)
        return Views(
            summary: {
                .init(
                    now: now, container: 1, registrations: keys.count, made: 120, failed: 2, waits: 1, closed: 40,
                    openScopes: 3, suspects: 1, events: 40, failedDeliveries: 0)
            },
            graph: { graph },
            slots: { .init(now: now, slots: graph.nodes.map(slot)) },
            scopes: { scopes(tag: keys[0]) },
            events: { number in
                let events = (max(number, 10)..<40).map { event($0, keys) }
                return .init(now: now, events: events, next: 40, missed: max(10 - number, 0), capacity: 2000)
            },
            recorded: { recorded($0, keys) },
            start: { start(keys) }, conditions: { conditions(keys) },
            why: { query throws(NodeSearchError) in reason(for: try graph.node(matching: query), keys) })
    }

    /// What there is before a factory has run.
    static var viewsBeforeAnything: Views {
        var views = views(graph(3))
        views.start = { .init(now: now, makings: [], waits: []) }
        return views
    }

    /// Registrations with these names, of which the first two are not used.
    private static func conditions(_ keys: [String]) -> [ConditionInfo] {
        let configuration = Container.Configuration(duplicates: .replace, environment: [:])
        let container = try? Container(configuration: configuration) {
            for (number, key) in keys.enumerated() {
                let registration = Singleton(value: 1, fileID: "Shop/Wiring.swift", line: number + 1).named(
                    RegistrationName(key))
                if number == 0 { registration.when { _ in false } } else { registration }
                if number == 1 {
                    Singleton(value: 2, fileID: "Shop/Wiring.swift", line: 900).named(RegistrationName(key))
                }
            }
        }
        return container?.conditions ?? []
    }

    private static func slot(of node: ContainerGraph.Node) -> Inspector.Slot {
        Inspector.Slot(
            id: node.id, key: node.key, lifetime: node.lifetime, scope: node.scope, module: node.module,
            place: "Shop/Wiring.swift:\(node.line ?? 0)", state: node.state, made: node.id % 50, live: node.id % 3,
            makingNanoseconds: UInt64(node.id) * 9000, longestNanoseconds: 12_000, needs: node.id % 4,
            neededBy: node.id % 6)
    }

    private static func request(_ number: Int, _ path: String = "/orders/7") -> Inspector.ServedRequest {
        .init(method: "GET", path: path, id: "5d8f0c1e2b3a4f5600000000000000\(number)")
    }

    private static func scopes(tag: String) -> Inspector.OpenScopes {
        let place = "ShopServer/Wiring/Server+Requests.swift:112"
        let scopes: [Inspector.OpenScopes.Scope] = [
            .init(
                container: 7, tag: "request", parent: 1, start: now - 400_000_000_000, place: place,
                request: request(10, "/orders/7/lines/export"), instances: 4, isSuspect: true),
            .init(
                container: 90, tag: "request", parent: 1, start: now - 30_000_000, place: place, request: request(11),
                instances: 2, isSuspect: false),
            .init(
                container: 91, tag: tag, parent: 90, start: now - 2_000_000, place: place, instances: 1,
                isSuspect: false),
        ]
        let tag = Inspector.OpenScopes.Tag(
            tag: "request", open: 2, ended: 5000, failed: 3, median: 1_200_000, percentile99: 44_000_000,
            longest: 900_000_000, suspectAge: 1_000_000_000)
        return .init(now: now, count: 3, suspects: 1, scopes: scopes, tags: [tag])
    }

    private static func event(_ number: Int, _ keys: [String]) -> Inspector.RecentEvents.Event {
        let kinds = ["made", "closed", "made", "failed", "waited", "opened", "ended"]
        let start = now - UInt64(60 - number) * 1_000_000_000
        return Inspector.RecentEvents.Event(
            number: number, kind: kinds[number % 7], key: keys[number % keys.count], container: 7, scope: "request",
            asker: keys[(number + 1) % keys.count], start: start, end: start + 2_000_000, thread: 1,
            detail: number % 7 == 3 ? keys[1 % keys.count] : nil, request: number % 7 == 5 ? request(12) : nil)
    }

    private static func recorded(_ number: Int?, _ keys: [String]) -> Inspector.RecordedScopes {
        let reasons = ["open", "failed", "slow", "sampled"]
        let all = (0..<8).reversed().map { number in
            let start = now - UInt64(80 - 9 * number) * 10_000_000_000
            return Inspector.RecordedScopes.Scope(
                number: number, container: UInt64(7 + number), tag: "request", place: "Shop/Server.swift:12",
                request: number == 3 ? nil : request(10 + number, "/orders/\(number)"), start: start,
                end: number % 4 == 0 ? nil : start + UInt64(number) * 1_400_000, reason: reasons[number % 4],
                eventCount: 30)
        }
        guard let number else { return .init(now: now, ended: 5000, scopes: all) }
        var found = all.filter { $0.number == number }
        for index in found.indices { found[index].events = (10..<40).map { event($0, keys) } }
        return .init(now: now, ended: 5000, scopes: found)
    }

    private static func start(_ keys: [String]) -> Inspector.Start {
        func key(_ index: Int) -> String { keys[index % keys.count] }
        let makings = (0..<30).map { index in
            let start = now - 900_000_000_000 + UInt64(index % 10) * 700_000
            return Inspector.Start.Making(
                key: key(index), asker: index % 10 == 0 ? nil : key(index - 1), start: start,
                end: start + UInt64(10 - index % 10) * 900_000, thread: UInt64(1 + index / 10),
                isFailed: index == 25, ownNanoseconds: UInt64(index) * 1_000_000)
        }
        let wait = Inspector.Start.Wait(
            key: key(2), start: makings[12].start, end: makings[14].end, thread: 2, maker: 1)
        let warning = Inspector.Start.Warning(
            key: key(3), scope: "request", ownNanoseconds: 120_000_000,
            fix: "Move the slow work into an eager singleton.")
        let path = [20, 21, 24].map { index in
            Inspector.Start.Step(
                making: index, key: key(index), nanoseconds: UInt64(index) * 100_000, share: Double(index) / 100)
        }
        return .init(
            now: now, makings: makings, waits: [wait], warnings: [warning], criticalPath: path,
            criticalPathNanoseconds: 10_000_000, criticalPathOutside: 3_500_000)
    }

    /// A reason that has all there can be.
    private static func reason(for node: ContainerGraph.Node, _ keys: [String]) -> KeyReason {
        func place(_ line: Int) -> KeyReason.Registration {
            .init(file: "Shop/Wiring.swift", line: line, modules: ["shop", keys[0]])
        }
        var reason = KeyReason(key: node.key, origin: .factory)
        reason.registration = place(node.id + 1)
        reason.lifetime = "singleton"
        reason.owner = .own
        reason.privateIn = keys[0]
        reason.condition = .init(isMet: true, readsWholeEnvironment: false, variables: ["SMTP_HOST": true])
        reason.layers = [.init(kind: "decorator", file: "Shop/Audit.swift", line: 3, module: keys[0])]
        reason.losers = [.init(registration: place(900), reason: "ifAbsent", explanation: "ifAbsent, and \(keys[0])")]
        reason.askers = [
            .init(key: keys[1 % keys.count], lifetime: "transient", time: .later, origin: .observed, isOptional: true)
        ]
        reason.path = [keys[0], keys[1 % keys.count], node.key]
        reason.entry = .root
        return reason
    }
}
#endif

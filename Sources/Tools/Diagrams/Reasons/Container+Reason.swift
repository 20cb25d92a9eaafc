// Finds out why a key leads to one registration, from the graph, the conditions and the layers of the containers.

public import Armory

extension Container {
    /// Why a key leads to its registration here: its condition, the registrations that it replaces, its decorators, and its dependents.
    ///
    /// ```swift
    /// print(try container.reason(for: "any Mailer"))
    /// ```
    ///
    /// A key that is needed but not registered has a reason too, with similar keys. No factory runs, unless `observing`. Any thread may
    /// call it.
    ///
    /// - Parameters:
    ///   - query: The key, as for `ContainerGraph.node(matching:)`. Keys whose registrations are all unused are found too.
    ///   - observing: Whether to run every factory once, in a copy of the container, to see what closures ask for.
    /// - Throws: `NodeSearchError` if the query matches no key, or several.
    /// - Complexity: That of `graph` and of `conditions`, here and in the parents.
    public func reason(for query: String, observing: Bool = false) throws(NodeSearchError) -> KeyReason {
        let (graph, registrations) = graphWithRegistrations(fromDryRun: observing)
        let search = ReasonSearch(of: self, graph, registrations)
        do throws(NodeSearchError) { return search.reason(at: try graph.place(matching: query)) } catch {
            guard !error.isAmbiguous else { throw error }
            return search.reason(at: try search.graph.place(matching: query))
        }
    }
}

/// What is known of a container and of those whose registrations it uses.
private struct ReasonSearch {
    /// The graph, with a missing node for each key whose registrations are all unused.
    private(set) var graph: ContainerGraph
    private let neighbours: NeedLists
    /// The registrations of the first nodes; the others are missing.
    private let registrations: [RegistrationInfo]
    /// The containers in the order in which keys are searched, each with its base after it.
    private var family: [(container: Container, owner: KeyReason.Owner)] = []

    init(of container: Container, _ graph: ContainerGraph, _ registrations: [RegistrationInfo]) {
        (self.graph, self.registrations) = (graph, registrations)
        var seen: Set<ObjectIdentifier> = []
        var open: [(Container, KeyReason.Owner)] = [(container.applicationContainer, .own)]
        while let (next, owner) = open.popLast() {
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            family.append((next, owner))
            open += next.parents.reversed().map { ($0.applicationContainer, .parent) }
            if let base = next.base { open.append((base, owner == .parent ? .parent : .base)) }
        }
        var known = Set(graph.nodes.map { KeyName($0.key) })
        for info in family.flatMap(\.container.conditions) where !info.isUsed {
            let key = info.registration.key
            guard !container.isRegistered(info.registration.record.key), known.insert(KeyName(key)).inserted else {
                continue
            }
            self.graph.nodes.append(
                ContainerGraph.Node(id: self.graph.nodes.count, key: key, lifetime: nil, state: .missing))
        }
        neighbours = NeedLists(self.graph)
    }

    func reason(at place: Int) -> KeyReason {
        let node = graph.nodes[place]
        let registration = registrations.indices.contains(place) ? registrations[place] : nil
        var reason = KeyReason(key: node.key, origin: .missing)
        if let registration {
            describe(registration, node, in: &reason)
        } else {
            reason.losers = losers(named: node.key)
            reason.near = graph.near(KeyName(node.key)).map(\.key).filter { $0 != node.key }
        }
        reason.askers = neighbours.needers[place].map { edge in
            let asker = graph.nodes[edge.from]
            return KeyReason.Asker(
                key: asker.key, lifetime: asker.lifetimeWords, time: edge.time, origin: edge.origin,
                isOptional: edge.isOptional)
        }
        (reason.path, reason.entry) = shortestPath(to: place)
        return reason
    }

    // MARK: The registration

    private func describe(
        _ registration: RegistrationInfo, _ node: ContainerGraph.Node, in reason: inout KeyReason
    ) {
        let options = registration.record.registrationNotes.options
        reason.lifetime = node.lifetimeWords
        reason.origin = origin(node, options)
        guard reason.origin != .justInTime else { return }
        let found = family.first { $0.container.ownRecords.contains { $0 === registration.record } }
        reason.owner = found?.owner
        reason.privateIn = options.contains(.hidden) ? registration.module : nil
        reason.isForListsOnly = options.contains(.contributed)
        let conditions = found?.container.conditions ?? []
        let own = conditions.first { $0.isUsed && $0.registration.record === registration.record }
        reason.registration = .init(registration, modules: own?.modules ?? registration.module.map { [$0] } ?? [])
        reason.condition = own.flatMap(KeyReason.Condition.init)
        let layers = found?.container.layers(around: registration) ?? []
        // The first decorator is the innermost one, and the last interceptor.
        let ordered = layers.filter { $0.noun == "interceptor" }.reversed() + layers.filter { $0.noun == "decorator" }
        reason.layers = ordered.map { layer in
            KeyReason.Layer(
                kind: layer.noun, file: layer.location.fileID, line: layer.location.line,
                module: layer.module.map { $0.name ?? "\($0.location)" })
        }
        guard !reason.isForListsOnly else { return }
        reason.losers = conditions.filter { $0.isLoser(to: registration) }.map { loser($0, of: found?.container) }
        if reason.privateIn == nil { reason.losers += hidden(by: registration) }
    }

    private func origin(_ node: ContainerGraph.Node, _ options: RegistrationOptions) -> KeyReason.Origin {
        if node.file == nil { return .justInTime }
        if node.isAlias { return .alias }
        let kinds: [(RegistrationOptions, KeyReason.Origin)] = [
            (.value, .value), (.seeded, .seed), (.choice, .choice), (.adapted, .adapter),
        ]
        return kinds.first { options.contains($0.0) }?.1 ?? .factory
    }

    // MARK: The others of its key

    private func loser(_ info: ConditionInfo, of container: Container?) -> KeyReason.Loser {
        let record = info.registration.record
        let isOverridden = container?.base.flatMap { $0.registeredRecord(for: record.key) } === record
        return KeyReason.Loser(
            registration: .init(info.registration, modules: info.modules),
            reason: isOverridden ? "overridden" : info.reason.rawValue,
            explanation: isOverridden
                ? info.losesDecorators ? "overridden, without its decorators" : "overridden"
                : info.explanation.joined(separator: "; "))
    }

    /// The unused registrations of a key that nothing serves.
    private func losers(named key: String) -> [KeyReason.Loser] {
        family.flatMap { container, _ in
            container.conditions.filter { !$0.isUsed && KeyName($0.registration.key) == KeyName(key) }.map {
                loser($0, of: container)
            }
        }
    }

    /// The registrations of the same key in containers that are searched later.
    private func hidden(by winner: RegistrationInfo) -> [KeyReason.Loser] {
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(winner.record)]
        return family.filter { $0.owner == .parent }.compactMap { container, _ in
            let entry = container.plan.entries.first {
                !$0.isPrivate && !$0.isContributed && $0.record.key == winner.record.key
            }
            guard let record = entry?.record, seen.insert(ObjectIdentifier(record)).inserted else { return nil }
            let info = container.conditions.first { $0.registration.record === record }
            return KeyReason.Loser(
                registration: .init(RegistrationInfo(record), modules: info?.modules ?? []), reason: "hidden",
                explanation: "in a parent, which is searched later")
        }
    }

    // MARK: Entries

    private func entry(at place: Int) -> KeyReason.Entry? {
        let isRegistered = registrations.indices.contains(place)
        let options = isRegistered ? registrations[place].record.registrationNotes.options : []
        if options.contains(.root) { return .root }
        if options.contains(.eager) { return .eager }
        return isRegistered && neighbours.needers[place].allSatisfy { $0.from == place } ? .unneeded : nil
    }

    /// A shortest path from an entry; of several the one from a root, then from an eager one, then the first in the graph.
    private func shortestPath(to place: Int) -> (path: [String], entry: KeyReason.Entry?) {
        let entries = graph.nodes.indices.map(entry)
        var isReached = Array(repeating: false, count: graph.nodes.count)
        var next: [Int?] = Array(repeating: nil, count: graph.nodes.count)
        // Backwards, so that only what leads to the node is visited.
        var level = [place]
        isReached[place] = true
        while !level.isEmpty {
            for kind in [KeyReason.Entry.root, .eager, .unneeded] {
                guard let start = level.filter({ entries[$0] == kind }).min() else { continue }
                let path = sequence(first: start) { next[$0] }.map { graph.nodes[$0].key }
                return (path, kind)
            }
            var further: [Int] = []
            for node in level {
                for edge in neighbours.needers[node] where !isReached[edge.from] {
                    isReached[edge.from] = true
                    next[edge.from] = node
                    further.append(edge.from)
                }
            }
            level = further
        }
        return ([], nil)
    }
}

extension KeyReason.Condition {
    /// The condition of a registration; nil: it has none.
    fileprivate init?(_ info: ConditionInfo) {
        guard info.hasCondition else { return nil }
        let variables = Dictionary(info.variables.map { ($0.name, $0.isSet) }) { first, _ in first }
        self.init(isMet: info.isMet, readsWholeEnvironment: info.readsWholeEnvironment, variables: variables)
    }
}

extension ConditionInfo {
    /// Whether it is not used, and of the same key as one that is; a private key is another one in each module.
    fileprivate func isLoser(to winner: RegistrationInfo) -> Bool {
        guard !isUsed, registration.record.key == winner.record.key else { return false }
        let (own, other) = (registration.record.registrationNotes, winner.record.registrationNotes)
        let isHidden = other.options.contains(.hidden)
        return own.options.contains(.hidden) == isHidden && (!isHidden || registration.module == winner.module)
    }
}

// The dependencies between the registrations of a plan, as far as they are known without running a factory.
//
// Nodes are numbered registrations: first the plan's own, then those of ancestors that they lead to. Only registrations whose instances
// are created in the view of the container have edges. Edges are stored one after the other, those of node 0 first. Nothing here recurses:
// a chain may be as long as there are registrations.

/// The registrations that a container has or reaches, and their dependencies.
package struct PlanGraph {
    package struct Node {
        package let record: Record
        /// The plan that has it, and the view of its factory there.
        let index: Int
        let view: Int
        /// Whether some dependency of the registration is unknown.
        package var isOpaque = false
        var edges = 0..<0

        /// Whether the container itself has the registration.
        package var isOwn: Bool { index == 0 && !isJustInTime }
        /// Whether its type says how it is created, so that no registration names it.
        var isJustInTime = false
    }

    /// A dependency, also on its way to the registrations that it leads to.
    package struct Edge {
        package fileprivate(set) var target = -1
        /// What asks for it.
        let need: Dependency
        /// What it leads to.
        fileprivate(set) var key: ServiceKey
        /// When it is resolved: later than the need says if it is deferred.
        fileprivate(set) var time: Dependency.Time
        /// Whether the target is created in a scope of the tag `owned`.
        fileprivate(set) var isOwned = false
        /// Whether a closure asked for it in a dry run.
        fileprivate(set) var isObserved = false
        /// Whether the asker does without it.
        fileprivate(set) var isOptional = false

        fileprivate init(_ need: Dependency) {
            self.need = need
            (key, time) = (need.key, need.time)
        }

        /// The same for what a composed type leads to.
        fileprivate func passingThrough(_ type: any ComposedType.Type) -> Edge {
            var edge = self
            // What it wraps has to be there, also if the wrapper may be missing.
            if type.isDeferred { (edge.time, edge.isOptional) = (.later, false) }
            if type.opensScope { edge.isOwned = true }
            return edge
        }
    }

    let search: PlanSearch
    package private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    private(set) var missing: [(node: Int, edge: Edge)] = []
    package private(set) var numbers: [ObjectIdentifier: Int] = [:]
    private var members: [ObjectIdentifier: [Int]] = [:]
    /// Keys that count as registered, because another fault names them.
    private let promised: Set<ServiceKey>
    /// The dependencies that closures asked for in a dry run.
    private let observed: [ObjectIdentifier: [Dependency]]
    /// The registrations whose observed dependencies are complete.
    private let complete: Set<ObjectIdentifier>

    package init(
        _ search: PlanSearch, promised: Set<ServiceKey> = [], observed: [ObjectIdentifier: [Dependency]] = [:],
        complete: Set<ObjectIdentifier> = []
    ) {
        (self.search, self.promised, self.observed, self.complete) = (search, promised, observed, complete)
        for entry in search.all[0].plan.entries { addNode(entry.record, inPlan: 0, view: entry.view) }
        var next = 0
        while next < nodes.count {
            addEdges(of: next)
            next += 1
        }
        for node in nodes.indices where record(ofNode: node).awaits {
            // An instance that awaits awaits, before it exists, what its injections need.
            for edge in nodes[node].edges where edges[edge].time == .injection && awaitsTransitively(edges[edge].target)
            {
                edges[edge].time = .construction
            }
        }
    }

    /// Whether a node awaits, or needs one that does.
    private func awaitsTransitively(_ node: Int) -> Bool {
        reachableNodes(from: [node]) { node in
            record(ofNode: node).mayAwait ? [] : edges(of: node).filter { $0.time != .later }.map(\.target)
        }.contains { record(ofNode: $0).mayAwait }
    }

    package func record(ofNode node: Int) -> Record { nodes[node].record }

    /// The edges of a node.
    package func edges(of node: Int) -> ArraySlice<Edge> { edges[nodes[node].edges] }

    /// For each node, those that lead to it, with the edges.
    var incomingEdges: [[(node: Int, edge: Edge)]] {
        var incoming = Array(repeating: [(node: Int, edge: Edge)](), count: nodes.count)
        for node in nodes.indices { for edge in edges(of: node) { incoming[edge.target].append((node, edge)) } }
        return incoming
    }

    /// The nodes that some nodes lead to, and those nodes.
    func nodesReachable(from starts: [Int]) -> Set<Int> {
        reachableNodes(from: starts) { edges(of: $0).lazy.map(\.target) }
    }

    /// The node that makes the instances of this one: of a further type, or of a registration around whose part layers are; nil: it makes
    /// its own.
    func creatingNode(of node: Int) -> Int? {
        guard let first = edges(of: node).first, record(ofNode: node).isAlias || record(ofNode: first.target).isPart
        else { return nil }
        return first.target
    }

    // MARK: Nodes

    @discardableResult
    private mutating func addNode(_ record: Record, inPlan index: Int, view: Int, isJustInTime: Bool = false) -> Int {
        if let known = numbers[ObjectIdentifier(record)] { return known }
        numbers[ObjectIdentifier(record)] = nodes.count
        nodes.append(Node(record: record, index: index, view: view, isJustInTime: isJustInTime))
        return nodes.count - 1
    }

    private mutating func addEdges(of node: Int) {
        let start = edges.count
        let record = record(ofNode: node)
        if isCreatedHere(node) {
            for need in record.needs ?? [] { appendEdges(resolving: Edge(need), from: node) }
            for need in observed[ObjectIdentifier(record)] ?? [] {
                var link = Edge(need)
                (link.isObserved, link.isOptional) = (true, true)
                appendEdges(resolving: link, from: node)
            }
            nodes[node].isOpaque = record.isOpaque && !complete.contains(ObjectIdentifier(record))
        }
        nodes[node].edges = start..<edges.count
    }

    /// Whether the instance is created in the view of the container: an ancestor has checked those that it keeps.
    private func isCreatedHere(_ node: Int) -> Bool { nodes[node].index == 0 || record(ofNode: node).passesScopesOn }

    // MARK: Edges

    private mutating func appendEdge(to target: Int, _ edge: Edge, from node: Int) {
        var edge = edge
        edge.target = target
        edges.append(edge)
    }

    private mutating func appendEdges(resolving first: Edge, from node: Int) {
        var link = first
        if let record = link.need.record {
            return appendEdge(to: addNode(record, inPlan: nodes[node].index, view: nodes[node].view), link, from: node)
        }
        while true {
            if let target = findNode(for: link.key, from: node) { return appendEdge(to: target, link, from: node) }
            guard let type = link.key.type as? any ComposedType.Type else { break }
            let around = link
            link = link.passingThrough(type)
            switch type.composition(forQualifier: link.key.qualifier) {
            case .optional(let key): (link.key, link.isOptional) = (key, true)
            case .wrapped(let key): link.key = key
            case .list(let element, let qualifier):
                return appendEdges(toElements: element, of: around, type, from: node) {
                    qualifier == nil || $0.qualifier == qualifier
                }
            case .map(let value, let qualifier):
                return appendEdges(toElements: value, of: around, type, from: node) {
                    $0.hasQualifier(ofType: qualifier)
                }
            }
        }
        if let record = search.justInTimeRecord(for: link.key) {
            return appendEdge(to: addNode(record, inPlan: 0, view: 0, isJustInTime: true), link, from: node)
        }
        guard !link.isOptional, !promised.contains(link.key) else { return }
        missing.append((node, link))
    }

    /// Appends the edges to the members of a list or a map.
    private mutating func appendEdges(
        toElements element: any Any.Type, of list: Edge, _ type: any ComposedType.Type, from node: Int,
        where isMember: (ServiceKey) -> Bool
    ) {
        var link = list
        var element = element
        var targets: [Int] = []
        while true {
            targets = elementNodes(of: element, visibleTo: node).filter { isMember(record(ofNode: $0).key) }
            // The elements may be deferred: they are those of what they wrap.
            guard targets.isEmpty, let wrapper = element as? any ComposedType.Type,
                case .wrapped(let key) = wrapper.composition(forQualifier: nil)
            else { break }
            link = link.passingThrough(wrapper)
            element = key.type
        }
        for target in targets where !isAskerOrItsAlias(target, asker: node) { appendEdge(to: target, link, from: node) }
        if targets.isEmpty, !type.mayBeEmpty, !link.isOptional { missing.append((node, list)) }
    }

    /// The node that a key leads to, for the factory of a node.
    private mutating func findNode(for key: ServiceKey, from node: Int) -> Int? {
        let asker = nodes[node]
        if asker.view != 0, let entry = search.all[asker.index].entryNumber(for: key, inView: asker.view) {
            return addNode(forEntry: entry, inPlan: asker.index)
        }
        return search.findEntry(forPublicKey: key).map { addNode(forEntry: $0.entry, inPlan: $0.index) }
    }

    private mutating func addNode(forEntry entry: Int, inPlan index: Int) -> Int {
        let entry = search.all[index].plan.entries[entry]
        return addNode(entry.record, inPlan: index, view: entry.view)
    }

    /// The registrations of a type that the factory of a node sees: those of ancestors first.
    private mutating func elementNodes(of type: any Any.Type, visibleTo node: Int) -> [Int] {
        let asker = nodes[node]
        // All askers of the public view share one list.
        if asker.view == 0, let known = members[ObjectIdentifier(type)] { return known }
        var found: [Int] = []
        for number in search.all.indices.reversed() {
            let index = search.all[number]
            for entry in index.entryNumbers(ofType: type) where !index.plan.entries[entry].record.isPart {
                guard
                    number == asker.index
                        ? index.isVisible(entry, from: asker.view) : !index.plan.entries[entry].isPrivate
                else { continue }
                let target = self.addNode(forEntry: entry, inPlan: number)
                let isContributed = index.plan.entries[entry].isContributed
                if isContributed || findNode(for: record(ofNode: target).key, from: node) == target {
                    found.append(target)
                }
            }
        }
        if asker.view == 0 { members[ObjectIdentifier(type)] = found }
        return found
    }

    /// Whether a member of a list is the registration that asks for the list, or a further type of it.
    private mutating func isAskerOrItsAlias(_ member: Int, asker: Int) -> Bool {
        if member == asker { return true }
        let own = record(ofNode: asker)
        // A part asks for the registration that it is a part of.
        if own.isPart, own.key == record(ofNode: member).key, own.location == record(ofNode: member).location {
            return true
        }
        guard record(ofNode: member).isAlias, let need = record(ofNode: member).needs?.first else { return false }
        return need.record === record(ofNode: asker) || findNode(for: need.key, from: member) == asker
    }
}

extension Record {
    /// The tag of the scopes that its instances live in; one that chooses its scopes itself is found everywhere.
    package var scopeTag: ScopeTag? { lifetime == .scoped && rare?.parts.route == nil ? rare?.parts.tag : nil }

    /// Whether its instances are created in the view of whoever asks, so that the asker needs the same scopes.
    package var passesScopesOn: Bool { lifetime == .transient || lifetime == .graph || scopeTag == .owned }
}

extension ComposedType {
    /// Whether its members are created in a scope of the tag `owned`.
    fileprivate static var opensScope: Bool { self is any OwnedValue.Type }
}

/// An `Owned`, whatever it is of.
private protocol OwnedValue {}

extension Owned: OwnedValue {}

// Turns the graph that is checked into the graph that is shown.

/// The shown form of a graph.
struct GraphOutline {
    private let graph: PlanGraph
    private let validator: Validator
    private let container: Container
    private let states: [ObjectIdentifier: ContainerGraph.Node.State]
    /// For each node of the graph: the number of the shown node; nil: it is not shown.
    private var numbers: [Int?] = []
    /// For each node of the graph that is a part of another one: that one.
    private let enclosingNodes: [Int: Int]
    private var missingNumbers: [ServiceKey: Int] = [:]
    private var nodes: [ContainerGraph.Node] = []
    /// The registrations of the nodes; the missing ones come after these.
    private(set) var registrations: [RegistrationInfo] = []
    private let names: TypeNames

    /// - Parameter failures: Faults other than the graph's own.
    init(_ validator: Validator, of container: Container, failures: [ResolutionError] = []) {
        (graph, self.validator, self.container) = (validator.graph, validator, container)
        states = container.graphNodeStates
        let faults = validator.findings.map(\.fault) + failures
        names = TypeNames(
            graph.nodes.map(\.record.key.type) + graph.missing.map(\.edge.key.type) + faults.flatMap(\.types))
        enclosingNodes = graph.enclosingNodes
        addNodes()
        addMissingNodes()
        for (fault, node) in validator.findings {
            if let number = numbers[node] { nodes[number].faults.append(fault.description(usingNames: names)) }
        }
        addFaults(failures)
        for number in nodes.indices where nodes[number].faults.count > 1 { nodes[number].faults.sort() }
    }

    var value: ContainerGraph { ContainerGraph(nodes: nodes, edges: edges, cycles: cycles) }

    // MARK: Nodes

    /// The nodes that are shown: all, or of a scope those that live in it and what they lead to.
    private var shownNodes: [Int] {
        guard !container.scopeTags.isEmpty else { return Array(graph.nodes.indices) }
        let own = graph.nodes.indices.filter { isInShownScope(graph.record(ofNode: $0)) }
        return reachableNodes(from: own) { showsEdges(of: $0) ? graph.edges(of: $0).map(\.target) : [] }.sorted()
    }

    private func isInShownScope(_ record: Record) -> Bool {
        record.scopeTag.map { $0 == container.scopeTags.first } ?? false
    }

    /// Whether the edges of a node are the container's to show: not those of what is kept around a scope.
    private func showsEdges(of node: Int) -> Bool {
        let record = graph.record(ofNode: node)
        return container.scopeTags.isEmpty || record.passesScopesOn || isInShownScope(record)
    }

    private mutating func addNodes() {
        numbers = Array(repeating: nil, count: graph.nodes.count)
        let all = shownNodes.filter { enclosingNodes[$0] == nil }.map {
            (number: $0, node: makeContainerGraphNode(forNode: $0))
        }
        nodes.reserveCapacity(all.count)
        for index in Self.sortedIndices(of: all.map(\.node)) {
            numbers[all[index].number] = nodes.count
            nodes.append(all[index].node)
            registrations.append(RegistrationInfo(graph.record(ofNode: all[index].number)))
            nodes[nodes.count - 1].id = nodes.count - 1
        }
        for (part, whole) in enclosingNodes {
            numbers[part] = numbers[whole]
            guard let number = numbers[whole] else { continue }
            if graph.nodes[part].isOpaque { nodes[number].isOpaque = true }
            if nodes[number].activity == nil { nodes[number].activity = graph.record(ofNode: part).measures?.activity }
        }
    }

    private func makeContainerGraphNode(forNode number: Int) -> ContainerGraph.Node {
        let node = graph.nodes[number]
        let record = graph.record(ofNode: number)
        let info = RegistrationInfo(record)
        // A further type lives as long as the first.
        let instance =
            record.isAlias ? graph.creatingNode(of: number).map { graph.record(ofNode: $0) } ?? record : record
        let isHidden = record.registrationNotes.options.contains(.hidden)
        let owner = record.registrationNotes.module.map { " private in \($0)" }
        let state = node.isJustInTime ? container.justInTimeInstanceState(of: record.key)?.graphNodeState : nil
        return ContainerGraph.Node(
            id: 0, key: record.key.description(usingNames: names) + (isHidden ? owner ?? "" : ""),
            lifetime: instance.lifetime,
            scope: instance.rare?.parts.tag?.description, module: info.module,
            file: node.isJustInTime ? nil : info.location.fileID, line: node.isJustInTime ? nil : info.location.line,
            state: record.isAlias ? .none : state ?? states[ObjectIdentifier(record)] ?? .none,
            isInherited: node.index != 0 || !container.scopeTags.isEmpty, isAlias: record.isAlias,
            isOpaque: node.isOpaque, activity: record.measures?.activity)
    }

    /// The indices of nodes in their order: by module, file, line and key.
    ///
    /// Nodes without a location in the source come last.
    private static func sortedIndices(of nodes: [ContainerGraph.Node]) -> [Int] {
        nodes.enumerated().map { index, node in
            let hasNoFile = node.file == nil ? 1 : 0
            return (place: (hasNoFile, node.module ?? "", node.file ?? "", node.line ?? 0, node.key), index: index)
        }
        .sorted { $0.place < $1.place }
        .map(\.index)
    }

    private mutating func addMissingNodes() {
        let keys = Set(graph.missing.filter { numbers[$0.node] != nil && showsEdges(of: $0.node) }.map(\.edge.key))
        for (key, text) in keys.map({ ($0, $0.description(usingNames: names)) }).sorted(by: { $0.1 < $1.1 }) {
            missingNumbers[key] = nodes.count
            nodes.append(ContainerGraph.Node(id: nodes.count, key: text, lifetime: nil, state: .missing))
        }
    }

    private mutating func addFaults(_ failures: [ResolutionError]) {
        guard !failures.isEmpty else { return }
        var known: [RegistrationIdentity: Int] = [:]
        for (number, node) in graph.nodes.enumerated() {
            let record = graph.record(ofNode: number)
            known[RegistrationIdentity(record.key, node.isJustInTime ? nil : record.location)] = numbers[number]
        }
        for failure in failures {
            // The registration that is asked for, and those that ask for it.
            let asked = RegistrationIdentity(failure.names.key, failure.location)
            let places = [asked] + failure.names.path.reversed().map { RegistrationIdentity($0.key, $0.location) }
            if let id = places.lazy.compactMap({ known[$0] }).first {
                nodes[id].faults.append(failure.description(usingNames: names))
            }
        }
    }

    // MARK: Edges

    private typealias Edge = ContainerGraph.Edge

    /// The edges, sorted; those with the same ends and the same time are merged into the one that says most.
    private var edges: [Edge] {
        var all: [(place: (Int, Int, Int, Int, Int), edge: Edge)] = []
        func addEdge(from: Int?, to: Int?, _ time: Dependency.Time, _ origin: Edge.Origin, isOptional: Bool) {
            guard let from, let to else { return }
            let edge = Edge(from: from, to: to, origin: origin, time: Edge.Time(time), isOptional: isOptional)
            all.append(((from, to, edge.time.place, origin.place, isOptional ? 1 : 0), edge))
        }
        for node in graph.nodes.indices where numbers[node] != nil && showsEdges(of: node) {
            let isDerived =
                graph.record(ofNode: node).isAlias
                || graph.record(ofNode: node).registrationNotes.options.contains(.adapted)
            for edge in graph.edges(of: node) where enclosingNodes[edge.target] != (enclosingNodes[node] ?? node) {
                let isDeclared = edge.need.isDeclared && !isDerived
                addEdge(
                    from: numbers[node], to: numbers[edge.target], edge.time,
                    edge.isObserved ? .observed : isDeclared ? .declared : .parameter,
                    isOptional: edge.isOptional && !edge.isObserved)
            }
        }
        for missing in graph.missing {
            let origin = missing.edge.need.isDeclared ? Edge.Origin.declared : .parameter
            addEdge(
                from: numbers[missing.node], to: missingNumbers[missing.edge.key], missing.edge.time, origin,
                isOptional: false)
        }
        all.sort { $0.place < $1.place }
        return all.reduce(into: []) { merged, next in
            guard let last = merged.last, last.from == next.edge.from, last.to == next.edge.to,
                last.time == next.edge.time
            else { return merged.append(next.edge) }
            // An observed request does not show whether its target may be missing.
            if next.edge.origin != .observed, !next.edge.isOptional { merged[merged.count - 1].isOptional = false }
        }
    }

    // MARK: Cycles

    /// The cycles, sorted.
    ///
    /// Each begins with its lowest node.
    private var cycles: [[Int]] {
        var seen: Set<[Int]> = []
        let cycles = validator.cycles.map { cycle in
            var shown: [Int] = []
            for number in cycle.compactMap({ numbers[$0] }) where shown.last != number { shown.append(number) }
            if shown.count > 1, shown.first == shown.last { shown.removeLast() }
            guard let first = shown.indices.min(by: { shown[$0] < shown[$1] }) else { return shown }
            return Array(shown[first...] + shown[..<first])
        }
        return cycles.filter { !$0.isEmpty && seen.insert($0).inserted }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

extension PlanGraph {
    /// For each node that is a part of another one: the outermost that it belongs to.
    fileprivate var enclosingNodes: [Int: Int] {
        guard nodes.contains(where: \.record.isPart) else { return [:] }
        var enclosingNodes: [Int: Int] = [:]
        for node in nodes.indices {
            for edge in edges(of: node) where record(ofNode: edge.target).isPart { enclosingNodes[edge.target] = node }
        }
        return enclosingNodes.mapValues { whole in
            var whole = whole
            while let next = enclosingNodes[whole] { whole = next }
            return whole
        }
    }
}

extension ContainerGraph.Edge.Time {
    fileprivate init(_ time: Dependency.Time) {
        self = time == .construction ? .construction : time == .injection ? .injection : .later
    }

    fileprivate var place: Int { self == .construction ? 0 : self == .injection ? 1 : 2 }
}

extension ContainerGraph.Edge.Origin {
    fileprivate var place: Int { self == .parameter ? 0 : self == .declared ? 1 : 2 }
}

extension InstanceState {
    var graphNodeState: ContainerGraph.Node.State { ContainerGraph.Node.State(rawValue: rawValue) ?? .none }
}

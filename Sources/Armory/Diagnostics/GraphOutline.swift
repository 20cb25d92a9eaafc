// Turns the graph that is checked into the graph that is shown, with one node for each registration in the source.

/// The shown form of a graph.
struct GraphOutline {
    private let graph: DependencyGraph
    private let validator: Validator
    private let states: SlotStates
    /// For each node of the graph: the outer record's node if it is an inner record, or itself.
    private var outer: [Int]
    /// For each node of the graph: the number of the shown node that it belongs to.
    private var numbers: [Int] = []
    private var missingNumbers: [ServiceKey: Int] = [:]
    private var nodes: [ContainerGraph.Node] = []

    /// - Parameter failures: Faults other than the graph's own.
    init(_ graph: DependencyGraph, failures: [ResolutionError]) {
        self.graph = graph
        validator = Validator(graph)
        states = SlotStates(graph.container)
        outer = Array(graph.nodes.indices)
        for (number, node) in graph.nodes.enumerated() where node.binding.layering?.inner != nil {
            if let inner = graph.edges(of: number).first?.target { outer[inner] = outer[number] }
        }
        addNodes()
        addMissing(Set(graph.missing.map(\.key)))
        addFaults(failures)
        for number in nodes.indices where nodes[number].faults.count > 1 { nodes[number].faults.sort() }
    }

    var value: ContainerGraph { ContainerGraph(nodes: nodes, edges: edges, cycles: cycles) }

    // MARK: Nodes

    private mutating func addNodes() {
        var isOpaque = Array(repeating: false, count: graph.nodes.count)
        for (number, node) in graph.nodes.enumerated() where node.mayNeedMore { isOpaque[outer[number]] = true }
        let shown = graph.nodes.indices.filter { outer[$0] == $0 }.map { number in
            var node = node(for: graph.nodes[number])
            node.isOpaque = isOpaque[number]
            return (number, node)
        }
        numbers = Array(repeating: 0, count: graph.nodes.count)
        nodes.reserveCapacity(shown.count)
        for index in Self.order(of: shown.map(\.1)) {
            let (number, node) = shown[index]
            numbers[number] = nodes.count
            nodes.append(node)
            nodes[nodes.count - 1].id = nodes.count - 1
        }
        for number in graph.nodes.indices { numbers[number] = numbers[outer[number]] }
    }

    private func node(for node: DependencyGraph.Node) -> ContainerGraph.Node {
        let info = RegistrationInfo(node.binding)
        let base = info.binding
        let record = base.instanceRecord.base
        let hasNoLocation = base.options.contains(.justInTime)
        return ContainerGraph.Node(
            id: 0, key: info.key, lifetime: ContainerGraph.Lifetime(record.lifetime),
            scope: record.scope?.description, module: info.module,
            file: hasNoLocation ? nil : info.location.fileID, line: hasNoLocation ? nil : info.location.line,
            state: base.options.contains(.promise) ? .none : states.state(of: node.binding),
            isInherited: !node.isOwn && states.isInherited(node.binding),
            isAlias: base.options.contains(.alias), activity: graph.container.activity(of: base))
    }

    /// The indices of nodes in their order: by module, file, line and key.
    ///
    /// Nodes without a location in the source come last.
    private static func order(of nodes: [ContainerGraph.Node]) -> [Int] {
        nodes.enumerated().map { index, node in
            let hasNoFile = node.file == nil ? 1 : 0
            return (place: (hasNoFile, node.module ?? "", node.file ?? "", node.line ?? 0, node.key), index: index)
        }
        .sorted { $0.place < $1.place }
        .map(\.index)
    }

    private mutating func addMissing(_ keys: Set<ServiceKey>) {
        for (key, text) in keys.map({ ($0, $0.description) }).sorted(by: { $0.1 < $1.1 }) {
            missingNumbers[key] = nodes.count
            nodes.append(ContainerGraph.Node(id: nodes.count, key: text, lifetime: nil, state: .missing))
        }
    }

    // MARK: Faults

    private mutating func addFaults(_ failures: [ResolutionError]) {
        for (fault, number) in validator.findings {
            let id = numbers[number]
            nodes[id].faults.append(fault.description)
            guard fault.code == .promised else { continue }
            // A promise that is not kept.
            nodes[id].state = .missing
            nodes[id].lifetime = nil
            nodes[id].scope = nil
        }
        guard !failures.isEmpty else { return }
        var known: [KeyAndLocation: Int] = [:]
        for (number, node) in graph.nodes.enumerated() {
            let base = node.binding.base
            let registration = KeyAndLocation(
                key: base.key, location: base.options.contains(.justInTime) ? nil : base.location)
            known[registration] = numbers[number]
        }
        for failure in failures { add(failure, known) }
    }

    /// The key and location of a registration that an error names.
    private struct KeyAndLocation: Hashable {
        let key: ServiceKey
        let location: SourceLocation?
    }

    private mutating func add(_ failure: ResolutionError, _ known: [KeyAndLocation: Int]) {
        let key = failure.storage.key
        if failure.code == .promised {
            // In a scope, a parent has promised it.
            if missingNumbers[key] == nil { addMissing([key]) }
            guard let id = missingNumbers[key] else { return }
            nodes[id].file = failure.location?.fileID
            nodes[id].line = failure.location?.line
            return nodes[id].faults.append(failure.description)
        }
        // The registration that is asked for, and those that ask for it.
        let steps =
            [KeyAndLocation(key: key, location: failure.location)]
            + failure.storage.path.reversed().map { KeyAndLocation(key: $0.key, location: $0.location) }
        if let id = steps.lazy.compactMap({ known[$0] }).first { nodes[id].faults.append(failure.description) }
    }

    // MARK: Edges

    private typealias Edge = ContainerGraph.Edge
    private static let origins: [Edge.Origin] = [.parameter, .declared, .observed]
    private static let times: [Edge.Time] = [.construction, .injection, .later]

    /// The edges, sorted; those with the same ends and the same time are merged into the one that says most.
    private var edges: [ContainerGraph.Edge] {
        var all: [(place: (Int, Int, Int, Int, Int), edge: Edge)] = []
        func add(_ from: Int, _ to: Int, _ time: Dependency.Time, origin: Int, isOptional: Bool) {
            let (from, time) = (numbers[from], time.rawValue)
            let edge = Edge(
                from: from, to: to, origin: Self.origins[origin], time: Self.times[time], isOptional: isOptional)
            all.append(((from, to, time, origin, isOptional ? 1 : 0), edge))
        }
        for (number, node) in graph.nodes.enumerated() {
            // The first edge leads to the inner record, which is the same registration.
            let first = node.binding.layering?.inner == nil ? 0 : 1
            let isDerived = !node.binding.base.options.isDisjoint(with: [.alias, .adapted])
            for edge in graph.edges(of: number).dropFirst(first) {
                add(
                    number, numbers[edge.target], edge.time,
                    origin: edge.isObserved ? 2 : edge.isDeclared && !isDerived ? 1 : 0,
                    isOptional: edge.isOptional || edge.isPossible)
            }
        }
        for missing in graph.missing {
            guard let target = missingNumbers[missing.key] else { continue }
            add(
                missing.node, target, missing.time, origin: missing.isDeclared ? 1 : 0, isOptional: missing.isPossible)
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
        // A set of n nodes with m edges may have m cycles of n nodes.
        let circles = validator.circles(within: 200_000) { $0.sorted { numbers[$0] < numbers[$1] } }
        let cycles = circles.map { circle in
            var shown: [Int] = []
            for number in circle.map({ numbers[$0] }) where shown.last != number { shown.append(number) }
            if shown.count > 1, shown.first == shown.last { shown.removeLast() }
            guard let first = shown.indices.min(by: { shown[$0] < shown[$1] }) else { return shown }
            return Array(shown[first...] + shown[..<first])
        }
        return cycles.filter { seen.insert($0).inserted }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

// What a change has made of a graph.

public import Armory

/// What is different between two graphs: what came, what went, what lives otherwise, what stands elsewhere, and who needs what.
///
/// ```swift
/// let before = try ContainerGraph(json: saved)
/// let change = GraphComparison(from: before, to: container.graph)
/// print(change)
/// ```
///
/// Registrations are matched by key and module, and what is left of a key by the key alone. Lines of a file, states, and what
/// was measured make no difference.
public struct GraphComparison: Hashable, Sendable, Codable {
    /// What is registered now, or needed and missing now, and was not before.
    public var added: [Registration]
    /// What was there, and is not any more.
    public var removed: [Registration]
    /// What has another lifetime now, or lives in another scope.
    public var rescoped: [Change]
    /// What stands in another module or another file now.
    public var moved: [Change]
    /// Who needs what now, and did not before.
    public var addedNeeds: [Need]
    /// Who needed what, and does not any more.
    public var removedNeeds: [Need]

    /// A registration as it was compared.
    public struct Registration: Hashable, Sendable, Codable {
        /// What it is found by.
        public var key: String
        /// How long its instances live; nil: it is missing.
        public var lifetime: ContainerGraph.Lifetime?
        /// The tag of the scope that its instances live in.
        public var scope: String?
        /// The module that it stands in.
        public var module: String?
        /// The file that it is written in.
        public var file: String?

        init(_ node: ContainerGraph.Node) {
            key = node.key
            lifetime = node.lifetime
            scope = node.scope
            module = node.module
            file = node.file
        }
    }

    /// One registration before and after.
    public struct Change: Hashable, Sendable, Codable {
        /// As it was.
        public var before: Registration
        /// As it is.
        public var after: Registration
    }

    /// One need, by the keys of both.
    public struct Need: Hashable, Sendable, Codable {
        /// Who needs.
        public var from: String
        /// What is needed.
        public var to: String
        /// When it is asked for.
        public var time: ContainerGraph.Edge.Time
        /// Whether it may be missing.
        public var isOptional: Bool
    }

    /// Compares two graphs.
    ///
    /// - Complexity: O(*n* log *n* + *m* log *m*) for *n* nodes and *m* edges of both.
    public init(from before: ContainerGraph, to after: ContainerGraph) {
        let pairs = Matching(before, after)
        added = pairs.added.map { Registration(after.nodes[$0]) }
        removed = pairs.removed.map { Registration(before.nodes[$0]) }
        let kept = pairs.kept.map {
            Change(before: Registration(before.nodes[$0]), after: Registration(after.nodes[$1]))
        }
        rescoped = kept.filter { $0.before.lifetime != $0.after.lifetime || $0.before.scope != $0.after.scope }
        moved = kept.filter { $0.before.module != $0.after.module || $0.before.file != $0.after.file }
        let old = Self.needs(of: before)
        let new = Self.needs(of: after)
        addedNeeds = Self.sorted(new.subtracting(old))
        removedNeeds = Self.sorted(old.subtracting(new))
    }

    /// Whether nothing is different.
    public var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && rescoped.isEmpty && moved.isEmpty && addedNeeds.isEmpty
            && removedNeeds.isEmpty
    }

    private static func needs(of graph: ContainerGraph) -> Set<Need> {
        let nodes = graph.nodes
        return Set(
            graph.edges.lazy.filter { nodes.indices.contains($0.from) && nodes.indices.contains($0.to) }.map { edge in
                Need(
                    from: nodes[edge.from].key, to: nodes[edge.to].key, time: edge.time, isOptional: edge.isOptional)
            })
    }

    private static func sorted(_ needs: Set<Need>) -> [Need] {
        needs.sorted { left, right in
            if left.from != right.from { return left.from < right.from }
            if left.to != right.to { return left.to < right.to }
            if left.time != right.time { return left.time.rawValue < right.time.rawValue }
            return !left.isOptional && right.isOptional
        }
    }
}

/// Which nodes of two graphs are the same registration.
private struct Matching {
    /// A node before and the one that it is after.
    private(set) var kept: [(Int, Int)] = []
    private(set) var added: [Int] = []
    private(set) var removed: [Int] = []

    /// What a node is found again by.
    private struct Identity: Hashable {
        let key: String
        let isMissing: Bool
        var module: String?
    }

    init(_ before: ContainerGraph, _ after: ContainerGraph) {
        removed = Array(before.nodes.indices)
        added = Array(after.nodes.indices)
        match(before, after) { Identity(key: $0.key, isMissing: $0.state == .missing, module: $0.module) }
        match(before, after) { Identity(key: $0.key, isMissing: $0.state == .missing) }
        kept.sort { $0.1 < $1.1 }
    }

    /// Matches what is left, of one identity in the order of nodes.
    private mutating func match(
        _ before: ContainerGraph, _ after: ContainerGraph, by identity: (ContainerGraph.Node) -> Identity
    ) {
        var open: [Identity: [Int]] = [:]
        for node in removed.reversed() { open[identity(before.nodes[node]), default: []].append(node) }
        var isKept: Set<Int> = []
        added = added.filter { node in
            guard let old = open[identity(after.nodes[node])]?.popLast() else { return true }
            kept.append((old, node))
            isKept.insert(old)
            return false
        }
        removed = removed.filter { !isKept.contains($0) }
    }
}

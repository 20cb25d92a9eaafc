// The differences between two versions of a graph.

public import Armory

/// The differences between two graphs: added, removed, re-scoped and moved registrations, and changed needs.
///
/// ```swift
/// let before = try ContainerGraph(json: saved)
/// let change = GraphComparison(from: before, to: container.graph)
/// print(change)
/// ```
///
/// Registrations are matched by key and module, then the remaining ones by key alone. Line numbers, states and
/// measurements are not compared.
public struct GraphComparison: Hashable, Sendable, Codable {
    /// Registrations that are only in the second graph, including keys that are needed and missing there.
    public var added: [Registration]
    /// Registrations that are only in the first graph.
    public var removed: [Registration]
    /// Registrations whose lifetime or scope has changed.
    public var rescoped: [Change]
    /// Registrations whose module or file has changed.
    public var moved: [Change]
    /// Needs that are only in the second graph.
    public var addedNeeds: [Need]
    /// Needs that are only in the first graph.
    public var removedNeeds: [Need]

    /// A registration as it was compared.
    public struct Registration: Hashable, Sendable, Codable {
        /// The key of the registration.
        public var key: String
        /// The lifetime of the instances, or `nil` if the registration is missing.
        public var lifetime: Lifetime?
        /// The tag of the scope that its instances live in.
        public var scope: String?
        /// The module of the registration.
        public var module: String?
        /// The file of the registration.
        public var file: String?

        init(_ node: ContainerGraph.Node) {
            key = node.key
            lifetime = node.lifetime
            scope = node.scope
            module = node.module
            file = node.file
        }
    }

    /// One registration in both graphs.
    public struct Change: Hashable, Sendable, Codable {
        /// The registration in the first graph.
        public var before: Registration
        /// The registration in the second graph.
        public var after: Registration
    }

    /// One need, by the keys of both registrations.
    public struct Need: Hashable, Sendable, Codable {
        /// The key of the registration that has the need.
        public var from: String
        /// The key of the needed registration.
        public var to: String
        /// The time at which the needed registration is resolved.
        public var time: ContainerGraph.Edge.Time
        /// Whether the needed registration may be missing.
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

    /// Whether there are no differences.
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

/// The nodes of two graphs that are the same registration.
private struct Matching {
    /// The nodes that are in both graphs: the index in the first one, then in the second one.
    private(set) var kept: [(Int, Int)] = []
    private(set) var added: [Int] = []
    private(set) var removed: [Int] = []

    /// The properties that match a node of the other graph.
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

    /// Matches the remaining nodes by an identity; nodes of equal identity are matched in their order.
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

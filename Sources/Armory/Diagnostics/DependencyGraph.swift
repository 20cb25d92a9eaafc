// Who needs whom in a container, as far as it is known without running a factory.
//
// Nodes are registrations, numbered: the container's own first, then those of ancestors that its own lead to and that are
// made in its view. Edges lie one after the other, those of node 0 first. Nothing here recurses: a chain may be as long as
// there are registrations.

/// The registrations that a container has or reaches, and what they need.
struct DependencyGraph {
    struct Node {
        let binding: AnyBinding
        /// Whether the container has registered it itself.
        let isOwn: Bool
        /// Whether something that it needs is not known.
        var isOpaque = false
        var edges = 0..<0
    }

    struct Edge {
        let target: Int
        let time: Dependency.Time
        /// Whether it leads into a container of its own.
        let isOwned: Bool
        let isDeclared: Bool
    }

    let container: Container
    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    /// Who needs what is nowhere.
    private(set) var missing: [(node: Int, key: ServiceKey)] = []
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var members: [ServiceKey: [Int]] = [:]
    /// The container's own promises that nobody has kept.
    private var promises: [ServiceKey: Int] = [:]
    /// Modules of the container that hide registrations.
    private var hiding: Set<ModuleIdentity> = []
    /// What closures were seen to ask for.
    private let observed: [ObjectIdentifier: [Dependency]]
    /// The registrations of which that is all.
    private let complete: Set<ObjectIdentifier>

    /// - Parameters:
    ///   - observed: What closures were seen to ask for, by registration.
    ///   - complete: The registrations of which that is all.
    init(
        of container: Container, observed: [ObjectIdentifier: [Dependency]] = [:], complete: Set<ObjectIdentifier> = []
    ) {
        self.container = container
        self.observed = observed
        self.complete = complete
        let own = container.ownBindings
        nodes.reserveCapacity(own.count)
        numbers.reserveCapacity(own.count)
        for binding in own {
            let number = add(binding, isOwn: true)
            if binding.options.contains(.promise) { promises[binding.key] = number }
            if binding.options.contains(.hidden), let module = binding.module { hiding.insert(module) }
        }
        var next = 0
        while next < nodes.count {
            expand(next)
            next += 1
        }
    }

    /// The edges of a node.
    func edges(of node: Int) -> ArraySlice<Edge> { edges[nodes[node].edges] }

    /// What the node stands for: of a further type of an instance, the registration of that instance.
    func aliased(_ node: Int) -> Int? {
        guard nodes[node].binding.options.contains(.alias) else { return nil }
        return edges(of: node).first?.target
    }

    /// The scopes that the container is or lies in.
    var openScopes: [ScopeTag] { ([container] + container.ancestors).compactMap(\.scope) }

    @discardableResult
    private mutating func add(_ binding: AnyBinding, isOwn: Bool) -> Int {
        numbers[ObjectIdentifier(binding)] = nodes.count
        nodes.append(Node(binding: binding, isOwn: isOwn))
        return nodes.count - 1
    }

    private mutating func expand(_ node: Int) {
        let start = edges.count
        if isMadeHere(node) {
            let binding = nodes[node].binding
            for dependency in binding.dependencies { follow(dependency, from: node) }
            for dependency in observed[ObjectIdentifier(binding)] ?? [] { follow(dependency, from: node) }
            if binding.isOpaque { nodes[node].isOpaque = !complete.contains(ObjectIdentifier(binding)) }
        }
        nodes[node].edges = start..<edges.count
    }

    /// Whether the instance is made in the container's view.
    ///
    /// What an ancestor keeps is made in the ancestor's, and was checked there.
    private func isMadeHere(_ node: Int) -> Bool {
        guard !nodes[node].isOwn else { return true }
        let binding = nodes[node].binding
        return switch binding.lifetime {
        case .transient, .graph: true
        case .scoped: container.scope == binding.scope
        case .singleton, .shared: false
        }
    }

    // MARK: Edges

    private mutating func follow(_ dependency: Dependency, from node: Int) {
        var need = dependency
        var isOptional = false
        while true {
            switch need.count {
            case .one, .optional:
                if let found = registered(need.key, seenBy: node) {
                    append(found, need)
                    return
                }
                if case .optional = need.count { isOptional = true }
                if let inner = need.inner {
                    need = inner
                    continue
                }
                if case .one = need.count { missing.append((node, need.key)) }
            case .list, .map:
                let found = members(of: need, seenBy: nodes[node].binding)
                for member in found where member != node && alias(member) != node { append(member, need) }
                if found.isEmpty && !need.mayBeEmpty && !isOptional { missing.append((node, dependency.key)) }
            case .unknown:
                nodes[node].isOpaque = !complete.contains(ObjectIdentifier(nodes[node].binding))
            }
            return
        }
    }

    private mutating func append(_ target: Int, _ need: Dependency) {
        edges.append(
            Edge(target: target, time: need.time, isOwned: need.isOwned, isDeclared: need.isDeclared))
    }

    /// What a node finds under a key: first what its module hides.
    private mutating func registered(_ key: ServiceKey, seenBy node: Int) -> Int? {
        let asker = nodes[node]
        if let module = asker.binding.module, !asker.isOwn || hiding.contains(module) {
            let hidden = ServiceKey(key.type, qualifier: Hidden.qualifier(key.qualifier, in: module))
            if let binding = container.registered(hidden) { return number(of: binding) }
        }
        return container.registered(key).map { number(of: $0) } ?? promises[key]
    }

    private mutating func number(of binding: AnyBinding) -> Int {
        numbers[ObjectIdentifier(binding)] ?? add(binding, isOwn: false)
    }

    /// The members of a list, in its order.
    private mutating func members(of dependency: Dependency, seenBy asker: AnyBinding) -> [Int] {
        let view = asker.module.flatMap { hiding.contains($0) ? Container(viewOf: container, $0) : nil } ?? container
        // One list for all who see the same.
        if view === container, case .list = dependency.count, let known = members[dependency.key] { return known }
        var found: [Int] = []
        for key in view.memberKeys(of: dependency.type) where key.qualifier.isMatched(by: dependency.qualifier) {
            if case .map(let qualifiers) = dependency.count, key.qualifier?.type != ObjectIdentifier(qualifiers) {
                continue
            }
            if let binding = view.registered(key) { found.append(number(of: binding)) }
        }
        if view === container, case .list = dependency.count { members[dependency.key] = found }
        return found
    }

    /// As `aliased`, of a node that may have no edges yet.
    private mutating func alias(_ node: Int) -> Int? {
        let binding = nodes[node].binding
        guard binding.options.contains(.alias), let target = binding.dependencies.first else { return nil }
        return registered(target.key, seenBy: node)
    }
}

// The dependencies between registrations of a container, as far as they are known without running a factory.
//
// Nodes are numbered registrations: first the container's own, then the registrations of ancestors that those lead to. A
// graph that is only checked for faults omits the container's own registrations without known dependencies, unless another
// registration leads to them or they are promises. Only registrations whose instances are created in the container's view
// have edges. Edges are stored one after the other, those of node 0 first. Nothing here recurses: a chain may be as long as
// there are registrations.

/// The registrations that a container has or reaches, and their dependencies.
struct DependencyGraph {
    struct Node {
        let binding: Binding
        /// Whether the container itself has the registration.
        let isOwn: Bool
        /// Whether some dependency of the registration is unknown.
        var isOpaque = false
        var edges = 0..<0

        /// Whether the registration may need others than its edges tell.
        var mayNeedMore: Bool { isOpaque || binding.options.contains(.asksForCurrent) }
    }

    struct Edge {
        let target: Int
        let time: Dependency.Time
        /// Whether the target is created in a separate container, a scope of the tag `owned`.
        let isOwned: Bool
        let isDeclared: Bool
        /// Whether a closure asked for the target in an observed run.
        let isObserved: Bool
        /// Whether the edge may never be followed, which is unknown until run time.
        let isPossible: Bool
        /// Whether the target may be missing.
        let isOptional: Bool
        /// The type of the value that chooses the target, and is passed to it if it takes an argument; nil: it is no choice.
        var choice: (any Any.Type)?
    }

    /// A dependency that has no registration.
    struct Missing {
        let node: Int
        let key: ServiceKey
        let time: Dependency.Time
        let isDeclared: Bool
        let isPossible: Bool
    }

    let container: Container
    private(set) var nodes: [Node] = []
    private(set) var edges: [Edge] = []
    /// The dependencies that have no registration.
    private(set) var missing: [Missing] = []
    /// The nodes that choose from others.
    private(set) var choosing: [Int] = []
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var members: [ServiceKey: [Int]] = [:]
    /// The container's own promises that are not kept yet.
    private var promises: [ServiceKey: Int] = [:]
    /// Types that describe their own creation, and are not registered yet.
    private var justInTime: [ObjectIdentifier: Int] = [:]
    /// Modules of the container that hide registrations.
    private var hiding: Set<ModuleIdentity> = []
    /// The container's own registrations, of which some have a node only if another one leads to them; empty: all have.
    private var own: [Binding] = []
    private lazy var ownIdentities = Set(own.map(ObjectIdentifier.init))
    /// The dependencies that closures asked for in an observed run.
    private let observed: [ObjectIdentifier: [Dependency]]
    /// The registrations whose observed dependencies are complete.
    private let complete: Set<ObjectIdentifier>
    /// Whether to follow the dependencies of a registration; nil: follow those of instances created in the container's
    /// view.
    private let isFollowed: ((Binding) -> Bool)?

    /// - Parameters:
    ///   - isForFaults: Whether to omit the container's own registrations that no dependency leads to or from, except
    ///     promises: they have no faults.
    ///   - inherited: Registrations of ancestors to include even if the container's own do not lead to them.
    ///   - observed: The dependencies that closures asked for in an observed run, by registration.
    ///   - complete: The registrations whose observed dependencies are complete.
    init(
        of container: Container, isForFaults: Bool = false, and inherited: [Binding] = [],
        observed: [ObjectIdentifier: [Dependency]] = [:], complete: Set<ObjectIdentifier> = []
    ) {
        self.container = container
        self.observed = observed
        self.complete = complete
        isFollowed = nil
        let all = container.ownBindings
        if isForFaults { own = all }
        for binding in all {
            if binding.options.contains(.hidden), let module = binding.module { hiding.insert(module) }
            if binding.options.contains(.promise) {
                promises[binding.key] = add(binding, isOwn: true)
            } else if !isForFaults || !binding.hasNoKnownNeeds {
                add(binding, isOwn: true)
            }
        }
        for binding in inherited { add(binding, isOwn: false) }
        expandAll()
    }

    private mutating func expandAll() {
        var next = 0
        while next < nodes.count {
            expand(next)
            next += 1
        }
    }

    /// A registration and all that it leads to, as seen from the container, whichever container creates the instances.
    ///
    /// - Parameters:
    ///   - observed: The dependencies that closures asked for in an observed run, by registration.
    ///   - isFollowed: Whether to follow the dependencies of a registration.
    init(
        below binding: Binding, seenFrom container: Container, observed: [ObjectIdentifier: [Dependency]] = [:],
        isFollowed: @escaping (Binding) -> Bool
    ) {
        self.container = container
        self.isFollowed = isFollowed
        self.observed = observed
        complete = []
        add(binding, isOwn: false)
        expandAll()
    }

    /// The number of a registration's node.
    func node(of binding: Binding) -> Int? { numbers[ObjectIdentifier(binding)] }

    /// Whether to look for faults from the node on: those of an ancestor's registration too, if overrides of the container
    /// reach it.
    func isChecked(_ node: Int) -> Bool { nodes[node].isOwn || container.derivation != nil }

    /// The edges of a node.
    func edges(of node: Int) -> ArraySlice<Edge> { edges[nodes[node].edges] }

    /// A node and the edge over which it leads to another one.
    typealias Asker = (node: Int, edge: Edge)

    /// For each node, those that lead to it.
    var askers: [[Asker]] {
        var askers = Array(repeating: [Asker](), count: nodes.count)
        for node in nodes.indices {
            for edge in edges(of: node) { askers[edge.target].append((node, edge)) }
        }
        return askers
    }

    /// The nodes that some nodes lead to, and those nodes.
    ///
    /// - Parameter isPassed: Whether to follow the edges of a node.
    func reached(from starts: [Int], through isPassed: (Int) -> Bool = { _ in true }) -> Set<Int> {
        var reached = Set(starts)
        var open = starts
        while let node = open.popLast() {
            guard isPassed(node) else { continue }
            for edge in edges(of: node) where reached.insert(edge.target).inserted { open.append(edge.target) }
        }
        return reached
    }

    /// The node that this node stands for.
    ///
    /// For a further type of an instance: the registration of that instance. For a decorated or intercepted
    /// registration: the inner record.
    func representative(of node: Int) -> Int? {
        let binding = nodes[node].binding
        guard binding.options.contains(.alias) || binding.layering?.inner != nil else { return nil }
        return edges(of: node).first?.target
    }

    /// The tags of the container and of its ancestors that are scopes.
    var openScopes: [ScopeTag] { ([container] + container.ancestors).compactMap(\.scope) }

    @discardableResult
    private mutating func add(_ binding: Binding, isOwn: Bool) -> Int {
        numbers[ObjectIdentifier(binding)] = nodes.count
        nodes.append(Node(binding: binding, isOwn: isOwn))
        return nodes.count - 1
    }

    private mutating func expand(_ node: Int) {
        let start = edges.count
        if isMadeHere(node) {
            let binding = nodes[node].binding
            for dependency in binding.dependencies { follow(dependency, from: node) }
            for dependency in observations(of: binding) { follow(dependency, from: node, isObserved: true) }
            if binding.isOpaque { nodes[node].isOpaque = !complete.contains(ObjectIdentifier(binding)) }
        }
        nodes[node].edges = start..<edges.count
    }

    /// The observed dependencies of a record, together with those of the registration that it was created from.
    private func observations(of binding: Binding) -> [Dependency] {
        guard !observed.isEmpty else { return [] }
        let base = binding.base
        let own = observed[ObjectIdentifier(binding)] ?? []
        return base === binding ? own : own + (observed[ObjectIdentifier(base)] ?? [])
    }

    /// Whether the instance is created in the container's view.
    ///
    /// An instance that an ancestor keeps is created in the ancestor's view, and was checked there; except that a
    /// container which overrides registrations creates those anew that depend on an override.
    private func isMadeHere(_ node: Int) -> Bool {
        let binding = nodes[node].binding
        if let isFollowed { return isFollowed(binding) }
        guard !nodes[node].isOwn else { return true }
        return switch binding.lifetime {
        case .transient, .graph: true
        case .scoped: container.scope == binding.scope || container.overridesBelow(binding)
        case .singleton, .shared, .custom: container.overridesBelow(binding)
        }
    }

    // MARK: Edges

    private mutating func follow(_ dependency: Dependency, from node: Int, isObserved: Bool = false) {
        var isOptional = false
        func append(_ target: Int, _ need: Dependency) {
            edges.append(
                Edge(
                    target: target, time: need.time, isOwned: need.isOwned, isDeclared: need.isDeclared,
                    isObserved: isObserved, isPossible: need.isPossible, isOptional: isOptional && !isObserved))
        }
        var need = dependency
        while true {
            switch need.kind {
            case .one, .optional:
                if case .optional = need.kind { isOptional = true }
                if let found = registered(need.key, seenBy: node) {
                    append(found, need)
                    return
                }
                if let inner = need.wrapped {
                    need = inner
                    continue
                }
                if let found = justInTime(need.key) {
                    append(found, need)
                } else if case .one = need.kind {
                    note(missing: need, as: need.key, from: node)
                }
            case .list, .map:
                let found = members(of: need, seenBy: nodes[node].binding)
                for member in found where !isCollector(node, member) { append(member, need) }
                if found.isEmpty && !need.mayBeEmpty && !isOptional {
                    note(missing: need, as: dependency.key, from: node)
                }
            case .layers(let layering):
                if let inner = layering.inner {
                    append(numbers[ObjectIdentifier(inner)] ?? add(inner, isOwn: nodes[node].isOwn), need)
                }
            case .choice(let choices):
                followChoices(choices, need, from: node)
            case .unknown:
                nodes[node].isOpaque = !complete.contains(ObjectIdentifier(nodes[node].binding))
            }
            return
        }
    }

    private mutating func followChoices(_ choices: Choices, _ need: Dependency, from node: Int) {
        var targets: [Int] = []
        for member in members(of: need, seenBy: nodes[node].binding) where !isCollector(node, member) {
            targets.append(member)
        }
        if let other = choices.other {
            let key = ServiceKey(need.type, qualifier: other)
            if let found = registered(key, seenBy: node) {
                if !targets.contains(found) { targets.append(found) }
            } else {
                note(missing: need, as: key, from: node)
            }
        }
        choosing.append(node)
        for target in targets {
            edges.append(
                Edge(
                    target: target, time: need.time, isOwned: false, isDeclared: need.isDeclared, isObserved: false,
                    isPossible: false, isOptional: false, choice: choices.value))
        }
    }

    /// Whether a caller has to await the instance: its factory awaits, or it is chosen from registrations of which one awaits.
    func awaits(_ node: Int, for asker: Binding) -> Bool {
        let binding = nodes[node].binding
        if binding.options.contains(.asynchronous) { return !binding.isThereOnceStarted(for: asker) }
        return binding.isChosen && edges(of: node).contains { $0.choice != nil && awaits($0.target, for: binding) }
    }

    private mutating func note(missing need: Dependency, as key: ServiceKey, from node: Int) {
        // A decorator for all types that conform asks from each of them: one note is enough.
        if need.isOfManyTypes, missing.contains(where: { $0.key == key }) { return }
        missing.append(
            Missing(
                node: node, key: key, time: need.time, isDeclared: need.isDeclared, isPossible: need.isPossible))
    }

    /// The registration that a node finds under a key.
    ///
    /// Registrations that its module hides come first.
    private mutating func registered(_ key: ServiceKey, seenBy node: Int) -> Int? {
        let asker = nodes[node]
        if let module = asker.binding.module, !asker.isOwn || hiding.contains(module) {
            let hidden = ServiceKey(key.type, qualifier: Hidden.qualifier(key.qualifier, in: module))
            if let binding = container.registered(hidden) { return number(of: binding) }
        }
        return container.registered(key).map { number(of: $0) } ?? promises[key]
    }

    /// The registration that the container will add when the type is asked for, because the type describes its own
    /// creation.
    private mutating func justInTime(_ key: ServiceKey) -> Int? {
        if key.qualifier == nil, let known = justInTime[key.typeIdentifier] { return known }
        guard let binding = container.justInTimeRecord(for: key) else { return nil }
        let number = add(binding, isOwn: false)
        justInTime[key.typeIdentifier] = number
        return number
    }

    private mutating func number(of binding: Binding) -> Int {
        numbers[ObjectIdentifier(binding)]
            ?? add(binding, isOwn: !own.isEmpty && ownIdentities.contains(ObjectIdentifier(binding)))
    }

    /// The members of a list, in its order.
    private mutating func members(of dependency: Dependency, seenBy asker: Binding) -> [Int] {
        let module = asker.module.flatMap { isFollowed != nil || hiding.contains($0) ? $0 : nil }
        let view = module.map { Container(viewOf: container, $0) } ?? container
        // All askers with the same view share one list.
        if view === container, case .list = dependency.kind, let known = members[dependency.key] { return known }
        var found: [Int] = []
        for key in view.memberKeys(of: dependency.type) where key.qualifier.isMatched(by: dependency.qualifier) {
            if case .map(let qualifiers) = dependency.kind, key.qualifier?.type != ObjectIdentifier(qualifiers) {
                continue
            }
            if case .choice(let choices) = dependency.kind, !choices.contains(key.qualifier) { continue }
            if let binding = view.registered(key) { found.append(number(of: binding)) }
        }
        if view === container, case .list = dependency.kind { members[dependency.key] = found }
        return found
    }

    /// Whether a member of a list is the registration that asks for the list, or an alias of it.
    private mutating func isCollector(_ asker: Int, _ member: Int) -> Bool {
        let binding = nodes[asker].binding
        func isSame(_ node: Int) -> Bool { node == asker || binding.isInner(of: nodes[node].binding) }
        if isSame(member) { return true }
        let base = nodes[member].binding.base
        guard base.options.contains(.alias), let target = base.dependencies.first?.key else { return false }
        return registered(target, seenBy: member).map(isSame) ?? false
    }
}
